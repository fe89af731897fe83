import type { RunReport } from '../run/summarize-run.ts'

const whole = (value: number | null): string => value?.toLocaleString('en-US') ?? 'n/a'
const points = (value: number | null): string => value?.toFixed(1) ?? 'n/a'

/** What must be known of a report beside its table, a line each. */
export function reportRemarks(report: RunReport): readonly string[] {
  return [...judgeRemarks(report), ...furtherOf(report), ...guardsOf(report), ...ingestOf(report), ...servedOf(report)]
}

/** Of its judges alone: what their results are worth, and what they are by an audit. */
export function judgeRemarks(report: RunReport): readonly string[] {
  return [...judgesOf(report), ...errorsOf(report)]
}

function judgesOf({ systems }: RunReport): readonly string[] {
  return Object.entries(systems).flatMap(([system, { scores }]) =>
    Object.entries(scores).flatMap(([judge, { all, runs, audit }]) => [
      ...(runs === null
        ? []
        : [
            `${judge} of ${system}, ${runs.means.length} runs: ${runs.means.map(points).join(', ')}; mean ${points(runs.mean)}, deviation ${points(runs.populationDeviation)} (of the population); ${runs.majority === null ? '' : `majority ${points(runs.majority)}; `}${points(runs.flipRate)}% differ. The table shows the first.`,
          ]),
      ...(audit === null || all.mean === null
        ? []
        : [
            `${judge} of ${system} by the audit: ${points(audit.without.mean)} without the ${audit.changed} questions whose answer it finds wrong, ${points(audit.corrected.mean)} with its answers.`,
          ]),
      ...(all.deviation === null ? [] : [`${judge} of ${system}: deviation ${points(all.deviation)} over questions drawn again.`]),
    ]),
  )
}

const mostShown = 12

function furtherOf({ systems }: RunReport): readonly string[] {
  return Object.entries(systems).flatMap(([system, { scores }]) =>
    Object.entries(scores).flatMap(([judge, { more }]) => {
      const shown = Object.entries(more).slice(0, mostShown)
      return shown.length === 0
        ? []
        : [`${judge} of ${system}, further: ${shown.map(([name, { mean }]) => `${name} ${points(mean)}`).join(', ')}.`]
    }),
  )
}

function errorsOf({ judges }: RunReport): readonly string[] {
  return Object.entries(judges).flatMap(([judge, { verdicts, failed, errorRate, askedAgain }]) =>
    failed + askedAgain === 0
      ? []
      : [`${judge}: ${failed} of ${verdicts} verdicts failed (${points(errorRate)}%); ${askedAgain} replies were asked for again.`],
  )
}

function guardsOf({ systems }: RunReport): readonly string[] {
  return Object.entries(systems).flatMap(
    ([
      system,
      {
        guards: { cutReplies, empty, cutPrompts },
      },
    ]) =>
      cutReplies + empty + cutPrompts === 0
        ? []
        : [`${system}: ${cutReplies} replies cut off at the most tokens, ${empty} without words, ${cutPrompts} prompts cut by the server.`],
  )
}

function ingestOf({ systems }: RunReport): readonly string[] {
  return Object.entries(systems).flatMap(
    ([
      system,
      {
        ingest: { calls, inputTokens, outputTokens, perQuestion },
      },
    ]) =>
      calls === 0
        ? []
        : [
            `${system} took the dialogues in with ${calls} requests, ${whole(inputTokens)} input and ${whole(outputTokens)} output tokens${perQuestion === null ? '' : `: ${whole(perQuestion.inputTokens)} and ${whole(perQuestion.outputTokens)} a question, in no other number here`}.`,
          ],
  )
}

/** Only where it is not what was asked for. */
function servedOf({ served: { answers, verdicts } }: RunReport): readonly string[] {
  return [...answers, ...verdicts].flatMap(({ requested, model, fingerprint, replies }) =>
    model === requested && fingerprint === null
      ? []
      : [
          `${requested}: ${replies} replies by ${model ?? 'a model that the server does not name'}${fingerprint === null ? '' : ` (${fingerprint})`}.`,
        ],
  )
}
