import type { BenchmarkName } from '../datasets/dataset.ts'
import type { Judge } from './judge.ts'
import { nuggetJudge } from './nugget-judge.ts'
import { rubricJudge } from './rubric-judge.ts'
import { abstentionJudge, f1Judge } from './rule-judges.ts'
import { lenientJudge, longMemEvalJudge, strictJudge } from './yes-no-judges.ts'

const all: readonly Judge[] = [lenientJudge, strictJudge, longMemEvalJudge, nuggetJudge, rubricJudge, f1Judge, abstentionJudge]

/** By the name before the version of their ids. */
export const judgeNames = ['lenient', 'strict', 'longmemeval', 'nuggets', 'rubric', 'f1', 'abstention'] as const
export type JudgeName = (typeof judgeNames)[number]

export function judgeOf(name: JudgeName): Judge {
  const judge = all.find(({ id }) => id.startsWith(`${name}/`))
  if (judge === undefined) throw new Error(`no judge ${name}`)
  return judge
}

/** By its id with the version, as a run has it; null where this version has another. */
export function knownJudge(id: string): Judge | null {
  return all.find(judge => judge.id === id) ?? null
}

/** The judge whose result a benchmark is known by, the strict one beside it, and what needs no model. */
export function usualJudges(dataset: BenchmarkName): readonly JudgeName[] {
  return usual[dataset]
}

const usual: Readonly<Record<BenchmarkName, readonly JudgeName[]>> = {
  locomo: ['lenient', 'strict', 'f1', 'abstention'],
  longmemeval: ['longmemeval', 'strict', 'f1', 'abstention'],
  beam: ['nuggets', 'strict', 'abstention'],
  healthbench: ['rubric'],
}
