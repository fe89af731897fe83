import { SingleBar } from 'cli-progress'

/** How far something long has come: a bar on a terminal, else a line every few seconds. Silent with --quiet or --json. */
export interface Progress {
  /** Both in the same unit. */
  update(done: number, total: number, note: string): void
  stop(): void
}

const lineEveryMs = 5_000

export function createProgress(label: string, { silent }: { readonly silent: boolean }): Progress {
  if (silent) return { update: () => {}, stop: () => {} }
  return process.stderr.isTTY ? bar(label) : lines(label)
}

function bar(label: string): Progress {
  const single = new SingleBar({
    format: `${label} {bar} {percentage}% | {note} | {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    stream: process.stderr,
    clearOnComplete: true,
  })
  let running = false
  return {
    update(done, total, note) {
      if (running) single.setTotal(total)
      else single.start(total, 0, { note })
      running = true
      single.update(done, { note })
    },
    stop: () => {
      if (running) single.stop()
    },
  }
}

function lines(label: string): Progress {
  let last = performance.now()
  return {
    update(done, total, note) {
      if (performance.now() - last < lineEveryMs) return
      last = performance.now()
      process.stderr.write(`${label} ${Math.floor((100 * done) / Math.max(1, total))}% | ${note}\n`)
    },
    stop: () => {},
  }
}
