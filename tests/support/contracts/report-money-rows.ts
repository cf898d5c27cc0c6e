import { newId } from '#db/id.ts'
import { type Given, insert, parent, student, type Trx } from '../database/factories.ts'
import { allocation, invoice, payment } from '../database/money-factories.ts'
import { day, text } from './told.ts'

/** What the remarks of the first invoice and its payment say. */
export const programRemark = 'Untuk program'

/** An invoice for a class that was paid at the far branch, and one of another year that was paid elsewhere. */
export async function reportedMoney(
  trx: Trx,
  {
    far_id,
    subject_id,
    user_id,
    buyer,
  }: Record<'far_id' | 'subject_id' | 'user_id', string> & { buyer: Given<'parent'> },
): Promise<{ student_id: string }> {
  const fee = await trx
    .selectFrom('subject_fee')
    .select(['id', 'fee_type_id'])
    .where('subject_id', '=', subject_id)
    .executeTakeFirstOrThrow()
  const child = await student(
    trx,
    {
      ...{ name: text, branch_id: far_id, nationality: 'ID', status: 'withdrawn' },
      ...{ status_on: '2026-03-02', registered_on: '2025-02-03' },
    },
    { payer: await parent(trx, { name: text, status: 'inactive', ...buyer }) },
  )
  const item = { price_sen: 900, subject_fee_id: fee.id, fee_type_id: fee.fee_type_id }
  await paid(trx, child, { on: day, remark: programRemark, received_by: user_id }, item)
  await paid(trx, await student(trx), { on: '2025-11-15', remark: null }, { price_sen: 800 })
  return { student_id: child.id }
}

async function paid(
  trx: Trx,
  child: Awaited<ReturnType<typeof student>>,
  { on, ...about }: { on: string; remark: string | null; received_by?: string },
  item: { price_sen: number },
) {
  const { branch_id } = child
  const payer_parent_id = child.payer!.id
  const bill = await invoice(
    trx,
    {
      ...{ student_id: child.id, payer_parent_id, branch_id, issued_on: on, due_on: on, status: 'paid' },
      remark: about.remark,
    },
    [item],
  )
  const amount_sen = item.price_sen
  const row = await payment(trx, { branch_id, payer_parent_id, amount_sen, paid_on: on, ...about })
  await allocation(trx, row.id, bill.id, amount_sen)
  await insert(trx, 'collection', {
    ...{ id: newId(), payment_id: row.id, branch_id, source: 'invoice', method: 'cash' },
    ...{ collected_on: on, gross_sen: amount_sen, net_sen: amount_sen, status: 'collected' },
  })
}
