/** Rows that a print or a file has at most that is made while its reader waits. */
export const exportLimit = 10_000

/** Rows that a file has at most that is made in the background. */
export const backgroundLimit = 100_000

/** Rows on a page, unless its reader wants more of them. */
export const usualLimit = 25
