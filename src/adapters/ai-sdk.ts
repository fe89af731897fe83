export { memoryMiddleware } from './ai-sdk-middleware.ts'
export { type MemoryTools, memoryTools } from './ai-sdk-tools.ts'
export type { ChatMemoryOptions, MemoryStep, ReplyMemory } from './chat-memory.ts'
