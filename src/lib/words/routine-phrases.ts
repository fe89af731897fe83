import { pastForms } from './past-forms.ts'
import { phraseList, wordChoice } from './phrases.ts'

// After "always" and "never" a verb in its base form makes an order, anything else a report or cheer: "never been", "always the same".
const notOrders = wordChoice(`
  mind ever want have a an the my in so such there here too again know good great nice happy fun give stop be remember lose underestimate
  say is are was had
  \\w+ed \\w+ing ${[...pastForms].join(' ')}
`)
const politeVerbs = wordChoice("don't do use keep avoid call address answer reply respond write format stop")

/** How an instruction that stands from now on is put, at the start of a sentence. */
export const standingOpenings: string = phraseList(`
  (?:please )?(?:always|never) (?!${notOrders} )\\w+ / (?:please )?make sure (?:to|you|that|it) / please ${politeVerbs}
`)

/** The same anywhere. */
export const standingPhrases: string = phraseList(`
  when(?:ever)? i (?:ask|say|tell|mention|write|request) / (?:every|each|any) time i (?:ask|say|mention) / from now on / going forward
  from here on
  i(?:'d| would)? (?:want|like|need) you to \\w+ / in (?:the )?future please / please (?:always|never)
  in all (?:your )?(?:answers|replies|responses)
`)

const weekdays = wordChoice('monday tuesday wednesday thursday friday saturday sunday')
const months = wordChoice(`
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
`)
const cheer = wordChoice('take have enjoy be smile breathe stay keep')
const until = '(?:by|before)'

/** Reminders and deadlines. */
export const deadlinePhrases: string = phraseList(`
  (?:don't forget|do not forget|remember) to(?! ${cheer} ) / remind me (?:to|about|that|on|when|before|at|in|tomorrow)(?! never )
  don't let me forget
  deadlines? / expires? / appointment (?:on|at|with|for|in|next|tomorrow) / scheduled for / no later than / due (?:on|by|in|next|tomorrow|today|this|date)
  ${until} (?:tomorrow|${weekdays}|next \\w+|the end of|noon|midnight|${months} \\d+\\w*|the \\d+\\w+)
  has to be (?:\\w+ ){0,4}by / (?:have|need) to (?:\\w+ ){1,6}${until}
`)

const units = wordChoice('day morning afternoon evening night week weekend month year hour spring summer autumn fall winter time')

/** How often: what the speaker does again and again. Counts only beside a word for the speaker. */
export const frequencyPhrases: string = phraseList(`
  every (?:other |single |second )?(?:${units}|${weekdays}|\\d+ \\w+) / each (?:${units}|${weekdays}) / daily / weekly / nightly / monthly
  once (?:a|or|every) / twice (?:a|every) / \\w+ times (?:a|per) (?:day|week|month|year)
  (?:my|our) (?:\\w+ )?(?:routine|ritual|schedule|habit)
  (?:i|we) (?:usually|typically|normally|generally) / on (?:weekends|weekdays|weeknights) / ${weekdays}s / before bed
  after (?:work|dinner|lunch|breakfast|school)
`)

// "The shop where you can ...": no advice.
const notAfter = '(?<!(?:that|so|where|if|when|and|because) )'
const youMay = wordChoice('can should must gotta')
const youMayTo = wordChoice('need have ought want')
const notAdvice = '(?! (?:be|see|tell|do (?:it|this|that)) )'
const stepVerbs = wordChoice('you add mix put take set make write try pour cut heat boil stir open click run turn press go we i')

/** How a way to do something is put. */
export const howToPhrases: string = phraseList(`
  ${notAfter}you (?:just |only |then |first |also )*(?:${youMay}|${youMayTo} to|(?:may|might) want to)${notAdvice}
  ${notAfter}you could (?:also |just )?(?:try|use|add|start|ask|look) / (?:you'll|you will) (?:need|want|have) (?:to )?\\w+ / you'd better
  (?<!(?:to|i'll|will|and i|i) )make sure (?:to|you|that) / be sure to / step by step / steps? \\d / instructions / ingredients / preheat
  (?:first|then|next|after that|finally) ${stepVerbs} / how to \\w+ (?:\\w+ ){0,6}(?:first|then|by)
  (?:the|my|a|our) (?:recipe|procedure|process|method|trick|steps) (?:is|for|to|goes)
  (?:for|about) \\d+ (?:minutes|hours|seconds) / \\d+ (?:degrees|cups?|tablespoons?|teaspoons?|grams)
`)

/** What an order begins with. */
export const orderVerbs: string = wordChoice(`
  use add mix start keep set focus create build find look research write take put remember avoid practice practise work invest get bring
  call book buy
  check clean click install run open close turn press stir bake boil heat chop pour drain serve cut fold send ask tell submit file pay
  apply sign read
  review save store update upgrade download select choose pick enter type copy paste plug charge wash rinse dry water feed follow answer
  reply respond
  include format highlight mention list explain provide preheat whisk simmer season sprinkle place remove repeat try make go break
  schedule plan pack
  begin finish return restart wait measure mark label test verify confirm compare consider join attend visit contact email prepare
  organize organise
  learn talk drink eat replace cancel register enable disable configure deploy push pull commit merge back
`)

/** What may stand before it. */
export const orderPrefixes: string = `(?:(?:${phraseList(`
  please / just / always / never / so / then / first / next / finally / also / and / for one / second / third / lastly / don't / do not
  be sure to / try to
  remember to
`)}) )*`
