/** Families whose tokens o200k counts exactly. */
const counted = /\bgpt-(?:oss|4o|4\.1|4\.5|5)|\bo[134]\b/i
/** Tokenizers of other families need up to a third fewer tokens for the same text, in some scripts. */
const least = { counted: 0.9, others: 0.6 }

/** Whether a server read far less than was sent: some cut a prompt that exceeds their context and answer what is left. */
export function looksTruncated({ model, sent, read }: { readonly model: string; readonly sent: number; readonly read: number }): boolean {
  return sent - read > 64 && read < sent * (counted.test(model) ? least.counted : least.others)
}
