import { type Kysely, sql } from 'kysely'
import { claimFees } from '#app/domain/billing/plan/claim.ts'
import { creditOf } from '#app/domain/payments/payments/find-payments.ts'
import { freezeReceipt } from '#app/domain/payments/payments/receipt.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Given, insert, next, parent, student, type Trx, user } from './factories.ts'

interface GivenItem extends Given<'invoice_item'> {
  price_sen: number
}

/**
 * An unpaid invoice of one item of RM120.00, or of `items`, whose sums follow from them. A given status is taken as it
 * is: `paid` has no payment behind it.
 */
export async function invoice(
  trx: Trx,
  given: Given<'invoice'> = {},
  items: GivenItem[] = [{ price_sen: 12_000 }],
) {
  const number = next()
  const owner = given.student_id && given.payer_parent_id ? undefined : await student(trx)
  const amounts = items.map((item) => item.amount_sen ?? item.price_sen - Number(item.discount_sen ?? 0))
  const sum = amounts.reduce<number>((total, amount) => total + Number(amount), 0)
  const status = given.status ?? 'unpaid'
  const branch_id = given.branch_id ?? owner?.branch_id ?? (await branchOf(trx, given.student_id!))
  const row = await insert(trx, 'invoice', {
    id: newId(),
    public_code: newPublicCode(),
    student_id: owner?.id ?? given.student_id!,
    payer_parent_id: owner?.payer?.id ?? given.payer_parent_id!,
    branch_id,
    due_on: '2026-02-07',
    sub_total_sen: sum,
    total_sen: sum,
    ...(status === 'draft'
      ? {}
      : { number: `INV-26-${String(number).padStart(6, '0')}`, issued_on: '2026-01-31' }),
    ...(status === 'paid' ? { paid_sen: sum, paid_on: '2026-01-31' } : {}),
    status,
    ...given,
  })
  const lines = []
  for (const [index, item] of items.entries()) {
    lines.push(
      await insert(trx, 'invoice_item', {
        id: newId(),
        invoice_id: row.id,
        position: index + 1,
        description: `Yuran Januari ${index + 1}`,
        amount_sen: amounts[index]!,
        ...item,
      }),
    )
  }
  if (status !== 'cancelled') await claimFees(trx, row.id)
  return { ...row, items: lines }
}

/** So many copies of an issued invoice, without its lines, in one statement; gives their numbers. */
export async function manyInvoices(trx: Trx, { id }: { id: string }, count: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on, sub_total_sen,
      total_sen, status)
    select new_id(), replace(number, 'INV', 'ROW') || '-' || lpad(nth::text, 5, '0'), replace(gen_random_uuid()::text, '-', ''), student_id,
      payer_parent_id, branch_id, issued_on, due_on, sub_total_sen, total_sen, status
    from invoice, generate_series(1, ${count}::int) as nth where id = ${id}
    returning number`.execute(trx)
  return rows.map(({ number }) => number)
}

async function branchOf(trx: Trx, student_id: string): Promise<string> {
  const query = trx.selectFrom('student').select('branch_id').where('id', '=', student_id)
  return (await query.executeTakeFirstOrThrow()).branch_id
}

/** One that is asked for, about an invoice of its own unless it is said. */
export async function creditNote(trx: Trx, given: Given<'credit_note'> = {}) {
  const about = given.invoice_id ? undefined : await invoice(trx)
  const branch_id = given.branch_id ?? about?.branch_id
  return insert(trx, 'credit_note', {
    ...{ id: newId(), kind: 'credit_note', reason: 'Dibilkan dua kali', sub_total_sen: 1_000 },
    ...{ invoice_id: given.invoice_id ?? about!.id, branch_id: branch_id! },
    ...given,
    // an early-payment discount is asked for by nobody
    requested_by: given.discount_id ? null : (given.requested_by ?? (await user(trx)).id),
  })
}

/** Of a family, about an invoice of its own, in two even parts a month from each other; proposed unless it is said. */
export async function arrangement(
  trx: Trx,
  {
    due_on = ['2026-07-01', '2026-08-01'],
    invoice_id,
    ...given
  }: Given<'arrangement'> & { due_on?: readonly string[]; invoice_id: string },
) {
  const bill = await trx
    .selectFrom('invoice')
    .select(['balance_sen', 'payer_parent_id'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const total_sen = given.total_sen ?? bill.balance_sen!
  const row = await insert(trx, 'arrangement', {
    ...{ id: newId(), parent_id: bill.payer_parent_id, total_sen, reason: 'Bapa kehilangan kerja' },
    ...given,
    requested_by: given.requested_by ?? (await user(trx)).id,
  })
  await insert(trx, 'arrangement_invoice', { arrangement_id: row.id, invoice_id, balance_sen: total_sen })
  const each = Math.floor(total_sen / due_on.length)
  for (const [index, day] of due_on.entries())
    await insert(trx, 'arrangement_instalment', {
      ...{ arrangement_id: row.id, position: index + 1, due_on: day },
      amount_sen: index < due_on.length - 1 ? each : total_sen - each * (due_on.length - 1),
    })
  return row
}

/** RM20.00 that a family has paid too much. */
export async function credit(trx: Trx, given: Given<'credit_entry'> = {}) {
  const parent_id = given.parent_id ?? (await parent(trx)).id
  return insert(trx, 'credit_entry', {
    ...{ id: newId(), parent_id, delta_sen: 2_000, reason: 'overpayment' },
    ...given,
  })
}

/**
 * RM5.00 in cash that a family is asked to have back out of RM20.00 that it gets with it; with `status: 'approved'` a
 * colleague has decided.
 */
export async function creditRefund(trx: Trx, given: Given<'credit_refund'> = {}) {
  const parent_id = given.parent_id ?? (await parent(trx)).id
  await credit(trx, { parent_id, delta_sen: Math.max(2_000, given.amount_sen ?? 0) })
  const approved = given.status === 'approved' && {
    ...{ number: `RF-26-${String(next()).padStart(6, '0')}`, decided_at: new Date() },
    decided_by: (await user(trx)).id,
  }
  return insert(trx, 'credit_refund', {
    ...{ id: newId(), parent_id, amount_sen: 500, reason: 'Pindah ke negeri lain' },
    ...{ method: 'cash', payee_name: 'Puan Ibu', requested_by: given.requested_by ?? (await user(trx)).id },
    ...approved,
    ...given,
  })
}

/** A counter payment of RM120.00 that pays no invoice yet; see {@link allocation}. */
export async function payment(trx: Trx, given: Given<'payment'> = {}) {
  const number = next()
  const branch_id = given.branch_id ?? (await student(trx)).branch_id
  return insert(trx, 'payment', {
    id: newId(),
    number: `RCP-26-${String(number).padStart(6, '0')}`,
    public_code: newPublicCode(),
    method: 'cash',
    paid_on: '2026-01-31',
    amount_sen: 12_000,
    branch_id,
    ...given,
  })
}

/** What of a payment pays which invoice. */
export function allocation(trx: Trx, payment_id: string, invoice_id: string, amount_sen: number) {
  return insert(trx, 'payment_allocation', { payment_id, invoice_id, amount_sen })
}

/** A try to pay RM120.00 through FPX that has just begun. */
export function paymentAttempt(trx: Trx, given: Given<'payment_attempt'> = {}) {
  const number = next()
  return insert(trx, 'payment_attempt', {
    id: newId(),
    order_no: `T${String(number).padStart(12, '0')}`,
    public_code: newPublicCode(),
    gateway: 'fpx',
    model: 'B2C',
    amount_sen: 12_000,
    expires_at: new Date(Date.now() + 3_600_000),
    ...given,
  })
}

/** The receipt of a payment, as the product issues it; after its allocations. */
export async function receipt(trx: Trx, payment_id: string): Promise<void> {
  await freezeReceipt(trx, payment_id, { credit_sen: await creditOf(trx, payment_id), gift: true })
}

/** RM120.00 that was transferred for an invoice, shown by nobody who has an account; it waits unless it is said. */
export async function transferSlip(trx: Trx, given: Given<'transfer_slip'> = {}) {
  const number = next()
  const decided = given.status && given.status !== 'requested' ? { decided_at: new Date() } : {}
  return insert(trx, 'transfer_slip', {
    ...{ id: newId(), amount_sen: 12_000, paid_on: '2026-01-31', reference_no: `MBB ${770_000 + number}` },
    ...{
      file_hash: String(number).padStart(64, '0'),
      invoice_id: given.invoice_id ?? (await invoice(trx)).id,
    },
    ...decided,
    ...(given.status === 'rejected' ? { decision_reason: 'Wang belum diterima' } : {}),
    ...given,
  })
}

/** The credit of a family including what is reserved, in sen. */
export async function creditBalance(db: Kysely<DB>, parent_id: string): Promise<number> {
  const { sen } = await db
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)`.as('sen'))
    .where('parent_id', '=', parent_id)
    .executeTakeFirstOrThrow()
  return sen
}
