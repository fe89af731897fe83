export interface PeekedText {
  /** The first characters, as many as were asked for or more; fewer only where the text ends. */
  readonly head: string
  /** Everything, from the start, once. */
  readonly all: ClosableText
}

export interface ClosableText extends AsyncIterableIterator<string> {
  /** Lets go of what it reads from. It is called at the end of a loop; call it where no loop is begun. */
  return(): Promise<IteratorResult<string>>
}

/** Looks at the beginning of a text without losing it. */
export async function peekText(chunks: AsyncIterable<string>, length: number): Promise<PeekedText> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head = ''
  while (head.length < length) {
    const next = await iterator.next()
    if (next.done) break
    head += next.value
  }
  let isGiven = false
  const all: ClosableText = {
    next: async () => {
      if (isGiven) return iterator.next()
      isGiven = true
      return { done: false, value: head }
    },
    return: async () => {
      await iterator.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => all,
  }
  return { head, all }
}
