import type { Asked } from '../lib/requests/explain-failure.ts'
import { failedRequest } from '../lib/requests/request-fault.ts'
import { opensInPrompt, splitReasoning } from '../lib/split-reasoning.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import type { Completion, CompletionRequest, CountTokens, LanguageModel } from '../seams.ts'
import type { AiSdkCall, AiSdkModel } from './ai-sdk-model.ts'
import { countUsage } from './count-usage.ts'
import { explainSdkError, explainStreamError } from './explain-sdk-error.ts'
import { looksTruncated } from './looks-truncated.ts'
import { readGenerated, type ServerReply } from './read-reply.ts'
import { readStream } from './read-stream.ts'

// The provider's own doGenerate and doStream are called, not generateText: they give the server's words (usage, reasoning fields) as they came,
// leave retries to one place, and need none of the weight of `ai`.

/** Any model object of the AI SDK, of major 5 to 7. Never retried in itself; `withRetry` and its like wrap it. */
export function fromAiSdk(model: AiSdkModel): LanguageModel {
  const id = `${model.provider}/${model.modelId}`
  return createAdapter({ id, asked: { who: `The model ${model.modelId} of ${model.provider}`, secrets: [] }, load: async () => model })
}

export interface AdapterParts {
  readonly id: string
  readonly asked: Asked
  /** On the first request. */
  readonly load: () => Promise<AiSdkModel>
}

export function createAdapter({ id, asked, load }: AdapterParts): LanguageModel {
  let opened = false
  return {
    id,
    async complete(request) {
      const [model, count] = await Promise.all([load(), loadTokenCounter()])
      const { onText, signal } = request
      const failure = (sent: unknown) => explainStreamError(sent, asked, signal)
      let reply: ServerReply | null
      try {
        const call = callFor(request, model)
        reply =
          onText === undefined
            ? readGenerated(await model.doGenerate(call))
            : await readStream((await model.doStream({ ...call, includeRawChunks: true })).stream, { opened, onText, failure })
      } catch (error) {
        throw explainSdkError(error, asked, signal)
      }
      if (reply === null) throw failedRequest('model_no_answer', `${asked.who} returned what no model of the AI SDK returns.`)
      opened ||= opensInPrompt(reply.content)
      return completionOf(reply, { request, who: asked.who, id, count })
    },
  }
}

function callFor({ messages, format, maxOutputTokens, temperature, effort, signal }: CompletionRequest, model: AiSdkModel): AiSdkCall {
  return {
    prompt: messages.map(({ role, content }) =>
      role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
    ),
    ...(format && {
      responseFormat: format.type === 'json' ? { type: 'json' } : { type: 'json', schema: { ...format.schema }, name: format.name },
    }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(effort !== undefined && effortOption(effort, model)),
    ...(signal && { abortSignal: signal }),
  }
}

/** An option of every model since v4; before, one of each provider under its own name. */
const effortOption = (effort: NonNullable<CompletionRequest['effort']>, { specificationVersion, provider }: AiSdkModel) =>
  specificationVersion === 'v2' || specificationVersion === 'v3'
    ? { providerOptions: { [provider.split('.')[0] ?? provider]: { reasoningEffort: effort } } }
    : { reasoning: effort }

interface Sent {
  readonly request: CompletionRequest
  readonly who: string
  readonly id: string
  readonly count: CountTokens
}

function completionOf(reply: ServerReply, { request: { messages }, who, id, count }: Sent): Completion {
  const { text, reasoning: tagged } = splitReasoning(reply.content)
  const reasoning = [reply.reasoning, tagged].filter(part => part !== '').join('\n')
  const usage = countUsage({ messages, text, reasoning, usage: reply.usage, count })
  const sent = messages.reduce((sum, { content }) => sum + count(content), 0)
  if (reply.usage.input && looksTruncated({ model: id, sent, read: reply.usage.input })) {
    const message = `${who} read ${reply.usage.input} tokens of a prompt of some ${sent}: its context is too small, and it cut the prompt without saying so. Give it a larger context (Ollama: OLLAMA_CONTEXT_LENGTH), or send less.`
    throw failedRequest('model_truncated', message, { usage })
  }
  const { served } = reply
  if (reply.finish === 'content-filter') return { text, finish: 'refused', usage, served }
  if (text === '') {
    const instead = reasoning === '' ? 'with no text' : 'with nothing but reasoning'
    const cut = reply.finish === 'length' ? ', cut off at the most tokens: allow it more' : ''
    throw failedRequest('model_no_answer', `${who} answered ${instead}${cut} (${reply.finish}).`, { usage })
  }
  return { text, finish: reply.finish === 'length' ? 'length' : 'stop', usage, served }
}
