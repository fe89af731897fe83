import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { type PresetName, presetNames } from '../../src/config.ts'
import { createEndpointModel } from '../../src/models.ts'
import { defaultCacheFolder } from './cache-folder.ts'
import type { JsonSupport } from './chat-request.ts'
import { clientChecks } from './client-checks.ts'
import { ladderCheck } from './ladder-check.ts'
import { localModels, pickLocalModel } from './models.ts'
import { demoSample, locomoSamples } from './sample.ts'
import { setUpEngine } from './set-up-engine.ts'
import { setUpModel } from './set-up-model.ts'
import { type LocalServer, startServer } from './start-server.ts'
import { type AskedQuestion, measureWalk } from './walk.ts'
import { walkTable } from './walk-table.ts'
import { type Check, refusesSchema, wireChecks } from './wire-checks.ts'

// Sets up a small model, serves it, checks the server over the wire and measures the walk with it. docs/contributing/local-model.md says more.
//   npm run test:model
//   npm run test:model -- --model qwen05 --data locomo.json --ids conv-26

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'smol' },
    cache: { type: 'string', default: defaultCacheFolder() },
    data: { type: 'string' },
    ids: { type: 'string', default: '' },
    presets: { type: 'string', default: presetNames.join(',') },
    questions: { type: 'string', default: '24' },
    cold: { type: 'string', default: '3' },
    transcript: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const usage = `npm run test:model -- [options]
  --model NAME         ${Object.keys(localModels).join(', ')} (${values.model})
  --cache FOLDER       where engine and weights are kept (${values.cache})
  --data FILE          a LoCoMo file to ask about; the demo's conversation where not given
  --ids ID,...         which of its conversations; the first where not given
  --presets NAME,...   of ${presetNames.join(', ')}; all where not given
  --questions COUNT    of each conversation under each preset (${values.questions}); 0 checks the server only
  --cold COUNT         of these, how many are asked with an empty cache (${values.cold})
  --transcript TOKENS  the most of a conversation; what the model's context holds where not given
  --json               everything that was asked and measured, on standard output`

/** For people; results alone go to standard output with --json. */
const say = (line: string): void => (values.json ? console.error(line) : console.log(line))
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort(new Error('Stopped.')))
const { signal } = stopped

try {
  if (values.help) console.log(usage)
  else process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exitCode = 1
}

/** Whether all checks passed. */
async function main(): Promise<boolean> {
  const presets = values.presets.split(',').map(pickPreset)
  const [questions, cold] = [readCount('questions', values.questions), readCount('cold', values.cold)]
  const model = pickLocalModel(values.model)
  const { contextTokens } = model
  // A model's own tokens are up to a quarter more than o200k's; instructions, question and answer need room too.
  const transcriptTokens =
    values.transcript === undefined ? Math.floor(contextTokens / 1.25) - 500 : readCount('transcript', values.transcript)
  const limits = { questions, transcriptTokens }
  const ids = values.ids === '' ? [] : values.ids.split(',')
  const samples = values.data === undefined ? [await demoSample(limits)] : await locomoSamples(values.data, ids, limits)

  // Whoever works on this machine goes first; the server inherits it.
  setPriority(constants.priority.PRIORITY_LOW)
  await setUpEngine(values.cache, { signal, report: say })
  await setUpModel(model, values.cache, { signal, report: say })
  const serve = async <Result>(json: JsonSupport, work: (server: LocalServer) => Promise<Result>): Promise<Result> => {
    const start = performance.now()
    const server = await startServer({ model: values.model, cache: values.cache, json, contextTokens, signal })
    try {
      say(`\n${model.about}, JSON support "${json}": ${server.baseUrl} (${seconds(start)})`)
      return await work(server)
    } finally {
      await server.stop()
    }
  }

  const asked: AskedQuestion[] = []
  const failed = await serve('schema', async server => {
    const failures = await runChecks([...wireChecks, ...clientChecks, ladderCheck('schema')], server)
    if (questions === 0) return failures
    for (const sample of samples) asked.push(...(await walk(sample, { server, presets, cold })))
    return failures
  })
  const failedWithout = await serve('object', server => runChecks([refusesSchema, ladderCheck('object')], server))
  const failedWithNone = await serve('none', server => runChecks([ladderCheck('none')], server))
  const failures = [...failed, ...failedWithout, ...failedWithNone]
  if (values.json) console.log(JSON.stringify({ model: values.model, failures, asked }, null, 2))
  say(failures.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failures.join('; ')}.`)
  return failures.length === 0
}

/** Gives the names of those that failed. */
async function runChecks(checks: readonly Check[], { baseUrl }: LocalServer): Promise<readonly string[]> {
  const failures: string[] = []
  for (const { name, run } of checks) {
    const start = performance.now()
    try {
      await run(baseUrl, signal)
      say(`  ✓ ${name} (${seconds(start)})`)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(name)
      say(`  ✗ ${name} (${seconds(start)})\n    ${error instanceof Error ? error.message.replaceAll('\n', '\n    ') : error}`)
    }
  }
  return failures
}

interface WalkParts {
  readonly server: LocalServer
  readonly presets: readonly PresetName[]
  readonly cold: number
}

async function walk(
  sample: Awaited<ReturnType<typeof demoSample>>,
  { server, presets, cold }: WalkParts,
): Promise<readonly AskedQuestion[]> {
  const { name, turns, transcriptTokens, questions } = sample
  say(`\nThe walk on ${name}: ${turns.length} turns, ${transcriptTokens.toLocaleString('en')} tokens, ${questions.length} questions`)
  const model = createEndpointModel({ baseUrl: server.baseUrl, model: values.model })
  let done = 0
  const onQuestion = ({ preset, cold: wasCold, question, answered, ms }: AskedQuestion): void => {
    const line = (answered?.text ?? '(nothing)').replaceAll(/\s+/g, ' ').slice(0, 90)
    say(
      `  ${++done}/${questions.length * presets.length} ${preset}, ${wasCold ? 'cold' : 'warm'}, ${(ms / 1000).toFixed(1)} s: ${question} ${line}`,
    )
  }
  const asked = await measureWalk({ sample, presets, server, model, cold, onQuestion, signal })
  say(`\nTokens: means, by the model's tokenizer. Seconds: p50 / p95; to first token and to the end of the processor, waited by the clock.`)
  say(walkTable(asked))
  return asked
}

function pickPreset(name: string): PresetName {
  const preset = presetNames.find(one => one === name)
  if (preset === undefined) throw new Error(`--presets: there is no "${name}". There are ${presetNames.join(', ')}.`)
  return preset
}

function readCount(option: string, value: string): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 0) throw new Error(`--${option}: expected a whole number, got "${value}".`)
  return count
}
