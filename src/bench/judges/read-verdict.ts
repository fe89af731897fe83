import { replyLines } from './reply-lines.ts'

/** A judge's yes or no, as its first word or, after an explanation, as its last line; null for anything else. Reasoning does not count. */
export function readVerdict(reply: string): boolean | null {
  const lines = replyLines(reply)
  const first = wordOf(/^(yes|no)\b/i.exec(lines[0] ?? ''))
  return first ?? wordOf(/^(?:(?:final )?(?:verdict|answer|grade)\W+)?(yes|no)\W*$/i.exec(lines.at(-1) ?? ''))
}

const wordOf = (match: RegExpExecArray | null): boolean | null => (match === null ? null : match[1]?.toLowerCase() === 'yes')
