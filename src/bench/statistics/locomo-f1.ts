import { nltkPorter } from './nltk-porter.ts'

/** The number that LoCoMo gives a category; its rules hang on it. */
export type LocomoCategory = 1 | 2 | 3 | 4 | 5

/**
 * LoCoMo's own score of an answer, 0 to 1 in three decimals, as its task_eval/evaluation.py does it: F1 over stemmed tokens; of multi-hop (1) the
 * mean over the comma-separated parts of the gold answer of the best part of the prediction; of open-domain (3) only the gold before the first
 * semicolon; of adversarial (5) whether the answer says one of two fixed phrases. `gold` is not looked at for category 5.
 */
export function locomoF1(prediction: string, gold: string, category: LocomoCategory): number {
  return Math.round(1000 * score(prediction, gold, category)) / 1000
}

function score(prediction: string, gold: string, category: LocomoCategory): number {
  switch (category) {
    case 1: {
      const parts = gold.split(',')
      const predicted = prediction.split(',')
      return parts.reduce((sum, part) => sum + Math.max(...predicted.map(one => tokenF1(one, part))), 0) / parts.length
    }
    case 2:
    case 4:
      return tokenF1(prediction, gold)
    case 3:
      return tokenF1(prediction, gold.split(';', 1).join('').trim())
    case 5:
      return /no information available|not mentioned/.test(prediction.toLowerCase()) ? 1 : 0
  }
}

/** 2PR / (P + R) over multisets of tokens; 0 without a common one. */
function tokenF1(prediction: string, gold: string): number {
  const predicted = tokens(prediction)
  const wanted = tokens(gold)
  const left = new Map<string, number>()
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of predicted) {
    const count = left.get(token) ?? 0
    if (count === 0) continue
    common += 1
    left.set(token, count - 1)
  }
  return common === 0 ? 0 : (2 * common) / (predicted.length + wanted.length)
}

const asciiPunctuation = /[!-/:-@[-`{-~]/g

/** Without punctuation, articles and "and", which is LoCoMo's addition to SQuAD's list. */
function tokens(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replace(asciiPunctuation, '')
    .replace(/(?<![\p{L}\p{N}_])(?:a|an|the|and)(?![\p{L}\p{N}_])/gu, ' ')
  return words
    .split(/\s+/)
    .filter(word => word !== '')
    .map(nltkPorter)
}
