import Table from 'cli-table3'
import type { Command } from 'commander'
import { type Comparison, compareRuns, type RunComparison } from '../../bench/run/compare-runs.ts'
import { readRun } from '../../bench/run/read-run.ts'
import { EngramError } from '../../errors.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'
import { list } from '../question-options.ts'

export function addCompare(bench: Command): void {
  bench
    .command('compare')
    .summary('two runs, or two systems, on the same questions')
    .description(
      'The difference on the questions that both have, with a paired interval by dialogues, the exact test of McNemar, and every flip.',
    )
    .argument('<first>', 'the folder of a run')
    .argument('<second>', 'of another, or of the same')
    .option('--systems <first,second>', 'one of each; by default all that both have', list)
    .option('--judges <first,second>', 'the same of judges', list)
    .addHelpText('after', '\nExample:\n  engram-r bench compare runs/one runs/one --systems full-context,default')
    .action(
      (one: string, other: string, { systems, judges }: { readonly systems?: string[]; readonly judges?: string[] }, command: Command) => {
        const { json = false } = command.optsWithGlobals<GlobalOptions>()
        const compared = compareRuns(readRun(one), readRun(other), {
          systems: pairOf(systems, 'systems'),
          judges: pairOf(judges, 'judges'),
        })
        if (json) printJson(compared)
        else print(describe(compared))
      },
    )
}

function pairOf(names: readonly string[] | undefined, field: string): readonly [string, string] | null {
  if (names === undefined) return null
  const [first, second] = names
  if (first !== undefined && second !== undefined && names.length === 2) return [first, second]
  throw new EngramError('bad_input', `${field}: expected two, one of each run, got "${names.join(',')}".`, { field })
}

function describe({ comparisons, remarks }: RunComparison): string {
  const head = [
    'first',
    'second',
    'judge',
    'questions',
    'first',
    'second',
    'difference [95%]',
    'only first',
    'only second',
    'p',
    'kappa',
    'alpha',
  ]
  const table = new Table({ head, style: { head: [], border: [], compact: true } })
  for (const { first, second, judges, questions, firstMean, secondMean, difference, mcNemar, agreement } of comparisons) {
    const { mean, low, high } = difference
    const agreed = agreement === null ? ['', ''] : [agreement.kappa?.toFixed(2) ?? 'n/a', agreement.alpha?.toFixed(2) ?? 'n/a']
    const exact = mcNemar === null ? ['', '', ''] : [mcNemar.onlyFirst, mcNemar.onlySecond, mcNemar.p.toPrecision(2)]
    table.push([
      first,
      second,
      named(judges),
      questions,
      firstMean.toFixed(1),
      secondMean.toFixed(1),
      `${signed(mean)} [${signed(low)}, ${signed(high)}]`,
      ...exact,
      ...agreed,
    ])
  }
  return [table.toString(), ...comparisons.flatMap(flipsOf), ...remarks].join('\n')
}

const named = ([first, second]: Comparison['judges']): string => (first === second ? first : `${first}, ${second}`)

function flipsOf({ first, second, judges, flips, mcNemar }: Comparison): readonly string[] {
  if (mcNemar === null || flips.length === 0) return []
  const ids = (side: 'first' | 'second'): string =>
    flips
      .filter(flip => flip[side] === 1)
      .map(({ id }) => id)
      .join(' ') || 'none'
  return [
    `${named(judges)}, right only in ${first}: ${ids('first')}; only in ${second}${first === second ? ' of the second run' : ''}: ${ids('second')}`,
  ]
}

const signed = (points: number): string => `${points > 0 ? '+' : ''}${points.toFixed(1)}`
