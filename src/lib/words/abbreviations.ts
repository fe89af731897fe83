/** Words whose full stop never ends a sentence: a name, a number or an example follows. */
export const leadingAbbreviations: ReadonlySet<string> = new Set(
  'mr mrs ms dr prof st mt ft rev hon capt lt col gen sgt gov sen rep pres vs e.g i.e cf viz approx al fig eq vol ca'.split(' '),
)

/** Words whose full stop goes on only before a number: "Jan. 5", "No. 7", "p. 12". */
export const countedAbbreviations: ReadonlySet<string> = new Set(
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun no nr p pp ch art sec ver v'.split(' '),
)

/** Words that open a sentence rather than go on after "U.S." or an initial. */
export const sentenceOpeners: ReadonlySet<string> = new Set(
  `a an the i i'm i've i'll i'd we we're you he she it it's they this that these those there my our your his her their and but so or if
  when what
  how why who where after before then yes no do did is are was were have has can could would will let please thanks`.split(/\s+/),
)
