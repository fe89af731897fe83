const groups = `
  child children kid kids / man men / woman women / foot feet / tooth teeth / mouse mice / wife wives / life lives / person people
  mother mom mum mama / father dad / grandmother grandma granny / grandfather grandpa / photo photos picture pictures pic pics photograph photographs
  movie movies film films / tv television / bike bikes bicycle bicycles / favorite favourite / color colour / center centre / theater theatre
  job jobs work / great good / huge large big / pet pets / buddy pal friend / purchase buy / adore love / km kilometre kilometer / kg kilogram / relocate move / physician doctor / ill sick / phone cellphone / fridge refrigerator / vacation holiday
`

/** Words that mean the same wherever one of them may stand for the other, and plurals that no ending tells. */
export const equalWords: ReadonlyMap<string, string> = new Map(
  groups.split(/[/\n]/).flatMap(group => {
    const [first = '', ...others] = group.trim().split(/\s+/)
    return others.map((other): [string, string] => [other, first])
  }),
)
