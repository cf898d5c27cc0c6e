import { planSessions } from '#app/domain/classes/sessions/plan-sessions.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { mayStartNew } from '#app/domain/core/features/feature.ts'
import type { Handler } from '#jobs/handler.ts'
import { ownWords } from '#jobs/own-words.ts'

/** Plans the sessions of the coming days, where the organisation has the feature. */
export const planSessionsOf: Handler<'class_session.plan'> = async (_payload, { withTenant, log }) => {
  const planned = await withTenant(async (trx) => {
    if (!(await mayStartNew(trx, 'attendance'))) return null
    const t = await ownWords(trx)
    const words = { schedule: t('class_session.reason_schedule'), class: t('class_session.reason_class') }
    return planSessions(trx, await databaseDay(trx), words)
  })
  if (planned && Object.values(planned).some((count) => count > 0)) log.info(planned, 'sessions planned')
}
