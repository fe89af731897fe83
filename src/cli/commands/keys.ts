import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Settings } from '../../config.ts'
import { type Right, rights } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import type { AccessKey, KeyRing } from '../../seams.ts'
import { issueKey } from '../../serve/access/api-key.ts'
import { type GlobalOptions, settingsOf } from '../context.ts'
import { note, print, printJson } from '../output.ts'

interface CreateFlags {
  readonly right: Right
  readonly name?: string
}

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .summary('who may come in through `serve`')
    .description(
      "Lists the tenant's keys. A key lets its holder work in one tenant; only its sha256 is stored, so it is shown once, when it is made.",
    )
    .addHelpText(
      'after',
      '\nExamples:\n  engram-r keys create --right write --name laptop\n  engram-r keys list\n  engram-r keys revoke 4f1c09ab22de',
    )
    .action((_, command: Command) => withKeys(command, listKeys))

  keys
    .command('list')
    .summary("the tenant's keys")
    .addHelpText('after', '\nExample:\n  engram-r keys list --tenant acme')
    .action((_, command: Command) => withKeys(command, listKeys))

  keys
    .command('create')
    .summary('a new key, shown once')
    .addOption(
      new Option('--right <right>', 'read; write: also remember; admin: also forget, import, jobs').choices(rights).default('write'),
    )
    .option('--name <text>', 'what it is for')
    .addHelpText('after', '\nExample:\n  engram-r keys create --tenant acme --right read --name dashboard')
    .action(({ right, name }: CreateFlags, command: Command) =>
      withKeys(
        command,
        async ({ ring, settings, json }) => {
          const { token, key } = issueKey({ tenant: settings.tenant, right, name: name ?? null, now: new Date() })
          await ring.addKey(key)
          if (json) return printJson({ ...shown(key), key: token })
          print(token)
          note(`Key ${key.id} of tenant "${key.tenant}", right ${right}. It is shown only now.`)
        },
        { create: true },
      ),
    )

  keys
    .command('revoke')
    .summary('from now on it lets nobody in')
    .argument('<id>', 'as `keys list` shows it')
    .addHelpText('after', '\nExample:\n  engram-r keys revoke 4f1c09ab22de')
    .action((id: string, _, command: Command) =>
      withKeys(command, async ({ ring, settings, json }) => {
        if (!(await ring.removeKey(settings.tenant, id)))
          throw new EngramError('not_found', `Tenant "${settings.tenant}" has no key with the id ${JSON.stringify(id)}.`, { field: 'id' })
        if (json) printJson({ revoked: id })
        else print(`Key ${id} is revoked.`)
      }),
    )
}

interface KeyContext {
  readonly ring: KeyRing
  readonly settings: Settings
  readonly json: boolean
}

/** Only the store is opened: keys need no model. */
async function withKeys(
  command: Command,
  run: (context: KeyContext) => Promise<void>,
  { create = false }: { readonly create?: boolean } = {},
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>()
  const settings = await settingsOf(options)
  if (!create && !existsSync(settings.store))
    throw new EngramError('not_found', `There is no store at ${settings.store} yet, so there are no keys. Name another with --store.`)
  const { openSqliteStore } = await import('../../store/sqlite/sqlite-store.ts')
  const store = await openSqliteStore(settings.store)
  try {
    await run({ ring: store, settings, json: options.json ?? false })
  } finally {
    await store.close()
  }
}

async function listKeys({ ring, settings, json }: KeyContext): Promise<void> {
  const keys = await ring.keys(settings.tenant)
  if (json) return printJson({ keys: keys.map(shown) })
  if (keys.length === 0) return print(`Tenant "${settings.tenant}" has no keys.`)
  const { default: Table } = await import('cli-table3')
  const table = new Table({ head: ['id', 'right', 'name', 'created'], style: { head: [], border: [] } })
  for (const { id, right, name, createdAt } of keys) table.push([id, right, name ?? '-', createdAt])
  print(table.toString())
}

const shown = ({ id, tenant, right, name, createdAt }: AccessKey): Omit<AccessKey, 'hash'> => ({ id, tenant, right, name, createdAt })
