import type { Command } from 'commander'
import pc from 'picocolors'
import { type JobsJson, jobsJson } from '../../lib/jobs-json.ts'
import { type Context, existingScope, ofSettings, withContext } from '../context.ts'
import { note, print, printJson } from '../output.ts'
import { list } from '../question-options.ts'
import { describeWork, workOn } from '../work-on.ts'

interface RunFlags {
  readonly follow?: boolean
}
interface LetterFlags {
  readonly turn?: string[]
}

export function addJobs(program: Command): void {
  const jobs = program
    .command('jobs')
    .summary('what the extraction model has yet to read, and what it has given up')
    .description('Turns wait for the model that writes records (ENGRAM_EXTRACT_MODEL). Until then the records written by rules serve.')
    .addHelpText('after', '\nExamples:\n  engram-r jobs\n  engram-r jobs run\n  engram-r jobs retry --space ana')
    .action((_, command: Command) => withContext(command, listJobs))

  jobs
    .command('run')
    .summary('let the model write what is due')
    .description(
      'Lets the extraction model write records until nothing is due, in the space named or in all. Several processes may do so at once.\nStopped or killed midway, the same command goes on where it was.',
    )
    .option('--follow', 'when nothing is due, wait for more until Ctrl-C')
    .addHelpText('after', '\nExample:\n  engram-r jobs run --space ana')
    .action(({ follow = false }: RunFlags, command: Command) =>
      withContext(
        command,
        async context => {
          const scope = context.settings.space === undefined ? null : await existingScope(context)
          const report = await workOn(context, scope, { follow })
          if (context.json) printJson({ ...(scope && { space: scope.space }), ...report })
          else print(describeWork(report))
        },
        { asksModel: true },
      ),
    )

  addLetters(jobs, 'retry', { summary: 'read again what was given up', outcome: 'are due again' })
  addLetters(jobs, 'drop', { summary: 'leave what was given up as the rules have it', outcome: 'keep their records by rules' })
}

/** What becomes of turns that were given up. */
function addLetters(
  jobs: Command,
  verb: 'retry' | 'drop',
  { summary, outcome }: { readonly summary: string; readonly outcome: string },
): void {
  jobs
    .command(verb)
    .summary(summary)
    .option('--turn <ids>', 'only these turns', list)
    .addHelpText('after', `\nExample:\n  engram-r jobs ${verb} --space ana`)
    .action(({ turn }: LetterFlags, command: Command) =>
      withContext(command, async context => {
        const scope = await existingScope(context)
        const turns = await context.memory[verb](scope, turn)
        if (context.json) printJson({ space: scope.space, turns })
        else print(`${turns} turns of "${scope.space}" ${outcome}.`)
      }),
    )
}

async function listJobs({ memory, settings, json }: Context): Promise<void> {
  const all = ofSettings(await memory.jobs(settings.tenant), settings).map(jobsJson)
  if (json) return printJson({ jobs: all })
  if (all.length === 0) return print('Nothing is waiting and nothing was given up.')
  for (const jobs of all) print(describe(jobs))
  if (settings.extractModel === undefined) note('No extraction model is configured (ENGRAM_EXTRACT_MODEL): the records by rules serve.')
}

function describe({ space, waiting, leasedUntil, attempts, retryAt, reason, dead }: JobsJson): string {
  const held = leasedUntil === null ? '' : `, being read (until ${leasedUntil} at least)`
  const failed = retryAt === null ? '' : `\n    failed ${attempts} times, again after ${retryAt}: ${reason}`
  const given = dead.map(({ turnId, reason: why }) => `\n    ${pc.yellow('given up')} ${turnId}: ${why}`).join('')
  return `${pc.bold(space)}: ${waiting} turns waiting${held}${failed}${given}`
}
