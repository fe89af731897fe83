/** Of all writers that are models: another model or prompt goes on where the last one was, and its name stands in each record. */
export const modelWriterId = 'model/1'
/** Turns before, to understand "it" and "yes". */
export const modelContext = 3
