import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { giveBackInvoices } from '#app/domain/attempts/locks.server.ts'
import { record } from '#app/domain/audit.ts'
import { collect } from '#app/domain/collections/collect.server.ts'
import { giveEarly } from '#app/domain/credit-notes/early.server.ts'
import { creditFamily } from '#app/domain/credits/book-credit.server.ts'
import { enterGift, type Gift } from '#app/domain/donations/enter-gift.server.ts'
import { unnamed } from '#app/domain/donations/giving.ts'
import { nextNumber } from '#app/domain/numbering.server.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { allocate, type Split, shared } from './allocation.ts'
import { type Fee, noFee } from './fee.ts'
import { lockedInvoices, payInvoices } from './pay-invoice.server.ts'
import {
  type Booked,
  type GatewayFacts,
  type Posting,
  prepared,
  type Rules,
} from './posting/posting.server.ts'
import { freezeReceipt } from './receipt/freeze-receipt.server.ts'

export interface Posted {
  payment_id: string
  number: string
  /** What no invoice could take, now the family's credit; 0 when everything fitted. */
  credit_sen: number
}

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
export async function postPayment(trx: Transaction<DB>, actor: Actor, asked: Posting): Promise<Posted> {
  const [entry, invoices] = await Promise.all([prepared(trx, asked), lockedInvoices(trx, asked.invoice_ids)])
  const { posting } = entry
  const [first] = invoices
  if (!first) throw new Error('a payment needs an invoice')
  const { payer_parent_id: parent_id, payer_name: name, payer_email: email, branch_id } = first
  const money_sen = posting.amount_sen - posting.payer_fee_sen
  const split = posting.shares ? shared(money_sen, posting.shares) : allocate(money_sen, invoices)
  const family = { parent_id, name, email, branch_id }
  return enter(trx, actor, { ...entry, mails: true }, family, split)
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
  const entry = await prepared(trx, { ...debit, ...none, public_code, gateway })
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
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
  const entry = await prepared(trx, { ...deposit, ...noFee, invoice_ids: [], public_code, gateway: null })
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  const split = { allocations: [], rest_sen: deposit.amount_sen }
  return enter(trx, actor, { ...entry, mails: true }, family, split)
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
): Promise<Posted> {
  const entry = await prepared(trx, { ...asked, invoice_ids: [] })
  const giver = { parent_id: null, name: unnamed, email: null, branch_id: gift.branch_id }
  return enter(trx, actor, { ...entry, mails: !untold }, giver, { allocations: [], rest_sen: 0 }, gift)
}

interface Entry {
  posting: Booked
  rules: Rules
  /** Whether who paid may get the receipt by mail. */
  mails: boolean
}

/**
 * From its number on, which all payments of the organisation take in turn, as much travels together as can: who comes next
 * waits for each flight of this one.
 */
async function enter(
  trx: Transaction<DB>,
  actor: Actor,
  { posting, rules, mails }: Entry,
  family: Payer,
  { allocations, rest_sen }: Split,
  gift?: Gift,
): Promise<Posted> {
  const fee_sen = posting.payer_fee_sen
  const { gateway } = posting
  const series = gift?.kind ?? 'payment'
  const { [`${series}_prefix` as const]: prefix } = rules.numbering
  const number = await nextNumber(trx, series, prefix, posting.today)
  const payment_id = newId()
  const [, paid] = await Promise.all([
    insertPayment(trx, actor, { id: payment_id, number, family, posting }),
    payInvoices(trx, actor, { payment_id, number, posting, allocations }),
  ])
  // In their order: what comes back of each is the family's, under a number of its own.
  const { paid_on, today } = posting
  for (const invoice_id of paid) await giveEarly(trx, actor, { invoice_id, paid_on, today })
  if (rest_sen > 0 && family.parent_id)
    await creditFamily(trx, actor, { payment_id, parent_id: family.parent_id, rest_sen })
  if (gift) await enterGift(trx, actor, gift, { payment_id, sen: posting.amount_sen - fee_sen, posting })
  const freed = gateway && !gateway.second && giveBackInvoices(trx, gateway.attempt_id)
  const receipt = freezeReceipt(trx, payment_id)
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
  await Promise.all([freed, receipt, collected, told, noted])
  return { payment_id, number, credit_sen: rest_sen }
}

async function insertPayment(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number, family, posting }: { id: string; number: string; family: Payer; posting: Booked },
) {
  const { gateway } = posting
  await trx
    .insertInto('payment')
    .values({
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
    .execute()
}
