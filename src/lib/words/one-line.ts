const lineBreak = /[\r\n\u0085\u2028\u2029]/

/** A stored text is data: it may not break out of its line and pass for another. */
export function oneLine(text: string): string {
  return (lineBreak.test(text) ? text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' / ') : text).trim()
}
