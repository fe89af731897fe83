import type { ServedCount } from '../../run/count-served.ts'
import { type Html, html } from '../html.ts'
import { whole } from '../numbers.ts'
import type { ReportedRun } from '../reported-run.ts'
import { dataTable } from './data-table.ts'

/** What a run is and by which prompts: enough to run it again. */
export function manifestSection(runs: readonly ReportedRun[]): Html {
  return html`<section id="manifest"><h2>Manifest</h2>${runs.map(manifestOf)}</section>`
}

function manifestOf({ name, run, report }: ReportedRun): Html {
  const { identity, machine } = run.manifest
  const { dataset, answering, judging, questions, systems, apart, version, audit } = identity
  const { heads, run: hash, served } = report
  const facts: readonly (readonly [string, string | Html])[] = [
    ['engram-r', version],
    ['data set', `${dataset.name}, ${dataset.split}; ${dataset.known ?? 'not a file whose hash is known'}`],
    ['file', html`${dataset.file}, ${whole(dataset.bytes)} bytes, sha256 <code>${dataset.sha256}</code>`],
    ['dialogues', `${whole(dataset.histories)} with ${whole(dataset.turns)} turns`],
    ['questions', html`${whole(questions.count)}, sha256 of their ids <code>${questions.sha256}</code>`],
    ['changed by choice', dataset.filters.join('; ') || 'nothing'],
    ['left out of totals', apart.join(', ') || 'nothing'],
    ['answered by', `${answering.model} at ${answering.host}`],
    [
      'settings',
      `effort ${answering.effort ?? 'n/a'}, temperature ${answering.temperature ?? 'n/a'}, at most ${whole(answering.maxOutputTokens)} tokens written, window ${whole(answering.contextTokens)}, verification ${answering.verification}`,
    ],
    ['served by', servedBy(served.answers)],
    ['judged by', judging === null ? 'rules' : `${judging.model} at ${judging.host}`],
    ['judges served by', servedBy(served.verdicts)],
    ['audit of the key', audit === null ? 'none' : html`${audit.file}, sha256 <code>${audit.sha256}</code>`],
    ['begun on', `Node ${machine.node}, ${machine.platform}`],
    ['sha256 of all this', html`<code>${hash}</code>`],
    [
      'heads of the files',
      html`questions <code>${heads.questions}</code> ingest <code>${heads.ingest}</code> answers <code>${heads.answers}</code> verdicts <code>${heads.verdicts}</code>`,
    ],
    ['faults of the files', run.faults.length === 0 ? 'none' : `${run.faults.length}: see bench verify`],
  ]
  const odd = Object.entries(dataset.irregularities)
  return html`<h3>${name}</h3>
<dl class="facts">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
${dataTable({
  caption: 'Systems and their prompts',
  words: true,
  columns: ['System', 'puts before the model', 'prompt', 'sha256'],
  rows: systems.map(({ name: system, about, prompt }) => [
    system,
    html`<span class="words">${about}</span>`,
    prompt.id,
    html`<code>${prompt.hash}</code>`,
  ]),
})}
${odd.length === 0 ? null : html`<details><summary>${odd.length} sorts of oddities in the file, and what was made of them</summary><ul>${odd.map(([what, places]) => html`<li>${places.length} × ${what}: <small>${places.slice(0, 12).join(', ')}${places.length > 12 ? ', …' : ''}</small></li>`)}</ul></details>`}`
}

/** What servers say that they answered with. */
function servedBy(counts: readonly ServedCount[]): string {
  const parts = counts.map(({ requested, model, fingerprint, replies }) => {
    const own =
      model === null ? 'a model that the server does not name' : model === requested ? model : `${model} where ${requested} was asked for`
    return `${own}${fingerprint === null ? '' : ` (${fingerprint})`}, ${whole(replies)} ${replies === 1 ? 'reply' : 'replies'}`
  })
  return parts.join('; ') || 'n/a'
}
