import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { colleaguesFor, ownSavedReport, takingOf } from './find-saved-reports.ts'
import {
  type MailInput,
  type RenameInput,
  type SavedReader,
  type SaveInput,
  savedQuery,
} from './saved-report.ts'

const about = (id: string) => ({ type: 'saved_report', id })

/** Saves a report with its filters. Refuses (not_found.page) one that the reader may not take away. */
export async function saveReport(
  trx: Transaction<DB>,
  actor: Actor,
  reader: SavedReader,
  { name, is_shared = false, period, report: of, query }: SaveInput,
): Promise<string> {
  const report = reportNamed(of)
  if (!report || !reader.may(takingOf(report))) throw new Refusal('not_found.page')
  const id = newId()
  const values = { name, is_shared, period: period ?? null, query: savedQuery(report, query, period) }
  await trx
    .insertInto('saved_report')
    .values({ ...values, id, report: of, owner_id: reader.user_id, updated_by: actor.id })
    .execute()
  await record(trx, actor, 'saved_report.saved', about(id), { after: { name, shared: is_shared } })
  return id
}

/**
 * Gives another name, shares it or not, and says whether its period is worked out anew. Refuses (not_found.saved_report) who may
 * not change it, and (version_conflict) what somebody changed meanwhile.
 */
export async function renameSavedReport(
  trx: Transaction<DB>,
  actor: Actor,
  reader: SavedReader,
  id: string,
  { name, is_shared = false, period, version }: RenameInput,
): Promise<void> {
  const { row, report } = await ownSavedReport(trx, reader, id)
  const changed = await trx
    .updateTable('saved_report')
    .set({
      ...{ name, is_shared, period: period ?? null, updated_by: actor.id },
      // Days that a period stands for are not kept beside it.
      query: savedQuery(report, row.query, period),
      version: sql`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw await meanwhile(trx, 'version_conflict', about(id))
  await record(trx, actor, 'saved_report.renamed', about(id), {
    before: { name: row.name, shared: row.is_shared },
    after: { name, shared: is_shared },
  })
}

/** Removes it, with its mails. Refuses not_found.saved_report. */
export async function removeSavedReport(
  trx: Transaction<DB>,
  actor: Actor,
  reader: SavedReader,
  id: string,
): Promise<{ name: string }> {
  const { row } = await ownSavedReport(trx, reader, id)
  await record(trx, actor, 'saved_report.removed', about(id), { before: { name: row.name } })
  await trx.deleteFrom('saved_report').where('id', '=', id).execute()
  return { name: row.name }
}

/**
 * Has it mailed on a day of each month; returns the first such day, today at the earliest. Refuses (saved_report.recipient) somebody who may not take the
 * report away, (not_found.saved_report) who may not change it, and (version_conflict) what somebody changed meanwhile.
 */
export async function mailSavedReport(
  trx: Transaction<DB>,
  actor: Actor,
  reader: SavedReader,
  id: string,
  { mail_day, recipients, version }: MailInput,
  today: string,
): Promise<{ name: string; first_on: string }> {
  const { row, report } = await ownSavedReport(trx, reader, id)
  const colleagues = new Map((await colleaguesFor(trx, report)).map((one) => [one.id, one.name]))
  if (recipients.some((one) => !colleagues.has(one)))
    throw new Refusal('saved_report.recipient', 'recipients')
  if (!reader.may(takingOf(report))) throw new Refusal('action_not_allowed')
  const month = startOfMonth(today)
  const mail_from = mail_day >= Number(today.slice(8)) ? month : addMonths(month, 1)
  const changed = await trx
    .updateTable('saved_report')
    .set({
      ...{ mail_day, mail_from, updated_by: actor.id },
      version: sql`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw await meanwhile(trx, 'version_conflict', about(id))
  await trx.deleteFrom('saved_report_recipient').where('saved_report_id', '=', id).execute()
  await trx
    .insertInto('saved_report_recipient')
    .values([...new Set(recipients)].map((user_id) => ({ saved_report_id: id, user_id })))
    .execute()
  await record(trx, actor, 'saved_report.mail_set', about(id), {
    after: { name: row.name, mail_day, mailed_to: recipients.map((one) => colleagues.get(one)!).join(', ') },
  })
  return { name: row.name, first_on: addDays(mail_from, mail_day - 1) }
}

/** Stops its mails. Refuses not_found.saved_report; one that is not mailed stays as it is. */
export async function stopMailing(
  trx: Transaction<DB>,
  actor: Actor,
  reader: SavedReader,
  id: string,
): Promise<{ name: string }> {
  const { row } = await ownSavedReport(trx, reader, id)
  const changed = await trx
    .updateTable('saved_report')
    .set({ mail_day: null, mail_from: null, updated_by: actor.id, version: sql`version + 1` })
    .where('id', '=', id)
    .where('mail_day', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (changed) {
    await trx.deleteFrom('saved_report_recipient').where('saved_report_id', '=', id).execute()
    await record(trx, actor, 'saved_report.mail_stopped', about(id), { before: { name: row.name } })
  }
  return { name: row.name }
}
