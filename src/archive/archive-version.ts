/** Of the lines of an export. Apart from their schema: to write them takes none. */
export const archiveVersion = 1
