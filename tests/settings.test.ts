import assert from 'node:assert/strict'
import test from 'node:test'
import { addressSettings, nameSettings, readSettings } from '../src/read-settings.ts'
import { checkSettings } from '../src/settings-schema.ts'

const read = (values: unknown, environment: Readonly<Record<string, string>> = {}): ReturnType<typeof readSettings> =>
  readSettings([{ name: 'a file', values }], environment)

test('the schema takes any text for the settings that are read without it, and no other value', () => {
  for (const name of nameSettings) {
    for (const text of ['a', ' ', 'http://', '0', 'ü'.repeat(5000)])
      assert.deepEqual(checkSettings({ name: 'a file', values: { [name]: text } }), { [name]: text })
    for (const value of ['', 1, null, ['a']])
      assert.throws(() => checkSettings({ name: 'a file', values: { [name]: value } }), { code: 'bad_config' })
  }
})

test('an address is taken and refused as the schema does, whether or not it is asked', async () => {
  const texts = [
    'http://127.0.0.1:11434/v1',
    'https://api.example.com/v1/',
    'http://localhost',
    'http://localhost:99999/v1',
    'http://local host/v1',
    'http://a..b/v1',
    'http://256.256.256.256/',
    'http://-a/v1',
    'HTTP://EXAMPLE.COM/v1',
    'ftp://example.com/v1',
    'http:/example.com',
    'http://user:word@example.com/v1',
    'http://[::1]:80/v1',
    ' http://example.com/v1',
    'http://example.com/v1?a=b',
    'example.com',
  ]
  const outcome = async (run: () => unknown): Promise<unknown> => {
    try {
      return await run()
    } catch (error) {
      return String(error)
    }
  }
  for (const name of addressSettings) {
    for (const text of texts) {
      const values = { [name]: text }
      const bySchema = await outcome(() => checkSettings({ name: 'a file', values })[name])
      assert.equal(await outcome(async () => (await read(values))[name]), bySchema, text)
    }
  }
})

test('a setting that is wrong is told as the schema tells it, also beside others that are right', async () => {
  const message = (values: unknown): Promise<string> =>
    read(values).then(
      () => 'read',
      (error: Error) => error.message,
    )
  assert.equal(await message({ space: '' }), 'a file: space: expected at least 1 character, got "".')
  assert.equal(
    await message({ store: 'm.db', preset: 'papers' }),
    'a file: preset: expected default, paper, paper-base or full-context, got "papers".',
  )
  assert.equal(await message({ store: 'm.db', stores: 'n.db' }), 'a file: stores: there is no such setting. Did you mean store?')
  assert.match(await message([]), /^a file: expected an object, got \[\]\.$/)
  assert.match(await message(null), /^a file: expected an object, got null\.$/)
})

test('the first source that sets it wins, then the environment, then the default', async () => {
  const environment = { ENGRAM_SPACE: 'outer', ENGRAM_TENANT: 'acme', ENGRAM_STORE: '' }
  const { space, tenant, store, preset } = await readSettings(
    [
      { name: 'the command line', values: { space: 'inner' } },
      { name: 'a file', values: { space: 'middle', preset: 'paper', store: 'm.db' } },
    ],
    environment,
  )
  assert.deepEqual({ space, tenant, store, preset }, { space: 'inner', tenant: 'acme', store: 'm.db', preset: 'paper' })
})
