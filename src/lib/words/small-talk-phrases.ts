import { phraseList, wordChoice } from './phrases.ts'

const degree = '(?:(?:so|really|very|super|always|just|also|totally|completely|definitely|truly) )*'

const moods = wordChoice('glad happy proud sorry here excited rooting sure stoked pumped')
const aboutOther = 'you|your|for you|of you|to (?:hear|help|see you|be here)|that you'
const aboutIt = 'it|about (?:it|that|you)|they|things'

/** How a sentence opens that turns to the other: praise, cheer, thanks, sympathy. */
export const socialOpenings: string = phraseList(`
  thanks(?! to \\w) / thank you / many thanks / no problem / no worries / you're welcome / welcome back / my pleasure / of course
  sure thing / same here
  me too / you too / same to you / nice to / good to / great to / glad / happy (?:for|to|that) / sorry (?:to|about|that|for) / proud of
  so proud
  good luck / best of luck / best wishes / take care / have (?:a|an) (?:great|good|nice|lovely|wonderful|safe|amazing|awesome|fun|blast)
  have fun
  enjoy / cheers / congrats / congratulations / well done / way to go / go for it / keep (?:it|me|up|going|at|on|us) / hang in there
  stay (?:strong|safe|positive)
  let me know / let's (?:do|keep|catch|chat|talk|stay|make) / talk (?:to|soon) / see (?:you|ya) / catch (?:you|up) / bye / later
  here's to / here for you / hope
  can't wait / couldn't agree / don't (?:worry|give|mention|be) / never mind / you (?:got|can do) (?:this|it) / rooting for / wishing you
  sending you
  looking forward / look forward / it's (?:great|good|nice|awesome|amazing|lovely|wonderful) (?:to|that|how|you)
  it's been (?:a while|ages|so long|great)
  that's (?:great|good|nice|awesome|amazing|lovely|wonderful|fantastic|so|really|such|true|right|cool|a) / that sounds / sounds / looks
  what an? / how
  wow / long time / guess what / check (?:it|this|that) out / take a look
  i ${degree}(?:agree|understand|see|appreciate|bet|hope|wish you|believe in you|feel you|hear you|hear ya|admire|know (?:what|how|right))
  i (?:get (?:it|that|you)|can (?:imagine|relate|see|tell)|couldn't agree)
  i'll (?:let you|keep you|be (?:here|there|sure)|check (?:it|that|them)|definitely)
  i(?:'m| am) ${degree}${moods} (?:${aboutOther}|${aboutIt})
  i(?:'d| would)? ${degree}(?:love|like) (?:that|it|how|your|this|to (?:hear|see|know))
`)

/** How praise of the other opens. */
export const praiseOpenings: string = phraseList(`
  you're / you are / you've (?:got|been|done|come|made|always|inspired)
  you (?:look|did|do|seem|make|always|really|both|guys|rock|inspire|deserve) / your
`)

/** What nonetheless makes such a sentence tell something: it is about the speaker's own life, or a time. */
export const tellingWords: string = wordChoice(`
  yesterday tomorrow tonight ago last next since birthday deadline appointment
`)
