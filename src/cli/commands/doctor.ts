import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import pc from 'picocolors'
import type { Settings } from '../../config.ts'
import { EngramError } from '../../errors.ts'
import { checkModels, checkUpstream, type Finding } from '../check-servers.ts'
import { type GlobalOptions, settingsOf, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .summary('what is configured and stored, and what to do about what is wrong')
    .description(
      'Checks the runtime, the store with its keys and what waits in it, and the servers of the models and of the proxy.\nExit code 1 when something is wrong.',
    )
    .addHelpText('after', '\nExample:\n  engram-r doctor --store memory.db')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { json = false } = options
      const settings = await settingsOf(options)
      const findings = [
        runtime(),
        ...(await checkStore(command, settings)),
        ...(await checkModels(settings)),
        ...(await checkUpstream(settings)),
      ]
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

async function checkStore(command: Command, settings: Settings): Promise<readonly Finding[]> {
  const { store, preset, tenant, model, extractModel, embedModel } = settings
  if (!existsSync(store)) {
    return [{ check: 'store', ok: true, detail: `${store}: not there yet; the first import or remember makes it`, remedy: null }]
  }
  const size = sizeOf(statSync(store).size)
  try {
    return await withContext(command, async ({ memory, store: open, assembly }) => {
      const spaces = await memory.spaces()
      const turns = spaces.reduce((sum, space) => sum + space.turns, 0)
      const writtenBy = `records by ${assembly.extractor.id}${extractModel === undefined ? '' : ` and ${extractModel}`}`
      const findings: Finding[] = [
        {
          check: 'store',
          ok: true,
          detail: `${store}: ${size}, sound; ${counted(spaces.length, 'space')}, ${counted(turns, 'turn')}`,
          remedy: null,
        },
        {
          check: 'preset',
          ok: true,
          detail: `${preset}; ${writtenBy}; ${embedModel === undefined ? '' : `vectors of ${embedModel}; `}${model === undefined ? 'no model: ask quotes' : `${model} answers`}`,
          remedy: null,
        },
        { check: 'keys', ok: true, detail: keysDetail((await memory.keys.keys(null)).length, tenant), remedy: null },
      ]
      for (const { scope } of spaces) {
        let unread = 0
        for await (const batch of open.unread(scope, assembly.extractor)) unread += batch.turns.length
        if (unread === 0) continue
        const detail = `${scope.space}: ${counted(unread, 'turn')} without records yet`
        findings.push({ check: 'records', ok: true, detail, remedy: 'The next recall writes them; `engram-r reindex` does it now.' })
      }
      const jobs = await memory.jobs()
      const waiting = jobs.reduce((sum, job) => sum + job.waiting, 0)
      if (extractModel !== undefined && waiting > 0) {
        const remedy = '`engram-r jobs run` lets it read them, and so does `engram-r serve` while it runs.'
        findings.push({ check: 'jobs', ok: true, detail: `${counted(waiting, 'turn')} to be read by ${extractModel}`, remedy })
      }
      const dead = jobs.reduce((sum, job) => sum + job.dead.length, 0)
      if (dead > 0) {
        findings.push({
          check: 'jobs',
          ok: true,
          detail: `${counted(dead, 'turn')} given up by the extraction model`,
          remedy: '`engram-r jobs` says why.',
        })
      }
      return findings
    })
  } catch (error) {
    if (!(error instanceof EngramError)) throw error
    // What is wrong with the models is found by their own check.
    if (error.code === 'bad_config' || error.code.startsWith('model_'))
      return [{ check: 'store', ok: true, detail: `${store}: ${size}; not looked into while the models are not right`, remedy: null }]
    return [{ check: 'store', ok: false, detail: `${store}: ${size}`, remedy: error.message }]
  }
}

function keysDetail(keys: number, tenant: string): string {
  if (keys === 0) return `none: serve answers this machine alone, for tenant "${tenant}"; \`engram-r keys create\` makes one`
  return `${counted(keys, 'key')}: each request to serve needs one`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const sizeOf = (bytes: number): string => (bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`)
