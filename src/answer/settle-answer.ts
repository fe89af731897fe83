import type { PromptName, Repair, Sentence, VerificationMode } from '../domain.ts'
import type { Verifier } from '../seams.ts'
import { type CheckedDraft, checkDraft } from './check-draft.ts'
import { type CheckParts, findSupport } from './check-sentences.ts'
import { type DraftSentence, withLabels } from './draft-sentence.ts'

export interface Settled {
  readonly sentences: readonly Sentence[]
  readonly repair: Repair
  readonly abstained: boolean
}

export interface SettleParts extends CheckParts {
  /** Finds a card for a sentence among all of them, so it asks no model. */
  readonly rules: Verifier
  readonly mode: VerificationMode
  /** The reply that stands for "not in memory". */
  readonly abstention: string
  /** By which `rewrite` asks. */
  readonly repairPrompt: PromptName
  /** Asks the model once more; null where that failed. */
  readonly rewrite: (draft: string, faulty: readonly Sentence[]) => Promise<string | null>
}

/** From a model's draft to sentences that hold, by the rules of the mode. No label in them is other than a card's. */
export async function settleAnswer(draft: string, parts: SettleParts): Promise<Settled> {
  const { mode, abstention } = parts
  const first = await checkDraft(draft, parts)
  const verdicts = first.checked.map(({ verdict }) => verdict)
  if (isAbstention(draft, abstention)) return settled([], { draft: verdicts, asked: null, cited: 0, dropped: [] })
  if (mode === 'report') return settled(first.checked, { draft: verdicts, asked: null, cited: 0, dropped: [] })

  const recited = await recite(first, parts)
  const faulty = recited.sentences.filter(fails)
  if (faulty.length === 0) return settled(recited.sentences, { draft: verdicts, asked: null, cited: recited.count, dropped: [] })

  const rewritten = await parts.rewrite(draft, faulty)
  if (rewritten !== null && isAbstention(rewritten, abstention))
    return settled([], { draft: verdicts, asked: parts.repairPrompt, cited: 0, dropped: faulty })
  const { sentences, count: cited } = rewritten === null ? recited : await recite(await checkDraft(rewritten, parts), parts)
  const dropped = sentences.filter(fails)
  const repair = { draft: verdicts, asked: parts.repairPrompt, cited, dropped }
  if (mode === 'strict' && dropped.length > 0) return settled([], { ...repair, dropped: sentences })
  return settled(
    sentences.filter(sentence => !fails(sentence)),
    repair,
  )
}

function settled(sentences: readonly Sentence[], repair: Repair): Settled {
  return { sentences, repair, abstained: sentences.length === 0 }
}

const fails = ({ verdict }: Sentence): boolean => verdict === 'unsupported' || verdict === 'uncited'

/** Nothing but what the template tells a model to reply, or something like it. */
function isAbstention(text: string, abstention: string): boolean {
  return lettersOf(text).startsWith(lettersOf(abstention)) && lettersOf(text).length <= 2 * lettersOf(abstention).length
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A date note that was copied with a card's words, or made up in its likeness: what it stands beside may hold without it. */
const dateNotes = /\s*[([]= [^()[\]]*[)\]]/g

/** The sentence, or else what it says beside its date notes, with the card that supports it by itself; null where none does. */
async function cite(draft: DraftSentence, parts: SettleParts): Promise<Sentence | null> {
  for (const words of new Set([draft.words, draft.words.replace(dateNotes, '')])) {
    const label = words === '' ? null : await findSupport({ ...draft, words }, { ...parts, verifier: parts.rules })
    if (label !== null) return { text: withLabels(words, [label]), citations: [label], verdict: 'supported', faults: [] }
  }
  return null
}

/** A card that supports a sentence by itself is cited for it: costs no model call. */
async function recite(
  { drafts, checked }: CheckedDraft,
  parts: SettleParts,
): Promise<{ readonly sentences: readonly Sentence[]; readonly count: number }> {
  let count = 0
  const sentences: Sentence[] = []
  for (const [index, sentence] of checked.entries()) {
    const draft = drafts[index]
    const found = draft !== undefined && fails(sentence) ? await cite(draft, parts) : null
    if (found === null) sentences.push(sentence)
    else {
      count++
      sentences.push(found)
    }
  }
  return { sentences, count }
}
