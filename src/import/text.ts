import { EngramError } from '../errors.ts'
import { parseClock, parseDate, parseDateLine } from './date-line.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace } from './dialogue-format.ts'
import { createTurnGatherer } from './gather-turn.ts'
import { readLines, tooLong } from './read-lines.ts'

// Up to four words that start with a letter, then a colon; not "https://…".
const namePart = "\\p{L}[\\p{L}\\p{M}\\p{N}.'’_()&-]{0,40}"
const speakerPattern = new RegExp(`^(${namePart}(?: ${namePart}){0,3}) ?[:：](?!//)\\s*(.*)$`, 'u')
const longestName = 60

const bracketStamp = /^\s*\[([^\]]{4,40})\]\s*(.*)$/
const plainStamp = /^\s*(\d{4}-\d{2}-\d{2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?)\s+(?:[-–—]\s+)?(.*)$/

/** A transcript by hand: a turn a line, dated by lines between or stamps before. A line that is neither belongs to the turn before. */
export const text: DialogueFormat = {
  name: 'text',
  about: '"Speaker: words" lines; lines with a date alone date what follows, and "[2024-03-02 10:05] Speaker: words" one turn',
  sniff({ lines }) {
    const line = lines.find(candidate => readSpeaker(readStamp(candidate)?.rest ?? candidate) !== null)
    return line === undefined ? null : 'it has lines of the form "Speaker: words"'
  },
  read: readTranscript,
}

async function* readTranscript(content: DialogueContent): AsyncGenerator<DialogueItem> {
  const space = soleSpace(content)
  const gatherer = createTurnGatherer()
  let date: string | null = null
  let turns = 0
  for await (const { number, text: line } of readLines(content.text)) {
    if (line === null) {
      yield { type: 'failure', line: number, reason: tooLong }
      continue
    }
    const dated = parseDateLine(line)
    const item = dated === null ? readTurnLine(line, date) : null
    if (dated !== null) {
      date = dated
      const before = gatherer.finish()
      if (before !== null) yield before
    } else if (item !== null) {
      turns += 1
      const before = gatherer.start({ space, ...item, session: date, line: number })
      if (before !== null) yield before
    } else if (gatherer.isOpen()) gatherer.add(line.trimEnd())
    else if (line.trim() !== '') yield { type: 'skipped', what: 'lines that no one says' }
  }
  const last = gatherer.finish()
  if (last !== null) yield last
  if (turns > 0) return
  const message = `${content.file}: no line has a speaker. Expected lines like "Ana: I moved to Lisbon", with a name and a colon; add them.`
  throw new EngramError('bad_file', message, { file: content.file, line: 1 })
}

interface TurnLine {
  readonly speaker: string
  readonly text: string
  readonly at: string | null
}

function readTurnLine(line: string, date: string | null): TurnLine | null {
  const stamp = readStamp(line)
  const said = readSpeaker(stamp?.rest ?? line)
  if (said === null) return null
  if (stamp === null) return { ...said, at: date }
  const day = date?.slice(0, 10) ?? null
  return { ...said, at: stamp.at ?? (day === null ? null : `${day}T${stamp.clock}`) }
}

/** What a line says before its speaker: a date, or a time of the day that was named before. */
function readStamp(line: string): { readonly at: string | null; readonly clock: string | null; readonly rest: string } | null {
  const [, written, rest] = bracketStamp.exec(line) ?? plainStamp.exec(line) ?? []
  if (written === undefined || rest === undefined) return null
  const at = parseDate(written)
  const clock = parseClock(written)
  return at === null && clock === null ? null : { at, clock, rest }
}

function readSpeaker(line: string): { readonly speaker: string; readonly text: string } | null {
  const [, speaker, words] = speakerPattern.exec(line.trim()) ?? []
  return speaker === undefined || words === undefined || speaker.length > longestName ? null : { speaker, text: words }
}
