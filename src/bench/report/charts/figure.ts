import { type Html, html } from '../html.ts'
import { symbol } from './symbol.ts'

export interface FigureParts {
  readonly id: string
  readonly title: string
  /** What it shows, in a sentence or two. */
  readonly caption: string
  readonly height: number
  readonly drawing: readonly Html[]
  /** Series in their order, where marks have no names beside them; the place of each says its mark. */
  readonly legend: readonly { readonly name: string; readonly place: number }[]
  /** The same as numbers. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Units of every drawing. */
export const figureWidth = 560

/** A drawing with its legend, and the numbers it shows as a table for who can't see it. */
export function figure({ id, title, caption, height, drawing, legend, columns, rows }: FigureParts): Html {
  return html`<figure id="${id}">
<figcaption><h3>${title}</h3><p>${caption}</p></figcaption>
${legend.length === 0 ? null : html`<ul class="legend">${legend.map(({ name, place }) => html`<li><svg viewBox="-8 -8 16 16" aria-hidden="true">${symbol(place, 0, 0)}</svg>${name}</li>`)}</ul>`}
<div class="drawing" tabindex="0" role="group" aria-label="${title}: drawing"><svg viewBox="0 0 ${figureWidth} ${height}" role="img" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">${title}</title><desc id="${id}-text">${caption} The numbers stand in the table below.</desc>${drawing}</svg></div>
<details><summary>The numbers</summary><div class="scroll" tabindex="0" role="group" aria-label="${title}: numbers"><table><thead><tr>${columns.map(name => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(([head = '', ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></details>
</figure>`
}

/** A name that fits beside its row. */
export const shortened = (name: string): string => (name.length > 19 ? `${name.slice(0, 18)}…` : name)
