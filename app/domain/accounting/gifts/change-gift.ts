import { type Kysely, sql, type Transaction } from 'kysely'
import { refundCollection } from '#app/domain/accounting/collections/change-collection.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Gift, type GivingKind, isOpenOn } from './gift.ts'

interface ReceivedGift {
  payment_id: string
  /** Received for the fund, without the payer's fee; usually the amount requested. */
  sen: number
  paid_on: string
}

/** Links a gift to its payment and adds the whole amount to its fund; fees that the organisation bears are not deducted. */
export async function recordGiftReceived(
  trx: Transaction<DB>,
  actor: Actor,
  { id, kind, type_id, type }: Gift,
  { payment_id, sen, paid_on }: ReceivedGift,
): Promise<void> {
  const after_close = !(await isAcceptedOn(trx, kind, type_id, paid_on, id))
  await trx
    .updateTable('donation')
    .set({ payment_id, amount_sen: sen, after_close })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('fund_entry')
    .values({
      ...{ id: newId(), kind, [`${kind}_type_id`]: type_id, entered_on: paid_on, delta_sen: sen },
      ...{ reason: 'gift', donation_id: id, created_by: actor.id },
    })
    .execute()
  await record(
    trx,
    actor,
    'donation.received',
    { type: 'donation', id },
    { after: { type, amount_sen: sen, ...(after_close ? { after_close } : {}) } },
  )
}

/** Whether its type was still open on that day, and for zakat whether the authority's letter was still valid. */
async function isAcceptedOn(
  trx: Transaction<DB>,
  kind: GivingKind,
  type_id: string,
  on: string,
  donation_id: string,
) {
  const row = await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['opens_on', 'closes_on'])
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  if (!isOpenOn(row, on)) return false
  if (kind === 'infaq') return true
  const { valid } = await trx
    .selectFrom('donation')
    .select(sql<boolean>`${on}::date <= (appointment ->> 'valid_to')::date`.as('valid'))
    .where('id', '=', donation_id)
    .executeTakeFirstOrThrow()
  return valid
}

/**
 * Withdraws a gift from its fund when its manual payment is cancelled. Refuses one entered on another day
 * (donation.same_day), whose money may have been counted or passed on, and one already spent (fund.too_little). Does nothing
 * for other payments.
 */
export async function cancelGift(
  trx: Transaction<DB>,
  actor: Actor,
  payment_id: string,
  today: string,
): Promise<void> {
  const gift = await giftPaidBy(trx, payment_id)
  if (!gift) return
  if (todayIn(gift.entered_at) !== today)
    throw new Refusal('donation.same_day').blockedBy({
      to: `donation_${gift.kind as GivingKind}`,
      id: gift.id,
    })
  await withdrawFromFund(trx, actor, gift, { reason: 'taken_back', on: today })
}

/**
 * Withdraws an online gift from its fund after the gateway has refunded it completely, on any day. Refuses one already spent
 * (fund.too_little) or partly refunded before (fund.beyond_gift). Does nothing for other payments.
 */
export async function reverseGift(
  trx: Transaction<DB>,
  actor: Actor,
  payment_id: string,
  on: string,
): Promise<void> {
  const gift = await giftPaidBy(trx, payment_id)
  if (gift) await withdrawFromFund(trx, actor, gift, { reason: 'taken_back', on })
}

/**
 * Records a refund of a gift whose payment stays valid: `sen` of it, by default the rest, leaves the fund and is recorded as
 * outgoing money on that day. False when the payment is no gift. Refuses money already spent (fund.too_little), more than
 * the rest (fund.beyond_gift), and a day in a closed month.
 */
export async function returnGift(
  trx: Transaction<DB>,
  actor: Actor,
  payment_id: string,
  { on: refunded_on, sen }: { on: string; sen?: number },
): Promise<boolean> {
  const gift = await giftPaidBy(trx, payment_id)
  if (!gift) return false
  const on = refunded_on < gift.paid_on ? gift.paid_on : refunded_on
  const returned = { ...gift, amount_sen: sen ?? (await remainingSen(trx, gift.id)) }
  if (returned.amount_sen === 0) return true
  await withdrawFromFund(trx, actor, returned, { reason: 'returned', on })
  await refundCollection(trx, payment_id, { sen: returned.amount_sen, on })
  return true
}

/** The part of a gift that is still in its fund, in sen. */
async function remainingSen(trx: Transaction<DB>, donation_id: string): Promise<number> {
  const { sen } = await trx
    .selectFrom('fund_entry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('delta_sen'), eb.lit(0)).as('sen'))
    .where('donation_id', '=', donation_id)
    .executeTakeFirstOrThrow()
  return Number(sen)
}

type Paid = NonNullable<Awaited<ReturnType<typeof giftPaidBy>>>

async function giftPaidBy(trx: Transaction<DB>, payment_id: string) {
  return trx
    .selectFrom('donation')
    .innerJoin('payment', 'payment.id', 'donation.payment_id')
    .select(['donation.id', 'donation.kind', 'donation.amount_sen'])
    .select(['payment.paid_on', 'payment.created_at as entered_at'])
    .select((eb) =>
      eb.fn.coalesce('donation.infaq_type_id', 'donation.zakat_type_id').$notNull().as('type_id'),
    )
    .where('donation.payment_id', '=', payment_id)
    .executeTakeFirst()
}

async function withdrawFromFund(
  trx: Transaction<DB>,
  actor: Actor,
  { id, type_id, amount_sen, ...gift }: Paid,
  { reason, on }: { reason: 'taken_back' | 'returned'; on: string },
) {
  const kind = gift.kind as GivingKind
  await refuseEmptyFund(trx, kind, type_id, amount_sen)
  await trx
    .insertInto('fund_entry')
    .values({
      ...{ id: newId(), kind, [`${kind}_type_id`]: type_id, entered_on: on, delta_sen: -amount_sen },
      ...{ reason, donation_id: id, created_by: actor.id },
    })
    .execute()
  await record(
    trx,
    actor,
    reason === 'returned' ? 'donation.returned' : 'donation.taken_back',
    { type: 'donation', id },
    { after: { amount_sen: -amount_sen } },
  )
}

/** The balance of a type's fund, in sen. */
export async function fundBalance(db: Kysely<DB>, kind: GivingKind, type_id: string): Promise<number> {
  const { sen } = await db
    .selectFrom('fund_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)::bigint`.as('sen'))
    .where(`${kind}_type_id`, '=', type_id)
    .executeTakeFirstOrThrow()
  return sen
}

/** Locks the fund of a type until the transaction ends and refuses more than its balance (fund.too_little, at `field`). */
export async function refuseEmptyFund(
  trx: Transaction<DB>,
  kind: GivingKind,
  type_id: string,
  sen: number,
  field?: string,
): Promise<void> {
  await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select('id')
    .where('id', '=', type_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const left = await fundBalance(trx, kind, type_id)
  if (sen > left) throw new Refusal('fund.too_little', field, { amount: formatRinggit(left) })
}
