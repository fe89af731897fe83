export type {
  Anchor,
  Answer,
  Attachment,
  Citation,
  Conflict,
  Effort,
  Evidence,
  FactCard,
  Memory,
  MemoryBody,
  MemoryKind,
  ModelCall,
  Question,
  Quote,
  Scope,
  Sentence,
  Signal,
  Span,
  TokenSource,
  Turn,
  Usage,
} from './domain.ts'
export { memoryKinds, unknownUsage } from './domain.ts'
export { EngramError, type ErrorCode, errorCodes } from './errors.ts'
export type { TurnInput } from './lib/turn-input.ts'
export { type AskOptions, type OpenEngram, type OpenOptions, openEngram, type RememberReceipt, type Space } from './open.ts'
export type {
  AppendReceipt,
  Completion,
  CompletionRequest,
  Embedder,
  Explanation,
  ForgetReceipt,
  JsonFormat,
  LanguageModel,
  Selection,
  SpaceSummary,
  Store,
} from './seams.ts'
