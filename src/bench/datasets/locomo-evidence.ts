const turnId = /D:?(\d+):0*(\d+)/g

/** LoCoMo's turn ids, each once. Several may stand in one string, zero-padded or with a stray colon. */
export function evidenceIds(evidence: readonly string[]): readonly string[] {
  return [...new Set(evidence.flatMap(idsIn))]
}

/** What is odd in a question's evidence, and what was made of it. */
export function irregularEvidence(evidence: readonly string[], turns: ReadonlySet<string>): readonly string[] {
  const all = evidence.flatMap(idsIn)
  const found: [string, boolean][] = [
    ['no evidence', evidence.length === 0],
    ['several evidence ids in one string, split', evidence.some(entry => idsIn(entry).length > 1)],
    ['an evidence id that names nothing, left out', evidence.some(entry => idsIn(entry).length === 0)],
    ['an evidence id in an odd spelling, put right', evidence.some(entry => /D:|:0\d/.test(entry))],
    ['an evidence id twice', new Set(all).size < all.length],
    ['an evidence id of a turn that does not exist', all.some(id => !turns.has(id))],
  ]
  return found.filter(([, isSo]) => isSo).map(([what]) => what)
}

function idsIn(entry: string): readonly string[] {
  return [...entry.matchAll(turnId)].map(([, session, turn]) => `D${session}:${turn}`)
}
