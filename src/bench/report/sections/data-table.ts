import { type Html, html } from '../html.ts'

export interface DataTableParts {
  readonly caption: string
  readonly columns: readonly string[]
  /** The first `heads` cells of a row are its heading. */
  readonly rows: readonly (readonly (string | Html)[])[]
  readonly heads?: number
  /** Of the row at that place. */
  /** Its cells are words, not numbers. */
  readonly words?: boolean
  readonly rowClass?: (index: number) => string
}

/** Scrolls sideways on its own where the page is narrow, by keyboard too. */
export function dataTable({ caption, columns, rows, heads = 1, words = false, rowClass = () => '' }: DataTableParts): Html {
  const cell = (content: string | Html, index: number): Html =>
    index < heads ? html`<th scope="row">${content}</th>` : html`<td>${content}</td>`
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="${words ? 'worded' : ''}"><caption><span>${caption}</span></caption><thead><tr>${columns.map((name, index) => html`<th scope="col"${index < heads ? html` class="head"` : null}>${name}</th>`)}</tr></thead><tbody>${rows.map((cells, index) => html`<tr class="${rowClass(index)}">${cells.map(cell)}</tr>`)}</tbody></table></div>`
}
