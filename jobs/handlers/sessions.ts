import { sql } from 'kysely'
import { planSessions } from '#app/domain/classes/sessions/plan-sessions.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { mayStartNew } from '#app/domain/core/features/feature.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'

/** Plans the sessions of the coming days, where the organisation has the feature. */
export const planSessionsOf: Handler<'class_session.plan'> = async (_payload, { withTenant, log }) => {
  const planned = await withTenant(async (trx) => {
    if (!(await mayStartNew(trx, 'attendance'))) return null
    const { default_locale } = await trx
      .selectFrom('platform.entity')
      .select('default_locale')
      .where('role_name', '=', sql<string>`current_user`)
      .executeTakeFirstOrThrow()
    const locale = knownLocale(default_locale)
    const { t } = i18nOf(locale, await labelsOf(trx))
    const words = { schedule: t('class_session.reason_schedule'), class: t('class_session.reason_class') }
    return planSessions(trx, await databaseDay(trx), words)
  })
  if (planned && Object.values(planned).some((count) => count > 0)) log.info(planned, 'sessions planned')
}
