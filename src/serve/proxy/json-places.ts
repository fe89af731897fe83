/** A value within a JSON text: characters [start, end). */
export interface JsonPlace {
  readonly key: string | number
  readonly start: number
  readonly end: number
}

const blank = /[ \t\r\n]*/y
const bare = /[^,\]}\s]*/y
// As numbers: a character is looked at for each that stands in no string, and a text of one character would be made for each.
const [quote, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d]

/** The members of the object, or the items of the list, that begins at `start` of a valid JSON text. Of anything else none. */
export function* jsonPlaces(json: string, start: number): Generator<JsonPlace> {
  const opener = json[start]
  if (opener !== '{' && opener !== '[') return
  let at = skipBlank(json, start + 1)
  for (let index = 0; json[at] !== '}' && json[at] !== ']'; index++) {
    let key: string | number = index
    if (opener === '{') {
      const end = endOfString(json, at)
      const name = json.slice(at + 1, end - 1)
      key = name.includes('\\') ? String(JSON.parse(json.slice(at, end))) : name
      // The colon stands between.
      at = skipBlank(json, skipBlank(json, end) + 1)
    }
    const end = endOfValue(json, at)
    yield { key, start: at, end }
    at = skipBlank(json, end)
    if (json[at] === ',') at = skipBlank(json, at + 1)
  }
}

/** Where the value of this path stands in a valid JSON text; of a key that is there twice, as in JSON.parse, the last. null where there is none. */
export function jsonPlace(json: string, path: readonly (string | number)[]): JsonPlace | null {
  const start = skipBlank(json, 0)
  let place: JsonPlace = { key: '', start, end: json.length }
  for (const step of path) {
    let next: JsonPlace | null = null
    for (const child of jsonPlaces(json, place.start)) if (child.key === step) next = child
    if (next === null) return null
    place = next
  }
  return place
}

function skipBlank(json: string, at: number): number {
  blank.lastIndex = at
  blank.test(json)
  return blank.lastIndex
}

function endOfValue(json: string, start: number): number {
  const first = json[start]
  if (first === '"') return endOfString(json, start)
  if (first !== '{' && first !== '[') {
    bare.lastIndex = start
    bare.test(json)
    return bare.lastIndex
  }
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) at = endOfString(json, at) - 1
    else if (character === openBrace || character === openBracket) depth++
    else if ((character === closeBrace || character === closeBracket) && --depth === 0) return at + 1
  }
  return json.length
}

/** Exclusive. `start` is the opening quote. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return json.length
}
