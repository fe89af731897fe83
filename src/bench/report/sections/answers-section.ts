import type { WrongAnswers } from '../browsed-run.ts'
import { type Html, html } from '../html.ts'
import { dataTable } from './data-table.ts'

interface AnswersParts {
  readonly judge: string | null
  readonly several: boolean
}

/** Where wrong answers come from, and all questions with their answers, which the page's script lists. */
export function answersSection(
  runs: readonly { readonly name: string; readonly rows: readonly WrongAnswers[] }[],
  { judge, several }: AnswersParts,
): Html {
  const share = (count: number, of: number): string | Html =>
    count === 0 ? '0' : html`${count}<small>${((100 * count) / of).toFixed(0)}%</small>`
  const rows = runs.flatMap(({ name, rows: own }) =>
    own.map(({ system, judged, wrong, byEvidence }) => [
      several ? `${system} · ${name}` : system,
      String(judged),
      String(wrong),
      share(byEvidence.none, wrong),
      share(byEvidence.part, wrong),
      share(byEvidence.all, wrong),
      share(byEvidence.unnamed, wrong),
    ]),
  )
  return html`<section id="answers"><h2>Answers</h2>
${
  judge === null || rows.length === 0
    ? null
    : html`${dataTable({
        caption: `Wrong answers by ${judge}: had the evidence stood before the model?`,
        columns: ['System', 'judged', 'wrong', 'evidence missed', 'a part missed', 'all there, still wrong', 'key names none'],
        rows,
      })}<p class="note">Evidence is what the key names. Missed: the search is at fault. All there: the reading is, or the key.</p>`
}
<noscript><p>The list of answers needs JavaScript; nothing is fetched.</p></noscript>
<form id="filters" class="filters" hidden aria-label="Which answers are listed"></form>
<p id="count" role="status" class="note"></p>
<ol id="list" class="answers"></ol>
<button id="more" type="button" hidden>Show more</button>
</section>`
}
