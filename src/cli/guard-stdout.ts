import { Writable } from 'node:stream'

/**
 * Keeps stdout for the stream that is returned: whatever else is written to it from now on, by console.log or by a dependency, goes to stderr.
 * A reader of stdout that goes away is an error of that stream, and no end of the process.
 */
export function guardStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const output = new Writable({ write: (chunk, _encoding, done) => void write(chunk, error => done(error)) })
  stdout.removeAllListeners('error')
  stdout.on('error', error => output.destroy(error))
  Object.defineProperty(stdout, 'write', { value: stderr.write.bind(stderr) })
  return output
}
