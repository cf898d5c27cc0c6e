/**
 * Days without use after which a session is over, however long its cookie lives. Staff and trainers reach the data of
 * others, so theirs are fewer; who is both a parent and one of them has the fewest of all their roles.
 */
export const idleDays = { staff: 14, parent: 30 } as const
/** Hours after which an operator must sign in again. */
export const operatorIdleHours = 12
/** Minutes for which "confirm it is you" holds. */
export const confirmedMinutes = 10
