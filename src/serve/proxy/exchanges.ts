import type { Exchange, ProxyOptions } from './proxy-options.ts'
import type { Recorded } from './recorder.ts'
import type { Reply } from './reply-reader.ts'

/** What is known of an exchange before its reply is over. */
export type Begun = Omit<Exchange, keyof Recorded | 'status' | 'complete'>

/** Called when a reply is over, however it ended: with the upstream's status, if it gave one, and whether its end was reached. */
export type EndExchange = (status: number | null, reply: Reply, complete: boolean) => void

export interface Exchanges {
  /** `record` is called once, when the reply is over; what is called again after that has no effect. */
  begin(begun: Begun, record: (reply: Reply) => Promise<Recorded>): EndExchange
  /** When all that have begun are over and recorded. */
  settled(): Promise<void>
}

export const nothingRecorded: Recorded = { stored: 0, citations: null }

/** Keeps count of the exchanges that are open, and tells of each once it is over and recorded. */
export function createExchanges(onExchange: ProxyOptions['onExchange']): Exchanges {
  const open = new Set<Promise<void>>()

  return {
    begin(begun, record) {
      const { promise, resolve } = Promise.withResolvers<void>()
      open.add(promise)
      let isOver = false
      return (status, reply, complete) => {
        if (isOver) return
        isOver = true
        const tell = (recorded: Recorded, failure: string | null): void => {
          open.delete(promise)
          resolve()
          onExchange?.({ ...begun, ...recorded, status, complete, error: begun.error ?? failure })
        }
        record(reply).then(
          recorded => tell(recorded, null),
          failure => tell(nothingRecorded, `not recorded: ${failure instanceof Error ? failure.message : failure}`),
        )
      }
    },
    async settled() {
      while (open.size > 0) await Promise.all(open)
    },
  }
}
