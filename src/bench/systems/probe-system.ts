import { hash } from 'node:crypto'
import type { AskedQuestion } from '../datasets/dataset.ts'
import { type ProbeName, probesAbout } from '../judges/probes.ts'
import type { System } from './system.ts'

/** What a probe says to a question: for probes alone. */
export type ProbeAnswers = (name: ProbeName, asked: AskedQuestion) => string

/** Stands where a system stands, so that its answers are judged as a system's are. It asks no model. */
export function createProbeSystem(name: ProbeName, answers: ProbeAnswers): System {
  const prompt = { id: `${name}/1`, hash: hash('sha256', probesAbout[name]) }
  const nothing = { abstained: null, shown: null, cited: null, repair: null, usage: null, calls: [] }
  return {
    about: probesAbout[name],
    prompt,
    tell: async () => ({
      calls: [],
      answer: async asked => ({ ...nothing, text: answers(name, asked), prompt, ms: { search: 0, model: null, total: 0 } }),
    }),
  }
}
