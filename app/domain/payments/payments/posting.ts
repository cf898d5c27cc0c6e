import { sql, type Transaction } from 'kysely'
import type { Owing, Split } from '#app/domain/accounting/credits/allocation.ts'
import type { Gift } from '#app/domain/accounting/gifts/gift.ts'
import { closedMonth, openOn } from '#app/domain/accounting/months/month.ts'
import { anyEarlyRule } from '#app/domain/billing/credit-notes/early-discount.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Holiday, holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import type { PaymentMethod } from '#app/domain/core/invoicing/payment.ts'
import type { Fee } from '#app/domain/core/invoicing/payment-rules.ts'
import { reportsOnPayment } from '#app/domain/core/invoicing/reported.ts'
import { settingOf, type settings } from '#app/domain/core/settings/settings.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

/** What a source of payments (a gateway, the counter, a bank statement) says about the money. */
export interface Posting extends Fee {
  method: PaymentMethod
  /** Including the payer's fee. */
  amount_sen: number
  paid_on: string
  /** The day on which it is posted; the number contains its year. */
  today: string
  /** An online payment has that of its attempt. */
  public_code: string
  /** In the order in which they are paid. Default: the invoices of the gateway's attempt, in its order. */
  invoice_ids?: readonly string[] | undefined
  /** What each invoice gets, no more than it owes. Default: in order, as much as each owes. */
  shares?: Split['allocations'] | undefined
  payer_name: string | null
  payer_email: string | null
  reference_no: string | null
  remark: string | null
  received_by: string | null
  /** By how much the cash exceeds `amount_sen` because of rounding; negative when it is less. */
  rounding_sen?: number | undefined
  /** The cash that the payer handed over, if it was typed. */
  given_sen?: number | null | undefined
  /** The cash drawer that the money goes into. */
  drawer_id?: string | null | undefined
  /** Why it is dated before its invoice was issued. */
  early_reason?: string | null | undefined
  /** The payment that it corrects. */
  replaces_id?: string | undefined
  /** Order numbers of online payments of the invoice that were still open, and that the clerk knew of. */
  despite?: readonly string[]
  gateway: GatewayFacts | null
  /** False: no receipt is mailed, because the money was returned already. */
  mails?: boolean
}

export interface GatewayFacts {
  attempt_id: string
  /** A second debit of an order that is paid already. */
  second?: true
  environment: string
  transaction_id: string
  order_no: string
  bank_name: string | null
}

export type DatedPosting = Posting & {
  /** The day of the bank, when it is in a closed month and the payment is therefore dated today. */
  bank_day: string | null
}

/** Settings of the organisation that decide how a payment is posted. */
export interface Rules {
  numbering: Awaited<ReturnType<typeof settings<'numbering'>>>
  mail_receipts: boolean
  /** Whether there is an early-payment discount. */
  early: boolean
  /** Whether what is paid in full gets an e-invoice automatically. */
  reports: boolean
  /** For counting a bank's working days, where the money comes through a gateway. */
  holidays?: readonly Holiday[] | undefined
}

/** The family that gets what no invoice can take, as credit. */
export interface Family {
  parent_id: string
  name: string
  email: string | null
  branch_id: string
}

/** A gift has no family. */
type Payer = Omit<Family, 'parent_id'> & { parent_id: string | null }

/** A payment about which everything is decided; only its number is written. */
export interface NewPayment extends Split {
  id: string
  number: string
  actor: Actor
  posting: DatedPosting
  rules: Rules
  payer: Payer
  /** As they were locked, in the order in which they are paid. */
  invoices: readonly Owing[]
  gift: Gift | null
}

/** What no invoice takes and so becomes the family's credit, in sen. */
export const creditOf = ({ payer, rest_sen }: NewPayment): number => (payer.parent_id ? rest_sen : 0)

/** Ids of the invoices that a payment pays in full, in their order. */
export const paidInFull = ({ allocations, invoices }: NewPayment): string[] =>
  allocations.flatMap(({ invoice_id, amount_sen }) =>
    invoices.some(({ id, balance_sen }) => id === invoice_id && balance_sen === amount_sen)
      ? [invoice_id]
      : [],
  )

/**
 * Decides the day of a posting and reads the settings for it. Money of a gateway whose day is in a closed month is dated today,
 * because it must never be lost; any other is refused (month.closed), and the clerk chooses another day.
 */
export async function resolvePosting(
  trx: Transaction<DB>,
  requested: Posting,
): Promise<{ posting: DatedPosting; rules: Rules }> {
  const { paid_on, today, gateway } = requested
  const [{ open, rules: settings }, holidays] = await Promise.all([
    termsOn(trx, paid_on),
    gateway ? holidaysOf(trx) : undefined,
  ])
  const rules = { ...settings, holidays }
  if (open) return { posting: { ...requested, bank_day: null }, rules }
  if (!gateway) throw closedMonth(paid_on, 'paid_on')
  return { posting: { ...requested, paid_on: today, bank_day: paid_on }, rules }
}

interface Terms {
  open: boolean
  early: boolean
  reports: boolean
  numbering: unknown
  invoice: unknown
}

const termsQuery = fixedQuery(
  (_db, paid_on: string) => sql<Terms>`
    select ${openOn(paid_on)} as open, ${anyEarlyRule} as early, ${reportsOnPayment} as reports,
      (select value from setting where key = 'numbering') as numbering,
      (select value from setting where key = 'invoice') as invoice`,
)

async function termsOn(trx: Transaction<DB>, paid_on: string): Promise<{ open: boolean; rules: Rules }> {
  const [{ open, early, reports, numbering, invoice }] = (await termsQuery(trx, paid_on)) as [Terms]
  const { mail_receipts } = settingOf('invoice', invoice)
  return { open, rules: { numbering: settingOf('numbering', numbering), mail_receipts, early, reports } }
}
