import type { Turn } from '../domain.ts'
import type { CitedClaim } from '../seams.ts'

/** Of a space of 500 turns: small words stand in many, the others in three. */
const common = new Set(
  'the and with for was said see time day take go went se en esta tiene una y el de la que in an nach ist im'.split(' '),
)

export interface ClaimSketch {
  readonly question?: string
  readonly sentence: string
  /** "Speaker: what was said", all at `at`. */
  readonly cited: readonly string[]
  readonly near?: readonly string[]
  readonly at?: string | null
  readonly speakers?: readonly string[]
}

export function claim({
  question = '',
  sentence,
  cited,
  near = [],
  at = '2023-05-08T13:56',
  speakers = ['Ana', 'Ben'],
}: ClaimSketch): CitedClaim {
  const turnOf = (line: string, index: number): Turn => {
    const [, speaker = '', text = ''] = /^(.+?): (.*)$/s.exec(line) ?? []
    return { id: `${speaker}-${index}`, session: 's', speaker, text, at, attachments: [] }
  }
  return {
    ...{ question, sentence, speakers, cited: cited.map(turnOf), near: near.map(turnOf) },
    turnsWith: stem => (common.has(stem) ? 250 : 3),
    turns: 500,
  }
}
