/** Verbs that questions of dialogue benchmarks ask by: what tells where a bare clause's subject ends. In base form. */
export const baseVerbs: ReadonlySet<string> = new Set(
  `adopt apply ask attend bake be become begin believe bring build buy call camp celebrate choose collect combine come complete connect cook cope
  create dance deal decide describe design develop discover do donate draw drive encourage enjoy explain express face fall feel find finish
  fly get give go grow handle happen have hear help hike hold hope host impact inspire invite join keep know launch learn leave like live look
  lose love make meet mention motivate move need notice offer open organize overcome paint participate pass pay perform plan plant play
  practice prefer prepare promote publish pursue put raise reach read realize receive recommend record relax rescue research return ride run say
  see sell send serve set share show sign speak spend start stay stop suggest support swim take talk teach tell think train travel try
  use visit volunteer want watch win work write`.split(/\s+/),
)

const irregularPasts: ReadonlyMap<string, string> = new Map(
  `be was/become became/begin began/bring brought/build built/buy bought/choose chose/come came/do did/draw drew/drive drove/fall fell/feel felt
  find found/fly flew/get got/give gave/go went/grow grew/have had/hear heard/hold held/keep kept/know knew/leave left/lose lost/make made
  meet met/pay paid/put put/read read/ride rode/run ran/say said/see saw/sell sold/send sent/set set/speak spoke/spend spent/swim swam
  take took/teach taught/tell told/think thought/win won/write wrote`
    .split(/[/\n]/)
    .map((pair): [string, string] => {
      const [base = '', past = ''] = pair.trim().split(' ')
      return [base, past]
    }),
)

export function pastOf(verb: string): string {
  const irregular = irregularPasts.get(verb)
  if (irregular !== undefined) return irregular
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return /^[a-z]?[^aeiou]?[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`
}

export function thirdPersonOf(verb: string): string {
  if (verb === 'have') return 'has'
  if (/(?:s|sh|ch|x|o)$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}
