import { type Kysely, sql } from 'kysely'
import { earlyOffer } from '#app/domain/billing/credit-notes/early-discount.ts'
import { sumsOfInvoices } from '#app/domain/billing/invoices/invoice-sums.ts'
import { explainAmounts } from '#app/domain/billing/plan/explain-amounts.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { statusOn } from '#app/domain/core/invoicing/invoice.ts'
import type { LineShare } from '#app/domain/core/invoicing/line-text.ts'
import { maskedTitle, titleFacts } from '#app/domain/core/invoicing/title.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import type { DB } from '#db/types.ts'

/**
 * An invoice for anyone with its code: amounts and dates in full, names masked except for the paying family. Undefined for
 * an unknown code and for a draft. Payments and attempts that include other invoices come without their code, except for the
 * paying family.
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
        'invoice_item.description_en',
        'invoice_item.description_my',
        'invoice_item.amount_sen',
        'invoice_item.tax_sen',
        'invoice_item.period_starts_on',
        'invoice_item.period_ends_on',
      ])
      .select(sql<LineShare>`invoice_item.facts -> 'share'`.as('share'))
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
        sql<boolean>`(select count(*) from payment_allocation as other
          where other.payment_id = payment.id) = 1`.as('alone'),
      )
      .where('invoice.public_code', '=', code)
      .where('payment_allocation.reversed_at', 'is', null)
      .where('payment.status', '=', 'paid')
      .orderBy('payment.id')
      .execute(),
    attemptsOf(db, code),
  ])
  if (!invoice) return undefined
  const { id, student, payer, title, payer_parent_id, ...facts } = invoice
  const own = payer_parent_id === parent_id
  const withoutSharedCode = <R extends { public_code: string; alone: boolean }>({
    alone,
    public_code,
    ...row
  }: R) => ({
    ...row,
    public_code: own || alone ? public_code : null,
  })
  const [why, early, sums, reported] = await Promise.all([
    explainAmounts(db, id, 'anybody'),
    earlyOffer(db, id, today),
    sumsOfInvoices(db, [id]),
    einvoicesOf(db, 'invoice', [id]),
  ])
  const names = own
    ? { student, payer, title }
    : { student: maskedName(student), payer: maskedName(payer), title: maskedTitle(title) }
  return {
    ...facts,
    ...names,
    items,
    why,
    early,
    sums: sums.get(id)!,
    einvoice: reported.get(id) ?? null,
    payments: payments.map(withoutSharedCode),
    attempts: attempts.map(withoutSharedCode),
  }
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
      'invoice.paid_on',
      'invoice.balance_sen',
      'invoice.cancelled_at',
      'student.name as student',
      'parent.name as payer',
      titleFacts.as('title'),
      statusOn(today).as('status'),
    ])
    .where('invoice.public_code', '=', code)
    .where('invoice.status', '<>', 'draft')
    .executeTakeFirst()
}

/** SQL condition: the attempt is for one invoice only, so that its code leads to no other invoice. */
export const isForOne = sql<boolean>`(select count(*) from payment_attempt_invoice as other
  where other.attempt_id = payment_attempt.id) = 1`

/** The latest attempts of an invoice that did not pay it. */
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

/** Name and e-mail of a signed-in parent, to fill in the form; null for everybody else. */
export async function payerOf(db: Kysely<DB>, { parent_id }: Actor) {
  if (!parent_id) return null
  const row = await db
    .selectFrom('parent')
    .select(['name as buyer_name', 'email as buyer_email'])
    .where('id', '=', parent_id)
    .executeTakeFirst()
  return row ?? null
}
