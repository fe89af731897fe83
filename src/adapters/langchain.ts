export type { ChatMemoryOptions, MemoryStep, ReplyMemory } from './chat-memory.ts'
export { memoryAgentMiddleware } from './langchain-middleware.ts'
export { type CardMetadata, createMemoryRetriever, type MemoryRetrieverOptions } from './langchain-retriever.ts'
