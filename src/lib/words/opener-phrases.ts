import { phraseList } from './phrases.ts'

/** Interjections that a sentence may open with and do without, where a comma or a dash follows. */
export const interjections: string = phraseList(`
  hey / hi / hello / wow / whoa / oh / oh wow / ah / aw / aww / yay / woo / woohoo / haha / ha / lol / yeah / yea / yep / yup / yes / sure
  ok / okay / cool
  awesome / great / nice / sweet / totally / absolutely / definitely / exactly / for sure / of course / thanks / thanks so much
  thanks a lot / thank you
  thank you so much / well / so / and / but / anyway / anyways / btw / by the way / also / plus / guess what / congrats / congratulations
  man / dude / gosh
  omg / honestly / actually / luckily / fortunately / true / agreed / right / good question / good point / good idea / no problem
  no worries / got it
  that's great / that's awesome / that's cool / that's amazing / that's nice / that's wonderful / that's so cool / sounds great
  sounds good / good to hear
  glad to hear it / nice work / good luck / you're right / i see / i agree / same here / me too
`)

/** Those that need no comma after them. */
export const barePrefixes: string = phraseList(`
  oh / yeah / yea / yep / yup / wow / well / btw / by the way / anyway / and / but / plus
  so(?! (?:far|that|much|many|long|called|is|are|do|did|does|i guess))
`)

/** What a sentence may close with after a last comma, and do without. */
export const closingVocatives: ReadonlySet<string> = new Set(
  'man dude bro buddy pal girl guys folks everyone haha lol huh eh right ok okay thanks'.split(' '),
)
