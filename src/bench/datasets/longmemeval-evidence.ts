import type { Gold } from './dataset.ts'
import type { HistoryItem } from './longmemeval-schema.ts'
import { opaqueId } from './opaque-id.ts'

/**
 * The marked turns, under the ids that systems see. Marks are for the first question of an item; further ones, and items without any mark, name
 * their sessions.
 */
export function evidenceOf(item: HistoryItem, index: number): Pick<Gold, 'evidence' | 'evidenceBy'> {
  const isMarked = item.haystack_sessions.some(session => session.some(({ has_answer }) => has_answer !== undefined))
  if (index === 0 && isMarked) return { evidence: markedTurns(item), evidenceBy: 'turn' }
  const sessions = (item.answer_session_ids ?? []).filter((ids, place) => typeof ids === 'string' || place === index).flat()
  return { evidence: [...new Set(sessions)].map(id => opaqueId('session', id)), evidenceBy: 'session' }
}

/** Session and place in it from 1; a session id that repeats gets a number from its second time on, as in an import. */
function markedTurns({ haystack_sessions, haystack_session_ids = [] }: HistoryItem): readonly string[] {
  const times = new Map<string, number>()
  return haystack_sessions.flatMap((session, index) => {
    const name = haystack_session_ids[index] ?? `session-${index + 1}`
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    const opaque = opaqueId('session', time === 1 ? name : `${name}#${time}`)
    return session.flatMap(({ has_answer }, place) => (has_answer === true ? [`${opaque}_${place + 1}`] : []))
  })
}
