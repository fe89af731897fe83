/** The items of a header that holds a list, in lower case. */
export function listOf(value: string | undefined | null): readonly string[] {
  if (value == null) return []
  return value
    .split(',')
    .map(item => item.trim().toLowerCase())
    .filter(item => item !== '')
}
