import { type Kysely, sql } from 'kysely'
import { sentBackOf } from '#app/domain/accounting/collections/collection.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { earlyOffer } from '#app/domain/billing/credit-notes/early.ts'
import { explainAmounts } from '#app/domain/billing/plan/explain-amounts.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import type { DB } from '#db/types.ts'

/**
 * Amounts and dates in full, names masked. Undefined for an unknown code and for a draft. Payments that were for other
 * invoices too are told without their code, which would lead on to these, but to the family that pays.
 */
export async function publicInvoice(db: Kysely<DB>, code: string, today: string, parent_id: string | null) {
  const [invoice, items, payments, attempts] = await Promise.all([
    invoiceByCode(db, code, today),
    db
      .selectFrom('invoice_item')
      .innerJoin('invoice', 'invoice.id', 'invoice_item.invoice_id')
      .select([
        'invoice_item.position',
        'invoice_item.description',
        'invoice_item.amount_sen',
        'invoice_item.discount_sen',
      ])
      .where('invoice.public_code', '=', code)
      .orderBy('invoice_item.position')
      .execute(),
    db
      .selectFrom('payment_allocation')
      .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
      .innerJoin('payment', 'payment.id', 'payment_allocation.payment_id')
      .select([
        'payment.number',
        'payment.public_code',
        'payment.paid_on',
        'payment.method',
        'payment_allocation.amount_sen',
      ])
      .select(
        sql<boolean>`(select count(*) from payment_allocation beside
          where beside.payment_id = payment.id) = 1`.as('alone'),
      )
      .where('invoice.public_code', '=', code)
      .where('payment_allocation.reversed_at', 'is', null)
      .where('payment.status', '=', 'paid')
      .orderBy('payment.id')
      .execute(),
    attemptsOf(db, code),
  ])
  if (!invoice) return undefined
  const { id, student, payer, payer_parent_id, ...facts } = invoice
  const own = payer_parent_id === parent_id
  const told = <R extends { public_code: string; alone: boolean }>({ alone, public_code, ...row }: R) => ({
    ...row,
    public_code: own || alone ? public_code : null,
  })
  const [why, early] = await Promise.all([explainAmounts(db, id, 'anybody'), earlyOffer(db, id, today)])
  const names = { student: maskedName(student), payer: maskedName(payer) }
  return { ...facts, ...names, items, why, early, payments: payments.map(told), attempts: attempts.map(told) }
}

async function invoiceByCode(db: Kysely<DB>, code: string, today: string) {
  return db
    .selectFrom('invoice')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.public_code',
      'invoice.payer_parent_id',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.sub_total_sen',
      'invoice.tax_total_sen',
      'invoice.total_sen',
      'invoice.paid_sen',
      'invoice.credited_sen',
      'invoice.paid_on',
      'invoice.balance_sen',
      'invoice.cancelled_at',
      'student.name as student',
      'parent.name as payer',
      statusOn(today).as('status'),
    ])
    .where('invoice.public_code', '=', code)
    .where('invoice.status', '<>', 'draft')
    .executeTakeFirst()
}

/** A payment that was begun for one invoice: its code leads to no other. */
export const isForOne = sql<boolean>`(select count(*) from payment_attempt_invoice beside
  where beside.attempt_id = payment_attempt.id) = 1`

/** Those that are not done: undecided ones, and the latest that failed. */
async function attemptsOf(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment_attempt_invoice')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment_attempt_invoice.attempt_id')
    .select([
      'payment_attempt.public_code',
      'payment_attempt.state',
      'payment_attempt.bank_name',
      'payment_attempt.amount_sen',
      'payment_attempt.requested_at',
      sql<boolean>`invoice.locked_by_attempt_id = payment_attempt.id`.as('holds'),
      isForOne.as('alone'),
    ])
    .where('invoice.public_code', '=', code)
    .where('payment_attempt.state', '<>', 'paid')
    .orderBy('payment_attempt.requested_at', 'desc')
    .limit(3)
    .execute()
}

/** What a signed-in parent need not type; of everybody else nothing is known, whoever's invoice it is. */
export async function payerOf(db: Kysely<DB>, { parent_id }: Actor) {
  if (!parent_id) return null
  const row = await db
    .selectFrom('parent')
    .select(['name as buyer_name', 'email as buyer_email'])
    .where('id', '=', parent_id)
    .executeTakeFirst()
  return row ?? null
}

/** An online attempt with what came of it, or a payment that was taken at the counter. */
export async function publicPayment(db: Kysely<DB>, code: string) {
  const [attempt, payment, asked, given, gift] = await Promise.all([
    db.selectFrom('payment_attempt').selectAll().where('public_code', '=', code).executeTakeFirst(),
    db
      .selectFrom('payment')
      .select([
        'id',
        'number',
        'method',
        'paid_on',
        'amount_sen',
        'reference_no',
        'status',
        'created_at',
        'cancelled_at',
        'bank_name',
        'gateway_order_no',
        'gateway_transaction_id',
        'second_debit_of',
      ])
      .select(sentBackOf(sql.ref('payment.id')).as('sent_back_sen'))
      .where('public_code', '=', code)
      .executeTakeFirst(),
    invoicesAsked(db, code),
    invoicesPaid(db, code),
    giftBy(db, code),
  ])
  if (!attempt && !payment) return undefined
  const invoices = (payment ? given : asked).map(({ student, ...rest }) => ({
    ...rest,
    student: maskedName(student),
  }))
  // The page to go back to, also when the money found its invoice paid already.
  const back = asked[0] ?? given[0]
  const several = Math.max(asked.length, given.length) > 1
  return { attempt, payment, invoices, gift: gift ?? null, back: back?.public_code ?? null, several }
}

/** What was given for, by the code of the attempt or of the payment; not by whom. */
async function giftBy(db: Kysely<DB>, code: string) {
  return (
    db
      .selectFrom('donation')
      .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
      .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
      .select(['donation.amount_sen', 'donation.persons', sql<GivingKind>`donation.kind`.as('kind')])
      .select((eb) => [
        eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'),
        eb.fn.coalesce('infaq_type.code', 'zakat_type.code').$notNull().as('type_code'),
      ])
      // By the keys of both, each by its own index: one `or` over joined tables would look at every gift.
      .where(
        sql<boolean>`(donation.payment_id = (select id from payment where public_code = ${code})
        or donation.attempt_id = (select id from payment_attempt where public_code = ${code}))`,
      )
      .executeTakeFirst()
  )
}

async function invoicesAsked(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment_attempt')
    .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.attempt_id', 'payment_attempt.id')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select([
      'invoice.number',
      'invoice.public_code',
      'student.name as student',
      'payment_attempt_invoice.amount_sen',
    ])
    .where('payment_attempt.public_code', '=', code)
    .orderBy('payment_attempt_invoice.position')
    .execute()
}

async function invoicesPaid(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment')
    .innerJoin('payment_allocation', 'payment_allocation.payment_id', 'payment.id')
    .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select([
      'invoice.number',
      'invoice.public_code',
      'student.name as student',
      'payment_allocation.amount_sen',
    ])
    .where('payment.public_code', '=', code)
    .orderBy('invoice.number')
    .execute()
}

/** One that a payer may ask the bank about. */
export async function attemptByCode(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'state', 'gateway'])
    .where('public_code', '=', code)
    .executeTakeFirst()
}

/** Further debits of an order that was paid: each the family's credit, or held until somebody knows whose it is. */
export async function secondDebits(db: Kysely<DB>, attempt_id: string) {
  const [booked, held] = await Promise.all([
    db
      .selectFrom('payment')
      .select(['number', 'amount_sen', 'gateway_transaction_id as fpx_id', 'public_code'])
      .where('second_debit_of', '=', attempt_id)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('platform.payment_exception')
      .select(['amount_sen', 'transaction_id as fpx_id'])
      .where('attempt_id', '=', attempt_id)
      .where('kind', '=', 'second_debit')
      .where('payment_id', 'is', null)
      .where('state', '<>', 'resolved')
      .orderBy('raised_at')
      .execute(),
  ])
  return [...booked, ...held.map((row) => ({ ...row, number: null, public_code: null }))]
}

/** FPX's id of a message that is in doubt, by which the payer's money is found; the latest. */
export async function idInDoubt(db: Kysely<DB>, attempt_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('platform.payment_exception')
    .select('transaction_id')
    .where('attempt_id', '=', attempt_id)
    .where('kind', 'in', ['mismatch', 'id_claimed', 'bank_problem'])
    .where('state', '<>', 'resolved')
    .where('transaction_id', 'is not', null)
    .orderBy('raised_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.transaction_id ?? null
}

/** Code of an attempt's public page. */
export async function publicCodeOf(db: Kysely<DB>, attempt_id: string): Promise<string> {
  const { public_code } = await db
    .selectFrom('payment_attempt')
    .select('public_code')
    .where('id', '=', attempt_id)
    .executeTakeFirstOrThrow()
  return public_code
}
