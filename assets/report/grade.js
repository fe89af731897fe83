// Grades one answer after the other. What is graded is kept in this browser, if it lets us, and saved as a file for bench grade --labels.
const sample = JSON.parse(document.getElementById('sample').textContent)
const { items } = sample
const byId = id => document.getElementById(id)
const place = `${sample.format} ${sample.seed} ${items.map(({ id }) => id).join(' ')}`.slice(0, 400)
const storage = storageOrNone()
const graded = new Map(items.map(({ id, label, note }) => [id, { label, note }]))
let current = 0

/** Browsers may keep nothing for files that they open. */
function storageOrNone() {
  try {
    window.localStorage.getItem(place)
    return window.localStorage
  } catch {
    return null
  }
}

function element(name, text, className) {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  made.textContent = text
  return made
}

function take(saved) {
  for (const { id, label, note } of saved) if (graded.has(id)) graded.set(id, { label, note: note ?? '' })
}

function keep() {
  storage?.setItem(place, JSON.stringify(labelled()))
}

const labelled = () => items.map(({ id }) => ({ id, ...graded.get(id) }))
const isOpen = ({ id }) => graded.get(id).label === null

function show() {
  const item = items[current]
  const { label, note } = graded.get(item.id)
  const key = item.abstains ? 'It was never said: the right reply is that it is not known.' : item.key
  byId('card').replaceChildren(
    element('p', `${current + 1} of ${items.length}${item.at === null ? '' : ` · asked ${item.at}`}`, 'where'),
    element('h2', item.question),
    ...(key === null ? [] : [element('h3', 'Key'), element('p', key, 'said')]),
    ...item.criteria.map(criterion => element('p', `· ${criterion}`, 'said')),
    element('h3', 'Answer'),
    element('p', item.answer === '' ? '(no words)' : item.answer, 'said'),
  )
  for (const button of document.querySelectorAll('[data-label]'))
    button.setAttribute('aria-pressed', String(button.dataset.label === label))
  byId('note').value = note
  byId('back').disabled = current === 0
  byId('next').disabled = current === items.length - 1
  const done = items.filter(one => !isOpen(one)).length
  byId('progress').textContent = `${done} of ${items.length} graded`
  byId('bar').value = done
  byId('open').disabled = done === items.length
}

function go(to) {
  current = Math.max(0, Math.min(items.length - 1, to))
  show()
}

function nextOpen() {
  const after = items.findIndex((one, index) => index > current && isOpen(one))
  const found = after >= 0 ? after : items.findIndex(isOpen)
  go(found >= 0 ? found : current)
}

function grade(label) {
  const { id } = items[current]
  graded.set(id, { ...graded.get(id), label })
  keep()
  nextOpen()
}

for (const button of document.querySelectorAll('[data-label]')) button.addEventListener('click', () => grade(button.dataset.label))
byId('note').addEventListener('input', event => {
  const { id } = items[current]
  graded.set(id, { ...graded.get(id), note: event.target.value })
  keep()
})
byId('back').addEventListener('click', () => go(current - 1))
byId('next').addEventListener('click', () => go(current + 1))
byId('open').addEventListener('click', nextOpen)
byId('save').addEventListener('click', () => {
  const { format, seed, questions } = sample
  const text = JSON.stringify({ format, seed, questions, items: labelled() }, null, 1)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'labels.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
})
byId('load').addEventListener('change', async event => {
  const [file] = event.target.files
  if (file === undefined) return
  let saved = null
  try {
    saved = JSON.parse(await file.text())
  } catch {
    byId('kept').textContent = `${file.name} is not JSON.`
    return
  }
  const known = (saved.items ?? []).filter(({ id }) => graded.has(id))
  byId('kept').textContent =
    known.length === 0 ? `${file.name} holds no label of this sample.` : `${known.length} labels read from ${file.name}.`
  take(known)
  keep()
  nextOpen()
})
document.addEventListener('keydown', event => {
  if (event.target.matches('textarea, input') || event.ctrlKey || event.metaKey || event.altKey) return
  const label = { 1: 'right', 2: 'wrong', 3: 'unsure' }[event.key]
  if (label !== undefined) grade(label)
  if (event.key === 'ArrowLeft') go(current - 1)
  if (event.key === 'ArrowRight') go(current + 1)
})

take(JSON.parse(storage?.getItem(place) ?? '[]'))
byId('kept').textContent =
  storage === null
    ? 'This browser keeps nothing for this page: save your labels before you close it.'
    : 'What you grade is kept in this browser until you save it.'
byId('grading').hidden = false
if (items.length > 0) {
  current = Math.max(0, items.findIndex(isOpen))
  show()
}
