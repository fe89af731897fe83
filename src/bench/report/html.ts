/** Markup that may stand in a page as it is. */
export interface Html {
  readonly html: string
}
type Part = Html | string | number | null | readonly Part[]

/** Builds markup: whatever is put in that is not markup itself is text and is escaped. Null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, index) => text + (index < parts.length ? write(parts[index] ?? null) : '')).join('') }
}

/** Trusted text, as our own style sheet. */
export function raw(text: string): Html {
  return { html: text }
}

/** A value for a script to read: no text in it can end the element or open a comment. */
export function embeddedJson(id: string, value: unknown): Html {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return html`<script type="application/json" id="${id}">${raw(text)}</script>`
}

function write(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if ('html' in part) return part.html
  return part.map(write).join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '')
