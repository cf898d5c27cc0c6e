/** Days without use: fewer for staff, who reach the data of others; who has several roles has the fewest of them. */
export const idleDays = { staff: 14, parent: 30 } as const
export const operatorIdleHours = 12
/** Minutes for which "confirm it is you" holds. */
export const confirmedMinutes = 10
