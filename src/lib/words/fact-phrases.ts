import { phraseList, wordChoice } from './phrases.ts'

const adverbs = `(?:${wordChoice(`
  also really always still just totally both all usually often definitely never actually only mostly mainly currently absolutely truly
  even already do
  don't personally honestly now
`)} )*`
const self = `(?:i|we) ${adverbs}`
const selfIs = `(?:i'm|i am|we're|we are) ${adverbs}`

const amounts = wordChoice('a an two three four five six seven ten some many several lots no one \\d+')
// "I have a question", "we had a great time": nothing one has.
const passing = wordChoice(
  'great good blast fun lot meeting question feeling plan chance nice wonderful idea few bit while ton hard look doctor call',
)
const othersDoings = wordChoice('that it how your this')
const verbs = wordChoice(`
  enjoy prefer hate dislike adore own live collect belong value speak teach study play eat drink loved liked hated
`)
const states = wordChoice(`
  a an the from into allergic vegan vegetarian married single divorced engaged passionate known afraid scared fond born retired diabetic
  interested
  obsessed based pregnant deaf blind dyslexic bilingual colorblind colourblind
`)

const likesAndWays = phraseList(`
  ${self}(?:love|like)(?! (?:${othersDoings}|to (?:hear|see|know|thank)|the (?:idea|sound|look)) )
  ${self}${verbs} / ${self}(?:believe in|can't stand|cannot stand|grew up|come from|was born) / ${self}work (?:as|at|in|for|with|from|on)
  (?:i|we) (?:don't|can't|cannot) (?:like|eat|drink|own|have (?:any|a)|care for|tolerate)
  (?:i've|we've) got ${amounts}(?! (?:\\w+ )?${passing} ) / ${self}(?:have|own|have got) ${amounts}(?! (?:\\w+ )?${passing} )
  ${selfIs}(?:${states}|\\d+ years old|good at|bad at)(?! (?:bit|little|lot|same) )
  (?:means|meant) (?:a lot|so much|the world|everything) to me
`)

const people = wordChoice(`
  wife husband partner boyfriend girlfriend fiancé fiancée fiance fiancee kid kids child children son sons daughter daughters baby mom mum
  mother dad
  father parents brother brothers sister sisters sibling siblings twin cousin aunt uncle grandma grandpa grandmother grandfather granny
  niece nephew
  friend friends roommate flatmate boss colleague neighbour neighbor team family dog dogs cat cats pet pets puppy kitten bird parrot
  rabbit hamster
  horse fish turtle turtles
`)
const possessions = wordChoice(`
  name job role house flat apartment home place car bike garden office company business shop store studio birthday address email hometown
  school surname
`)
const presents = wordChoice(`
  is are isn't aren't has have lives live works work loves love likes like hates hate prefers prefer owns own plays play teaches collects
  enjoys enjoy
  speaks speak called named
`)
const inPassing = wordChoice('\\w+ing been just so very finally now gone all had')

const ofTheirs = phraseList(`
  favou?rites? / my (?:\\w+ )?(?:fave|go to|happy place)
  my (?:\\w+ )?(?:dreams?|goals?|passion|hobby|hobbies|collection) (?:is|are|was|for|in|includes?|job|house|home|car|city)
  my (?:\\w+ )?${people}(?: \\w+)? ${presents}(?! ${inPassing} ) / my (?:\\w+ )?${possessions} ${presents}
  my (?:\\w+ )?${people}'s (?:name|a|an|job|birthday|favou?rite)
`)

/** How a lasting fact about the speaker, or what is theirs, is put. Counts only beside a word for the speaker. */
export const factPhrases: string = `${likesAndWays}|${ofTheirs}`

const roughly = '(?:(?:about|over|almost|nearly|around|more than|the last|the past) )*'
const numbers = wordChoice('\\d+ a two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty many several')

/** For how long something about the speaker has been so. Counts only beside a word for the speaker. */
export const durationPhrases: string = phraseList(`
  for ${roughly}(?:${numbers}|a few) years / since (?:\\d\\d\\d\\d|childhood|i was|i were|we were|college|high school|university)
`)

/** How a preference is put. */
export const preferencePhrases: string = phraseList(`
  (?:i|we) (?:\\w+ )?prefer / (?:i'd|we'd|i would|we would) (?:much |really )?(?:rather|prefer) / (?:i|we) tend to
`)

const anyone = wordChoice('i we it that they he she you')

/** What is not settled: no fact is taken from it. */
export const unsettledPhrases: string = phraseList(`
  might / maybe / perhaps / unless / hopefully / whether / if (?:i|we|only) / as if / what if / (?:i|we) wish / ${anyone} may / not sure
  ${anyone} (?:would|could)(?! (?:rather|prefer|always|never) )
`)
export const unsettledOpenings: string = phraseList(`
  if / suppose / supposing / imagine / assuming / assume / let's say / say we / perhaps / maybe / unless / in case
`)

const notReporting = wordChoice("i we i've we've i'd we'd i'll also just always never to and have not really")
const reportingVerbs = wordChoice(`
  said says told tells mentioned mentions claims claimed thinks believes reckons asked asks wrote writes insists insisted complained
  explained announced
  swears swore
`)

/** Somebody else's words: what they say is no fact about the speaker. */
export const reportingPhrases: string = `(?!${notReporting} )\\S+ ${reportingVerbs}|according to`
