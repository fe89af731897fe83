import type { Scope } from './domain.ts'
import { EngramError, type ErrorCode } from './errors.ts'
import { backoffMs } from './lib/backoff.ts'
import { firstOf } from './lib/first-of.ts'
import { sameScope } from './lib/same-scope.ts'
import { withHeartbeat } from './lib/with-heartbeat.ts'
import type { BackgroundWriter, Lease, LogBatch, Store, Written } from './seams.ts'

export interface WorkerParts {
  readonly store: Pick<Store, 'unread' | 'put' | 'claim' | 'renew' | 'release' | 'jobs'>
  readonly writer: BackgroundWriter
  /** Brings up to date what is kept beside the records of a space, as vectors. */
  readonly prepare: (scope: Scope, signal: AbortSignal) => Promise<void>
  /** In epoch milliseconds. */
  readonly now: () => number
  /** Rejects when it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** 0 to 1. */
  readonly random: () => number
}

export interface WorkOptions {
  /** Only this space; all of the store where not given. */
  readonly scope?: Scope | undefined
  /** When nothing is due, wait for more until aborted. */
  readonly follow?: boolean | undefined
  /** Also wait for what another process is reading, or what is to be tried again later. */
  readonly untilRead?: boolean | undefined
  /** Called after each batch that was stored: its turns, and how many of them were given up. */
  readonly onTurns?: ((batch: { readonly scope: Scope; readonly turns: number; readonly dead: number }) => void) | undefined
  /** Called when the model or the store can not be used for now. `until`: in epoch milliseconds. */
  readonly onPause?: ((pause: { readonly reason: string; readonly until: number }) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Worker {
  /**
   * Lets the writer read what it has yet to read, one batch at a time, until nothing is due. Any number of processes may do so at once. While
   * the model can't be reached it waits and tries again; when the server refuses it throws `model_rejected`, and all stays due. Throws
   * `cancelled` when it is aborted: at once, and what was not stored stays due.
   */
  work(options?: WorkOptions): Promise<void>
}

/** How long a space stays taken after its worker died. */
const leaseMs = 60_000
const beatMs = leaseMs / 3
const pollMs = 2_000
const mostTries = 3

/** They mend themselves, and concern every space. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model_unavailable', 'model_timeout', 'store_busy'])
/** They would meet every turn alike, until a person does something. */
const lasting: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model_rejected', 'not_recorded', 'no_model', 'bad_config', 'cancelled'])

const isOneOf = (codes: ReadonlySet<ErrorCode>, error: unknown): error is EngramError =>
  error instanceof EngramError && codes.has(error.code)

type Working = Pick<WorkOptions, 'onTurns' | 'signal'>
type Held = Working & { readonly signal: AbortSignal }

export function createWorker({ store, writer, prepare, now, wait, random }: WorkerParts): Worker {
  async function work({ scope, follow = false, untilRead = false, onTurns, onPause, signal }: WorkOptions): Promise<void> {
    let failures = 0
    for (;;) {
      signal?.throwIfAborted()
      const pauseMs = backoffMs(failures, random())
      try {
        const lease = await store.claim(writer.id, { now: now(), leaseMs, scope: scope ?? null })
        if (lease !== null) await workOn(lease, { pauseMs, onTurns, signal })
        else if (follow || (untilRead && (await isWaiting(scope ?? null)))) await wait(pollMs, signal)
        else return
        failures = 0
      } catch (error) {
        if (!isOneOf(passing, error)) throw error
        failures++
        const until = now() + pauseMs
        onPause?.({ reason: error.message, until })
        // A timer may end a little before the clock says so, and the space would not be due yet.
        while (now() < until) await wait(until - now(), signal)
      }
    }
  }

  async function isWaiting(scope: Scope | null): Promise<boolean> {
    const all = await store.jobs(writer.id, scope?.tenant)
    return all.some(jobs => jobs.waiting > 0 && (scope === null || sameScope(jobs.scope, scope)))
  }

  /** Reads a batch of the space and gives it back; where that fails for now, with a time to retry. */
  async function workOn(lease: Lease, { pauseMs, ...working }: Working & { readonly pauseMs: number }): Promise<void> {
    const { signal } = working
    const beat = () => store.renew(lease, { now: now(), leaseMs })
    try {
      await withHeartbeat({ everyMs: beatMs, beat, wait, signal }, held => readBatch(lease, { ...working, signal: held }))
    } catch (error) {
      await store.release(lease, isOneOf(passing, error) ? { reason: error.message, retryAt: now() + pauseMs } : null)
      throw error
    }
    await store.release(lease, null)
  }

  async function readBatch(lease: Lease, working: Held): Promise<void> {
    const batch = await firstOf(store.unread(lease.scope, writer))
    if (batch === null) return
    const written = await tryToWrite(batch, working.signal)
    if (!(written instanceof Error)) await put(lease, { batch, written }, working)
    else await readTurnByTurn(lease, batch.turns.length, working)
  }

  /** So that a turn that can't be read keeps none of the others back. */
  async function readTurnByTurn(lease: Lease, count: number, working: Held): Promise<void> {
    let left = count
    for await (const batch of store.unread(lease.scope, { ...writer, batch: 1 })) {
      const written = await writeOrGiveUp(batch, working.signal)
      if (!(await put(lease, { batch, written }, working)) || --left === 0) return
    }
  }

  async function writeOrGiveUp(batch: LogBatch, signal: AbortSignal): Promise<Written> {
    for (let tries = 1; ; tries++) {
      const written = await tryToWrite(batch, signal)
      if (!(written instanceof Error)) return written
      const { message: reason } = written
      if (tries === mostTries) return { memories: [], failed: batch.turns.map(({ turn }) => ({ turnId: turn.id, reason })) }
    }
  }

  /** Gives back an error that lies with these turns. */
  async function tryToWrite({ turns }: LogBatch, signal: AbortSignal): Promise<Written | Error> {
    signal.throwIfAborted()
    try {
      return await writer.write(turns, signal)
    } catch (error) {
      if (signal.aborted || isOneOf(passing, error) || isOneOf(lasting, error)) throw error
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Whether it was stored: not where the lease was lost, or something was forgotten meanwhile. */
  async function put(lease: Lease, { batch, written }: { batch: LogBatch; written: Written }, working: Held): Promise<boolean> {
    const { scope, fence } = lease
    const { turns, upTo, revision } = batch
    const { memories, failed: dead } = written
    const turnIds = turns.map(({ turn }) => turn.id)
    if (!(await store.put(scope, { writer: writer.id, turnIds, upTo, revision, memories, fence, dead }))) return false
    working.onTurns?.({ scope, turns: turns.length, dead: dead.length })
    await prepare(scope, working.signal)
    return true
  }

  return {
    async work(options = {}) {
      try {
        await work(options)
      } catch (error) {
        if (!options.signal?.aborted) throw error
        throw new EngramError('cancelled', 'Stopped on request. What had been read is stored; the rest stays due.', { cause: error })
      }
    },
  }
}
