import type { TurnInput } from '../lib/turn-input.ts'

export const formatNames = ['jsonl', 'openai', 'chatgpt', 'claude', 'locomo', 'longmemeval', 'beam', 'text', 'whatsapp', 'export'] as const
export type FormatName = (typeof formatNames)[number]

/** Day first or month first, in dates like 3/4/24. */
export type DateOrder = 'dmy' | 'mdy'

/** One kind of file that dialogues come in. */
export interface DialogueFormat {
  readonly name: FormatName
  /** What it is, for a person. */
  readonly about: string
  /** Why a file that begins like this is one; null if it isn't. */
  sniff(head: ContentHead): string | null
  /** Reads it in one pass. Skips and reports what it can't use; throws `bad_file` where nothing after can be trusted. */
  read(content: DialogueContent): AsyncIterable<DialogueItem>
}

/** The first part of a file. */
export interface ContentHead {
  readonly text: string
  readonly lines: readonly string[]
  /** Where it is JSON, its key paths: `[].messages[].role` (see outlineJson). */
  readonly keys: ReadonlySet<string>
}

export interface DialogueContent {
  readonly text: AsyncIterable<string>
  /** For messages. */
  readonly file: string
  /** What the file is called, without folder and extension. */
  readonly name: string
  /** The space that was asked for; null for the format's own choice. */
  readonly space: string | null
  /** Null: find out. */
  readonly dateOrder: DateOrder | null
}

/** Lines count from 1; null where the place is not known. */
export type DialogueItem =
  /** `turn` is checked by the receiver. */
  | { readonly type: 'turn'; readonly space: string; readonly turn: unknown; readonly line: number | null }
  | { readonly type: 'entry'; readonly value: unknown; readonly line: number }
  | { readonly type: 'failure'; readonly line: number | null; readonly reason: string }
  /** Left out on purpose; `what` in the plural. */
  | { readonly type: 'skipped'; readonly what: string }
  | { readonly type: 'note'; readonly note: string }

/** The space of a file that is one dialogue. */
export const soleSpace = ({ space, name }: DialogueContent): string => space ?? name

/** The space of one of the dialogues of a file that names them itself. */
export const namedSpace = ({ space }: DialogueContent, id: string): string => (space === null ? id : `${space}/${id}`)

/** A turn, or nothing if it has no words: other programs store many such. */
export function turnItem(space: string, turn: TurnInput, line: number | null): DialogueItem {
  const hasWords = turn.text.trim() !== '' || turn.attachments?.some(({ caption }) => (caption ?? '').trim() !== '')
  return hasWords ? { type: 'turn', space, turn, line } : { type: 'skipped', what: 'messages without words' }
}
