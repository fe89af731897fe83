import { pastForms } from '../lib/words/past-forms.ts'
import { holding } from '../lib/words/phrases.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { isUnsettled } from '../lib/words/sentence-kinds.ts'
import { heldWeight } from './check-coverage.ts'
import type { ClaimDate } from './claim-dates.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'
import type { ReadTurn } from './read-turn.ts'
import { openPhrases, unsettledPhrases } from './words/unsettled-words.ts'

const open = holding(openPhrases)
const unsettled = holding(unsettledPhrases)
/** What the clauses that suppose must share with the sentence, against those that don't. */
const leastRatio = 2

/** Whether a sentence tells as a fact what the cited words only suppose, wish or plan. English only. */
export function checkSettled({ rest, dates }: Statement, { cited }: Sources, matched: ReadonlyMap<string, number>): readonly Finding[] {
  const told = plainWords(rest)
  if (open.test(told)) return []
  if (isPast(told) && liesAhead(dates, cited)) return [{ fault: 'tells as past what was still to come', grave: false }]
  const sums = { settled: 0, unsettled: 0 }
  for (const { clauses, captionKeys } of cited) {
    for (const { plain, keys } of clauses)
      sums[isUnsettled(plain) || unsettled.test(plain) ? 'unsettled' : 'settled'] += heldWeight(keys, matched)
    sums.settled += heldWeight(captionKeys, matched)
  }
  if (sums.unsettled <= leastRatio * sums.settled) return []
  return [{ fault: 'tells as a fact what the cited words only suppose or plan', grave: false }]
}

function isPast(plain: string): boolean {
  return plain.split(' ').some(word => pastForms.has(word) || (word.length > 4 && word.endsWith('ed')))
}

/** Whether all dates lie after the last day that a cited turn was said on. */
function liesAhead(dates: readonly ClaimDate[], cited: readonly ReadTurn[]): boolean {
  const said = cited.map(turn => turn.said).filter(day => day !== null)
  return dates.length > 0 && said.length === cited.length && dates.every(({ first }) => first > Math.max(...said))
}
