import { type Html, html } from '../html.ts'
import { decimals, percent } from '../numbers.ts'
import type { ReportedRun } from '../reported-run.ts'
import { dataTable } from './data-table.ts'

/** Who judged, and how far judges of the same answers agree. */
export function judgesSection(runs: readonly ReportedRun[]): Html {
  const judges = runs.flatMap(({ name, run }) => {
    const { judges: own, judging } = run.manifest.identity
    return own.map(({ id, scale, hash }) => [
      runs.length > 1 ? `${id} · ${name}` : id,
      scale === 'binary' ? 'right or wrong' : 'a share',
      hash === null ? 'rules, no model' : (judging?.model ?? 'n/a'),
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
${dataTable({ caption: 'Judges', columns: ['Judge', 'says', 'model', 'sha256 of its prompts'], rows: judges })}
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
<p class="note">What people say of these verdicts: <code>engram-r bench grade</code>.</p>
</section>`
}
