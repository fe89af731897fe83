import { hash } from 'node:crypto'
import { withoutCitations } from '../../answer/parse-citations.ts'
import { evidenceFound } from '../report/evidence-found.ts'
import { repliesOf } from '../run/replies-of.ts'
import type { AnswerRow, QuestionRow, TimingRow, VerdictRow } from '../run/run-rows.ts'
import { type InspectUsage, inspectUsage, usageByModel } from './inspect-usage.ts'

type Fields = Readonly<Record<string, unknown>>

export interface SampleParts {
  readonly question: QuestionRow
  readonly answer: AnswerRow
  /** Those that failed before it. */
  readonly before: readonly AnswerRow[]
  /** On these words, of the published key and the first run. */
  readonly verdicts: readonly VerdictRow[]
  /** null where it was not timed. */
  readonly timing: TimingRow | null
  readonly run: string
  readonly models: { readonly answering: string; readonly judging: string | null }
}

/** One question as Inspect has a sample. What is not known is absent. */
export function inspectSample({ question, answer, before, verdicts, timing, run, models }: SampleParts): Fields {
  const text = answer.answer
  const usage = inspectUsage(answer.usage)
  const user = { role: 'user', content: question.question }
  const assistant = { role: 'assistant', content: text ?? '', source: 'generate', model: models.answering }
  const grading = models.judging === null ? {} : usageByModel(verdicts.flatMap(verdict => callOf(verdict, models.judging ?? '')))
  const [role] = Object.values(grading)
  const answering = usageByModel(answer.calls)
  return {
    id: question.id,
    epoch: 1,
    uuid: hash('sha256', JSON.stringify([run, answer.system, question.id])).slice(0, 22),
    input: question.at === null ? question.question : `${question.question}\n\n(asked on ${question.at})`,
    target: targetOf(question),
    messages: text === null ? [user] : [user, assistant],
    output:
      text === null
        ? { model: models.answering, choices: [] }
        : {
            model: answer.calls.at(-1)?.served.model ?? models.answering,
            choices: [{ message: assistant, stop_reason: stopOf(answer) }],
            completion: text,
            ...(usage !== null && { usage }),
            ...(timing?.ms.model != null && { time: timing.ms.model / 1000 }),
          },
    scores: Object.fromEntries(verdicts.flatMap(verdict => scoreOf(verdict, text ?? ''))),
    metadata: {
      category: question.category,
      history: question.history,
      evidence: question.evidence,
      evidence_found: evidenceFound(question, answer),
      ...(answer.shown !== null && { shown: answer.shown }),
      ...(answer.cited !== null && { cited: answer.cited }),
      ...(answer.repair !== null && { repair: answer.repair }),
      ...(answer.prompt !== null && { prompt: answer.prompt }),
      ...(question.criteria.length > 0 && { criteria: question.criteria }),
    },
    model_usage: merged(answering, grading),
    role_usage: role === undefined ? {} : { grader: role },
    ...timesOf(timing),
    ...(answer.error !== null && { error: errorOf(answer.error) }),
    ...(before.length > 0 && { error_retries: before.flatMap(({ error }) => (error === null ? [] : [errorOf(error)])) }),
  }
}

function targetOf({ gold, abstains, criteria }: QuestionRow): string {
  if (abstains) return 'It was never said.'
  return gold ?? criteria.join('\n')
}

const callOf = ({ usage }: VerdictRow, model: string) => (usage === null ? [] : [{ model, usage }])

/** A verdict that failed is no score. */
function scoreOf(verdict: VerdictRow, answer: string): readonly (readonly [string, Fields])[] {
  if (verdict.score === null) return []
  const replies = repliesOf(verdict)
  const more = Object.keys(verdict.more).length === 0 ? {} : { metadata: verdict.more }
  const explanation = replies.length === 0 ? {} : { explanation: replies.join('\n') }
  return [[verdict.judge, { value: verdict.score, answer: withoutCitations(answer).trim(), ...explanation, ...more }]]
}

function stopOf({ calls }: AnswerRow): string {
  switch (calls.at(-1)?.finish ?? null) {
    case 'stop':
      return 'stop'
    case 'length':
      return 'max_tokens'
    case 'refused':
      return 'content_filter'
    case null:
      return 'unknown'
  }
}

/** Whole time, and the time without requests that failed and the waits after them. Absent where answers came out of the cache. */
function timesOf(timing: TimingRow | null): Fields {
  if (timing === null || timing.calls.some(({ replayed }) => replayed)) return {}
  const total = timing.ms.total / 1000
  const failed = timing.calls.filter(call => call.failed !== null)
  const asked = timing.calls.reduce((sum, { ms }) => sum + ms, 0)
  const waited =
    failed.length === 0 || timing.ms.model === null ? 0 : Math.max(0, timing.ms.model - asked) + failed.reduce((sum, { ms }) => sum + ms, 0)
  return { total_time: total, working_time: Math.max(0, total - waited / 1000) }
}

const errorOf = ({ code, message }: { readonly code: string; readonly message: string }): Fields => ({
  message: `${code}: ${message}`,
  traceback: '',
  traceback_ansi: '',
})

/** The model that answers may also judge: then its counts are of both. */
function merged(...usages: readonly Readonly<Record<string, InspectUsage>>[]): Fields {
  const sums: Record<string, Record<string, number>> = {}
  for (const [model, counts] of usages.flatMap(Object.entries)) {
    const sum: Record<string, number> = { ...sums[model] }
    for (const [name, count] of Object.entries(counts)) if (typeof count === 'number') sum[name] = (sum[name] ?? 0) + count
    sums[model] = sum
  }
  return sums
}
