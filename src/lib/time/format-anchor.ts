import type { Anchor } from '../../domain.ts'

const seasonNames: readonly string[] = ['winter', 'spring', 'summer', 'autumn']

/**
 * The shortest form that leaves no doubt: 2023 · 2023-06 · 2023-07-21 · 2024-10-09 09:30 · summer 2022 · winter 2022/23 ·
 * 2022-09-05/2022-09-11, with 'since ', 'by ' and 'about ' in front as the anchor says. Always in the dialogue's own clock, so no offset.
 */
export const formatAnchor = (anchor: Anchor): string => {
  const relation = { at: '', since: 'since ', until: 'by ' }[anchor.relation]
  return `${relation}${anchor.approximate ? 'about ' : ''}${formatTime(anchor)}`
}

const formatTime = ({ start, end, precision }: Anchor): string => {
  switch (precision) {
    case 'year':
      return range(start.slice(0, 4), end.slice(0, 4))
    case 'season':
      return formatSeason(start, end)
    case 'month':
      return range(start.slice(0, 7), end.slice(0, 7))
    case 'week':
    case 'day':
      return range(start.slice(0, 10), end.slice(0, 10))
    case 'minute':
      return range(localMinute(start), localMinute(end))
  }
}

const range = (from: string, to: string): string => (from === to ? from : `${from}/${to}`)

const localMinute = (time: string): string => time.slice(0, 16).replace('T', ' ')

const formatSeason = (start: string, end: string): string => {
  const name = seasonNames[Math.floor((Number(start.slice(5, 7)) % 12) / 3)]
  const year = start.slice(0, 4)
  return `${name} ${year}${end.startsWith(year) ? '' : `/${end.slice(2, 4)}`}`
}
