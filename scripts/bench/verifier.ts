import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { openDataset } from '../../src/bench/datasets/open-dataset.ts'
import { claimsOf } from '../../src/bench/verifier/claim-set.ts'
import { answeredQuestions } from '../../src/bench/verifier/locomo-claims.ts'
import { measureVerifier, type VerifierFigures } from '../../src/bench/verifier/measure-verifier.ts'
import { EngramError } from '../../src/index.ts'
import { createRuleVerifier } from '../../src/verify/rule-verifier.ts'

// Which claims about LoCoMo's conversations the rules accept and which they reject: docs/benchmarks.md says how the claims are made.
//   npm run bench:verifier -- --data locomo.json [--ids conv-26,conv-30] [--json]

const usage = 'Give a LoCoMo file: npm run bench:verifier -- --data locomo.json [--ids conv-26,conv-30] [--json]'

try {
  const figures = await measure()
  console.log(readOptions().json ? JSON.stringify(figures) : describe(figures))
} catch (error) {
  if (!(error instanceof EngramError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readOptions(): { readonly data: string; readonly ids: readonly string[] | null; readonly json: boolean } {
  const { values } = parse()
  if (values.data === undefined) throw new EngramError('bad_input', usage, { field: 'data' })
  const ids = values.ids?.split(',').map(id => id.trim()) ?? null
  return { data: values.data, ids, json: values.json ?? false }
}

function parse() {
  try {
    return parseArgs({ options: { data: { type: 'string' }, ids: { type: 'string' }, json: { type: 'boolean' } } })
  } catch (cause) {
    throw new EngramError('bad_input', `${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, { cause })
  }
}

async function measure(): Promise<VerifierFigures & { readonly conversations: readonly string[] }> {
  const { data, ids } = readOptions()
  const histories = await Array.fromAsync(openDataset('locomo', data, { captions: true }).histories())
  const names = histories.map(({ name }) => name)
  const unknown = ids?.filter(id => !names.includes(id)) ?? []
  if (unknown.length > 0) {
    const message = `ids: no conversation ${unknown.map(id => `"${id}"`).join(', ')} in ${data}. It holds ${names.join(', ')}.`
    throw new EngramError('bad_input', message, { field: 'ids' })
  }
  const chosen = histories.filter(({ name }) => ids === null || ids.includes(name))
  const claims = chosen.flatMap(history => claimsOf(history.turns, answeredQuestions(history)))
  return { conversations: chosen.map(({ name }) => name), ...(await measureVerifier(createRuleVerifier(), claims, processorMs)) }
}

/** Time of this process alone: what else the machine does must not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function describe(figures: Awaited<ReturnType<typeof measure>>): string {
  const percent = (share: number | null): string => (share === null ? '-' : (100 * share).toFixed(1))
  const accepted = new Table({ head: ['true claims', 'n', '%'], style: { head: [], border: [] } })
  accepted.push(
    ['supported', figures.positives, percent(figures.accept.supported)],
    ['supported or partly', figures.positives, percent(figures.accept.supportedOrPartly)],
  )
  const rejected = new Table({ head: ['wrong claims', 'n', 'rejected, %'], style: { head: [], border: [] } })
  for (const [kind, share] of Object.entries(figures.reject)) {
    rejected.push([kind, figures.counts[kind] ?? 0, percent(share)])
  }
  const mixes = Object.entries(figures.precisionByShareTrue).map(
    ([share, precision]) => `${percent(precision)} at ${percent(Number(share))}`,
  )
  return [
    figures.conversations.join(', '),
    accepted.toString(),
    rejected.toString(),
    `precision of "supported": ${percent(figures.precisionSupported)}; of "supported or partly": ${percent(figures.precisionSupportedOrPartly)} (half of the claims true)`,
    `precision of "supported", by the share of claims that are true: ${mixes.join(', ')}`,
    `${figures.msPerCheck.toFixed(2)} ms of processor time a check`,
  ].join('\n')
}
