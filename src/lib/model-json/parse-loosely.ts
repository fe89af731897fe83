/** JSON as it is, else mended: single quotes, trailing commas, line breaks in strings. Undefined where that does not help. */
export async function parseLoosely(text: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    const { jsonrepair } = await import('jsonrepair')
    try {
      return JSON.parse(jsonrepair(text))
    } catch {
      return undefined
    }
  }
}
