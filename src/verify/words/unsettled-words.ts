import { phraseList } from '../../lib/words/phrases.ts'

/** What makes a thing told no fact yet: supposed, wished or planned. In the form of `plainWords`. */
export const unsettledPhrases: string = phraseList(`
  might / maybe / perhaps / could / would (?:love|like) to / want to / wanna / hope to / hoping to / plan to / planning to / planning on / considering
  thinking (?:of|about)
`)

/** Words by which a sentence says itself that it tells of no fact yet, or of what is to come or advised. In the form of `plainWords`. */
export const openPhrases: string = phraseList(`
  might / may / maybe / perhaps / possibly / likely / potential\\w* / can / could / would / should / will / going to / gonna / able / if / future
  i'll / we'll / you'll / he'll / she'll / they'll / (?:want|hop|plan|intend|think|wish|dream|consider|aim|aspir|try|trie|need|suggest|recommend)\\w*
  thought / goals? / interested / advi[cs]e\\w* / looking
`)
