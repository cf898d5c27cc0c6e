import { addDays, todayIn } from '#app/domain/core/dates.ts'

/** In these hours in Kuala Lumpur nothing leaves that is not urgent; in-app is there at once. */
export const quietHours = { from: '21:00', until: '08:00' } as const

/** When a message may leave that would leave now; null where that is at once. */
export function quietUntil(now: Date): Date | null {
  const at = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Asia/Kuala_Lumpur', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(now)
  const today = todayIn(now)
  if (at >= quietHours.from) return new Date(`${addDays(today, 1)}T${quietHours.until}:00+08:00`)
  if (at < quietHours.until) return new Date(`${today}T${quietHours.until}:00+08:00`)
  return null
}
