import type { ReadRun } from '../run/read-run.ts'
import { summarizeRun } from '../run/summarize-run.ts'

/** What one judge says of each system, in one of its ways of counting: a row a category, then all of them. Percent; null where nothing was judged. */
export interface JudgedTable {
  readonly title: string
  readonly systems: readonly string[]
  readonly rows: readonly { readonly category: string; readonly questions: number; readonly values: readonly (number | null)[] }[]
}

/** Of the judges that tell more than right and wrong: the score by category, and each further number that their replies give. */
export function judgedTables(run: ReadRun): readonly JudgedTable[] {
  const report = summarizeRun(run)
  const systems = Object.keys(report.systems)
  return run.manifest.identity.judges.flatMap(({ id }): readonly JudgedTable[] => {
    const reports = systems.flatMap(system => report.systems[system]?.scores[id] ?? [])
    const names = [...new Set(reports.flatMap(({ more }) => Object.keys(more)))]
    if (names.length === 0) return []
    const known = [...new Set(reports.flatMap(({ byCategory }) => Object.keys(byCategory)))]
    const categories = run.manifest.identity.dataset.categories.map(({ name }) => name).filter(name => known.includes(name))
    const rowOf = (category: string, cells: readonly (Cell | undefined)[]) => ({
      category,
      questions: Math.max(0, ...cells.map(cell => cell?.questions ?? 0)),
      values: cells.map(cell => cell?.mean ?? null),
    })
    const score: JudgedTable = {
      title: id,
      systems,
      rows: [
        ...categories.map(category =>
          rowOf(
            category,
            reports.map(({ byCategory }) => byCategory[category]),
          ),
        ),
        rowOf(
          'mean of categories',
          reports.map(({ macro, all }) => ({ questions: all.questions, mean: macro })),
        ),
        rowOf(
          'all',
          reports.map(({ all }) => all),
        ),
      ],
    }
    const further = names.map(
      (name): JudgedTable => ({
        title: `${id}: ${name}`,
        systems,
        rows: [
          ...categories
            .filter(category => reports.some(({ more }) => more[name]?.byCategory[category] !== undefined))
            .map(category =>
              rowOf(
                category,
                reports.map(({ more }) => more[name]?.byCategory[category]),
              ),
            ),
          rowOf(
            'all',
            reports.map(({ more }) => more[name]),
          ),
        ],
      }),
    )
    return [score, ...further]
  })
}

type Cell = { readonly questions: number; readonly mean: number | null }

export function judgedMarkdown({ title, systems, rows }: JudgedTable): string {
  const head = `| ${['', 'n', ...systems].join(' | ')} |\n| --- |${' ---: |'.repeat(systems.length + 1)}`
  const lines = rows.map(
    ({ category, questions, values }) => `| ${[category, questions, ...values.map(value => value?.toFixed(1) ?? 'n/a')].join(' | ')} |`,
  )
  return [`### ${title}`, [head, ...lines].join('\n')].join('\n\n')
}
