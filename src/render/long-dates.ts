const months = 'January February March April May June July August September October November December'.split(' ')
const noteStart = '[= '
/** A date note as extractors write it: [= 2024-03-02], [= about 2024-03], [= 2024-03-02/2024-03-05], [= 2024-03-02 09:30]. */
const note = /\[= ([^[\]]*)\]/g
const span = /(\d{4})-(\d\d)(?:-(\d\d))?(?:\/(\d{4})-(\d\d)(?:-(\d\d))?)?/

/**
 * Date notes as people write dates, whole and in round brackets: "(= 2 March 2024)", "(= 28 March-3 April 2024)". Each is read many times by a model,
 * and an ISO interval takes seventeen tokens. Small models take square brackets for labels, and copy a date as it stands: one without its year
 * answers half of "when".
 */
export function longDates(claim: string): string {
  if (!claim.includes(noteStart)) return claim
  return claim.replace(note, (_, date: string) => `(= ${date.replace(span, longSpan)})`)
}

function longSpan(_: string, ...parts: readonly (string | undefined)[]): string {
  const [fromYear = '', fromMonth = '', fromDay, toYear, toMonth = '', toDay] = parts
  const from = `${dayOf(fromDay)}${monthOf(fromMonth)}`
  if (toYear === undefined) return `${from} ${fromYear}`
  const to = `${dayOf(toDay)}${monthOf(toMonth)} ${toYear}`
  if (fromYear !== toYear) return `${from} ${fromYear}-${to}`
  return fromMonth === toMonth && fromDay !== undefined ? `${Number(fromDay)}-${to}` : `${from}-${to}`
}

const monthOf = (month: string): string => months[Number(month) - 1] ?? month
const dayOf = (day: string | undefined): string => (day === undefined ? '' : `${Number(day)} `)

/** 2024-03-02 as 2 March 2024. */
export function longDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}
