import { sql, type Transaction } from 'kysely'
import {
  addCorrection,
  approvePaySheet,
  payPaySheet,
  submitPaySheet,
} from '#app/domain/classes/pay/change-pay-sheet.ts'
import { paySheet } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { makePaySheets } from '#app/domain/classes/pay/make-pay-sheets.ts'
import { everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { Team } from '../staff.ts'
import { at, type Stage } from '../stage.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const words = {
  en: 'Invigilated the trial examination',
  my: 'Mengawas peperiksaan percubaan',
} as const

/**
 * What trainers are paid, by the product's own verbs: the month before last is paid, of last month some is approved, some waits
 * for a second person and some is a draft, as is the running month.
 */
export async function addPaySheets(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const prepares = office.find((one) => one.role === 'admin')
  const approves = office.find((one) => one.role === 'superadmin')
  if (!prepares || !approves) return
  const { today, ring, entity } = stage
  const keys = { ring, place: entity.schema }
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const admin = { ...(await userOrSystemActor(trx, prepares.user_id)), roles: ['admin'] as const }
  const owner = { ...(await userOrSystemActor(trx, approves.user_id)), roles: ['superadmin'] as const }
  const versionOf = async (id: string) => (await paySheet(trx, everywhere, id)).version
  for (const back of [2, 1, 0]) {
    const month = startOfMonth(addMonths(today, -back))
    const made_on = back === 0 ? today : addDays(addMonths(month, 1), 1)
    const before = await lastEntry(trx)
    await makePaySheets(trx, admin, everywhere, month.slice(0, 7), today)
    const sheets = await trx
      .selectFrom('pay_sheet')
      .where('month', '=', month)
      .select('id')
      .orderBy('id')
      .execute()
    for (const [index, { id }] of sheets.entries()) {
      if (back === 0) continue
      if (index === 0)
        await addCorrection(trx, admin, everywhere, id, {
          ...{ amount_sen: 80_00, reason: words[stage.locale === 'my' ? 'my' : 'en'] },
          version: await versionOf(id),
        })
      const part = back === 1 ? index % 3 : 0
      if (part === 2) continue
      try {
        await submitPaySheet(trx, admin, everywhere, id, await versionOf(id))
      } catch (error) {
        // A trainer without a rate, or a month in which nobody taught.
        if (error instanceof Refusal) continue
        throw error
      }
      if (part === 1) continue
      await approvePaySheet(trx, owner, everywhere, keys, id, await versionOf(id))
      if (back < 2) continue
      const paid = { paid_on: addDays(made_on, 4), bank_reference: `TT-${month.slice(0, 7)}-${index + 1}` }
      await payPaySheet(trx, admin, everywhere, id, { ...paid, version: await versionOf(id) }, today)
    }
    await sql`update pay_sheet set created_at = ${at(stage, made_on, 9)}, updated_at = ${at(stage, made_on, 11)}
      where month = ${month}`.execute(trx)
    await sql`update pay_sheet set submitted_at = case when submitted_at is null then null else ${at(stage, made_on, 10)}::timestamptz end,
      decided_at = case when decided_at is null then null else ${at(stage, made_on, 11)}::timestamptz end
      where month = ${month}`.execute(trx)
    await dateEntries(trx, before, at(stage, made_on, 11))
  }
  await sql`reset role`.execute(trx)
}
