import { splitReasoning } from '../../lib/split-reasoning.ts'

/** The lines of a judge's reply that say anything, without reasoning and without the marks that lines begin with. */
export function replyLines(reply: string): readonly string[] {
  return splitReasoning(reply)
    .text.split('\n')
    .map(line => line.replace(/^[\s*_"'`#>([{]+/, '').trim())
    .filter(line => line !== '')
}
