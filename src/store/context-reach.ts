/** How many turns before its own a writer may see: so many turns after a forgotten one are read again without it. */
export const contextReach = 8
