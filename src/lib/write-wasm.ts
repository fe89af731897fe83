/** A count of bytes, then the bytes. Counts take seven bits a byte, lowest first. */
const sized = (content: readonly number[]): number[] =>
  content.length < 128 ? [content.length, ...content] : [(content.length & 127) | 128, content.length >> 7, ...content]
const section = (id: number, ...content: number[]): number[] => [id, ...sized(content)]
const named = (name: string): number[] => sized([...Buffer.from(name)])

export interface WasmFunction {
  readonly name: string
  /** Their types; it gives nothing. */
  readonly parameters: readonly number[]
  /** As the format has them: how many groups, then how many of which type. */
  readonly locals: readonly number[]
  readonly body: readonly number[]
}

/** A WebAssembly module that exports these functions, and `memory`, of one page of 64 KiB that may grow. */
export function writeWasm(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const count = functions.length
  return Uint8Array.from(
    [
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
      section(1, count, ...functions.flatMap(({ parameters }) => [0x60, ...sized(parameters), 0])), // a type for each, without a result
      section(3, count, ...functions.keys()),
      section(5, 1, 0, 1), // one memory, without a maximum
      section(7, count + 1, ...named('memory'), 2, 0, ...functions.flatMap(({ name }, index) => [...named(name), 0, index])),
      section(10, count, ...functions.flatMap(({ locals, body }) => sized([...locals, ...body]))),
    ].flat(),
  )
}
