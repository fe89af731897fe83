import { baseVerbs, pastOf, thirdPersonOf } from './verb-forms.ts'

/** A question and its answer, put as one sentence. */
export interface AnswerStatement {
  readonly text: string
  /** The same denied, or what it denies affirmed; null where we can't tell where the "not" belongs. */
  readonly negated: string | null
}

const questionPattern =
  /^(?:(?<lead>in|on|at|for|with|from|to|by|of|about|during|under|through)\s+)?(?<asked>when|where|why|whom?|whose|what|which|how)\b(?<rest>.*)$/i
const auxiliary = /^(?:did|does|do|is|are|was|were|has|have|had|can|will|would|could|should)$/i
const modal = /^(?:has|have|had|can|will|would|could|should)$/i
const participle = /^(?:been|done|gone|seen|had|made|taken|won|written|read|got)$/i
const notParticiples: ReadonlySet<string> = new Set('during nothing something king morning wedding red bed'.split(' '))
const negator = /\b(?:not|never|no longer)\b ?/i
const shortNegator = /n['’]t\b/i
const ownPreposition = /^(?:in|on|at|because|by|to|for|since|from|near|through|with|during)\b/i

/**
 * Puts an answer where its question asks for it: "When did Ana move?", "May 2023" -> "Ana moved May 2023." Rough English, as the questions
 * of a benchmark need it: what fits no pattern becomes "question: answer."
 */
export function stateAnswer(question: string, answer: string): AnswerStatement {
  const text = state(question, answer, '')
  const denied = negator.exec(text)
  if (denied !== null) return { text, negated: tidy(text.slice(0, denied.index) + text.slice(denied.index + denied[0].length)) }
  const negated = state(question, answer, 'not')
  return { text, negated: negated === text || shortNegator.test(text) ? null : negated }
}

function state(question: string, answer: string, not: '' | 'not'): string {
  const asked = question.trim().replace(/\?$/, '').trim()
  const joined = `${asked}: ${answer}.`
  const groups = questionPattern.exec(asked)?.groups
  if (groups === undefined) return joined
  const words = (groups.rest ?? '').trim().split(/\s+/)
  const word = groups.asked?.toLowerCase() ?? ''
  const place = words.findIndex(each => auxiliary.test(each))
  // "Who supports Ana when she is ill?": the auxiliary belongs to another clause.
  if (place === -1 || (word === 'who' && place > 0))
    return /^(?:who|what|which)$/.test(word) ? tidy(`${answer} ${words.join(' ')}.`) : joined
  const parts = { word, lead: groups.lead ?? '', head: words.slice(0, place).join(' '), clause: words.slice(place + 1), answer, not }
  const verb = words[place]?.toLowerCase() ?? ''
  return verb.startsWith('d') ? (stateDone(verb, parts) ?? joined) : tidy(stateBeing(verb, parts))
}

interface Parts {
  readonly word: string
  /** "in" of "in which ...". */
  readonly lead: string
  /** "kind of art" of "what kind of art ...". */
  readonly head: string
  /** After the auxiliary. */
  readonly clause: readonly string[]
  readonly answer: string
  readonly not: '' | 'not'
}

/** "did Ana move" -> "Ana moved". */
function stateDone(verb: string, { word, lead, head, clause, answer, not }: Parts): string | null {
  const named = clause.findIndex((each, index) => index > 0 && baseVerbs.has(bare(each)))
  const at = named !== -1 ? named : clause.length > 2 && /^(?:and|or)$/i.test(clause[1] ?? '') ? 2 : 1
  const base = clause[at]?.toLowerCase()
  if (base === undefined) return null
  const subject = clause.slice(0, at).join(' ')
  const done = not !== '' ? `${verb} not ${base}` : verb === 'did' ? pastOf(base) : verb === 'does' ? thirdPersonOf(base) : base
  const rest = clause.slice(at + 1).join(' ')
  if (!/^(?:what|which|whom?)$/.test(word) && head === '') return tidy(`${subject} ${done} ${rest} ${link(word, head, answer)} ${answer}.`)
  const counted = head.startsWith('many') ? head.slice('many'.length) : ''
  const object = word === 'how' ? `${answer}${counted}` : withHead(answer, head)
  return tidy(`${subject} ${done} ${lead} ${object} ${rest}.`)
}

/** "is Ana planning", "are Ana's pets". */
function stateBeing(verb: string, { word, head, clause, answer, not }: Parts): string {
  const be = `${verb} ${not}`
  if (clause.length === 0) return `${answer} ${be}.`
  const opensWithParticiple = /(?:ing|ed|en)$/i.test(clause[0] ?? '')
  if (word === 'who' || (/^wh(?:at|ich)$/.test(word) && head !== '' && opensWithParticiple)) {
    return `${withHead(answer, head)} ${be} ${clause.join(' ')}.`
  }
  const ending = clause.findIndex((each, index) => index > 0 && /(?:ing|ed)$/i.test(each) && !notParticiples.has(each.toLowerCase()))
  const named = clause.findIndex((each, index) => index > 0 && (baseVerbs.has(bare(each)) || participle.test(each)))
  const at = ending !== -1 || !modal.test(verb) ? ending : named !== -1 ? named : clause.length > 1 ? 1 : -1
  if (at === -1) return `${withHead(clause.join(' '), head)} ${be} ${answer}.`
  const subject = clause.slice(0, at).join(' ')
  const predicate = clause.slice(at).join(' ')
  const tail = word === 'how' ? (head.startsWith('many') ? head.slice('many'.length) : '') : head === '' ? '' : `(${head})`
  return `${subject} ${be} ${predicate} ${link(word, head, answer)} ${answer} ${tail}.`
}

function link(word: string, head: string, answer: string): string {
  if (head !== '' || ownPreposition.test(answer)) return ''
  return { where: 'at', why: 'because', how: 'by' }[word] ?? ''
}

const withHead = (text: string, head: string): string => (head === '' ? text : `${text} (${head})`)
const bare = (word: string): string => word.toLowerCase().replace(/[,.'"]/g, '')
const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ([.,])/g, '$1')
    .trim()
