import pLimit from 'p-limit'

export interface InOrderOptions {
  readonly concurrency: number
  /** Asked before each is begun: once true, no more are. */
  readonly isStopped: () => boolean
}

/**
 * Works on several at a time and gives the results in the order of the items, so that what is written does not hang on which was done first. Ends
 * at the first that was not begun.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { concurrency, isStopped }: InOrderOptions,
): AsyncGenerator<Result> {
  const limit = pLimit(concurrency)
  let failed = false
  const begun = items.map(item =>
    limit(async () => {
      if (failed || isStopped()) return null
      try {
        return { result: await work(item) }
      } catch (error) {
        failed = true
        throw error
      }
    }),
  )
  // A failure is thrown where its turn is; those behind it are waited for and not thrown.
  for (const one of begun) one.catch(() => {})
  for (const one of begun) {
    const done = await one
    if (done === null) return
    yield done.result
  }
}
