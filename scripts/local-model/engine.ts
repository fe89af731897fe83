import { pathToFileURL } from 'node:url'

// The part of node-llama-cpp 3.21.1 that is used here. It is installed outside the project, so its own types aren't there to be read.

export type Token = number
export type Schema = Readonly<Record<string, unknown>>

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] }

interface ChatWrapper {
  generateContextState(options: { readonly chatHistory: readonly ChatItem[] }): {
    readonly contextText: { tokenize(tokenizer: unknown): Token[] }
  }
}

export interface Grammar {
  readonly stopGenerationTriggers: readonly unknown[]
}

export interface Sequence {
  /** How many tokens its cache holds. */
  readonly nextTokenIndex: number
  /** Keeps the prefix that the cache shares with these tokens, and drops the rest. */
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>
  clearHistory(): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>
  evaluate(tokens: Token[], options: { temperature: number; seed: number; grammarEvaluationState?: unknown }): AsyncGenerator<Token>
}

interface Model {
  readonly trainContextSize: number
  readonly tokenizer: unknown
  detokenize(tokens: readonly Token[], specialTokens: boolean, before: readonly Token[]): string
  createContext(options: { contextSize: number; threads: number; batchSize: number }): Promise<{
    readonly contextSize: number
    getSequence(): Sequence
  }>
}

interface Llama {
  loadModel(options: { modelPath: string; gpuLayers: number }): Promise<Model>
  createGrammarForJsonSchema(schema: Schema): Promise<Grammar>
  getGrammarFor(name: 'json'): Promise<Grammar>
}

interface Engine {
  getLlama(options: { gpu: false; build: 'never'; logLevel: 'error'; maxThreads: number }): Promise<Llama>
  resolveChatWrapper(model: Model): ChatWrapper
  readonly LlamaGrammarEvaluationState: new (options: { model: Model; grammar: Grammar }) => unknown
}

export async function loadEngine(module: string): Promise<Engine> {
  return import(pathToFileURL(module).href)
}
