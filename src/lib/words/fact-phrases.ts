import { phraseList, wordChoice } from './phrases.ts'

const adverbs =
  "(?:(?:also|really|always|still|just|totally|both|all|usually|often|definitely|never|actually|only|mostly|mainly|currently|absolutely|truly|even|already|do|don't|personally|honestly|now) )*"
const amounts = wordChoice('a an two three four five six seven ten some many several lots no one \\d+')
const times = wordChoice(
  'great good blast fun lot meeting question feeling plan chance nice wonderful idea few bit while ton hard look doctor call blast',
)
const people =
  wordChoice(`wife husband partner boyfriend girlfriend fiancé fiancée fiance fiancee kid kids child children son sons daughter daughters baby mom mum mother
  dad father parents brother brothers sister sisters sibling siblings twin cousin aunt uncle grandma grandpa grandmother grandfather granny niece nephew
  friend friends roommate flatmate boss colleague neighbour neighbor team family dog dogs cat cats pet pets puppy kitten bird parrot rabbit hamster horse fish
  turtle turtles`)
const possessions = wordChoice(
  'name job role house flat apartment home place car bike garden office company business shop store studio birthday address email hometown school surname',
)
const presents = wordChoice(
  "is are isn't aren't has have lives live works work loves love likes like hates hate prefers prefer owns own plays play teaches collects enjoys enjoy speaks speak called named",
)
const states =
  wordChoice(`from into allergic vegan vegetarian married single divorced engaged passionate known afraid scared fond born retired diabetic interested obsessed based
  pregnant deaf blind dyslexic bilingual colorblind colourblind`)

/** How a lasting fact about the speaker, or what is theirs, is put. */
export const factPhrases: string = phraseList(`
  (?:i|we) ${adverbs}(?:love|like)(?! (?:that|it|how|your|this|to (?:hear|see|know|thank)|the (?:idea|sound|look)) )
  (?:i|we) ${adverbs}(?:enjoy|prefer|hate|dislike|adore|own|live|believe in|collect|belong|value|speak|teach|study|play|eat|drink|can't stand|cannot stand|grew up|come from|was born)
  (?:i|we) ${adverbs}work (?:as|at|in|for|with|from|on) / (?:i|we) ${adverbs}(?:loved|liked|hated) / (?:i|we) (?:don't|can't|cannot) (?:like|eat|drink|own|have (?:any|a)|care for|tolerate)
  (?:i've|we've) got ${amounts} / (?:i|we) ${adverbs}(?:have|own|have got) ${amounts}(?! (?:\\w+ )?${times} )
  (?:i'm|i am|we're|we are) ${adverbs}(?:a|an|the|${states}|\\d+ years old|good at|bad at)(?! (?:bit|little|lot|same) )
  my (?:\\w+ )?(?:favou?rites?|fave|go to|happy place) / my (?:\\w+ )?(?:dream|dreams|goal|goals|passion|hobby|hobbies|collection) (?:is|are|was|for|in|includes?|job|house|home|car|city)
  my (?:\\w+ )?${people}(?: \\w+)? ${presents}(?! (?:\\w+ing|been|just|so|very|finally|now|gone|all|doing|had) ) / my (?:\\w+ )?${possessions} ${presents} / favou?rites?
  my (?:\\w+ )?${people}'s (?:name|a|an|job|birthday|favou?rite) / (?:means|meant) (?:a lot|so much|the world|everything) to me
`)

/** For how long something about the speaker has been so. Counts only beside a word for the speaker. */
export const durationPhrases: string = phraseList(`
  for (?:about |over |almost |nearly |around |more than |the last |the past )*(?:\\d+|a|two|three|four|five|six|seven|eight|nine|ten|many|several|a few|twenty|thirty) years
  since (?:\\d\\d\\d\\d|childhood|i was|i were|we were|college|high school|university)
`)

/** How a preference is put. */
export const preferencePhrases: string = phraseList(`
  (?:i|we) (?:\\w+ )?prefer / (?:i'd|we'd|i would|we would) (?:much |really )?(?:rather|prefer) / (?:i|we) tend to
`)

/** What is not settled: no fact is taken from it. */
export const unsettledPhrases: string = phraseList(`
  might / maybe / perhaps / unless / hopefully / whether / if (?:i|we|only) / as if / what if / (?:i|we) wish / (?:i|we|it|that|they|he|she|you) may / not sure
  (?:i|we|it|that|they|he|she|you) (?:would|could)(?! (?:rather|prefer|always|never) )
`)
export const unsettledOpenings: string = phraseList(
  "if / suppose / supposing / imagine / assuming / assume / let's say / say we / perhaps / maybe / unless / in case",
)

/** Somebody else's words: what they say is no fact about the speaker. */
export const reportingPhrases: string = `(?!(?:i|we|i've|we've|i'd|we'd|i'll|also|just|always|never|to|and|have|not|really) )\\S+ ${wordChoice(
  'said says told tells mentioned mentions claims claimed thinks believes reckons asked asks wrote writes insists insisted complained explained announced swears swore',
)}|according to`
