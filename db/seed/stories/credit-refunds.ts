import { sql, type Transaction } from 'kysely'
import { everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import {
  approveRefund,
  askForRefund,
  payRefund,
} from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import type { CreditRefundInput } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const reasons = {
  my: [
    'Keluarga berpindah ke negeri lain; tiada lagi anak di sini.',
    'Yuran dibayar dua kali dan diminta semula.',
    'Ibu meminta lebihan bayaran dipulangkan secara tunai.',
  ],
  en: [
    'The family moves to another state; no child stays here.',
    'The fee was paid twice and is asked back.',
    'Mother asks for what was paid too much, in cash.',
  ],
}

/** Credit that went back to a family, that waits to be paid, and that waits for a second person; by the product's own verbs. */
export async function addCreditRefunds(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const [clerk, admin] = ['clerk', 'admin'].map((wanted) => office.find((one) => one.role === wanted))
  if (!clerk || !admin) return
  const rich = await trx
    .selectFrom('credit_entry')
    .innerJoin('parent', 'parent.id', 'credit_entry.parent_id')
    .select(['credit_entry.parent_id', 'parent.name'])
    .groupBy(['credit_entry.parent_id', 'parent.name'])
    .having(sql<boolean>`sum(delta_sen) >= 1000`)
    .where(
      sql<boolean>`not exists (select from credit_move where status = 'requested' and parent_id = parent.id)`,
    )
    .orderBy('credit_entry.parent_id', 'desc')
    .limit(3)
    .execute()
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const [asks, decides] = [
    await userOrSystemActor(trx, clerk.user_id),
    await userOrSystemActor(trx, admin.user_id),
  ]
  const { now, today, ring, entity } = stage
  const keys = { ring, place: entity.schema }
  const words = reasons[stage.locale === 'my' ? 'my' : 'en']
  for (const [index, { parent_id, name }] of rich.entries()) {
    const input: CreditRefundInput = {
      ...{ amount: 1_000, reason: words[index]!, payee_name: name },
      ...(index < 2
        ? { method: 'bank_transfer', bank_name: 'Maybank', account_number: `51440088120${index}` }
        : { method: 'cash' }),
    }
    const { id } = await askForRefund(trx, asks, everywhere, keys, parent_id, input)
    if (index < 2) await approveRefund(trx, decides, everywhere, id, today)
    await trx.updateTable('credit_refund').set({ decided_at: now }).where('status', '=', 'approved').execute()
    const paid = { paid_on: today, bank_reference: 'MBB 77120' }
    if (index === 0) await payRefund(trx, decides, everywhere, id, { input: paid, today })
  }
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, now)
  await sql`update credit_entry set created_at = ${now} where credit_refund_id is not null`.execute(trx)
  await sql`update credit_refund set requested_at = ${now}, created_at = ${now}, updated_at = ${now},
    paid_at = case when paid_at is null then null else ${now}::timestamptz end`.execute(trx)
  // What has happened long ago is not mailed now.
  await sql`delete from platform.outbox
    where name = 'credit_refund.send' and entity_id = ${entity.id}`.execute(trx)
}
