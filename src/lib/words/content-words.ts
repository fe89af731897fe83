import { foreignPleasantries, functionWords, pleasantWords } from './function-words.ts'

export interface WordCount {
  readonly all: number
  /** Words that are neither grammar nor pleasantry. */
  readonly content: number
  readonly pleasant: number
}

/** How much plain words (see `plainWords`) say. In scripts without spaces two characters count as a word. */
export function countWords(plain: string): WordCount {
  let all = 0
  let content = 0
  let pleasant = 0
  for (const word of plain.split(' ')) {
    if (word === '') continue
    all++
    if (pleasantWords.has(word) || foreignPleasantries.has(word)) pleasant++
    else if (!functionWords.has(word)) content += word.charCodeAt(0) < 0x2e80 ? 1 : Math.ceil(word.length / 2)
  }
  return { all, content, pleasant }
}
