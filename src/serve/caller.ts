/** What a caller may do in its tenant: read what is stored, write to it, or also manage it (forget, keys, jobs). Each includes those before it. */
export type Right = 'read' | 'write' | 'admin'

/** Whose request it is. Every door works in one tenant only: a scope of another does not exist for it. */
export interface Caller {
  readonly tenant: string
  readonly right: Right
}
