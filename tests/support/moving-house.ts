import type { TurnInput } from '../../src/index.ts'

/** Two turns, and the record of the first that a model would tell. */
export const movingHouse: readonly TurnInput[] = [
  { id: 't1', speaker: 'Ana', at: '2024-03-01T10:00', text: 'I finally moved to Seattle last year, with my cat Miso.' },
  { id: 't2', speaker: 'Ben', at: '2024-03-01T10:01', text: 'I bought a red bike yesterday and ride it to work every morning.' },
]

export const toldOfIt: string = JSON.stringify({
  records: [
    {
      turn: 1,
      kind: 'episodic',
      claim: 'Ana moved to Seattle with her cat Miso.',
      quote: 'I finally moved to Seattle last year',
      date: '2023',
      title: 'Move',
      steps: [],
    },
  ],
})
