/**
 * Every name that our telemetry uses, and nowhere else. Those of gen_ai.* are of the OpenTelemetry GenAI semantic conventions 0.1.0, as are
 * those of mcp.* and jsonrpc.*, all in development: with a new version they change here. Those of http.*, server.* and error.* are of the stable
 * conventions, those of engram_r.* our own.
 */
export const names = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  errorType: 'error.type',

  requestMethod: 'http.request.method',
  route: 'http.route',
  statusCode: 'http.response.status_code',
  serverAddress: 'server.address',
  serverPort: 'server.port',

  toolName: 'gen_ai.tool.name',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  mcpMethod: 'mcp.method.name',
  mcpResource: 'mcp.resource.uri',
  mcpProtocol: 'mcp.protocol.version',
  rpcRequestId: 'jsonrpc.request.id',

  storeId: 'gen_ai.memory.store.id',
  recordCount: 'gen_ai.memory.record.count',
  memoryQuery: 'gen_ai.memory.query.text',
  records: 'gen_ai.memory.records',

  dataSource: 'gen_ai.data_source.id',
  retrievalQuery: 'gen_ai.retrieval.query.text',
  documents: 'gen_ai.retrieval.documents',

  requestModel: 'gen_ai.request.model',
  temperature: 'gen_ai.request.temperature',
  maxTokens: 'gen_ai.request.max_tokens',
  reasoningLevel: 'gen_ai.request.reasoning.level',
  stream: 'gen_ai.request.stream',
  outputType: 'gen_ai.output.type',
  conversation: 'gen_ai.conversation.id',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  cachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  promptName: 'gen_ai.prompt.name',
  promptVersion: 'gen_ai.prompt.version',
  dimensions: 'gen_ai.embeddings.dimension.count',

  /** Which of the numbers of tokens no server reported: we counted them. */
  countedTokens: 'engram_r.usage.counted',
  /** Out of the cache of answers: nothing was sent. */
  replayed: 'engram_r.replayed',
  /** Requests that were sent for it, with those sent again. */
  requests: 'engram_r.request.count',
  texts: 'engram_r.embeddings.text.count',
  considered: 'engram_r.recall.considered',
  cardTokens: 'engram_r.recall.tokens',
  fullContextTokens: 'engram_r.recall.full_context_tokens',
  answeredBy: 'engram_r.answer.by',
  abstained: 'engram_r.answer.abstained',
  sentences: 'engram_r.answer.sentences',
  citations: 'engram_r.answer.citations',
  claims: 'engram_r.verify.claims',
  supported: 'engram_r.verify.supported',
} as const

export const operations = {
  search: 'search_memory',
  create: 'create_memory',
  update: 'update_memory',
  delete: 'delete_memory',
  retrieval: 'retrieval',
  embeddings: 'embeddings',
  chat: 'chat',
  workflow: 'invoke_workflow',
  tool: 'execute_tool',
} as const

/** Seconds, and numbers of tokens. Boundaries as the conventions advise. */
export const metricNames = {
  inferenceDuration: 'gen_ai.client.inference.duration',
  embeddingsDuration: 'gen_ai.client.embeddings.duration',
  inputTokens: 'gen_ai.client.inference.usage.input_tokens',
  cachedInputTokens: 'gen_ai.client.inference.usage.cache_read.input_tokens',
  outputTokens: 'gen_ai.client.inference.usage.output_tokens',
  reasoningTokens: 'gen_ai.client.inference.usage.reasoning.output_tokens',
} as const
export const durationBoundaries: number[] = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]

/** What is said of memory's own operations. */
export const ownProvider = 'engram-r'
