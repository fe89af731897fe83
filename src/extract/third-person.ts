import { pastForms } from '../lib/words/past-forms.ts'
import {
  agreeing,
  ambiguousVerbs,
  betweenWords,
  coordinatedVerbs,
  neverVerbs,
  sharedWords,
  unchangingVerbs,
  verbsInLy,
  verbsInS,
} from './third-person-words.ts'

interface Token {
  readonly before: string
  readonly word: string
  /** The word in lower case, its apostrophes straight. */
  readonly lower: string
  readonly after: string
}

const opensWithSelf = /^(?:\p{Lu}[^,]{0,40}, )?(?:I|I['’]m|I['’]ve|I['’]ll|I['’]d|My)\s/u
const selfQuoted = /["“][^"”]*\b(?:I|me|my|mine|I['’]\w+)\b/i
const firstPerson = /\b(?:I|me|my|mine)\b/i

/**
 * A sentence about the speaker with the name in place of "I": "I've moved to Oslo" becomes "Ana has moved to Oslo". Only where that is
 * safe: it begins
 * with I or My (a short lead-in before it allowed), is about nobody but the speaker, and each verb that has to agree is known to be one.
 * Else null.
 */
export function thirdPerson(sentence: string, speaker: string): string | null {
  if (!opensWithSelf.test(sentence) || selfQuoted.test(sentence)) return null
  const leadIn = sentence.slice(0, Math.max(0, sentence.search(/(?:^|, )(?:I\b|My\b)/)))
  if (firstPerson.test(leadIn)) return null
  const tokens = sentence.split(/\s+/).map(readToken)
  if (tokens.some(({ lower }) => sharedWords.has(lower))) return null
  return rewrite(tokens, speaker)
}

function readToken(text: string): Token {
  const [, before = '', word = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(text) ?? []
  return { before, word, lower: word.toLowerCase().replaceAll('’', "'"), after }
}

/** What a pronoun becomes, and whether a verb that has to agree is still to come. */
interface Replacement {
  readonly text: string
  readonly verbFollows: boolean
}

function rewrite(tokens: readonly Token[], speaker: string): string | null {
  const written: string[] = []
  let verbFollows = false
  let present = false
  for (const [index, { before, word, lower, after }] of tokens.entries()) {
    let text = word
    const replacement = replacePronoun(lower, tokens[index + 1]?.lower ?? '', nameOf(speaker, index === 0))
    if (replacement !== null) {
      const previous = tokens[index - 1]?.lower ?? ''
      // "Never have I": the verb came first. "World War I": no pronoun at all.
      if (lower === 'i' && (agreeing.has(previous) || (/^\p{Lu}/u.test(tokens[index - 1]?.word ?? '') && index > 1))) return null
      ;({ text, verbFollows } = replacement)
    } else if (verbFollows && !isBetween(lower)) {
      const verb = agree(word, lower)
      if (verb === null) return null
      present ||= verb !== word && !agreeing.has(lower)
      text = verb
      verbFollows = false
    } else if (present && coordinatedVerbs.has(lower) && /^(?:and|but|or|then)$/.test(tokens[index - 1]?.lower ?? '')) {
      return null
    }
    written.push(before + text + after)
  }
  return written.join(' ')
}

function replacePronoun(lower: string, next: string, name: string): Replacement | null {
  switch (lower) {
    case 'i':
      return { text: name, verbFollows: true }
    case "i'm":
      return { text: `${name} is`, verbFollows: false }
    case "i've":
      return { text: `${name} has`, verbFollows: false }
    case "i'll":
      return { text: `${name} will`, verbFollows: false }
    case "i'd":
      return { text: `${name} ${next === 'better' || isPast(next) ? 'had' : 'would'}`, verbFollows: false }
    case 'me':
      return { text: name, verbFollows: false }
    case 'my':
    case 'mine':
      return { text: possessive(name), verbFollows: false }
    default:
      return null
  }
}

/** The third person of a verb; the same where nothing changes; null where it may be no verb, or its tense can't be seen. */
function agree(word: string, lower: string): string | null {
  const changed = agreeing.get(lower)
  if (changed !== undefined) return changed
  if (unchangingVerbs.has(lower) || isPast(lower)) return word
  if (ambiguousVerbs.has(lower) || neverVerbs.has(lower) || word !== lower || !/^[a-z]+$/.test(lower)) return null
  if (lower.endsWith('ing') || (/[^s]s$/.test(lower) && !verbsInS.has(lower))) return null
  if (lower === 'go') return 'goes'
  if (/(?:s|x|z|ch|sh)$/.test(lower)) return `${word}es`
  return /[^aeiou]y$/.test(lower) ? `${word.slice(0, -1)}ies` : `${word}s`
}

const isPast = (lower: string): boolean => pastForms.has(lower) || /[^e]ed$/.test(lower)

const isBetween = (lower: string): boolean => lower === '' || betweenWords.has(lower) || (lower.endsWith('ly') && !verbsInLy.has(lower))

const possessive = (name: string): string => (/s$/i.test(name) ? `${name}'` : `${name}'s`)

/** "user" and "assistant" are roles, not names. */
function nameOf(speaker: string, opens: boolean): string {
  const role = speaker.toLowerCase()
  if (role !== 'user' && role !== 'assistant') return speaker
  return `${opens ? 'The' : 'the'} ${role}`
}
