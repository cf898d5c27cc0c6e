import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { startOfMonth, todayIn } from '#app/domain/core/dates.ts'
import { atTime } from '#app/domain/payments/reminders/schedule.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { readerNow } from './find-saved-reports.ts'

/** When the mails of a day leave, so that they are there when the office opens. */
const hour = '07:00'

/**
 * Asks for the mails of saved reports whose day has come, one for each recipient and month, however often it runs; a day that was
 * missed is made up for within its month. Who may not open the report any more gets none, and that is written down instead.
 * Returns how many were asked for.
 */
export async function planReportMails(trx: Transaction<DB>, now: Date): Promise<number> {
  const today = todayIn(now)
  if (now < atTime(today, hour)) return 0
  const month = startOfMonth(today)
  const due = await trx
    .selectFrom('saved_report')
    .innerJoin('saved_report_recipient as to', 'to.saved_report_id', 'saved_report.id')
    .innerJoin('user_account as owner', 'owner.id', 'saved_report.owner_id')
    .select(['saved_report.id', 'saved_report.report', 'to.user_id'])
    .where('saved_report.mail_day', '<=', Number(today.slice(8)))
    .where('saved_report.mail_from', '<=', month)
    // What somebody saved for themselves alone ends with them.
    .where(sql<boolean>`(saved_report.is_shared or (owner.deleted_at is null and owner.status = 'active'))`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saved_report_mail as mail')
            .select('mail.user_id')
            .whereRef('mail.saved_report_id', '=', 'saved_report.id')
            .whereRef('mail.user_id', '=', 'to.user_id')
            .where('mail.month', '=', month),
        ),
      ),
    )
    .orderBy('saved_report.id')
    .orderBy('to.user_id')
    .execute()
  let asked = 0
  for (const { id: saved_report_id, report: name, user_id } of due) {
    const report = reportNamed(name)
    const may = report && (await readerNow(trx, report, user_id, today)) !== undefined
    const row = await trx
      .insertInto('saved_report_mail')
      .values({ saved_report_id, user_id, month, outcome: may ? 'queued' : 'no_right' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('month')
      .executeTakeFirst()
    if (!row || !may) continue
    await enqueue(trx, 'saved_report.mail', { saved_report_id, user_id, month })
    asked++
  }
  return asked
}

/** Removes what people who have left saved for themselves alone; what they shared stays. Returns how many. */
export async function removeOfLeavers(trx: Transaction<DB>): Promise<number> {
  const rows = await trx
    .selectFrom('saved_report')
    .innerJoin('user_account as owner', 'owner.id', 'saved_report.owner_id')
    .select(['saved_report.id', 'saved_report.name'])
    .where('saved_report.is_shared', '=', false)
    .where('owner.deleted_at', 'is not', null)
    .execute()
  for (const { id, name } of rows) {
    await record(trx, systemActor, 'saved_report.removed', { type: 'saved_report', id }, { before: { name } })
    await trx.deleteFrom('saved_report').where('id', '=', id).execute()
  }
  return rows.length
}
