import type { Item } from './read-dialogue.ts'

export interface TrimOptions {
  /** Questions of the user that stay, with all that follows each. */
  readonly keepQuestions: number
  /** Whether memory holds what the item of this index says. */
  readonly isHeld: (index: number) => boolean
}

/**
 * Which items may be left out: turns before the last questions, from the first on, as long as each is plain words that memory holds. Ends before a
 * question, so that what stays begins with one; what programs say to the model always stays.
 */
export function trimTurns(items: readonly Item[], { keepQuestions, isHeld }: TrimOptions): ReadonlySet<number> {
  const questions = [...items.entries()].filter(([, item]) => isQuestion(item)).map(([index]) => index)
  const kept = questions.at(-keepQuestions) ?? 0
  const chosen: number[] = []
  let settled = 0
  for (const [index, item] of items.entries()) {
    const { role, said, isPlain } = item
    if (isQuestion(item)) settled = chosen.length
    if (index >= kept) break
    if (role === 'system' || role === 'developer') continue
    if (said === null || !isPlain || !isHeld(index)) break
    chosen.push(index)
  }
  return new Set(chosen.slice(0, settled))
}

const isQuestion = ({ role, said }: Item): boolean => role === 'user' && said !== null
