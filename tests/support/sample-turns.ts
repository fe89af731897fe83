import type { TurnInput } from '../../src/index.ts'

const things = ['greenhouse', 'harbour', 'violin', 'marathon', 'bakery', 'telescope', 'allotment', 'ferry', 'choir', 'canoe']
const phrases = ['yesterday', 'last week', 'two weeks ago', 'on 3 May', 'tomorrow', 'last summer', 'every Sunday']

/** Dated talk of two invented speakers, the same for the same numbers: what a store is filled with where only its amount matters. */
export function sampleTurns(count: number, { from = 0 }: { readonly from?: number } = {}): readonly TurnInput[] {
  return Array.from({ length: count }, (_, offset) => {
    const index = from + offset
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(index / 20))).toISOString().slice(0, 10)
    const minute = String(index % 60).padStart(2, '0')
    return {
      id: `turn-${String(index).padStart(6, '0')}`,
      session: `session-${Math.floor(index / 20)}`,
      speaker: index % 2 === 0 ? 'Ida' : 'Noor',
      at: `${day}T18:${minute}`,
      text: `I went to the ${things[index % things.length]} ${phrases[index % phrases.length]} and met person number ${index} there.`,
    }
  })
}
