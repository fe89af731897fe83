/** Of all writers that are models: another model or prompt goes on where the last one was, and its name stands in each record. */
export const modelWriterId = 'model/1'
/** Turns before, to understand "it" and "yes". */
export const modelContext = 3

/** What stands in a record: family and version, the model, and its prompt with the first digits of the hash of its words. */
export function writerName({ model, prompt, hash }: { readonly model: string; readonly prompt: string; readonly hash: string }): string {
  return `${modelWriterId}/${model}/${prompt}@${hash.slice(0, 8)}`
}
