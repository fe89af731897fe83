/** How deep key paths are followed. */
const deepest = 6

/**
 * The key paths in JSON text that may break off anywhere: `[].messages[].role` for a list of objects with messages, `.role` for an object. It
 * looks at structure alone, so words inside strings don't mislead it. Several values after one another are taken together. Empty if it isn't JSON.
 */
export function outlineJson(text: string): ReadonlySet<string> {
  const keys = new Set<string>()
  if (!/^\s*[[{]/.test(text)) return keys
  // The path of each open container, '' outside all.
  const open: { readonly isObject: boolean; readonly path: string }[] = []
  let path = ''
  let expectsKey = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') {
      const end = endOfString(text, index)
      const key = text.slice(index + 1, end)
      const container = open.at(-1)
      if (expectsKey && container?.isObject) {
        expectsKey = false
        if (open.length <= deepest && end < text.length) {
          path = `${container.path}.${key}`
          keys.add(path)
        }
      }
      index = end
    } else if (character === '{' || character === '[') {
      const isObject = character === '{'
      if (!isObject && open.length < deepest) path = `${path}[]`
      open.push({ isObject, path })
      expectsKey = isObject
    } else if (character === '}' || character === ']') {
      open.pop()
      path = open.at(-1)?.path ?? ''
    } else if (character === ',') {
      path = open.at(-1)?.path ?? ''
      expectsKey = true
    }
  }
  return keys
}

/** The index of the closing quote, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index
  }
  return text.length
}
