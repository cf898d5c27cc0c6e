/** Fewer letters would find everybody. */
export const fewestLetters = 3
export const mostFound = 10
