import type { CitedClaim, Support } from '../seams.ts'
import { checkAttribution } from './check-attribution.ts'
import { checkCoverage, coverageOf } from './check-coverage.ts'
import { checkDates } from './check-dates.ts'
import { checkItems } from './check-items.ts'
import { checkNames } from './check-names.ts'
import { checkNegation } from './check-negation.ts'
import { checkNumbers } from './check-numbers.ts'
import { checkOpposites } from './check-opposites.ts'
import { checkSettled } from './check-settled.ts'
import type { Finding } from './finding.ts'
import { readSources, speakerKeysOf } from './read-sources.ts'
import { readStatement } from './read-statement.ts'
import { comparable, tellLanguage } from './tell-language.ts'

/** One grave finding makes a sentence unsupported, any other leaves it partly supported. */
export function judgeClaim(claim: CitedClaim): Support {
  const speakerKeys = speakerKeysOf(claim)
  const statement = readStatement(claim, speakerKeys)
  const sources = readSources(claim)
  const [told, cited] = [tellLanguage(`${claim.question} ${claim.sentence}`), tellLanguage(sources.text)]
  const english = told.english !== false && cited.english !== false

  const dates = checkDates(statement, sources)
  const numbers = checkNumbers(statement, sources)
  const facts = [...dates.fits, ...numbers.fits]
  if (statement.words.length === 0 && facts.length === 0) return supportOf([saysNothing])
  // Words of numbers and time are known in few languages, and words of one are not looked for in another: there, what is missing proves little.
  const coverage = coverageOf(statement, sources, english ? facts : facts.filter(fit => fit > 0))
  const words = checkCoverage(coverage)
  if (!english) {
    const open = [...numbers.findings, ...dates.findings, ...(comparable(told, cited) ? [] : words)].map(asOpen)
    return supportOf([...(comparable(told, cited) ? words : [anotherLanguage]), ...open])
  }
  return supportOf([
    ...checkAttribution(statement, sources, coverage.matched),
    ...checkNames(statement, sources, speakerKeys),
    ...numbers.findings,
    ...dates.findings,
    ...checkNegation(statement, sources, speakerKeys),
    ...checkSettled(statement, sources, coverage.matched),
    ...checkOpposites(statement, sources),
    ...checkItems(statement, sources, speakerKeys),
    ...words,
  ])
}

const anotherLanguage: Finding = { fault: 'is in another language than the cited words', grave: false }
const saysNothing: Finding = { fault: 'says nothing that could be compared', grave: true }
const asOpen = ({ fault }: Finding): Finding => ({ fault, grave: false })

/** The grave ones first. */
function supportOf(findings: readonly Finding[]): Support {
  const grave = findings.filter(finding => finding.grave)
  const open = findings.filter(finding => !finding.grave)
  const verdict = grave.length > 0 ? 'unsupported' : open.length > 0 ? 'partly' : 'supported'
  return { verdict, faults: [...new Set([...grave, ...open].map(({ fault }) => fault))] }
}
