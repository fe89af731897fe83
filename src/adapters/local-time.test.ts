import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { parseTime } from '../lib/time/parse-time.ts'
import { localTime } from './local-time.ts'

test('a time is told by the clock of the machine, with its offset', () => {
  const date = new Date('2024-05-01T22:30:00Z')
  assert.equal(parseTime(localTime(date))?.key, '2024-05-01T22:30:00.000Z')
  const script =
    "const { localTime } = await import('./src/adapters/local-time.ts'); process.stdout.write(localTime(new Date('2024-05-01T22:30:00Z')))"
  const told = ['Europe/Berlin', 'America/St_Johns', 'UTC'].map(TZ =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env: { ...process.env, TZ } }),
  )
  assert.deepEqual(told, ['2024-05-02T00:30+02:00', '2024-05-01T20:00-02:30', '2024-05-01T22:30+00:00'])
})
