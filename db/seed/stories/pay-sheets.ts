import { sql, type Transaction } from 'kysely'
import {
  addCorrection,
  approvePaySheet,
  payPaySheet,
  submitPaySheet,
} from '#app/domain/classes/pay/change-pay-sheet.ts'
import { addRate } from '#app/domain/classes/pay/change-rates.ts'
import { makePaySheets, outdated } from '#app/domain/classes/pay/make-pay-sheets.ts'
import { everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const reasons = { my: 'Perjalanan ke cawangan lain', en: 'Travel to another branch' }

/**
 * What trainers were paid for the month before last, and the sheets of last month: some approved, some that wait, the others
 * drafts with a correction; by the product's own verbs.
 */
export async function addPaySheets(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const [admin, owner] = ['admin', 'superadmin'].map((wanted) => office.find((one) => one.role === wanted))
  if (!admin || !owner) return
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const [asks, decides] = [
    await userOrSystemActor(trx, admin.user_id),
    await userOrSystemActor(trx, owner.user_id),
  ]
  const keys = { ring: stage.ring, place: stage.entity.schema }
  const { today } = stage
  const [older, last] = [-2, -1].map((months) => addMonths(startOfMonth(today), months))
  const taught = await trx
    .selectFrom('subject_trainer')
    .innerJoin('trainer', 'trainer.user_id', 'subject_trainer.user_id')
    .select(['trainer.id', 'subject_trainer.subject_id'])
    .distinctOn('trainer.id')
    .where('trainer.pay_type', 'is not', null)
    .where('trainer.user_id', 'not in', [admin.user_id, owner.user_id])
    .orderBy('trainer.id')
    .orderBy('subject_trainer.subject_id')
    .execute()
  for (const [index, { id, subject_id }] of taught.entries())
    await addRate(trx, asks, everywhere, id, {
      ...{ subject_id, pay_type: 'session', rate_sen: 7_500 + (index % 5) * 500, starts_on: older! },
    })
  for (const month of [older!, last!]) {
    await makePaySheets(trx, asks, everywhere, month.slice(0, 7), today)
    const drafts = await trx
      .selectFrom('pay_sheet')
      .select(['id', 'trainer_id', 'month'])
      .where('month', '=', month)
      .where('trainer_user_id', 'not in', [admin.user_id, owner.user_id])
      .orderBy('id')
      .execute()
    const versionOf = async (id: string) =>
      (await trx.selectFrom('pay_sheet').select('version').where('id', '=', id).executeTakeFirstOrThrow())
        .version
    for (const [index, draft] of drafts.entries()) {
      const { id } = draft
      if ((await outdated(trx, draft)).unpriced > 0) continue
      if (month === last && index % 3 === 2) {
        const input = { amount_sen: 4_550, reason: reasons[stage.locale === 'my' ? 'my' : 'en'] }
        await addCorrection(trx, asks, everywhere, id, { ...input, version: await versionOf(id) })
        continue
      }
      await submitPaySheet(trx, asks, everywhere, id, await versionOf(id))
      if (month === last && index % 3 === 1) continue
      await approvePaySheet(trx, decides, everywhere, keys, id, await versionOf(id))
      if (month === last) continue
      const paid = { paid_on: addDays(last!, 4), bank_reference: `IBG ${index + 1001}` }
      await payPaySheet(trx, asks, everywhere, id, { ...paid, version: await versionOf(id) }, today)
    }
  }
  await sql`reset role`.execute(trx)
  const { now } = stage
  await dateEntries(trx, before, now)
  for (const table of ['pay_sheet', 'trainer_rate'])
    await sql`update ${sql.table(table)} set created_at = ${now}, updated_at = ${now}`.execute(trx)
  await sql`update pay_sheet_line set created_at = ${now}`.execute(trx)
  await sql`update pay_sheet set submitted_at = case when submitted_at is null then null else ${now}::timestamptz end,
    decided_at = case when decided_at is null then null else ${now}::timestamptz end`.execute(trx)
}
