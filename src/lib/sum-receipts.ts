import type { AppendReceipt } from '../seams.ts'

/** Of several batches together. The places of conflicts stay as each batch has them. */
export function sumReceipts(receipts: readonly AppendReceipt[]): AppendReceipt {
  return {
    added: receipts.reduce((sum, { added }) => sum + added, 0),
    duplicates: receipts.reduce((sum, { duplicates }) => sum + duplicates, 0),
    conflicts: receipts.flatMap(({ conflicts }) => conflicts),
  }
}
