import { splitReasoning } from '../split-reasoning.ts'
import { fitItem, type ItemForm } from './fit-item.ts'
import { type ListFound, type ListSought, listIn } from './list-in.ts'
import { parseLoosely } from './parse-loosely.ts'
import { type JsonStretch, scanJson } from './scan-json.ts'

export interface JsonList<Item> {
  readonly items: readonly Item[]
  readonly dropped: readonly { readonly value: unknown; readonly reason: string }[]
  /** The reply was cut: what was unfinished is missing. */
  readonly truncated: boolean
}
export type ListReading<Item> =
  | { readonly type: 'list'; readonly list: JsonList<Item> }
  /** `unable`: it sent the schema or its placeholders back, which asking in another way helps against. */
  | { readonly type: 'none'; readonly reason: string; readonly unable: boolean }

export interface ListForm {
  readonly listKey: string
  /** The server says that the reply is cut. */
  readonly cut: boolean
}

const nothing: ListFound = { type: 'nothing' }
interface Found {
  readonly stretch: JsonStretch
  readonly list: ListFound
}

/**
 * The list in a reply, wherever it stands: after reasoning, in prose or fences, under its key or not, mended where its meaning is plain. Of
 * several, the last; of several in a row, all. A list under its key goes before any other brackets.
 */
export async function readList<Item>(reply: string, form: ItemForm<Item> & ListForm): Promise<ListReading<Item>> {
  const { text } = splitReasoning(reply)
  const found = await findLists(text, { listKey: form.listKey, isItem: value => form.schema.safeParse(value).success })
  const lists = found.flatMap(({ stretch, list }) => (list.type === 'items' ? [{ stretch, ...list }] : []))
  const last = lists.findLastIndex(({ named }) => named || !lists.some(other => other.named))
  const chosen = lists[last]
  if (chosen === undefined) {
    const echoed = found.some(({ list }) => list.type === 'schema')
    return { type: 'none', reason: echoed ? 'the schema itself' : text === '' ? 'nothing' : 'no JSON of that form', unable: echoed }
  }
  let from = last
  while (from > 0 && follows(lists[from - 1]?.stretch, lists[from]?.stretch, text)) from--
  const fitted = lists.slice(from, last + 1).flatMap(({ items }) => items.map(value => ({ value, fit: fitItem(value, form) })))
  const items = fitted.flatMap(({ fit }) => (fit.type === 'item' ? [fit.item] : []))
  if (items.length === 0 && fitted.some(({ fit }) => fit.type === 'placeholder')) {
    return { type: 'none', reason: 'placeholders', unable: true }
  }
  const dropped = fitted.flatMap(({ value, fit }) => ('reason' in fit ? [{ value, reason: fit.reason }] : []))
  return { type: 'list', list: { items, dropped, truncated: form.cut || !chosen.stretch.complete } }
}

async function findLists(text: string, sought: ListSought): Promise<readonly Found[]> {
  const found: Found[] = []
  for (let start = text.search(/[[{]/); start >= 0; ) {
    const stretch = scanJson(text, start)
    // [E1] in prose is no list, though it could be mended into one.
    const list = stretch !== null && /["'{]/.test(stretch.text) ? listIn(await parseLoosely(stretch.text), sought) : nothing
    if (stretch && list.type !== 'nothing') found.push({ stretch, list })
    const from = stretch?.complete || list.type !== 'nothing' ? (stretch?.end ?? start + 1) : start + 1
    const next = text.slice(from).search(/[[{]/)
    start = next < 0 ? -1 : from + next
  }
  return found.length > 0 ? found : await findByMending(text, sought)
}

/** Where quotes within strings hide the brackets: all from the first to the last. */
async function findByMending(text: string, sought: ListSought): Promise<readonly Found[]> {
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1
  if (start < 0 || end <= start) return []
  const stretch = { start, end, text: text.slice(start, end), complete: true }
  const list = listIn(await parseLoosely(stretch.text), sought)
  return list.type === 'nothing' ? [] : [{ stretch, list }]
}

const follows = (before: JsonStretch | undefined, after: JsonStretch | undefined, text: string): boolean =>
  before !== undefined && after !== undefined && /^[\s,;]*$/.test(text.slice(before.end, after.start))
