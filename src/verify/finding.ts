/** What speaks against a sentence. */
export interface Finding {
  /** A short phrase to act on. */
  readonly fault: string
  /** The cited words say otherwise, or don't hold it; else it is only open. */
  readonly grave: boolean
}
