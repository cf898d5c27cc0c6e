/** Somewhere in what each list can be searched by, with wild cards. */
export const text = 'Q%_Ujian'
/** The day of the one row of each list that differs in everything, and that of the others. */
export const day = '2026-03-31'
export const earlier = '2026-02-01'
export const dayOf = (index: number) => (index === 0 ? day : earlier)
export const noonOf = (index: number) => new Date(`${dayOf(index)}T04:00:00Z`)
