import { heldWeight } from './check-coverage.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'
import { speaksOf, textAfter } from './speaker-names.ts'

const advises =
  /\b(?:suggest|recommend|advi[cs]e|advis|according|said|says?|told|tells?|mention|encourag|think|thought|believ|describ|opinion|call|compliment|respond|offer)/i
const leastShare = 0.45
const sureShare = 0.5
/** What a clause weighs that shares no word with the sentence. */
const sharesNothing = 0.01

/**
 * Whose the cited words are against who the sentence says it was. "I" and "we" are the turn's speaker, "you" the one spoken to (and the speaker
 * too, where the sentence is of what was advised); what has neither is mostly the speaker's own. `matched`: the weight of each key that
 * the sentence shares with the cited turns. English only.
 */
export function checkAttribution(statement: Statement, sources: Sources, matched: ReadonlyMap<string, number>): readonly Finding[] {
  const { subject, speakers, sentence } = statement
  const { cited } = sources
  if (subject === null) return checkTeller(statement, sources)
  const owned = new Map(speakers.map(speaker => [speaker, 0]))
  const give = (speaker: string, weight: number): void => {
    owned.set(speaker, (owned.get(speaker) ?? 0) + weight)
  }
  const advised = advises.test(sentence)
  for (const { turn, clauses, captionKeys } of cited) {
    const others = speakers.filter(speaker => speaker !== turn.speaker)
    for (const { text, keys, own, addressed, asks } of clauses) {
      const weight = heldWeight(keys, matched) + sharesNothing
      if (asks && addressed && !own) {
        for (const other of others) give(other, weight / 2)
        continue
      }
      give(turn.speaker, own ? weight : addressed ? (advised ? weight : 0) : 0.8 * weight)
      for (const other of others) if (addressed || speaksOf(other, text)) give(other, own ? 0.4 * weight : advised ? 0.9 * weight : weight)
    }
    give(turn.speaker, heldWeight(captionKeys, matched) / 2)
  }
  const mine = owned.get(subject) ?? 0
  const [owner, most] = [...owned]
    .filter(([speaker]) => speaker !== subject)
    .reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0])
  const share = most === 0 ? 1 : mine / (mine + most)
  if (share >= sureShare) return []
  const said = cited.some(({ turn }) => turn.speaker === owner)
  return [{ fault: `says ${subject}, but ${said ? `${owner} said it` : `it was said of ${owner}`}`, grave: share < leastShare }]
}

const tells =
  /^\s+(?:has |had )?(?:told|tells|said|says|asked|asks|advised|advises|suggested|suggests|recommended|recommends|mentioned|mentions)\b/
const reports = /\byou\b.{0,40}\b(?:told|said|asked|advi[sc]ed?|suggest|recommend|mention)/i

/** "Ana told Ben ...": Ana's words must be among those cited, or somebody else's that report them. */
function checkTeller({ sentence, speakers }: Statement, { cited }: Sources): readonly Finding[] {
  const teller = speakers.find(speaker => tells.test(textAfter(speaker, sentence) ?? ''))
  if (teller === undefined || cited.some(({ turn, text }) => turn.speaker === teller || reports.test(text))) return []
  return [{ fault: `says that ${teller} said it, but ${cited[0]?.turn.speaker} did`, grave: false }]
}
