import type { TFunction } from 'i18next'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { serviceTax } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cancelOwnInvoice } from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { dueDays, issuePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { platformIssuer, platformTaxRate } from '#app/domain/platform/platform-invoices/issuer.ts'
import type { DB } from '#db/types.ts'
import { creditsFor, isTopUp } from './price.ts'

/** What a top-up would cost and bring; the tax is that of today. */
export interface TopUpOffer {
  sub_total_sen: number
  tax_sen: number
  total_sen: number
  credits: number
  bonus: number
}

/** The offer for each of these amounts before tax, in sen. */
export async function topUpOffers(db: Kysely<DB>, amounts: readonly number[]): Promise<TopUpOffer[]> {
  const rate = await platformTaxRate(db)
  return amounts.map((sub_total_sen) => {
    const tax_sen = serviceTax(sub_total_sen, rate)
    return { sub_total_sen, tax_sen, total_sen: sub_total_sen + tax_sen, ...creditsFor(sub_total_sen) }
  })
}

/**
 * Orders message credits: an invoice whose payment adds them. Several may be open. Refuses an amount that is not sold
 * (input.hundreds) and an organisation without a subscription (not_found.subscription). Returns the invoice's id.
 * @param t translations in the organisation's language, in which the invoice is written
 * @param amount_sen before tax
 */
export async function orderTopUp(
  trx: Transaction<DB>,
  actor: Actor,
  t: TFunction,
  entity_id: string,
  amount_sen: number,
  today: string,
): Promise<string> {
  if (!isTopUp(amount_sen)) throw new Refusal('input.hundreds', 'amount')
  const held = await trx
    .selectFrom('platform.subscription')
    .select('id')
    .where('entity_id', '=', entity_id)
    .executeTakeFirst()
  if (!held) throw new Refusal('not_found.subscription')
  const { credits } = creditsFor(amount_sen)
  const { id, number, total_sen } = await issuePlatformInvoice(trx, {
    ...{ entity_id, kind: 'credit_topup', package_id: null, years: null, method: null, credits },
    ...{ issued_on: today, due_on: addDays(today, dueDays), created_by: actor.id },
    lines: [
      {
        description: t('message_credit.line', { credits: formatCount(credits) }),
        quantity: 1,
        price_sen: amount_sen,
      },
    ],
  })
  const after = { number, credits, total_sen }
  await record(trx, actor, 'subscription.topup_ordered', { type: 'platform_invoice', id }, { after })
  return id
}

/** Cancels a top-up that is not paid; refuses (action_not_allowed) one that is, or is being paid, or was changed meanwhile. */
export const cancelTopUp = (
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  at: { id: string; version: number },
): Promise<{ number: string }> => cancelOwnInvoice(trx, actor, entity_id, at, ['credit_topup'])

/** Unpaid, being paid, paid, or cancelled. */
type TopUpStatus = 'unpaid' | 'pending' | 'paid' | 'cancelled' | 'refunded'

function topUps(db: Kysely<DB>, entity_id: string) {
  return db
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'status', 'issued_on', 'due_on', 'paid_on', 'method', 'credits', 'version'])
    .select(['sub_total_sen', 'tax_sen', 'total_sen', 'public_code', 'reference'])
    .where('entity_id', '=', entity_id)
    .where('kind', '=', 'credit_topup')
    .$narrowType<{ status: TopUpStatus; credits: number }>()
}

/** The organisation's own top-ups that are not paid yet, the latest first. */
export const openTopUps = (db: Kysely<DB>, entity_id: string) =>
  topUps(db, entity_id)
    .where('status', 'in', ['unpaid', 'pending'])
    .orderBy('issued_on', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

/** One top-up with its bonus and how to pay it; refuses not_found.invoice. */
export async function topUp(db: Kysely<DB>, entity_id: string, id: string) {
  const [row, { transfer, fpx_seller_id }] = await Promise.all([
    topUps(db, entity_id).where('id', '=', id).executeTakeFirst(),
    platformIssuer(db),
  ])
  if (!row) throw new Refusal('not_found.invoice')
  const plain = creditsFor(row.sub_total_sen)
  return {
    ...row,
    /** As it was promised; the price may have changed since. */
    bonus: Math.max(0, row.credits - (plain.credits - plain.bonus)),
    transfer,
    isOnline: fpx_seller_id !== null,
  }
}

/** A paid top-up with the balance after it, for the mail; undefined if it is not paid. Runs in the organisation's schema. */
export const paidTopUp = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.platform_invoice as invoice')
    .innerJoin('platform.subscription as held', 'held.entity_id', 'invoice.entity_id')
    .select(['invoice.number', 'invoice.credits', 'invoice.total_sen', 'invoice.paid_on', 'held.credit'])
    .where('invoice.id', '=', id)
    .where('invoice.kind', '=', 'credit_topup')
    .where('invoice.status', '=', 'paid')
    .where('invoice.entity_id', '=', sql<string>`platform.current_entity()`)
    .$narrowType<{ credits: number; paid_on: string }>()
    .executeTakeFirst()
