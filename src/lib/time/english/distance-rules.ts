import { distanceReading, monthReading, unitReading } from '../calendar-spans.ts'
import type { Found, Reading, RuleSet, TimeRule } from '../time-rule.ts'
import { countPattern, loosely, readCount, readUnit, unitPattern } from './words.ts'

const readDistance = ({ groups, reference }: Found, direction: 1 | -1): Reading => {
  const unit = readUnit(groups.unit ?? '')
  const words = (groups.count ?? '').toLowerCase()
  const count = readCount(words)
  if (words === 'half a') return { ...monthReading(reference.year, reference.month + 6 * direction), approximate: true }
  // "A year ago" is said of about this time last year, "two years ago" of that year.
  if (unit === 'year' && count.value === 1) return { ...monthReading(reference.year + direction, reference.month), approximate: true }
  const reading = distanceReading(reference, count, unit, direction)
  return groups.loosely === undefined ? reading : { ...reading, approximate: true }
}

const ago: TimeRule = {
  pattern: new RegExp(`\\b${loosely}${countPattern} ${unitPattern}s? (?:ago|back)\\b`, 'gi'),
  read: found => readDistance(found, -1),
}

const decadesAgo: TimeRule = {
  pattern: new RegExp(`\\b${loosely}${countPattern} decades? ago\\b`, 'gi'),
  read: ({ groups, reference }) => ({ ...unitReading(reference, 'year', -10 * readCount(groups.count ?? '').value), approximate: true }),
}

const fromNow: TimeRule = {
  pattern: new RegExp(`\\b${loosely}${countPattern} ${unitPattern}s? from (?:now|today)\\b`, 'gi'),
  read: found => readDistance(found, 1),
}

/** "In two weeks" is how long it took where the sentence speaks of what was. */
const ahead: TimeRule = {
  pattern: new RegExp(`\\bin (?:just )?${loosely}${countPattern} ${unitPattern}s?(?:['’] time)?\\b(?! (?:of|or))`, 'gi'),
  read: found => (found.tense() === 'past' ? 'blocked' : readDistance(found, 1)),
}

const beforeLast: TimeRule = {
  pattern: /\b(?:the )?(?<unit>week|weekend|month|year) before last\b/gi,
  read: ({ groups, reference }) => unitReading(reference, readUnit(groups.unit ?? ''), -2),
}

const afterNext: TimeRule = {
  pattern: /\b(?:the )?(?<unit>week|weekend|month|year) after next\b/gi,
  read: ({ groups, reference }) => unitReading(reference, readUnit(groups.unit ?? ''), 2),
}

const perfect = /(?:\b(?:have|has|haven['’]t|hasn['’]t|been)\b|['’](?:ve|s)\b)[^.!?,;]{0,60}$/i

/** "For 4 years (now)": it began then and goes on. Without "now", only after a perfect: "have been", "'ve known". */
const duration: TimeRule = {
  pattern: new RegExp(
    `\\b(?:for )?${loosely}${countPattern} (?:whole |long |straight )?(?<unit>day|week|month|year)s?(?<still> (?:now|already)\\b|,? and counting\\b)?` +
      "(?! (?:old|ago|later|of age|back|from|before|after|anniversary)|['’-])\\b",
    'gi',
  ),
  read: found => {
    const { match, groups, tense } = found
    const before = match.input.slice(Math.max(0, match.index - 80), match.index)
    const goesOn = groups.still !== undefined || (/^for /i.test(match[0]) && perfect.test(before) && tense() !== 'future')
    const count = readCount(groups.count ?? '')
    if (!goesOn || /half/i.test(groups.count ?? '')) return null
    return { ...readDistance(found, -1), approximate: count.loose !== null || groups.loosely !== undefined, relation: 'since' }
  },
}

export const distanceRules: RuleSet = {
  cue: /\b(?:ago|back|now|today|already|counting|before last|after next|in|for)\b/i,
  rules: [ago, decadesAgo, fromNow, beforeLast, afterNext, ahead, duration],
}
