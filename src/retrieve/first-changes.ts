/** From where on a list has changed since each revision of it. */
export interface FirstChanges {
  /** A revision, higher than those before, that left all before this place as it was. */
  add(revision: number, place: number): void
  /** The first place that may have changed since a revision; `length` where none has. 0 where that is too long ago to be known. */
  since(revision: number, length: number): number
}

/** Whoever asks has mostly asked a few revisions ago. */
const mostKept = 100

export function createFirstChanges(): FirstChanges {
  // Both rise: what changed further back than a later revision did is told by that one.
  const changes: { readonly revision: number; readonly place: number }[] = []
  let known = 0
  return {
    add(revision, place) {
      while ((changes.at(-1)?.place ?? -1) >= place) changes.pop()
      changes.push({ revision, place })
      if (changes.length > mostKept) known = changes.shift()?.revision ?? 0
    },
    since(revision, length) {
      if (revision < known) return 0
      return changes.find(change => change.revision > revision)?.place ?? length
    },
  }
}
