import { todayIn } from '#app/domain/core/dates.ts'
import { alertAbsences as tellAbsences } from '#app/domain/messaging/absences/alert-absences.ts'
import type { Handler } from '#jobs/handler.ts'

/** Tells the families of those who did not come. */
export const alertAbsences: Handler<'absence.alert'> = async ({ session_id }, { withTenant, now, log }) => {
  const today = todayIn(await now())
  const told = await withTenant((trx) => tellAbsences(trx, session_id, today))
  if (told > 0) log.info({ told }, 'families were told of an absence')
}
