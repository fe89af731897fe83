import { dayReading } from '../calendar-spans.ts'
import { type Day, dayOf, weekdayOf } from '../civil-day.ts'
import { nearestSpan } from '../nearest-span.ts'
import { oneOf, type RuleSet } from '../time-rule.ts'

/** The fourth Thursday of November. */
const thanksgiving = (year: number): Day => {
  const first = dayOf(year, 11, 1)
  return first + ((4 - weekdayOf(first) + 7) % 7) + 21
}

const holidays: Readonly<Record<string, (year: number) => Day>> = {
  'christmas eve': year => dayOf(year, 12, 24),
  'christmas day': year => dayOf(year, 12, 25),
  christmas: year => dayOf(year, 12, 25),
  'new years eve': year => dayOf(year, 12, 31),
  'new years day': year => dayOf(year, 1, 1),
  'new years': year => dayOf(year, 1, 1),
  halloween: year => dayOf(year, 10, 31),
  'valentines day': year => dayOf(year, 2, 14),
  'independence day': year => dayOf(year, 7, 4),
  'fourth of july': year => dayOf(year, 7, 4),
  '4th of july': year => dayOf(year, 7, 4),
  thanksgiving: thanksgiving,
}

const names = oneOf(Object.keys(holidays).map(name => name.replace(/(new year|valentine)s/, "$1['’]?s")))

export const holidayRules: RuleSet = {
  cue: /christmas|new year|halloween|valentine|independence day|of july|thanksgiving/i,
  rules: [
    {
      // Without one of these words, a holiday is mostly spoken of in general.
      pattern: new RegExp(
        `\\b(?:(?<which>last|this|this past|next|on|since|by|before|until) )?(?<name>${names})(?:,? (?:of |in )?(?<year>(?:19|20)\\d\\d))?\\b(?!['’-])`,
        'gi',
      ),
      read: ({ groups, reference, tense }) => {
        const dayIn = holidays[(groups.name ?? '').toLowerCase().replaceAll(/['’]/g, '')]
        if (dayIn === undefined) return null
        if (groups.year !== undefined) return { ...dayReading(dayIn(Number(groups.year))), absolute: true }
        const { year, day } = reference
        switch (groups.which?.toLowerCase()) {
          case undefined:
            return null
          case 'last':
          case 'this past':
            return dayReading(dayIn(dayIn(year) < day ? year : year - 1))
          case 'next':
            return dayReading(dayIn(dayIn(year) > day ? year : year + 1))
          case 'this':
            return dayReading(dayIn(year))
          default:
            return nearestSpan(reference, tense(), y => dayReading(dayIn(y)))
        }
      },
    },
  ],
}
