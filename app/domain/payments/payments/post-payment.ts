import { type Kysely, sql, type Transaction } from 'kysely'
import {
  allocate,
  allocateShares,
  type Owing,
  type Split,
} from '#app/domain/accounting/credits/allocation.ts'
import { type Gift, unnamed } from '#app/domain/accounting/gifts/gift.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { type Fee, noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { documentNumber, nextNo } from '#app/domain/core/numbering.ts'
import { fixedInsert, fixedQuery } from '#db/fixed-query.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { afterPosting } from './effects.ts'
import { type Family, type GatewayFacts, type NewPayment, type Posting, rulesFor } from './posting.ts'

export interface Posted {
  payment_id: string
  number: string
  /** What no invoice could take, now the family's credit; 0 when everything fitted. */
  credit_sen: number
}

/**
 * A payment of which all is decided. `write` writes it down, with all that follows from it: who has rows of their own to
 * write, as the road of an online payment has, sends them in the same flight.
 */
export interface PreparedPayment extends Posted {
  write(): Promise<void>
}

/**
 * Payment with its number, allocations by what each invoice owes at this moment, the rest as the family's credit, the sums
 * of the invoices, and then all of {@link afterPosting}, in one transaction with whatever found out that the money came;
 * constraints on attempt and gateway transaction make a second posting impossible. Refuses a day in a closed month
 * (month.closed), but never what a bank has moved already.
 */
export async function postPayment(trx: Transaction<DB>, actor: Actor, asked: Posting): Promise<Posted> {
  return written(await preparePayment(trx, actor, asked))
}

async function written({ write, ...posted }: PreparedPayment): Promise<Posted> {
  await write()
  return posted
}

/**
 * The first half of {@link postPayment}: locks the invoices, takes the number, and decides who gets what. From its number on,
 * which all payments of the organisation take in turn, who comes next waits for each flight of this one.
 */
export async function preparePayment(
  trx: Transaction<DB>,
  actor: Actor,
  asked: Posting,
): Promise<PreparedPayment> {
  const [booked, invoices, no] = await Promise.all([
    rulesFor(trx, asked),
    lockedFor(trx, asked),
    nextNo(trx, 'payment', asked.today),
  ])
  const { posting } = booked
  const [first] = invoices
  if (!first) throw new Error('a payment needs an invoice')
  const { payer_parent_id: parent_id, payer_name: name, payer_email: email, branch_id } = first
  const money_sen = posting.amount_sen - posting.payer_fee_sen
  const split = posting.shares ? allocateShares(money_sen, posting.shares) : allocate(money_sen, invoices)
  const payer = { parent_id, name, email, branch_id }
  return prepared(trx, { ...booked, ...split, actor, no, payer, invoices, gift: null })
}

async function lockedFor(trx: Transaction<DB>, { invoice_ids, gateway }: Posting) {
  if (invoice_ids) return lockedInvoices(trx, invoice_ids)
  return gateway ? lockedOfAttempt(trx, gateway.attempt_id) : []
}

type Debit = Omit<Posting, keyof Fee | 'public_code' | 'invoice_ids' | 'gateway'> & { gateway: GatewayFacts }

/** Of a debit that pays no invoice: a payment of its own, all of it the family's credit, without a fee. */
export async function prepareCredit(
  trx: Transaction<DB>,
  actor: Actor,
  { family, ...debit }: Debit & { family: Family },
): Promise<PreparedPayment> {
  return preparedCredit(trx, actor, family, { ...debit, gateway: { ...debit.gateway, second: true } })
}

/** The same, written at once. */
export async function postToCredit(
  trx: Transaction<DB>,
  actor: Actor,
  debit: Debit & { family: Family },
): Promise<Posted> {
  return written(await prepareCredit(trx, actor, debit))
}

type Deposit = Omit<Posting, keyof Fee | 'public_code' | 'invoice_ids' | 'gateway'>

/** Money at the counter that pays no invoice yet: a payment of its own, all of it the family's credit. */
export async function postDeposit(
  trx: Transaction<DB>,
  actor: Actor,
  { family, ...deposit }: Deposit & { family: Family },
): Promise<Posted> {
  return written(await preparedCredit(trx, actor, family, { ...deposit, gateway: null }))
}

/** Nobody was given a page for it when it was asked for, so it gets its public code only now. */
async function preparedCredit(
  trx: Transaction<DB>,
  actor: Actor,
  payer: Family,
  money: Deposit & Pick<Posting, 'gateway'>,
): Promise<PreparedPayment> {
  const asked = { ...money, ...noFee, invoice_ids: [], public_code: newPublicCode() }
  const [booked, no] = await Promise.all([
    rulesFor(trx, asked),
    nextNo(trx, 'payment', asked.today),
    trx.insertInto('platform.public_code').values({ code: asked.public_code, kind: 'payment' }).execute(),
  ])
  const split = { allocations: [], rest_sen: asked.amount_sen }
  return prepared(trx, { ...booked, ...split, actor, no, payer, invoices: [], gift: null })
}

type Giving = Omit<Posting, 'invoice_ids' | 'shares'> & { gift: Gift }

/** Of a gift: a payment of its own under a number of its kind, all of it but the payer's fee for its fund. */
export async function prepareGift(
  trx: Transaction<DB>,
  actor: Actor,
  { gift, ...asked }: Giving,
): Promise<PreparedPayment> {
  const [booked, no] = await Promise.all([
    rulesFor(trx, { ...asked, invoice_ids: [] }),
    nextNo(trx, gift.kind, asked.today),
  ])
  const payer = { parent_id: null, name: unnamed, email: null, branch_id: gift.branch_id }
  return prepared(trx, { ...booked, actor, no, payer, invoices: [], allocations: [], rest_sen: 0, gift })
}

/** The same, written at once. */
export async function postGift(trx: Transaction<DB>, actor: Actor, giving: Giving): Promise<Posted> {
  return written(await prepareGift(trx, actor, giving))
}

function prepared(
  trx: Transaction<DB>,
  { no, ...decided }: Omit<NewPayment, 'id' | 'number'> & { no: number },
): PreparedPayment {
  const { rules, posting, gift, rest_sen } = decided
  const { [`${gift?.kind ?? 'payment'}_prefix` as const]: prefix } = rules.numbering
  const number = documentNumber(prefix, posting.today.slice(0, 4), no)
  const payment: NewPayment = { ...decided, id: newId(), number }
  return { payment_id: payment.id, number, credit_sen: rest_sen, write: () => write(trx, payment) }
}

/** The payment, what it pays, and each of {@link afterPosting}: as much in one flight as may be. */
async function write(trx: Transaction<DB>, payment: NewPayment): Promise<void> {
  let flight: Promise<unknown>[] = [insertPayment(trx, payment), payInvoices(trx, payment)]
  for (const effect of afterPosting) {
    if (!effect.applies(payment)) continue
    if (effect.inTurn) {
      await Promise.all(flight)
      flight = []
      await effect.run(trx, payment)
    } else flight.push(effect.run(trx, payment))
  }
  await Promise.all(flight)
}

async function insertPayment(trx: Transaction<DB>, { id, number, actor, posting, payer }: NewPayment) {
  const { gateway } = posting
  await paymentAdded(trx, {
    id,
    number,
    public_code: posting.public_code,
    method: posting.method,
    paid_on: posting.paid_on,
    amount_sen: posting.amount_sen,
    payer_fee_sen: posting.payer_fee_sen,
    gateway_charges_sen: posting.payer_fee_sen + posting.tenant_fee_sen,
    reference_no: posting.reference_no,
    remark: posting.remark,
    payer_parent_id: payer.parent_id,
    payer_name: posting.payer_name ?? payer.name,
    payer_email: posting.payer_email ?? payer.email,
    branch_id: payer.branch_id,
    received_by: posting.received_by,
    early_reason: posting.early_reason ?? null,
    rounding_sen: posting.rounding_sen ?? 0,
    given_sen: posting.given_sen ?? null,
    drawer_id: posting.drawer_id ?? null,
    bank_day: posting.bank_day,
    created_by: actor.id,
    ...(gateway
      ? {
          [gateway.second ? 'second_debit_of' : 'attempt_id']: gateway.attempt_id,
          gateway: posting.method,
          gateway_environment: gateway.environment,
          gateway_transaction_id: gateway.transaction_id,
          gateway_order_no: gateway.order_no,
          bank_name: gateway.bank_name,
        }
      : {}),
  })
}

const paymentAdded = fixedInsert('payment')

/** Locked in the order of their ids and given back in the order of the payment. */
async function lockedInvoices(trx: Transaction<DB>, ids: readonly string[]) {
  const rows = await locked(trx).where('invoice.id', 'in', ids).execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** The same of all that an attempt was made for, in its order. */
async function lockedOfAttempt(trx: Transaction<DB>, attempt_id: string) {
  const rows = await lockedOf(trx, attempt_id)
  return rows.toSorted((a, b) => a.position - b.position)
}

const lockedOf = fixedQuery((db, attempt_id: string) =>
  locked(db)
    .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.invoice_id', 'invoice.id')
    .select('payment_attempt_invoice.position')
    .where('payment_attempt_invoice.attempt_id', '=', attempt_id),
)

function locked(db: Kysely<DB>) {
  return db
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([
      'invoice.id',
      'invoice.status',
      sql<number>`invoice.balance_sen`.as('balance_sen'),
      'invoice.branch_id',
      'invoice.payer_parent_id',
      'parent.name as payer_name',
      'parent.email as payer_email',
    ])
    .orderBy('invoice.id')
    .forUpdate('invoice')
}

/** What the payment pays of each invoice, one after the other in one flight. */
async function payInvoices(trx: Transaction<DB>, payment: NewPayment): Promise<void> {
  const { id: payment_id, allocations, invoices } = payment
  if (allocations.length === 0) return
  const rows = allocations.map(({ invoice_id, amount_sen }) => ({ payment_id, invoice_id, amount_sen }))
  await Promise.all([
    trx.insertInto('payment_allocation').values(rows).execute(),
    ...allocations.map((one) =>
      payInvoice(trx, payment, one, invoices.find(({ id }) => id === one.invoice_id)?.balance_sen),
    ),
  ])
}

/** Of an invoice that gets all that it owes the state is known beforehand, so its entry in the log need not wait for it. */
async function payInvoice(
  trx: Transaction<DB>,
  { actor, number, posting }: NewPayment,
  { invoice_id, amount_sen }: Split['allocations'][number],
  owed_sen: Owing['balance_sen'] | undefined,
): Promise<void> {
  const paying = invoicePaid(
    trx,
    invoice_id,
    amount_sen,
    posting.paid_on,
    posting.gateway?.attempt_id ?? null,
  )
  const logged = (status: string) =>
    record(
      trx,
      actor,
      status === 'paid' ? 'invoice.paid' : 'invoice.part_paid',
      { type: 'invoice', id: invoice_id },
      { after: { payment: number, amount_sen, status } },
    )
  const whole = owed_sen === amount_sen
  const [[paid]] = await Promise.all([paying, whole && logged('paid')])
  if (!paid) throw new Error('what a payment pays is open no longer')
  if (!whole) await logged(paid.status)
  else if (paid.status !== 'paid') throw new Error('an invoice that was locked owes something else')
}

const invoicePaid = fixedQuery(
  (db, invoice_id: string, amount_sen: number, paid_on: string, holder: string | null) => {
    const full = sql<boolean>`balance_sen = ${amount_sen}::bigint`
    const freed = sql<boolean>`(${full} or locked_by_attempt_id = ${holder}::uuid)`
    return db
      .updateTable('invoice')
      .set({
        paid_sen: sql`paid_sen + ${amount_sen}::bigint`,
        paid_on: sql`case when ${full} then ${paid_on}::date else paid_on end`,
        status: sql`case when ${full} then 'paid' when ${freed} then 'unpaid' else status end`,
        locked_until: sql`case when ${freed} then null else locked_until end`,
        locked_by_attempt_id: sql`case when ${freed} then null else locked_by_attempt_id end`,
        ...touched,
      })
      .where('id', '=', invoice_id)
      .where('status', 'in', ['unpaid', 'pending'])
      .returning('status')
  },
)
