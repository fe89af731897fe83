import type { Turn } from '../domain.ts'
import type { FormatName } from './dialogue-format.ts'

/** What reading a dialogue file tells, as it goes. Lines count from 1. */
export type ImportEvent =
  /** Comes first. */
  | { readonly type: 'format'; readonly format: FormatName; readonly because: string }
  /** The next turns of a space, in order. */
  | {
      readonly type: 'turns'
      readonly space: string
      readonly turns: readonly Turn[]
      /** So far, of all that is read; the total is null where it isn't known. */
      readonly bytesRead: number
      readonly bytesTotal: number | null
    }
  /** A line of our own export, for the receiver to restore. */
  | { readonly type: 'entry'; readonly line: number; readonly value: unknown }
  /** One item could not be used; reading goes on. */
  | { readonly type: 'failure'; readonly file: string; readonly line: number | null; readonly reason: string }
  /** Left out on purpose, as what is no one's words; once at the end for each sort. */
  | { readonly type: 'skipped'; readonly what: string; readonly count: number }
  | { readonly type: 'note'; readonly note: string }
