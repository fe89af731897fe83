const months = 'January February March April May June July August September October November December'.split(' ')
const date = '(\\d{4})-(\\d\\d)(?:-(\\d\\d))?'
const noteStart = '[= '
/** A date note as extractors write it: [= 2024-03-02], [= about 2024-03], [= 2024-03-02/2024-03-05]. Not one with a time of day. */
const note = new RegExp(`\\[= ((?:about |since |by )?)${date}(?:/${date})?\\]`, 'g')

/**
 * Date notes in the words of the day line above them, "[= 2 March]", "[= 28 March-3 April]": the year only where it differs from that line's.
 * Each is read many times by a model, and an ISO interval takes seventeen tokens.
 */
export function shortenDates(claim: string, year: string | null): string {
  if (!claim.includes(noteStart)) return claim
  return claim.replace(note, (_, lead: string, ...parts: readonly (string | undefined)[]) => {
    const [fromYear = '', fromMonth = '', fromDay, toYear, toMonth = '', toDay] = parts
    const shown = (of: string): string => (of === year ? '' : ` ${of}`)
    const named = (month: string): string => months[Number(month) - 1] ?? month
    const day = (text: string | undefined): string => (text === undefined ? '' : `${Number(text)} `)
    if (toYear === undefined) return `[= ${lead}${day(fromDay)}${named(fromMonth)}${shown(fromYear)}]`
    const end = `${day(toDay)}${named(toMonth)}${shown(toYear)}`
    if (fromYear === toYear && fromMonth === toMonth) return `[= ${lead}${Number(fromDay)}-${end}]`
    return `[= ${lead}${day(fromDay)}${named(fromMonth)}${fromYear === toYear ? '' : shown(fromYear)}-${end}]`
  })
}

/** 2024-03-02 as 2 March 2024. */
export function longDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}
