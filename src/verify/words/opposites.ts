// Left out: what two people do to each other (give and receive, teacher and student), as one tells the same as the other seen from there.
const pairs = `
  grandfather grandmother / brother sister / son daughter / mother father / husband wife / boyfriend girlfriend / uncle aunt / nephew niece / king queen
  joy sadness / happy sad / love hate / like dislike / like hate / favorite least / best worst / better worse / proud ashamed / calm anxious
  confident nervous / excited bored / relaxed stressed / win lose / success failure / success setback / succeed fail / pass fail / marry divorce
  married divorced / married single / wedding breakup / wedding divorce / buy sell / first last / start stop / start finish / begin end / hire fire / join leave
  increase decrease / gain lose / more less / most least / always never / before after / early late / morning evening / summer winter / hot cold
  easy difficult / easy hard / simple complicated / positive negative / accept reject / accept decline / approve oppose / approve reject
  encourage discourage / allow forbid / older younger / cheap expensive / rich poor / strong weak / safe dangerous / healthy sick / alive dead / born died
  indoor outdoor / indoors outdoors / upstairs downstairs / north south / east west / private public / full empty / loud quiet / clean dirty / wet dry
  agree disagree / remember forget / visit avoid / explore avoid / kitten puppy / cat dog
  breakfast dinner / lunch dinner
`

const found = new Map<string, string[]>()
for (const pair of pairs.split(/[/\n]/)) {
  const [left, right] = pair.trim().split(/\s+/)
  if (left === undefined || right === undefined) continue
  found.set(left, [...(found.get(left) ?? []), right])
  found.set(right, [...(found.get(right) ?? []), left])
}

/** Words that deny each other where one stands for what the other was said of. Both ways round, in base form. */
export const opposites: ReadonlyMap<string, readonly string[]> = found
