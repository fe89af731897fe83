import { pastForms } from './past-forms.ts'
import { phraseList, wordChoice } from './phrases.ts'

const days = wordChoice(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
)
const months = wordChoice(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
)
const units = wordChoice('day morning afternoon evening night week weekend month year hour spring summer autumn fall winter time')
// After "always" and "never": a verb in its base form makes an order, anything else a report ("never been", "always the same", "never give up").
const notOrders = wordChoice(`
  mind ever want have a an the my in so such there here too again know good great nice happy fun give stop be remember lose underestimate too say is are
  was had \\w+ed \\w+ing ${[...pastForms].join(' ')}
`)
const bare = `(?!${notOrders} )`

/** How an instruction that stands from now on is put, at the start of a sentence. */
export const standingOpenings: string = phraseList(`
  (?:please )?(?:always|never) ${bare}\\w+ / (?:please )?make sure (?:to|you|that you|it|that) / please (?:don't|do not|use|keep|avoid|call|address|answer|reply|respond|write|format|stop)
`)

/** The same anywhere. */
export const standingPhrases: string = phraseList(`
  when(?:ever)? i (?:ask|say|tell|mention|write|request) / from now on / going forward / from here on / i(?:'d| would)? (?:want|like|need) you to (?:always |never )?\\w+
  (?:every|each|any) time i (?:ask|say|mention) / in (?:the )?future please / please (?:always|never) / in all (?:your )?(?:answers|replies|responses)
`)

const cheer = wordChoice('take have enjoy be smile breathe stay keep')

/** Reminders and deadlines. */
export const deadlinePhrases: string = phraseList(`
  (?:don't forget|do not forget|remember) to(?! ${cheer} ) / remind me (?:to|about|that|on|when|before|at|in|tomorrow)(?! never ) / don't let me forget / deadline / deadlines
  due (?:on|by|in|next|tomorrow|today|this|date) / (?:by|before) (?:tomorrow|${days}|next \\w+|the end of|noon|midnight|${months} \\d+\\w*|the \\d+\\w+)
  has to be (?:\\w+ ){0,4}by / have to (?:\\w+ ){1,6}(?:by|before) / need to (?:\\w+ ){1,6}(?:by|before) / expires? / appointment / scheduled for / no later than
`)

/** How often: what the speaker does again and again. Counts beside a word for the speaker. */
export const frequencyPhrases: string = phraseList(`
  every (?:other |single |second )?(?:${units}|${days}|\\d+ \\w+) / each (?:${units}|${days}) / daily / weekly / nightly / monthly / once (?:a|or|every) / twice (?:a|every)
  \\w+ times (?:a|per) (?:day|week|month|year) / (?:my|our) (?:\\w+ )?(?:routine|ritual|schedule|habit) / (?:i|we) (?:usually|typically|normally|generally) / on (?:weekends|weekdays|weeknights)
  (?:on )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays) / before bed / after (?:work|dinner|lunch|breakfast|school)
`)

/** How a way to do something is put. */
export const howToPhrases: string = phraseList(`
  (?<!(?:that|so|where|if|when|and|because) )you (?:just |only |then |first |also )*(?:can|should|need to|could (?:also |just )?(?:try|use|add|start|ask|look)|gotta|have to|must|ought to|may want to|might want to|want to)(?! (?:be|see|tell|do (?:it|this|that)|always count) )
  (?:you'll|you will) (?:need|want|have) (?:to )? ?\\w+ / you'd better / make sure (?:to|you|that) / be sure to / step by step / steps? \\d / instructions / ingredients / preheat
  how to \\w+ (?:\\w+ ){0,6}(?:first|then|by) / (?:first|then|next|after that|finally) (?:you|add|mix|put|take|set|make|write|try|pour|cut|heat|boil|stir|open|click|run|turn|press|go|we|i)
  (?:the|my|a|our) (?:recipe|procedure|process|method|trick|steps) (?:is|for|to|goes)
  (?:for|about) \\d+ (?:minutes|hours|seconds) / \\d+ (?:degrees|cups?|tablespoons?|teaspoons?|grams)
`)

/** What an order begins with. */
export const orderVerbs: string = wordChoice(`
  use add mix start keep set focus create build find look research write take put remember avoid practice practise work invest get bring call book buy check
  clean click install run open close turn press stir bake boil heat chop pour drain serve cut fold send ask tell submit file pay apply sign read review save
  store update upgrade download select choose pick enter type copy paste plug charge wash rinse dry water feed follow answer reply respond include format
  highlight mention list explain provide preheat whisk simmer season sprinkle place remove repeat try make go break schedule plan pack begin finish return
  restart wait measure mark label test verify confirm compare consider join attend visit contact email prepare organize organise learn talk drink eat replace
  cancel register enable disable configure deploy push pull commit merge copy back
`)
export const orderPrefixes =
  "(?:(?:please|just|always|never|so|then|first|next|finally|also|and|for one|second|third|lastly|don't|do not|be sure to|try to|remember to) )*"
