import { sql, type Transaction } from 'kysely'
import type { Owing, Split } from '#app/domain/accounting/credits/allocation.ts'
import type { Gift } from '#app/domain/accounting/gifts/gift.ts'
import { closedMonth, openOn } from '#app/domain/accounting/months/month.ts'
import { anyEarlyRule } from '#app/domain/billing/credit-notes/early-discount.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Holiday, holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import type { PaymentMethod } from '#app/domain/core/invoicing/payment.ts'
import type { Fee } from '#app/domain/core/invoicing/payment-rules.ts'
import { settingOf, type settings } from '#app/domain/core/settings/settings.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

/** What a road says of the money that it brings. */
export interface Posting extends Fee {
  method: PaymentMethod
  /** The payer's fee included. */
  amount_sen: number
  paid_on: string
  /** The day on which it is entered, whose year the number carries. */
  today: string
  /** An online payment keeps its attempt's. */
  public_code: string
  /** In the order in which the money goes to them; without it those of the gateway's attempt, in theirs. */
  invoice_ids?: readonly string[] | undefined
  /** What each of them gets, no more than it owes; without it each in order as much as it owes. */
  shares?: Split['allocations'] | undefined
  payer_name: string | null
  payer_email: string | null
  reference_no: string | null
  remark: string | null
  received_by: string | null
  /** By how much the cash that came is more than `amount_sen`; less than nothing: less. */
  rounding_sen?: number | undefined
  /** What was handed over, when it was typed. */
  given_sen?: number | null | undefined
  /** Into which the clerk puts it. */
  drawer_id?: string | null | undefined
  /** Why it is dated before its invoice was issued. */
  early_reason?: string | null | undefined
  /** Order numbers of online payments of the invoice that were open when it was taken all the same. */
  despite?: readonly string[]
  gateway: GatewayFacts | null
  /** False: its payer gets no receipt by mail, since the money has gone back already. */
  mails?: boolean
}

export interface GatewayFacts {
  attempt_id: string
  /** A debit of an order that was paid already. */
  second?: true
  environment: string
  transaction_id: string
  order_no: string
  bank_name: string | null
}

export type Booked = Posting & {
  /** The day that the bank names, when it lies in a closed month and the payment is booked today. */
  bank_day: string | null
}

export interface Rules {
  numbering: Awaited<ReturnType<typeof settings<'numbering'>>>
  mail_receipts: boolean
  /** Whether anything comes back to who pays early. */
  early: boolean
  /** By which a bank's days are counted, where the money comes through one. */
  holidays?: readonly Holiday[] | undefined
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

/** A payment of which all is decided and, but for its number, nothing written. */
export interface NewPayment extends Split {
  id: string
  number: string
  actor: Actor
  posting: Booked
  rules: Rules
  payer: Payer
  /** As they are locked, in the order in which the money goes to them. */
  invoices: readonly Owing[]
  gift: Gift | null
}

/** What no invoice takes of it and so becomes its family's credit, in sen. */
export const creditOf = ({ payer, rest_sen }: NewPayment): number => (payer.parent_id ? rest_sen : 0)

/** Ids of the invoices that are paid in full by it, in their order. */
export const paidInFull = ({ allocations, invoices }: NewPayment): string[] =>
  allocations.flatMap(({ invoice_id, amount_sen }) =>
    invoices.some(({ id, balance_sen }) => id === invoice_id && balance_sen === amount_sen)
      ? [invoice_id]
      : [],
  )

/**
 * A payment as it is booked, and what the organisation has set of its number and its receipt. What was taken at the counter
 * has another day to be dated to (month.closed); the success of a gateway is never lost.
 */
export async function rulesFor(
  trx: Transaction<DB>,
  asked: Posting,
): Promise<{ posting: Booked; rules: Rules }> {
  const { paid_on, today, gateway } = asked
  const [{ open, rules: own }, holidays] = await Promise.all([
    termsOn(trx, paid_on),
    gateway ? holidaysOf(trx) : undefined,
  ])
  const rules = { ...own, holidays }
  if (open) return { posting: { ...asked, bank_day: null }, rules }
  if (!gateway) throw closedMonth(paid_on, 'paid_on')
  return { posting: { ...asked, paid_on: today, bank_day: paid_on }, rules }
}

interface Terms {
  open: boolean
  early: boolean
  numbering: unknown
  invoice: unknown
}

const termsQuery = fixedQuery(
  (_db, paid_on: string) => sql<Terms>`
    select ${openOn(paid_on)} as open, ${anyEarlyRule} as early,
      (select value from setting where key = 'numbering') as numbering,
      (select value from setting where key = 'invoice') as invoice`,
)

async function termsOn(trx: Transaction<DB>, paid_on: string): Promise<{ open: boolean; rules: Rules }> {
  const [{ open, early, numbering, invoice }] = (await termsQuery(trx, paid_on)) as [Terms]
  const { mail_receipts } = settingOf('invoice', invoice)
  return { open, rules: { numbering: settingOf('numbering', numbering), mail_receipts, early } }
}
