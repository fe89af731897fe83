export type ListFound =
  /** `named`: it stands under the key that was asked for. */
  | { readonly type: 'items'; readonly items: readonly unknown[]; readonly named: boolean }
  /** The schema instead of something that fits it. */
  | { readonly type: 'schema' }
  | { readonly type: 'nothing' }

export interface ListSought {
  readonly listKey: string
  /** Whether a value is an item by itself. */
  readonly isItem: (value: unknown) => boolean
}

const nothing: ListFound = { type: 'nothing' }
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list in what a model sent: under its key, in a wrapper ({"response": …}), bare, as JSON in a string, or a single item. */
export function listIn(value: unknown, sought: ListSought, depth = 0): ListFound {
  if (Array.isArray(value)) return { type: 'items', items: value, named: false }
  if (typeof value === 'string') return listInString(value, sought, depth)
  if (!isObject(value)) return nothing
  if (Object.hasOwn(value, sought.listKey)) return named(value[sought.listKey])
  if (isSchema(value)) return { type: 'schema' }
  if (sought.isItem(value)) return { type: 'items', items: [value], named: false }
  if (depth === 3) return nothing
  const inner = Object.values(value)
  const found = inner.map(one => listIn(one, sought, depth + 1))
  return found.find(one => one.type === 'items' && one.named) ?? (inner.length === 1 ? (found[0] ?? nothing) : nothing)
}

function named(list: unknown): ListFound {
  if (isObject(list) && isSchema(list)) return { type: 'schema' }
  return { type: 'items', items: list === null ? [] : Array.isArray(list) ? list : [list], named: true }
}

function listInString(value: string, sought: ListSought, depth: number): ListFound {
  if (depth === 3 || !/^\s*[[{]/.test(value)) return nothing
  try {
    return listIn(JSON.parse(value), sought, depth + 1)
  } catch {
    return nothing
  }
}

const isSchema = (value: Readonly<Record<string, unknown>>): boolean =>
  ['$schema', '$defs', 'properties', 'items'].filter(key => Object.hasOwn(value, key)).length > 0 &&
  (Object.hasOwn(value, '$schema') || Object.hasOwn(value, '$defs') || value.type === 'object' || value.type === 'array')
