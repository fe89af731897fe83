import type { Turn } from '../domain.ts'

/** Turns as JSON lines, numbered from 1 where they are asked about: no text can break out of its line. */
export function turnLines({ before, turns }: { readonly before: readonly Turn[]; readonly turns: readonly Turn[] }): string {
  const context = before.map(turn => JSON.stringify(fieldsOf(turn)))
  const asked = turns.map((turn, index) => JSON.stringify({ turn: index + 1, ...fieldsOf(turn) }))
  return [...(context.length === 0 ? [] : ['<before>', ...context, '</before>']), '<turns>', ...asked, '</turns>'].join('\n')
}

function fieldsOf({ speaker, at, text, attachments }: Turn): Readonly<Record<string, unknown>> {
  const shared = attachments.flatMap(({ caption }) => caption ?? [])
  return { speaker, ...(at === null ? {} : { at }), text, ...(shared.length === 0 ? {} : { shared }) }
}
