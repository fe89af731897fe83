/** One JSON object on stdout: what scripts read. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Words for a person while something runs: never on stdout. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
