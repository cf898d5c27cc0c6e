import { planReportMails, removeOfLeavers } from '#app/domain/reporting/saved-reports/plan-mails.ts'
import type { Handler } from '#jobs/handler.ts'

/** Asks for the mails of saved reports whose day has come, and forgets what people who left saved for themselves. */
export const turnSavedReports: Handler<'saved_report.turn'> = async (_payload, { withTenant, now, log }) => {
  const time = await now()
  const removed = await withTenant(removeOfLeavers)
  const mails = await withTenant((trx) => planReportMails(trx, time))
  if (mails + removed > 0) log.info({ mails, removed }, 'saved reports are mailed')
}
