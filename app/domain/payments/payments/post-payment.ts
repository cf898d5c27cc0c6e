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
import { type Family, type GatewayFacts, type NewPayment, type Posting, resolvePosting } from './posting.ts'

export interface Posted {
  payment_id: string
  number: string
  /** What no invoice could take and is now the family's credit, in sen; 0 when the invoices took everything. */
  credit_sen: number
}

/**
 * A payment about which everything is decided. `write` writes it with all that follows from it, so that a caller with rows of
 * its own, such as the answer of a gateway, can send them in the same round trip.
 */
export interface PreparedPayment extends Posted {
  write(): Promise<void>
}

/**
 * Posts a payment in the caller's transaction: its number, allocations by what each invoice owes now, the rest as the family's
 * credit, the totals of the invoices, and then all of {@link afterPosting}. Constraints on attempt and gateway transaction make
 * a second posting impossible. Refuses a day in a closed month (month.closed), but never money that a bank has moved already.
 */
export async function postPayment(trx: Transaction<DB>, actor: Actor, requested: Posting): Promise<Posted> {
  return writeNow(await preparePayment(trx, actor, requested))
}

async function writeNow({ write, ...posted }: PreparedPayment): Promise<Posted> {
  await write()
  return posted
}

/**
 * The first half of {@link postPayment}: locks the invoices, takes the number, and decides how the money is allocated. All
 * payments of an organisation take their numbers one after the other, so from here on others wait for each round trip.
 */
export async function preparePayment(
  trx: Transaction<DB>,
  actor: Actor,
  requested: Posting,
): Promise<PreparedPayment> {
  const [resolved, invoices, no] = await Promise.all([
    resolvePosting(trx, requested),
    lockInvoices(trx, requested),
    nextNo(trx, 'payment', requested.today),
  ])
  const { posting } = resolved
  const [first] = invoices
  if (!first) throw new Error('a payment needs an invoice')
  const { payer_parent_id: parent_id, payer_name: name, payer_email: email, branch_id } = first
  const money_sen = posting.amount_sen - posting.payer_fee_sen
  const split = posting.shares ? allocateShares(money_sen, posting.shares) : allocate(money_sen, invoices)
  const payer = { parent_id, name, email, branch_id }
  return toPrepared(trx, { ...resolved, ...split, actor, no, payer, invoices, gift: null })
}

/** Locks the invoices of a posting, or those of its attempt, and returns them in the order of the payment. */
async function lockInvoices(trx: Transaction<DB>, { invoice_ids, gateway }: Posting) {
  if (invoice_ids) return lockInvoicesById(trx, invoice_ids)
  return gateway ? lockInvoicesOfAttempt(trx, gateway.attempt_id) : []
}

type Debit = Omit<Posting, keyof Fee | 'public_code' | 'invoice_ids' | 'gateway'> & { gateway: GatewayFacts }

/** Prepares a payment of a debit that pays no invoice: all of it is the family's credit, without a fee. */
export async function prepareCredit(
  trx: Transaction<DB>,
  actor: Actor,
  { family, ...debit }: Debit & { family: Family },
): Promise<PreparedPayment> {
  return prepareCreditPayment(trx, actor, family, { ...debit, gateway: { ...debit.gateway, second: true } })
}

/** Posts a debit that pays no invoice, see {@link prepareCredit}. */
export async function postToCredit(
  trx: Transaction<DB>,
  actor: Actor,
  debit: Debit & { family: Family },
): Promise<Posted> {
  return writeNow(await prepareCredit(trx, actor, debit))
}

type Deposit = Omit<Posting, keyof Fee | 'public_code' | 'invoice_ids' | 'gateway'>

/** Posts money at the counter that pays no invoice yet: all of it is the family's credit. */
export async function postDeposit(
  trx: Transaction<DB>,
  actor: Actor,
  { family, ...deposit }: Deposit & { family: Family },
): Promise<Posted> {
  return writeNow(await prepareCreditPayment(trx, actor, family, { ...deposit, gateway: null }))
}

/** A payment without an attempt has no public code yet, so it gets one here. */
async function prepareCreditPayment(
  trx: Transaction<DB>,
  actor: Actor,
  payer: Family,
  money: Deposit & Pick<Posting, 'gateway'>,
): Promise<PreparedPayment> {
  const requested = { ...money, ...noFee, invoice_ids: [], public_code: newPublicCode() }
  const [resolved, no] = await Promise.all([
    resolvePosting(trx, requested),
    nextNo(trx, 'payment', requested.today),
    trx.insertInto('platform.public_code').values({ code: requested.public_code, kind: 'payment' }).execute(),
  ])
  const split = { allocations: [], rest_sen: requested.amount_sen }
  return toPrepared(trx, { ...resolved, ...split, actor, no, payer, invoices: [], gift: null })
}

type Giving = Omit<Posting, 'invoice_ids' | 'shares'> & { gift: Gift }

/** Prepares the payment of a gift, with a number of its own series; all of it except the payer's fee goes to its fund. */
export async function prepareGift(
  trx: Transaction<DB>,
  actor: Actor,
  { gift, ...requested }: Giving,
): Promise<PreparedPayment> {
  const [resolved, no] = await Promise.all([
    resolvePosting(trx, { ...requested, invoice_ids: [] }),
    nextNo(trx, gift.kind, requested.today),
  ])
  const payer = { parent_id: null, name: unnamed, email: null, branch_id: gift.branch_id }
  return toPrepared(trx, { ...resolved, actor, no, payer, invoices: [], allocations: [], rest_sen: 0, gift })
}

/** Posts a gift, see {@link prepareGift}. */
export async function postGift(trx: Transaction<DB>, actor: Actor, giving: Giving): Promise<Posted> {
  return writeNow(await prepareGift(trx, actor, giving))
}

function toPrepared(
  trx: Transaction<DB>,
  { no, ...decided }: Omit<NewPayment, 'id' | 'number'> & { no: number },
): PreparedPayment {
  const { rules, posting, gift, rest_sen } = decided
  const { [`${gift?.kind ?? 'payment'}_prefix` as const]: prefix } = rules.numbering
  const number = documentNumber(prefix, posting.today.slice(0, 4), no)
  const payment: NewPayment = { ...decided, id: newId(), number }
  return { payment_id: payment.id, number, credit_sen: rest_sen, write: () => writePayment(trx, payment) }
}

/** Writes the payment, its allocations and the effects of {@link afterPosting}, with as few round trips as possible. */
async function writePayment(trx: Transaction<DB>, payment: NewPayment): Promise<void> {
  let pending: Promise<unknown>[] = [insertPayment(trx, payment), payInvoices(trx, payment)]
  for (const effect of afterPosting) {
    if (!effect.applies(payment)) continue
    if (effect.sequential) {
      await Promise.all(pending)
      pending = []
      await effect.run(trx, payment)
    } else pending.push(effect.run(trx, payment))
  }
  await Promise.all(pending)
}

async function insertPayment(trx: Transaction<DB>, { id, number, actor, posting, payer }: NewPayment) {
  const { gateway } = posting
  await insertPaymentRow(trx, {
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
    replaces_id: posting.replaces_id ?? null,
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

const insertPaymentRow = fixedInsert('payment')

/** Locks in the order of ids, against deadlocks, and returns in the order of `ids`. */
async function lockInvoicesById(trx: Transaction<DB>, ids: readonly string[]) {
  const rows = await lockingQuery(trx).where('invoice.id', 'in', ids).execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** Locks the invoices of an attempt, and returns them in the order of the attempt. */
async function lockInvoicesOfAttempt(trx: Transaction<DB>, attempt_id: string) {
  const rows = await attemptLockQuery(trx, attempt_id)
  return rows.toSorted((a, b) => a.position - b.position)
}

const attemptLockQuery = fixedQuery((db, attempt_id: string) =>
  lockingQuery(db)
    .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.invoice_id', 'invoice.id')
    .select('payment_attempt_invoice.position')
    .where('payment_attempt_invoice.attempt_id', '=', attempt_id),
)

function lockingQuery(db: Kysely<DB>) {
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

/** Writes the allocations and adds them to the invoices, in one round trip. */
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

/** An invoice that gets all that it owes will be paid, so its entry in the log need not wait for the update. */
async function payInvoice(
  trx: Transaction<DB>,
  { actor, number, posting }: NewPayment,
  { invoice_id, amount_sen }: Split['allocations'][number],
  owed_sen: Owing['balance_sen'] | undefined,
): Promise<void> {
  const updating = addPaidAmount(
    trx,
    invoice_id,
    amount_sen,
    posting.paid_on,
    posting.gateway?.attempt_id ?? null,
  )
  const log = (status: string) =>
    record(
      trx,
      actor,
      status === 'paid' ? 'invoice.paid' : 'invoice.part_paid',
      { type: 'invoice', id: invoice_id },
      { after: { payment: number, amount_sen, status } },
    )
  const inFull = owed_sen === amount_sen
  const [[updated]] = await Promise.all([updating, inFull && log('paid')])
  if (!updated) throw new Error('an invoice of the payment is not open any more')
  if (!inFull) await log(updated.status)
  else if (updated.status !== 'paid') throw new Error('a locked invoice owes another amount')
}

const addPaidAmount = fixedQuery(
  (db, invoice_id: string, amount_sen: number, paid_on: string, attempt_id: string | null) => {
    const full = sql<boolean>`balance_sen = ${amount_sen}::bigint`
    const unlocked = sql<boolean>`(${full} or locked_by_attempt_id = ${attempt_id}::uuid)`
    return db
      .updateTable('invoice')
      .set({
        paid_sen: sql`paid_sen + ${amount_sen}::bigint`,
        paid_on: sql`case when ${full} then ${paid_on}::date else paid_on end`,
        status: sql`case when ${full} then 'paid' when ${unlocked} then 'unpaid' else status end`,
        locked_until: sql`case when ${unlocked} then null else locked_until end`,
        locked_by_attempt_id: sql`case when ${unlocked} then null else locked_by_attempt_id end`,
        ...touched,
      })
      .where('id', '=', invoice_id)
      .where('status', 'in', ['unpaid', 'pending'])
      .returning('status')
  },
)
