// Base form, then its past and participle where they are spelled otherwise. Left out: forms that are other words first (found, left, felt, ground,
// lay, saw as nouns or verbs of their own are kept only where the verb is by far the likelier).
const forms = `
  arise arose arisen / awake awoke awoken / bear bore borne / beat beaten / become became / begin began begun / bend bent / bind bound / bite bit bitten
  bleed bled / blow blew blown / break broke broken / breed bred / bring brought / build built / burn burnt / buy bought / catch caught / choose chose chosen
  come came / creep crept / deal dealt / dig dug / dive dove / draw drew drawn / dream dreamt / drink drank drunk / drive drove driven / eat ate eaten / fall fell fallen
  feed fed / feel felt / fight fought / find found / flee fled / fly flew flown / forbid forbade forbidden / forget forgot forgotten / forgive forgave forgiven
  freeze froze frozen / get got gotten / give gave given / go went gone / grow grew grown / hang hung / hear heard / hide hid hidden / hold held / keep kept
  kneel knelt / know knew known / lead led / learn learnt / lend lent / lose lost / make made / mean meant / meet met / pay paid / ride rode ridden / ring rang rung
  rise rose risen / run ran / say said / see saw seen / seek sought / sell sold / send sent / shake shook shaken / shine shone / shoot shot / show shown / shrink shrank shrunk
  sing sang sung / sink sank sunk / sit sat / sleep slept / slide slid / speak spoke spoken / spend spent / spin spun / stand stood / steal stole stolen / stick stuck
  strike struck / swear swore sworn / sweep swept / swim swam swum / swing swung / take took taken / teach taught / tear tore torn / tell told / think thought / throw threw thrown
  understand understood / wake woke woken / wear wore worn / weep wept / win won / write wrote written / undertake undertook undertaken / overcome overcame / withdraw withdrew withdrawn
`

/** The base form by past form or participle, for English verbs that no ending tells. */
export const irregularVerbs: ReadonlyMap<string, string> = new Map(
  forms.split(/[/\n]/).flatMap(entry => {
    const [base = '', ...others] = entry.trim().split(/\s+/)
    return others.map((other): [string, string] => [other, base])
  }),
)
