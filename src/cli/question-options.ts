import { type Command, InvalidArgumentError, Option } from 'commander'
import { type MemoryKind, memoryKinds } from '../domain.ts'

/** What recall and ask share. */
export function addQuestionOptions(command: Command): Command {
  return command
    .option('--k, --cards <n>', 'at most so many cards', wholeNumber)
    .option('--tokens <n>', 'cards in at most so many tokens', wholeNumber)
    .addOption(new Option('--budget <policy>', 'as many cards as the question needs, in at most --tokens').choices(['adaptive']))
    .option('--floor <score>', 'only cards that score at least so much, 0 to 1', Number)
    .option('--kinds <list>', 'only these kinds: episodic, semantic, procedural', kindList)
    .option('--speakers <list>', "only these speakers' words", list)
    .option('--at <time>', 'when it is asked (ISO 8601): "last week" is counted from there')
    .option('--as-of <time>', 'answer from what had been said by then (ISO 8601)')
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`Expected a whole number above 0.`)
}

export function kindList(text: string): MemoryKind[] {
  return list(text).map(name => {
    const kind = memoryKinds.find(known => known === name)
    if (kind === undefined) throw new InvalidArgumentError(`Expected ${memoryKinds.join(', ')}.`)
    return kind
  })
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}
