import type { ModelCall, Usage } from '../domain.ts'
import type { Completion, LanguageModel } from '../seams.ts'
import { metricNames, names, operations } from './conventions.ts'
import { messageParts } from './message-parts.ts'
import { countUsage, tokenNumbers } from './metrics.ts'
import type { Known } from './open-span.ts'
import { openTelemetry } from './open-telemetry.ts'
import { type SpanContent, withSpan } from './with-span.ts'

const finishReasons = { stop: 'stop', length: 'length', refused: 'content_filter' } as const

/** A span "chat {model}" for each completion, with all requests that it took. */
export function withModelSpans(model: LanguageModel, { content }: SpanContent): LanguageModel {
  const identity = { [names.operation]: operations.chat, [names.requestModel]: model.id }
  return {
    id: model.id,
    async complete(request) {
      if (openTelemetry() === null) return await model.complete(request)
      const { messages, format, maxOutputTokens, temperature, effort, onText, onCall } = request
      const started = performance.now()
      let firstAt: number | null = null
      const calls: ModelCall[] = []
      const watched = {
        ...request,
        onText:
          onText &&
          ((text: string) => {
            firstAt ??= performance.now()
            onText(text)
          }),
        onCall(call: ModelCall) {
          calls.push(call)
          onCall?.(call)
        },
      }
      const isReplayed = () => calls.length > 0 && calls.every(({ replayed }) => replayed)
      const completion = await withSpan(
        {
          name: `${operations.chat} ${model.id}`,
          kind: 'client',
          content,
          duration: metricNames.inferenceDuration,
          attributes: {
            ...identity,
            [names.temperature]: temperature,
            [names.maxTokens]: maxOutputTokens,
            [names.reasoningLevel]: effort,
            [names.stream]: onText === undefined ? undefined : true,
            [names.outputType]: format === undefined ? undefined : 'json',
            [names.inputMessages]: content ? JSON.stringify(messages.map(messageParts)) : null,
          },
          done: ({ text, finish, usage }: Completion) => ({
            [names.finishReasons]: [finishReasons[finish]],
            [names.timeToFirstChunk]: firstAt === null ? null : (firstAt - started) / 1000,
            [names.requests]: calls.length === 0 ? null : calls.filter(({ replayed }) => !replayed).length,
            [names.replayed]: isReplayed() ? true : null,
            ...(isReplayed() ? {} : usageOf(usage)),
            [names.outputMessages]: content
              ? JSON.stringify([{ ...messageParts({ role: 'assistant', content: text }), finish_reason: finishReasons[finish] }])
              : null,
          }),
        },
        () => model.complete(watched),
      )
      if (!isReplayed()) await countUsage(completion.usage, identity)
      return completion
    },
  }
}

function usageOf(usage: Usage): Known {
  const counted = tokenNumbers.filter(number => usage.sources[number] !== null && usage.sources[number] !== 'reported')
  return {
    ...Object.fromEntries(tokenNumbers.map(number => [names[number], usage[number]])),
    [names.countedTokens]: counted.length === 0 ? null : counted.map(number => names[number]),
  }
}
