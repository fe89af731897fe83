import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import fc from 'fast-check'
import { readContent, samplePath } from '../../tests/support/import-samples/read-sample.ts'
import { EngramError } from '../errors.ts'
import { formatNames } from './dialogue-format.ts'

const files = ['turns.jsonl', 'openai.json', 'chatgpt.json', 'claude.json', 'locomo.json', 'longmemeval.json', 'beam/10/chat.json']
const texts = ['transcript.txt', 'whatsapp-android.txt', 'whatsapp-apple.txt']

const isOurs = (error: unknown): boolean => error instanceof EngramError && ['bad_file', 'unknown_format'].includes(error.code)

for (const file of [...files, ...texts]) {
  test(`${file}, cut off or with a byte changed, is read or refused, never worse`, async () => {
    const whole = await readFile(samplePath(file))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), async (length, index, byte) => {
        const damaged = Buffer.from(whole)
        damaged[index] = byte
        for (const content of [whole.subarray(0, length), damaged]) {
          await readContent(content, { chunk: 256 }).catch((error: unknown) => assert.ok(isOurs(error), String(error)))
        }
      }),
      { numRuns: 40 },
    )
  })
}

test('any sample read as any other format is read or refused, never worse', async () => {
  for (const file of [...files, ...texts]) {
    const content = await readFile(samplePath(file))
    for (const format of formatNames) {
      await readContent(content, { format }).catch((error: unknown) => assert.ok(isOurs(error), `${file} as ${format}: ${String(error)}`))
    }
  }
})

test('one endless line of anything takes no endless time', async () => {
  for (const part of ['a', ' ', '-', '[', '"', '1/', 'a: ', '\u200e', '<', '2024-03-02 ', '{"a":']) {
    for (const format of ['text', 'whatsapp', 'jsonl', 'openai'] as const) {
      const content = `Ana: x\n1/13/24, 9:05 - Ana: ${part.repeat(200_000)}\n`
      await readContent(content, { format }).catch((error: unknown) => assert.ok(isOurs(error), String(error)))
    }
  }
})
