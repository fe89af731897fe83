import { replyLines } from './reply-lines.ts'

const rating = String.raw`(0\.50?|1(?:\.0)?|0(?:\.0)?)`
const alone = new RegExp(String.raw`^(?:(?:final )?(?:rating|score|verdict|answer)\W+)?${rating}(?:\s*\/\s*1)?[^\w.]*\.?$`, 'i')

/** A judge's 0, 0.5 or 1, alone on the first line or on the last; null for anything else. Reasoning does not count. */
export function readRating(reply: string): number | null {
  const lines = replyLines(reply)
  const found = alone.exec(lines[0] ?? '') ?? alone.exec(lines.at(-1) ?? '')
  return found === null ? null : Number(found[1])
}
