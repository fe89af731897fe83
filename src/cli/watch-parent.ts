/** Calls once when the process that started this one has ended. Windows does not tell; there the end of stdin does. */
export function watchParent(onGone: () => void): { readonly stop: () => void } {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
