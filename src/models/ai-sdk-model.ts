/** What we ask of a model object of the AI SDK: of majors 5 to 7 (specifications v2 to v4), whoever made it. */
export interface AiSdkModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: AiSdkCall): PromiseLike<unknown>
  doStream(options: AiSdkCall): PromiseLike<{ readonly stream: ReadableStream<unknown> }>
}

/** Mutable arrays, as the SDK's own types have them. */
export interface AiSdkCall {
  prompt: (
    | { role: 'system'; content: string }
    | { role: 'user'; content: { type: 'text'; text: string }[] }
    | { role: 'assistant'; content: { type: 'text'; text: string }[] }
  )[]
  maxOutputTokens?: number
  temperature?: number
  responseFormat?: { type: 'json'; schema?: Record<string, unknown>; name?: string }
  reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high'
  providerOptions?: Record<string, Record<string, string>>
  includeRawChunks?: boolean
  abortSignal?: AbortSignal
}
