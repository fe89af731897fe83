// What it takes to have a model write the records, in calls and tokens for 100 turns, in both modes. By hand:
//   npx node scripts/measure-extraction.ts LOCOMO-FILE
// The model is a stand-in that tells one record of each turn it is shown, so the output is of a usual size and the input exact; no request is sent.
import { type LanguageModel, openEngram } from '../src/index.ts'
import { loadTokenCounter } from '../src/lib/tokens.ts'
import { openMemoryStore } from '../src/testing.ts'
import { turnsBySpace } from './turns-by-space.ts'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Give the path of a LoCoMo file: npx node scripts/measure-extraction.ts locomo.json')
const count = await loadTokenCounter()
const spaces = await turnsBySpace(path)

const standIn: LanguageModel = {
  id: 'stand-in',
  async complete({ messages }) {
    const shown = (messages[1]?.content.split('<turns>\n')[1] ?? '').split('\n').slice(0, -1)
    const turns = shown.map((line): { turn: number; speaker: string; text: string } => JSON.parse(line))
    const routes = turns.map(({ turn }) => ({ turn, episodic: true, semantic: false, procedural: false }))
    const records = turns.map(({ turn, speaker, text }) => {
      const quote = text.split(/(?<=[.!?])\s/)[0] ?? text
      return { turn, kind: 'episodic', claim: `${speaker}: ${quote}`, quote, date: '', title: 'What was told', steps: [] }
    })
    const routing = messages[0]?.content.includes('"episodic", "semantic" and "procedural"')
    const text = JSON.stringify(routing ? { turns: routes } : { records })
    const inputTokens = messages.reduce((sum, { content }) => sum + count(content), 0)
    const counted = { inputTokens, cachedInputTokens: null, outputTokens: count(text), reasoningTokens: null }
    const sources = { inputTokens: 'counted', cachedInputTokens: null, outputTokens: 'counted', reasoningTokens: null } as const
    return { text, finish: 'stop', usage: { ...counted, sources } }
  },
}

for (const mode of ['batch', 'turn'] as const) {
  const memory = await openEngram({ store: openMemoryStore(), extraction: { model: standIn, mode } })
  for (const [space, turns] of spaces) await memory.space({ tenant: 'measure', space }).remember(turns)
  const { turns, calls, usage } = await memory.work()
  const per100 = (total: number | null): string => ((100 * (total ?? Number.NaN)) / turns).toFixed(1)
  console.log(
    `${mode}: ${turns} turns; for 100 turns ${per100(calls)} calls, ${per100(usage.inputTokens)} input and ${per100(usage.outputTokens)} output tokens`,
  )
}
