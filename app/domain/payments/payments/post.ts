import type { Transaction } from 'kysely'
import { collect } from '#app/domain/accounting/collections/collect.ts'
import { allocate, type Owing, type Split, shared } from '#app/domain/accounting/credits/allocation.ts'
import { creditFamily } from '#app/domain/accounting/credits/book-credit.ts'
import { giveEarly } from '#app/domain/billing/credit-notes/early.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { type Fee, noFee } from '#app/domain/core/invoicing/fpx-fee.ts'
import { documentNumber, nextNo } from '#app/domain/core/numbering.ts'
import { enterGift, type Gift } from '#app/domain/giving/donations/enter-gift.ts'
import { unnamed } from '#app/domain/giving/donations/giving.ts'
import { giveBackInvoices } from '#app/domain/payments/attempts/locks.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { fixedInsert } from '#db/fixed-query.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockedInvoices, lockedOfAttempt, payInvoices } from './pay-invoice.ts'
import { type Booked, type GatewayFacts, type Posting, prepared, type Rules } from './posting/posting.ts'
import { freezeReceipt } from './receipt/freeze-receipt.ts'

export interface Posted {
  payment_id: string
  number: string
  /** What no invoice could take, now the family's credit; 0 when everything fitted. */
  credit_sen: number
}

/** What else is written of a payment travels with its own rows. */
export type Beside = (posted: Posted) => Promise<unknown>

/** Whose credit takes what no invoice does. */
export interface Family {
  parent_id: string
  name: string
  email: string | null
  branch_id: string
}

/** Of a gift there is no family. */
type Payer = Omit<Family, 'parent_id'> & { parent_id: string | null }

/**
 * Payment with its number, allocations by what each invoice owes at this moment, the rest as the family's credit, the
 * invoices, the receipt as it is issued, both money-in books, audit, and the receipt's e-mail, in one transaction with
 * whatever found out that the money came; constraints on attempt and gateway transaction make a second posting
 * impossible. Refuses a day in a closed month (month.closed), but never what a bank has moved already.
 */
export async function postPayment(
  trx: Transaction<DB>,
  actor: Actor,
  asked: Posting,
  beside?: Beside,
): Promise<Posted> {
  const [entry, invoices, no] = await Promise.all([
    prepared(trx, asked),
    lockedFor(trx, asked),
    nextNo(trx, 'payment', asked.today),
  ])
  const { posting } = entry
  const [first] = invoices
  if (!first) throw new Error('a payment needs an invoice')
  const { payer_parent_id: parent_id, payer_name: name, payer_email: email, branch_id } = first
  const money_sen = posting.amount_sen - posting.payer_fee_sen
  const split = posting.shares ? shared(money_sen, posting.shares) : allocate(money_sen, invoices)
  const family = { parent_id, name, email, branch_id }
  const left = split.allocations.length < invoices.length
  return enter(trx, actor, { ...entry, no, mails: true, invoices, left, beside }, family, split)
}

async function lockedFor(trx: Transaction<DB>, { invoice_ids, gateway }: Posting) {
  if (invoice_ids) return lockedInvoices(trx, invoice_ids)
  return gateway ? lockedOfAttempt(trx, gateway.attempt_id) : []
}

type Debit = Omit<Posting, keyof Fee | 'public_code' | 'invoice_ids' | 'gateway'> & { gateway: GatewayFacts }

/** The same for a debit that pays no invoice: a payment of its own, all of it the family's credit, without a fee. */
export async function postToCredit(
  trx: Transaction<DB>,
  actor: Actor,
  debit: Debit & { family: Family },
): Promise<Posted> {
  return debited(trx, actor, debit, true)
}

/** The same for one that has gone back already: nobody is mailed a receipt of credit that is none. */
export async function postUntold(
  trx: Transaction<DB>,
  actor: Actor,
  debit: Debit & { family: Family },
): Promise<Posted> {
  return debited(trx, actor, debit, false)
}

async function debited(
  trx: Transaction<DB>,
  actor: Actor,
  { family, ...debit }: Debit & { family: Family },
  mails: boolean,
): Promise<Posted> {
  const public_code = newPublicCode()
  const gateway = { ...debit.gateway, second: true as const }
  const none = { payer_fee_sen: 0, tenant_fee_sen: 0, invoice_ids: [] }
  const entry = await begun(trx, { ...debit, ...none, public_code, gateway })
  const split = { allocations: [], rest_sen: debit.amount_sen }
  return enter(trx, actor, { ...entry, mails }, family, split)
}

type Deposit = Omit<Posting, keyof Fee | 'public_code' | 'invoice_ids' | 'gateway'>

/** Money at the counter that pays no invoice yet: a payment of its own, all of it the family's credit. */
export async function postDeposit(
  trx: Transaction<DB>,
  actor: Actor,
  { family, ...deposit }: Deposit & { family: Family },
): Promise<Posted> {
  const public_code = newPublicCode()
  const entry = await begun(trx, { ...deposit, ...noFee, invoice_ids: [], public_code, gateway: null })
  const split = { allocations: [], rest_sen: deposit.amount_sen }
  return enter(trx, actor, { ...entry, mails: true }, family, split)
}

/** Of a payment that nobody was given a page for when it was asked for. */
async function begun(trx: Transaction<DB>, asked: Posting) {
  const [entry, , no] = await Promise.all([
    prepared(trx, asked),
    trx.insertInto('platform.public_code').values({ code: asked.public_code, kind: 'payment' }).execute(),
    nextNo(trx, 'payment', asked.today),
  ])
  return { ...entry, no }
}

/**
 * The same for a gift: a payment of its own under a number of its kind, all of it but the payer's fee for its fund. `untold`:
 * nobody is mailed a receipt of what has gone back already.
 */
export async function postGift(
  trx: Transaction<DB>,
  actor: Actor,
  {
    gift,
    untold = false,
    ...asked
  }: Omit<Posting, 'invoice_ids' | 'shares'> & { gift: Gift; untold?: boolean },
  beside?: Beside,
): Promise<Posted> {
  const [entry, no] = await Promise.all([
    prepared(trx, { ...asked, invoice_ids: [] }),
    nextNo(trx, gift.kind, asked.today),
  ])
  const giver = { parent_id: null, name: unnamed, email: null, branch_id: gift.branch_id }
  return enter(
    trx,
    actor,
    { ...entry, no, mails: !untold, beside },
    giver,
    { allocations: [], rest_sen: 0 },
    gift,
  )
}

interface Entry {
  posting: Booked
  rules: Rules
  /** Its place in its series. */
  no: number
  /** Whether who paid may get the receipt by mail. */
  mails: boolean
  /** Invoices of its attempt get nothing of it, and may be held by it still. */
  left?: boolean
  /** As they are locked. */
  invoices?: readonly Owing[]
  beside?: Beside | undefined
}

/**
 * From its number on, which all payments of the organisation take in turn, as much travels together as can: who comes next
 * waits for each flight of this one.
 */
async function enter(
  trx: Transaction<DB>,
  actor: Actor,
  { posting, rules, no, mails, left, invoices = [], beside }: Entry,
  family: Payer,
  { allocations, rest_sen }: Split,
  gift?: Gift,
): Promise<Posted> {
  const fee_sen = posting.payer_fee_sen
  const { gateway } = posting
  const series = gift?.kind ?? 'payment'
  const { [`${series}_prefix` as const]: prefix } = rules.numbering
  const number = documentNumber(prefix, posting.today.slice(0, 4), no)
  const payment_id = newId()
  const entered = Promise.all([
    insertPayment(trx, actor, { id: payment_id, number, family, posting }),
    payInvoices(trx, actor, { payment_id, number, posting, allocations, invoices }),
  ])
  const credited = family.parent_id ? rest_sen : 0
  // Each of these takes its own turns, and the receipt tells what has become of them.
  if (rules.early || credited > 0 || gift) {
    const [, paid] = await entered
    // In their order: what comes back of each is the family's, under a number of its own.
    const { paid_on, today } = posting
    if (rules.early)
      for (const invoice_id of paid) await giveEarly(trx, actor, { invoice_id, paid_on, today })
    if (credited > 0 && family.parent_id)
      await creditFamily(trx, actor, { payment_id, parent_id: family.parent_id, rest_sen })
    if (gift) await enterGift(trx, actor, gift, { payment_id, sen: posting.amount_sen - fee_sen, posting })
  }
  // What gets anything of its attempt's money is free by that.
  const freed = left && gateway && giveBackInvoices(trx, gateway.attempt_id)
  const receipt = freezeReceipt(trx, payment_id, { credit_sen: credited, gift: gift !== undefined })
  const collected = collect(trx, {
    payment_id,
    branch_id: family.branch_id,
    source: gift?.kind ?? 'invoice',
    method: posting.method,
    collected_on: posting.paid_on,
    reference: number,
    gateway_transaction_id: gateway?.transaction_id ?? null,
    gross_sen: posting.amount_sen,
    payer_fee_sen: fee_sen,
    tenant_fee_sen: posting.tenant_fee_sen,
    rounding_sen: posting.rounding_sen,
    holidays: rules.holidays,
  })
  const told = mails && rules.mail_receipts && enqueue(trx, 'receipt.send', { payment_id })
  const noted = record(
    trx,
    actor,
    'payment.received',
    { type: 'payment', id: payment_id },
    {
      after: {
        number,
        method: posting.method,
        amount_sen: posting.amount_sen,
        payer_fee_sen: fee_sen,
        ...(gift ? { [gift.kind]: gift.type } : { allocations, credit_sen: rest_sen }),
        ...(gateway?.second ? { second_debit_of: gateway.order_no } : {}),
        ...(posting.rounding_sen ? { rounding_sen: posting.rounding_sen } : {}),
        ...(posting.early_reason ? { early_reason: posting.early_reason } : {}),
        ...(posting.bank_day ? { paid_on: posting.paid_on, bank_day: posting.bank_day } : {}),
        ...(posting.despite?.length ? { despite: posting.despite } : {}),
      },
    },
  )
  const posted = { payment_id, number, credit_sen: rest_sen }
  await Promise.all([entered, freed, receipt, collected, told, noted, beside?.(posted)])
  return posted
}

async function insertPayment(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number, family, posting }: { id: string; number: string; family: Payer; posting: Booked },
) {
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
    payer_parent_id: family.parent_id,
    payer_name: posting.payer_name ?? family.name,
    payer_email: posting.payer_email ?? family.email,
    branch_id: family.branch_id,
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
