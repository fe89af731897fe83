import type { JudgeScale } from '../../judges/judge.ts'
import type { JudgeReport } from '../../run/summarize-judge.ts'
import type { JudgeErrors } from '../../run/summarize-run.ts'
import { type Html, html } from '../html.ts'
import { decimals, percent, whole } from '../numbers.ts'
import type { ReportedRun } from '../reported-run.ts'
import { dataTable } from './data-table.ts'

const saying: Readonly<Record<JudgeScale, string>> = { binary: 'right or wrong', share: 'a share', points: 'points' }

/** Who judged, and how far judges of the same answers agree. */
export function judgesSection(runs: readonly ReportedRun[]): Html {
  const judges = runs.flatMap(({ name, run, report: { judges: errors } }) => {
    const { judges: own, judging } = run.manifest.identity
    return own.map(({ id, scale, hash }) => [
      runs.length > 1 ? `${id} · ${name}` : id,
      saying[scale],
      hash === null ? 'rules, no model' : (judging?.model ?? 'n/a'),
      ...errorCells(errors[id]),
      hash === null ? '-' : html`<code>${hash}</code>`,
    ])
  })
  const pairs = runs.flatMap(({ name, agreement }) =>
    agreement.map(({ judges: [first, second], answers, bothRight, onlyFirst, onlySecond, bothWrong, kappa, alpha }) => [
      `${first} and ${second}${runs.length > 1 ? ` · ${name}` : ''}`,
      String(answers),
      String(bothRight),
      String(onlyFirst),
      String(onlySecond),
      String(bothWrong),
      percent((100 * (bothRight + bothWrong)) / answers),
      decimals(kappa),
      decimals(alpha),
    ]),
  )
  return html`<section id="judges"><h2>Judges</h2>
${dataTable({
  caption: 'Judges',
  words: true,
  columns: ['Judge', 'says', 'model', 'verdicts', 'failed', 'asked again', 'sha256 of its prompts'],
  rows: judges,
})}
${
  pairs.length === 0
    ? html`<p class="note">No two judges of right and wrong judged the same answers, so nothing is known of their agreement.</p>`
    : dataTable({
        caption: 'Agreement on the same answers, all systems together',
        columns: [
          'Judges',
          'answers',
          'both right',
          'only the first',
          'only the second',
          'both wrong',
          'agree (%)',
          "Cohen's kappa",
          "Krippendorff's alpha",
        ],
        rows: pairs,
      })
}
${detailTable(runs)}
<p class="note">What people say of these verdicts: <code>engram-r bench grade</code>.</p>
</section>`
}

function errorCells(errors: JudgeErrors | undefined): readonly string[] {
  if (errors === undefined) return ['n/a', 'n/a', 'n/a']
  const { verdicts, failed, askedAgain } = errors
  return [whole(verdicts), whole(failed), whole(askedAgain)]
}

/** What a judge says beyond its mean: by categories alike, of questions without an answer, of its own steadiness, by an audited key. */
function detailTable(runs: readonly ReportedRun[]): Html | null {
  const all = runs.flatMap(({ series }) =>
    series.flatMap(({ label, scores }) => Object.entries(scores).map(([judge, report]) => ({ label, judge, report }))),
  )
  const columns: readonly { readonly head: string; readonly of: (report: JudgeReport) => string | null }[] = [
    { head: 'mean of the categories (%)', of: ({ macro }) => (macro === null ? null : percent(macro)) },
    {
      head: 'without an answer (%)',
      of: ({ abstention }) => (abstention === null ? null : `${percent(abstention.mean)}, n = ${abstention.questions}`),
    },
    {
      head: 'over its runs, deviation of the means',
      of: ({ runs: again }) =>
        again === null ? null : `${percent(again.mean)} ± ${decimals(again.populationDeviation)} of ${again.means.length}`,
    },
    { head: 'by the majority (%)', of: ({ runs: again }) => (again?.majority == null ? null : percent(again.majority)) },
    { head: 'verdicts that change (%)', of: ({ runs: again }) => (again === null ? null : percent(again.flipRate)) },
    {
      head: 'without what the audit finds wrong (%)',
      of: ({ audit }) => (audit === null ? null : `${percent(audit.without.mean)}, ${audit.changed} left out`),
    },
    { head: "by the audit's key (%)", of: ({ audit }) => (audit === null ? null : percent(audit.corrected.mean)) },
  ]
  const known = columns.filter(({ of }) => all.some(({ report }) => of(report) !== null))
  const rows = all.filter(({ report }) => report.all.questions > 0)
  if (known.length === 0 || rows.length === 0) return null
  return dataTable({
    caption: 'What judges say beyond the mean',
    columns: ['System', 'Judge', ...known.map(({ head }) => head)],
    heads: 2,
    rows: rows.map(({ label, judge, report }) => [label, judge, ...known.map(({ of }) => of(report) ?? 'n/a')]),
  })
}
