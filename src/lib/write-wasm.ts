import { i32 } from './wasm-codes.ts'

/** A count of bytes, then the bytes. Counts take seven bits a byte, lowest first. */
const sized = (content: readonly number[]): number[] =>
  content.length < 128 ? [content.length, ...content] : [(content.length & 127) | 128, content.length >> 7, ...content]
const section = (id: number, ...content: number[]): number[] => [id, ...sized(content)]
const named = (name: string): number[] => sized([...Buffer.from(name)])

export interface WasmFunction {
  readonly name: string
  /** How many it takes, all of them i32; it gives nothing. */
  readonly parameters: number
  /** As the format has them: how many groups, then how many of which type. */
  readonly locals: readonly number[]
  readonly body: readonly number[]
}

/** A WebAssembly module that exports one function, and `memory`, of one page of 64 KiB that may grow. */
export function writeWasm({ name, parameters, locals, body }: WasmFunction): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    [
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
      section(1, 1, 0x60, ...sized(Array.from({ length: parameters }, () => i32)), 0), // one type: so many i32, no result
      section(3, 1, 0), // one function, of that type
      section(5, 1, 0, 1), // one memory, without a maximum
      section(7, 2, ...named('memory'), 2, 0, ...named(name), 0, 0),
      section(10, 1, ...sized([...locals, ...body])),
    ].flat(),
  )
}
