import { cutAtStop } from './cut-at-stop.ts'
import { type ChatItem, type Grammar, loadEngine, type Schema, type Token } from './engine.ts'

export interface GenerationRequest {
  /** The last one is the user's. */
  readonly messages: readonly ChatItem[]
  readonly format: { readonly type: 'text' | 'json' } | { readonly type: 'schema'; readonly schema: Schema }
  /** To the end of the context where null. */
  readonly maxTokens: number | null
  readonly temperature: number
  readonly seed: number
  readonly stops: readonly string[]
}

export interface Generation {
  readonly text: string
  readonly finish: 'stop' | 'length'
  readonly promptTokens: number
  /** Of the prompt: those whose state was in the cache. */
  readonly cachedTokens: number
  readonly completionTokens: number
  readonly ms: Timings
  /** Processor time of the whole process: what a busy machine leaves as it is. */
  readonly cpuMs: Timings
}

export interface Timings {
  /** To the first token; of the whole where there was none. */
  readonly first: number
  readonly total: number
}

/** One small model with one context, which keeps the state of what it read last: a prompt that begins alike is read on from there. */
export interface Generator {
  readonly contextTokens: number
  /** Of the prompt, with all that the template puts around its messages. */
  countPrompt(messages: readonly ChatItem[]): number
  /** One at a time. The prompt must leave room in the context. */
  generate(
    request: GenerationRequest,
    options: { readonly onText: (text: string) => void; readonly signal: AbortSignal },
  ): Promise<Generation>
  /** Forgets what it read: the next prompt is read from its start. */
  clearCache(): Promise<void>
}

export interface GeneratorOptions {
  /** Paths of the engine's module and of the weights. */
  readonly engine: string
  readonly weights: string
  /** The model's own where it is less. */
  readonly contextTokens: number
}

/** More threads than idle cores make it many times slower, so one. */
const threads = 1
const batch = 512

export async function createGenerator({ engine, weights, contextTokens }: GeneratorOptions): Promise<Generator> {
  const { getLlama, resolveChatWrapper, LlamaGrammarEvaluationState } = await loadEngine(engine)
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: threads })
  const model = await llama.loadModel({ modelPath: weights, gpuLayers: 0 })
  const context = await model.createContext({ contextSize: Math.min(contextTokens, model.trainContextSize), threads, batchSize: batch })
  const sequence = context.getSequence()
  const template = resolveChatWrapper(model)

  const promptOf = (messages: readonly ChatItem[]): Token[] =>
    template.generateContextState({ chatHistory: [...messages, { type: 'model', response: [] }] }).contextText.tokenize(model.tokenizer)

  function grammarOf(format: GenerationRequest['format']): Promise<Grammar> | null {
    switch (format.type) {
      case 'text':
        return null
      case 'json':
        return llama.getGrammarFor('json')
      case 'schema':
        return llama.createGrammarForJsonSchema(format.schema)
    }
  }

  const generate: Generator['generate'] = async (request, { onText, signal }) => {
    const stopwatch = startStopwatch()
    const grammar = await grammarOf(request.format)
    const prompt = promptOf(request.messages)
    const room = context.contextSize - prompt.length
    const most = Math.min(request.maxTokens ?? room, room)
    // A grammar of JSON ends in line ends.
    const stops = [...request.stops, ...(grammar?.stopGenerationTriggers ?? []).map(String)]
    // The last token is always read: what follows it is not kept.
    await sequence.adaptStateToTokens(prompt.slice(0, -1), false)
    const cachedTokens = sequence.nextTokenIndex
    for (let rest = prompt.slice(cachedTokens, -1); rest.length > 0; rest = rest.slice(batch)) {
      signal.throwIfAborted()
      await sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, batch))
    }
    const state = grammar === null ? {} : { grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }) }
    const tokens: Token[] = []
    let first: Stopped | null = null
    let sent = ''
    let cut = { shown: '', stopped: false }
    for await (const token of sequence.evaluate(prompt.slice(-1), { temperature: request.temperature, seed: request.seed, ...state })) {
      signal.throwIfAborted()
      first ??= stopwatch()
      tokens.push(token)
      cut = cutAtStop(model.detokenize(tokens, false, prompt.slice(-8)), stops)
      if (cut.shown.length > sent.length) onText(cut.shown.slice(sent.length))
      sent = cut.shown
      if (cut.stopped || tokens.length >= most) break
    }
    const whole = cut.stopped ? cut.shown : model.detokenize(tokens, false, prompt.slice(-8))
    const text = grammar === null ? whole : whole.trimEnd()
    if (text.length > sent.length) onText(text.slice(sent.length))
    const total = stopwatch()
    return {
      text,
      finish: !cut.stopped && tokens.length >= most ? 'length' : 'stop',
      promptTokens: prompt.length,
      cachedTokens,
      completionTokens: tokens.length,
      ms: { first: (first ?? total).ms, total: total.ms },
      cpuMs: { first: (first ?? total).cpuMs, total: total.cpuMs },
    }
  }

  return {
    contextTokens: context.contextSize,
    countPrompt: messages => promptOf(messages).length,
    generate,
    clearCache: () => sequence.clearHistory(),
  }
}

interface Stopped {
  readonly ms: number
  readonly cpuMs: number
}

function startStopwatch(): () => Stopped {
  const start = performance.now()
  const cpuStart = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(cpuStart)
    return { ms: performance.now() - start, cpuMs: (user + system) / 1000 }
  }
}
