import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { arrangement, creditRefund, transferSlip } from '../database/money-factories.ts'
import { dayOf, noonOf } from './told.ts'

/** What a family was told of its invoice, a hold of it, and what the first of them promised. */
export async function reminded(
  trx: Trx,
  index: number,
  { parent_id, user_id }: { parent_id: string; user_id: string },
) {
  const first = index === 0
  const { id: reminder_id } = await insert(trx, 'reminder', {
    ...{ id: newId(), parent_id, day: dayOf(index), created_at: noonOf(index) },
    ...(first
      ? { level: 3, trigger: 'schedule', state: 'waiting' }
      : {
          level: index,
          trigger: 'hand',
          state: 'sent',
          channel: 'email',
          sent_at: noonOf(index),
          asked_by: user_id,
        }),
  })
  const invoices = await trx
    .selectFrom('invoice')
    .select(['id', 'balance_sen'])
    .where('payer_parent_id', '=', parent_id)
    .execute()
  for (const { id: invoice_id, balance_sen } of invoices)
    await insert(trx, 'reminder_invoice', { reminder_id, invoice_id, balance_sen, is_cause: true, level: 1 })
  await insert(trx, 'reminder_hold', {
    ...{ id: newId(), parent_id, reason: 'Bapa kehilangan kerja', created_by: user_id },
    ...{ created_at: noonOf(index), ends_on: first ? dayOf(0) : '2099-12-31' },
    ...(index === 2 ? { lifted_at: noonOf(0), lifted_by: user_id } : {}),
  })
  await arrangement(trx, {
    ...{ invoice_id: invoices[0]!.id, total_sen: 200, requested_by: user_id, requested_at: noonOf(index) },
    ...(first
      ? { status: 'broken', over_on: '2099-01-01', decided_at: noonOf(0), due_on: [dayOf(0), dayOf(1)] }
      : { due_on: ['2099-01-01', '2099-02-01'] }),
  })
  if (first)
    await insert(trx, 'family_contact', {
      ...{ id: newId(), parent_id, contacted_on: dayOf(0), created_at: noonOf(0), created_by: user_id },
      ...{ channel: 'phone', said: 'Akan bayar', promised_sen: 100, promised_on: dayOf(0) },
      ...{ next_step: 'Hubungi semula', next_on: dayOf(0), next_by: user_id },
    })
}

/** Credit that each of these families asked to become the next one's; that of the first was refused. */
export async function creditMoves(trx: Trx, families: readonly string[], user_id: string) {
  for (const [index, parent_id] of families.entries())
    await insert(trx, 'credit_move', {
      ...{
        id: newId(),
        parent_id,
        to_parent_id: families[index + 1] ?? families[1]!,
        amount_sen: 100 + index,
      },
      ...{ reason: 'Tinggal berasingan', requested_by: user_id, requested_at: noonOf(index) },
      ...(index === 0 ? { status: 'rejected', decided_at: noonOf(0) } : {}),
    })
}

/** Credit that each of these families is to have back; that of the first was refused. */
export async function creditRefunds(trx: Trx, families: readonly string[], user_id: string) {
  for (const [index, parent_id] of families.entries())
    await creditRefund(trx, {
      ...{ parent_id, amount_sen: 100 + index, requested_by: user_id, requested_at: noonOf(index) },
      ...(index === 0 ? { status: 'rejected', decided_at: noonOf(0) } : {}),
    })
}

/** What the parent of each of these asked to have changed; that of the first was refused. */
export async function studentChanges(
  trx: Trx,
  students: readonly { id: string; parent_id: string }[],
  user_id: string,
) {
  for (const [index, { id: student_id, parent_id }] of students.entries())
    await insert(trx, 'student_change', {
      ...{ id: newId(), student_id, parent_id, changes_sealed: 'sealed' },
      ...{ requested_by: user_id, requested_at: noonOf(index) },
      ...(index === 0 ? { status: 'rejected', decided_at: noonOf(0) } : {}),
    })
}

/** Transfers that each of these families has shown; that of the first, elsewhere and on another day, was refused. */
export async function transferSlips(trx: Trx, families: readonly string[], user_id: string) {
  for (const [index, payer_parent_id] of families.entries()) {
    const { id: invoice_id } = await trx
      .selectFrom('invoice')
      .select('id')
      .where('payer_parent_id', '=', payer_parent_id)
      .where('status', '<>', 'draft')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await transferSlip(trx, {
      ...{ invoice_id, amount_sen: 100 + index, requested_by: user_id, requested_at: noonOf(index) },
      ...{ paid_on: dayOf(index), ...(index === 0 ? { status: 'rejected', decided_at: noonOf(0) } : {}) },
    })
  }
}
