import { compiledOnce, oneOf, type RuleSet } from '../time-rule.ts'

const stretch = `${compiledOnce}(?:days?|nights?|weeks?|weekends?|months?|years?|decades?)`
const count = '(?:few|couple(?: of)?|several|\\d{1,3}|two|three|four|five|six)'

/** Words that look like a time and are none: spans that end now, days that are no day, comparisons. */
const lookalikes = [
  '(?:like|as if) (?:it was |it were )?(?:just |only )?yesterday',
  `(?:in|over|during|for|within|through|throughout) the (?:last|past|next|coming) (?:${count} )?${stretch}`,
  `(?:the|these) (?:last|past|next|coming) ${count} ${stretch}`,
  '(?:one|some|every|each|any|all|most|these|those) (?:other )?(?:days?|weeks?|weekends?|months?|years?)(?! (?:ago|from now|before|after))',
  '(?:this|last|next) (?:time|one|thing|minute|step|level|chapter)',
  'to this day',
  'year after year|day after day|day by day|day to day',
]

export const blocked: RuleSet = {
  cue: /yesterday|days?\b|nights?\b|weeks?|months?\b|years?\b|decades?\b/i,
  rules: [{ pattern: new RegExp(`\\b${oneOf(lookalikes)}\\b`, 'gi'), read: () => 'blocked' }],
}
