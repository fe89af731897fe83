/** What a question asks for that no single fact answers. */
export type Spread = 'order' | 'summary'

const orderPattern =
  /\b(?:the|what|which) (?:order|sequence)\b.*\b(?:i|we|my|our|brought|mention|discuss|talk)|\bin (?:chronological |what |which )?order\b|\border in which\b|\bchronolog/i
const summaryPattern =
  /\bsummar(?:y|ies|i[sz]e|i[sz]ing)\b|\boverview of\b|\brecap\b|\bover time\b|\bhow (?:has|have|did|had) .*\b(?:progress|develop|evolv|chang)\w*\b.*\b(?:over|through|across|so far|since)\b/i
// What a question for a timeline says beside its topic.
const topicless = [
  'mention only and only \\w+ items\\.?',
  '(?:can|could) you(?: please)?',
  'list|walk me through|give me|provide|tell me',
  'the order in which',
  'i (?:first )?brought up',
  '(?:different|various) (?:aspects|ways|concepts|parts|topics)(?: related to| of)?',
  '(?:throughout|across|through|during|in) (?:all )?(?:of )?(?:our|my) (?:conversations?|discussions?|chats?|sessions?|requests?)',
  'in (?:chronological )?order',
  'a (?:comprehensive|complete|clear|detailed|brief|full)?\\s*summary of',
  'summari[sz]e|recap|an overview of',
  'how (?:i|my)',
  'including (?:the )?(?:key )?',
  'over (?:time|the past few months)|so far',
  'discussed|developed|progressed',
  'key (?:steps|features|decisions|challenges)',
]
const topiclessPattern = new RegExp(`\\b(?:${topicless.join('|')})\\b`, 'gi')

/** Whether a question asks for an order or a summary of what was said; null for the rest. */
export function spreadOf(question: string): Spread | null {
  if (orderPattern.test(question)) return 'order'
  return summaryPattern.test(question) ? 'summary' : null
}

/** The question without the words that only say so. */
export function topicOf(question: string): string {
  return question.replace(topiclessPattern, ' ')
}
