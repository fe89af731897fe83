const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Auxiliaries and past forms that a third person leaves as they are. */
export const unchangingVerbs: ReadonlySet<string> = words(`
  will would can could should may might must shall can't won't couldn't wouldn't shouldn't didn't wasn't hadn't cannot mustn't did had was
  used gotta gonna
`)

/** Base forms that are past forms too: whether "I put" is past can't be seen. */
export const ambiguousVerbs: ReadonlySet<string> = words(
  'put hit cut set let cost hurt quit spread shut bet read beat split rid cast burst',
)

/** Forms that agree with "I", and what they become. */
export const agreeing: ReadonlyMap<string, string> = new Map([
  ['am', 'is'],
  ['are', 'is'],
  ['were', 'was'],
  ['have', 'has'],
  ['do', 'does'],
  ["don't", "doesn't"],
  ["haven't", "hasn't"],
  ["aren't", "isn't"],
  ["weren't", "wasn't"],
])

/** What may stand between a subject and its verb. Words in -ly do too, but for the verbs among them. */
export const betweenWords: ReadonlySet<string> = words(`
  just really also always still never totally definitely absolutely actually recently finally even only usually often sometimes already
  ever currently
  mainly mostly truly especially honestly probably certainly so too both all now then kinda completely almost first once basically
  literally not
`)
export const verbsInLy: ReadonlySet<string> = words('apply rely supply reply fly multiply comply imply')

/** Words that are no verb, whatever they look like. */
export const neverVerbs: ReadonlySet<string> = words(`
  and or but nor in on at to of for with by from up down out off over through there here the a an that this these those who which what
  when where why how if
  because since as than much many one two some every each such no me my you your him her his us our them their it he she they we last
  yesterday today
  away back around about into sort kind part proud happy glad busy better good cool luck joy peace sorry sure able ready afraid excited
  more most less least
  while until before after during without within between among against across behind beyond near per via though although unless whether
  either neither else
  maybe perhaps anyway instead together again soon later tomorrow tonight
`)

/** Verbs in -s by nature. */
export const verbsInS: ReadonlySet<string> = words('miss pass guess discuss focus stress process dress possess cross bless kiss press toss')

/** Verbs that often follow an "and": they would have to agree too, and may as well be nouns. */
export const coordinatedVerbs: ReadonlySet<string> = words(`
  love like need want think know feel hope enjoy try keep do have go make get take play see work help give use find watch read write run
  spend look wish miss
  believe remember plan teach volunteer cook paint draw dance live come hike walk eat drink sing swim study speak travel own bake sleep
  listen talk meet call
  don't am drive ride visit prefer hate always usually often sometimes
`)

/** With any of these it is about more than the speaker alone. */
export const sharedWords: ReadonlySet<string> = words(`
  you you're you've you'll you'd your yours yourself we we're we've we'll we'd us our ours ourselves myself let's y'all ya ain't
`)
