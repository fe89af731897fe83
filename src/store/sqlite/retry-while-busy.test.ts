import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { explainError } from './explain-error.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const path = join(temporaryFolder(), 'held.db')
const holder = new DatabaseSync(path)
const waiter = new DatabaseSync(path, { timeout: 1 })
holder.exec('PRAGMA journal_mode = WAL; CREATE TABLE birds (name TEXT)')

const write = (): void => waiter.exec("BEGIN IMMEDIATE; INSERT INTO birds VALUES ('heron'); COMMIT")

test('work is tried again until the other connection lets go, and the event loop runs meanwhile', async () => {
  holder.exec('BEGIN IMMEDIATE')
  setTimeout(() => holder.exec('COMMIT'), 60)
  await retryWhileBusy(write)
  assert.deepEqual({ ...waiter.prepare('SELECT count(*) AS count FROM birds').get() }, { count: 1 })
})

test('it gives up in the end, as store_busy', async () => {
  holder.exec('BEGIN IMMEDIATE')
  const waited = retryWhileBusy(write, { forMs: 50 }).catch((thrown: unknown) => {
    throw explainError(thrown, path)
  })
  await assert.rejects(waited, { code: 'store_busy', file: path })
  holder.exec('ROLLBACK')
})

test('waiting can be cancelled', async () => {
  holder.exec('BEGIN IMMEDIATE')
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 30)
  await assert.rejects(retryWhileBusy(write, { signal: stop.signal }), { code: 'cancelled' })
  holder.exec('ROLLBACK')
})

test('any other failure is not tried again', async () => {
  let attempts = 0
  const fail = (): void => {
    attempts++
    waiter.exec('SELECT * FROM nowhere')
  }
  await assert.rejects(retryWhileBusy(fail), /no such table/)
  assert.equal(attempts, 1)
})
