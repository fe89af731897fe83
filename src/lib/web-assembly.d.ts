// The part of WebAssembly that we use: TypeScript declares it only together with the whole of the browser.
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: Readonly<Record<string, unknown>>
  }
  class Memory {
    constructor(limits: { readonly initial: number })
    readonly buffer: ArrayBuffer
    /** By so many pages of 64 KiB: the buffer before is detached. A RangeError where there is no room. */
    grow(pages: number): number
  }
}
