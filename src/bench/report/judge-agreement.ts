import { lookUpRun } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import { cohensKappa, krippendorffsAlpha } from '../statistics/agreement.ts'

/** Two judges that say yes or no, over all answers that both judged. */
export interface JudgeAgreement {
  readonly judges: readonly [first: string, second: string]
  readonly answers: number
  readonly bothRight: number
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly bothWrong: number
  /** null where they are not defined. */
  readonly kappa: number | null
  readonly alpha: number | null
}

export function judgeAgreement(run: ReadRun): readonly JudgeAgreement[] {
  const { judges, systems } = run.manifest.identity
  const { verdict } = lookUpRun(run)
  const units = run.questions.rows.flatMap(({ id }) => systems.map(({ name: system }) => ({ id, system })))
  const scoreOf = (unit: (typeof units)[number], judge: string): number | null => verdict({ ...unit, judge })?.score ?? null
  const binary = judges.filter(({ scale }) => scale === 'binary').map(({ id }) => id)
  return binary.flatMap((first, index) =>
    binary.slice(index + 1).flatMap((second): readonly JudgeAgreement[] => {
      const pairs = units
        .map(unit => [scoreOf(unit, first), scoreOf(unit, second)] as const)
        .filter(([one, other]) => one !== null && other !== null)
      if (pairs.length === 0) return []
      const count = (one: number, other: number): number => pairs.filter(pair => pair[0] === one && pair[1] === other).length
      const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
      return [
        {
          judges: [first, second],
          answers: pairs.length,
          bothRight: count(1, 1),
          onlyFirst: count(1, 0),
          onlySecond: count(0, 1),
          bothWrong: count(0, 0),
          kappa: cohensKappa(ones, others),
          alpha: krippendorffsAlpha([ones, others]),
        },
      ]
    }),
  )
}
