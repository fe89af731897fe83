import { beam } from './beam.ts'
import { chatgpt } from './chatgpt.ts'
import { claude } from './claude.ts'
import type { DialogueFormat } from './dialogue-format.ts'
import { exported } from './export.ts'
import { jsonl } from './jsonl.ts'
import { locomo } from './locomo.ts'
import { longmemeval } from './longmemeval.ts'
import { openai } from './openai.ts'
import { text } from './text.ts'
import { whatsapp } from './whatsapp.ts'

/** Every format, in the order in which a file is tried for them: the surest marks first, plain text last. */
export const formats: readonly DialogueFormat[] = [exported, chatgpt, claude, longmemeval, locomo, beam, openai, jsonl, whatsapp, text]
