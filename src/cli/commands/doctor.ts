import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import pc from 'picocolors'
import type { Settings } from '../../config.ts'
import { EngramError } from '../../errors.ts'
import { type GlobalOptions, settingsOf, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  /** What to do about it; null when nothing. */
  readonly remedy: string | null
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .summary('what is configured and stored, and what to do about what is wrong')
    .description('Checks the runtime, the store and what is stored. Exit code 1 when something is wrong.')
    .addHelpText('after', '\nExample:\n  engram-r doctor --store memory.db')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { json = false } = options
      const settings = settingsOf(options)
      const findings = [runtime(), ...(await checkStore(command, settings)), ...(await checkModels(settings))]
      if (json) printJson({ ok: findings.every(({ ok }) => ok), findings })
      else for (const finding of findings) print(describe(finding))
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

function describe({ check, ok, detail, remedy }: Finding): string {
  return `${ok ? pc.green('ok ') : pc.red('bad')} ${check.padEnd(8)} ${detail}${remedy === null ? '' : `\n             ${remedy}`}`
}

/** An older Node never comes so far. */
function runtime(): Finding {
  return { check: 'node', ok: true, detail: `Node ${process.versions.node}`, remedy: null }
}

const patienceMs = 5_000

/** Whether the server of the models answers, and knows them. */
async function checkModels({ baseUrl, apiKey, model, checkModel, extractModel, embedModel }: Settings): Promise<readonly Finding[]> {
  const wanted = [...new Set([model, checkModel, extractModel, embedModel].flatMap(id => id ?? []))]
  if (wanted.length === 0) return []
  const check = 'models'
  const named = wanted.join(', ')
  if (baseUrl === undefined) return [{ check, ok: false, detail: named, remedy: 'Say where they are: ENGRAM_BASE_URL or "baseUrl".' }]
  const { host } = new URL(baseUrl)
  try {
    const reply = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!reply.ok) return [{ check, ok: false, detail: `${host} answers with status ${reply.status}`, remedy: remedyOf(reply.status) }]
    const listed = await reply.text()
    const missing = wanted.filter(id => !listed.includes(JSON.stringify(id)))
    if (missing.length === 0) return [{ check, ok: true, detail: `${named} at ${host}`, remedy: null }]
    return [{ check, ok: false, detail: `${host} does not list ${missing.join(', ')}`, remedy: `GET ${baseUrl}/models says what it has.` }]
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return [{ check, ok: false, detail: `${host} does not answer: ${reason}`, remedy: 'Start the server, or correct baseUrl.' }]
  }
}

function remedyOf(status: number): string {
  if (status === 401 || status === 403) return 'Set the key in ENGRAM_API_KEY.'
  return 'baseUrl should end where /models and /chat/completions begin: usually in /v1.'
}

async function checkStore(command: Command, { store, preset, model, extractModel }: Settings): Promise<readonly Finding[]> {
  if (!existsSync(store)) {
    return [{ check: 'store', ok: true, detail: `${store}: not there yet; the first import or remember makes it`, remedy: null }]
  }
  const size = `${(statSync(store).size / 1_048_576).toFixed(1)} MiB`
  try {
    return await withContext(command, async ({ memory, store: open, assembly }) => {
      const spaces = await memory.spaces()
      const turns = spaces.reduce((sum, space) => sum + space.turns, 0)
      const writtenBy = `records by ${assembly.extractor.id}${extractModel === undefined ? '' : ` and ${extractModel}`}`
      const findings: Finding[] = [
        { check: 'store', ok: true, detail: `${store}: ${size}, sound; ${spaces.length} spaces, ${turns} turns`, remedy: null },
        {
          check: 'preset',
          ok: true,
          detail: `${preset}; ${writtenBy}; ${model === undefined ? 'no model: ask quotes' : `${model} answers`}`,
          remedy: null,
        },
      ]
      for (const { scope } of spaces) {
        let unread = 0
        for await (const batch of open.unread(scope, assembly.extractor)) unread += batch.turns.length
        if (unread === 0) continue
        const detail = `${scope.space}: ${unread} turns have no records yet`
        findings.push({ check: 'records', ok: true, detail, remedy: 'The next recall writes them; `engram-r reindex` does it now.' })
      }
      const jobs = await memory.jobs()
      const dead = jobs.reduce((sum, job) => sum + job.dead.length, 0)
      if (dead > 0) {
        findings.push({
          check: 'jobs',
          ok: true,
          detail: `${dead} turns were given up by the extraction model`,
          remedy: '`engram-r jobs` says why.',
        })
      }
      return findings
    })
  } catch (error) {
    if (!(error instanceof EngramError)) throw error
    return [{ check: 'store', ok: false, detail: `${store}: ${size}`, remedy: error.message }]
  }
}
