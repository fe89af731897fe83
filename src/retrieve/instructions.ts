import { lasting } from './lasting.ts'
import { lastingPlaces } from './lasting-places.ts'
import type { Partition } from './partition.ts'
import { isAssistant, type QuestionView } from './question-view.ts'
import { dot } from './record-vectors.ts'

/** Instructions offered with a question. More would take room from its evidence. */
const mostOffered = 3
/** Between people "make sure to ..." is mostly advice: there the condition must fit, as a cosine. A user instructs the assistant. */
const leastNearness = 0.35

// "When I ask about recipes, ..." and "... whenever we talk about work": what follows is what the instruction is for.
const conditionPattern =
  /\b(?:when(?:ever)?|if|(?:every|each|any) ?time) (?:i|we) (?:\w+ ){0,2}?(?:ask|asks|talk|request|mention|discuss|bring|say|inquire|need|want|speak|write)\w*(?: (?:you|up|me))*(?: (?:about|for|to|on|with|of|questions?))* (.+)$/i

/**
 * The passages, rising, of the standing instructions whose condition is nearest in meaning to the question, though they need share no word
 * with it; null where the space has none. In a chat with an assistant only the user instructs.
 */
export function offeredInstructions({ vector }: QuestionView, partition: Partition): Int32Array | null {
  const { speakers } = partition
  const chat = [...speakers].some(isAssistant)
  const instructed = standingIn(partition)
  if (instructed.length === 0) return null
  const standing: { readonly index: number; readonly nearness: number }[] = []
  for (const { index, conditions } of instructed) {
    const nearness = Math.max(...conditions.map(condition => dot(vector, condition)))
    if (chat || nearness >= leastNearness) standing.push({ index, nearness })
  }
  if (standing.length === 0) return null
  standing.sort((left, right) => right.nearness - left.nearness || left.index - right.index)
  return Int32Array.from(standing.slice(0, mostOffered), ({ index }) => index).sort()
}

interface Standing {
  readonly index: number
  /** The vectors of what its instructions are for. */
  readonly conditions: readonly Float32Array[]
}

const instructing = lastingPlaces(({ instructions, turn }) => instructions.length > 0 && !isAssistant(turn.speaker))

// Anew for each revision, as words weigh otherwise then.
const standingIn = lasting((partition): readonly Standing[] => {
  const { passages, vectors } = partition
  const conditionsOf = (index: number): readonly Float32Array[] =>
    passages[index]?.instructions.map(one => vectors.vectorOf(conditionOf(one))) ?? []
  return Array.from(instructing(partition), index => ({ index, conditions: conditionsOf(index) }))
})

/** What the pattern begins with: most instructions have no such words, and it takes milliseconds to compile. */
const conditionCue = /(?:when(?:ever)?|if|time) (?:i|we) /i

/** What an instruction is for; all of it where it does not say. */
function conditionOf(sentence: string): string {
  return (conditionCue.test(sentence) ? conditionPattern.exec(sentence)?.[1] : undefined) ?? sentence
}
