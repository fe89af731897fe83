import { categoryChart } from './charts/category-chart.ts'
import { latencyChart } from './charts/latency-chart.ts'
import { paretoChart } from './charts/pareto-chart.ts'
import { reasoningChart } from './charts/reasoning-chart.ts'
import { sweepChart } from './charts/sweep-chart.ts'
import { embeddedJson, type Html, html, raw } from './html.ts'
import { pageAsset } from './page-asset.ts'
import { pageHead } from './page-head.ts'
import { type ReportedRun, usualJudge } from './reported-run.ts'
import { answersSection } from './sections/answers-section.ts'
import { judgesSection } from './sections/judges-section.ts'
import { manifestSection } from './sections/manifest-section.ts'
import { overviewSection } from './sections/overview-section.ts'
import { tablesSection } from './sections/tables-section.ts'

/** One file that needs nothing else: no network, no fonts of others. The runs are of one data set. */
export function reportPage(runs: readonly ReportedRun[]): string {
  const [first] = runs
  if (first === undefined) return ''
  const { identity } = first.run.manifest
  const judge = usualJudge(identity)
  const series = runs.flatMap(({ series: own }) => own)
  const about = { judge, dataset: identity.dataset.name }
  const charts = [
    judge === null ? null : paretoChart(series, { ...about, judge }),
    latencyChart(series),
    reasoningChart(series),
    judge === null ? null : sweepChart(series, { judge }),
    judge === null ? null : categoryChart(series, { judge }),
  ].filter(chart => chart !== null)
  const wrong = runs.map(({ name, wrong: rows }) => ({ name, rows }))
  const title = `${identity.dataset.name}: ${runs.map(({ name }) => name).join(', ')}`
  const page = html`${pageHead(title)}
<body>
<a class="skip" href="#main">To the results</a>
<header><p class="kicker">engram-r bench report</p><h1>${headline(identity.dataset.name)}</h1><p class="lead">${leadOf(runs)}</p></header>
<nav aria-label="Sections"><ul>${[
    ['overview', 'Overview'],
    ...(charts.length > 0 ? [['charts', 'Charts']] : []),
    ['tables', "The paper's tables"],
    ['answers', 'Answers'],
    ['judges', 'Judges'],
    ['manifest', 'Manifest'],
  ].map(([id = '', name = '']) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main id="main">
${overviewSection(runs, judge)}
${charts.length === 0 ? null : html`<section id="charts"><h2>Charts</h2><div class="charts">${charts}</div></section>`}
${tablesSection(runs)}
${answersSection(wrong, { judge, several: runs.length > 1 })}
${judgesSection(runs)}
${manifestSection(runs)}
</main>
<footer><p>Every number follows from the rows of the runs: <code>engram-r bench verify</code> works them out again. n/a: not known.${identity.dataset.name === 'healthbench' ? ' Medical content, not medical advice.' : ''}</p></footer>
${embeddedJson('runs', { usual: judge, runs: runs.map(({ name, browsed }) => ({ ...browsed, run: name })) })}
<script>${raw(pageAsset('browse.js'))}</script>
</body>
</html>
`
  return page.html
}

const names: Readonly<Record<string, string>> = { locomo: 'LoCoMo', longmemeval: 'LongMemEval', beam: 'BEAM', healthbench: 'HealthBench' }
const headline = (dataset: string): string => names[dataset] ?? dataset

function leadOf(runs: readonly ReportedRun[]): Html {
  const parts = runs.map(({ name, run }) => {
    const { answering, judging, questions, systems, dataset } = run.manifest.identity
    return html`<span><strong>${name}</strong>: ${counted(questions.count, 'question')} about ${counted(dataset.histories, 'dialogue')}, ${counted(systems.length, 'system')}, answered by ${answering.model}${judging === null ? ', judged by rules' : `, judged by ${judging.model}`}.</span> `
  })
  return html`${parts}`
}

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
