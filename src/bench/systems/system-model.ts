import type { Effort, VerificationMode } from '../../domain.ts'
import type { LanguageModel } from '../../seams.ts'

/** The model that a system answers with, and how it is asked: the same for all systems of a run. */
export interface SystemModel {
  readonly model: LanguageModel
  readonly effort?: Effort | undefined
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly contextTokens?: number | undefined
  /** Of the presets that cite. */
  readonly verification?: VerificationMode | undefined
}
