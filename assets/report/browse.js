// Lists the answers of the runs that the page carries. Everything is written as text: nothing that a model said becomes markup.
const { usual, runs } = JSON.parse(document.getElementById('runs').textContent)
const filters = document.getElementById('filters')
const list = document.getElementById('list')
const count = document.getElementById('count')
const more = document.getElementById('more')
const pageSize = 20

const evidenceNames = {
  none: 'evidence missed',
  part: 'a part of the evidence missed',
  all: 'evidence all there',
  unnamed: 'no evidence named',
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.filter(child => child !== null))
  return made
}

function select(name, label, options) {
  const made = element('select', { name }, ...options.map(([value, text]) => element('option', { value }, text)))
  return { label: element('label', {}, label, made), made }
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`
const unique = values => [...new Set(values)]
const judges = unique(runs.flatMap(run => run.judges.map(({ id }) => id)))
const systems = unique(runs.flatMap(run => run.systems))
const categories = unique(runs.flatMap(run => run.questions.map(({ category }) => category)))
const named = values => values.map(value => [value, value])

const controls = {
  ...(runs.length > 1 && { run: select('run', 'Run', [['', 'all'], ...runs.map((run, place) => [String(place), run.run])]) }),
  system: select('system', 'System', [['', 'all'], ...named(systems)]),
  category: select('category', 'Category', [['', 'all'], ...named(categories)]),
  judge: select('judge', 'Judge', named(judges)),
  verdict: select('verdict', 'Verdict', [
    ['wrong', 'wrong'],
    ['right', 'right'],
    ['split', 'judges disagree'],
    ['unjudged', 'not judged, or failed'],
    ['', 'any'],
  ]),
  evidence: select('evidence', 'Evidence', [['', 'any'], ...Object.entries(evidenceNames)]),
}
const search = element('input', { type: 'search', name: 'words', placeholder: 'in question, key and answers' })
filters.append(...Object.values(controls).map(({ label }) => label), element('label', {}, 'Words', search))
filters.hidden = false
if (usual !== null) controls.judge.made.value = usual

const picked = name => controls[name]?.made.value ?? ''

/** Right, wrong or neither, by one judge. A share of a point is right from a half on. */
function verdictOf(verdict) {
  if (verdict === null || verdict === undefined || verdict.score === null) return 'unjudged'
  return verdict.score >= 0.5 ? 'right' : 'wrong'
}

function accepts(run, answer) {
  const judge = run.judges.findIndex(({ id }) => id === picked('judge'))
  const said = answer.verdicts.filter((verdict, place) => run.judges[place].scale === 'binary' && verdict !== null).map(verdictOf)
  const wanted = picked('verdict')
  const fits =
    wanted === '' || (wanted === 'split' ? said.includes('right') && said.includes('wrong') : verdictOf(answer.verdicts[judge]) === wanted)
  return fits && (picked('evidence') === '' || answer.found === picked('evidence'))
}

/** Each question that is listed, with the places of the systems whose answers were asked for. */
function found() {
  const words = search.value.trim().toLowerCase()
  return runs.flatMap((run, place) => {
    if (picked('run') !== '' && picked('run') !== String(place)) return []
    return run.questions.flatMap(question => {
      if (picked('category') !== '' && question.category !== picked('category')) return []
      const text = [question.question, question.gold, ...question.answers.map(answer => answer?.text)].join('\n').toLowerCase()
      if (!text.includes(words)) return []
      const chosen = question.answers.flatMap((answer, index) => {
        const isMeant = picked('system') === '' || run.systems[index] === picked('system')
        return answer !== null && isMeant && accepts(run, answer) ? [index] : []
      })
      return chosen.length === 0 ? [] : [{ run, question, chosen }]
    })
  })
}

function chips(run, answer) {
  const verdicts = answer.verdicts.flatMap((verdict, place) => {
    if (verdict === null) return []
    const { id, scale } = run.judges[place]
    const said = verdict.score === null ? 'failed' : scale !== 'binary' ? verdict.score.toFixed(2) : verdictOf(verdict)
    return [element('span', { class: scale !== 'binary' ? 'chip' : `chip ${verdictOf(verdict)}` }, `${id}: ${said}`)]
  })
  return [...verdicts, element('span', { class: 'chip' }, evidenceNames[answer.found])]
}

function turnList(run, question, ids) {
  const words = run.turns[question.history] ?? {}
  const isEvidence = id =>
    question.evidence.some(evidence => id === evidence || (id.startsWith(evidence) && /^_\d+$/.test(id.slice(evidence.length))))
  return element(
    'ul',
    { class: 'turns' },
    ...ids.map(id => {
      const turn = words[id]
      const text = turn === undefined ? null : `${turn.who}${turn.at === null ? '' : `, ${turn.at}`}: ${turn.text}`
      return element('li', isEvidence(id) ? { class: 'evidence' } : {}, element('code', {}, isEvidence(id) ? `${id} ✓` : id), text)
    }),
  )
}

function details(summary, content) {
  const made = element('details', {}, element('summary', {}, summary))
  // Most are never opened.
  made.addEventListener('toggle', () => made.childElementCount === 1 && made.append(...content()), { once: true })
  return made
}

function answerBlock(run, question, index) {
  const answer = question.answers[index]
  const judge = run.judges.findIndex(({ id }) => id === picked('judge'))
  const replies = answer.verdicts.flatMap((verdict, place) => {
    const text = verdict?.error ?? verdict?.replies.join('\n') ?? ''
    return text === '' ? [] : [element('p', {}, element('strong', {}, `${run.judges[place].id}: `), text)]
  })
  const { shown, cited } = answer
  return element(
    'div',
    { class: `answer ${verdictOf(answer.verdicts[judge])}` },
    element('p', { class: 'by' }, element('strong', {}, run.systems[index]), ...chips(run, answer)),
    element('p', {}, answer.text ?? `failed: ${answer.error}`),
    cited === null || cited.length === 0 ? null : details(`cites ${counted(cited.length, 'turn')}`, () => [turnList(run, question, cited)]),
    shown === null || shown.length === 0
      ? null
      : details(`was shown ${counted(shown.length, 'turn')}`, () => [turnList(run, question, shown)]),
    replies.length === 0 ? null : details('what the judges said', () => replies),
  )
}

function item({ run, question, chosen }) {
  const others = question.answers.flatMap((answer, index) => (answer === null || chosen.includes(index) ? [] : [index]))
  const key = question.abstains ? 'was never said: the right reply is that it is not known' : question.gold
  return element(
    'li',
    {},
    element(
      'p',
      { class: 'where' },
      [runs.length > 1 ? run.run : null, question.id, question.category, question.at === null ? null : `asked ${question.at}`]
        .filter(part => part !== null)
        .join(' · '),
    ),
    element('h3', {}, question.question),
    key === null ? null : element('p', { class: 'key' }, `Key: ${key}`),
    question.criteria.length === 0 ? null : element('ul', {}, ...question.criteria.map(criterion => element('li', {}, criterion))),
    ...chosen.map(index => answerBlock(run, question, index)),
    question.evidence.length === 0
      ? null
      : details(`the evidence: ${counted(question.evidence.length, 'id')}`, () => [turnList(run, question, question.evidence)]),
    others.length === 0
      ? null
      : details(`${counted(others.length, 'other answer')}`, () => others.map(index => answerBlock(run, question, index))),
  )
}

let listed = []
let shownCount = 0

function showMore() {
  const next = listed.slice(shownCount, shownCount + pageSize)
  list.append(...next.map(item))
  shownCount += next.length
  more.hidden = shownCount >= listed.length
  more.textContent = `Show ${Math.min(pageSize, listed.length - shownCount)} more of ${listed.length - shownCount}`
}

function show() {
  listed = found()
  const answers = listed.reduce((sum, { chosen }) => sum + chosen.length, 0)
  count.textContent = `${counted(answers, 'answer')} to ${counted(listed.length, 'question')}`
  list.replaceChildren()
  shownCount = 0
  showMore()
}

filters.addEventListener('input', show)
filters.addEventListener('submit', event => event.preventDefault())
more.addEventListener('click', showMore)
show()
