/** A message as the conventions write it: its words as one part. */
export function messageParts({ role, content }: { readonly role: string; readonly content: string }): object {
  return { role, parts: [{ type: 'text', content }] }
}
