import { type Html, html } from '../html.ts'

/** Told apart by form as well as by colour; all of about the same weight, around 0. */
const forms = [
  'M5 0A5 5 0 1 1 -5 0A5 5 0 1 1 5 0Z',
  'M-4.5 -4.5H4.5V4.5H-4.5Z',
  'M0 -6.4L6.4 0L0 6.4L-6.4 0Z',
  'M0 -6L6 4.6H-6Z',
  'M0 6L6 -4.6H-6Z',
  'M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z',
  'M-6 -3.2L-3.2 -6L0 -2.8L3.2 -6L6 -3.2L2.8 0L6 3.2L3.2 6L0 2.8L-3.2 6L-6 3.2L-2.8 0Z',
  'M-6 -3H6V3H-6Z',
]

/** The mark of a series by its place; from the ninth on they come again, hollow. */
export function symbol(place: number, x: number, y: number): Html {
  const isHollow = Math.floor(place / forms.length) % 2 === 1
  return html`<path class="${isHollow ? 'mark hollow' : 'mark'} ${toneOf(place)}" d="${forms[place % forms.length] ?? ''}" transform="translate(${round(x)} ${round(y)})"/>`
}

export const toneOf = (place: number): string => `s${place % forms.length}`

/** A tenth of a unit is finer than anything drawn. */
export const round = (value: number): number => Math.round(10 * value) / 10
