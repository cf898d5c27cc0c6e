import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseUnoffered } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { changePlan, openRollover } from './change-rollover.ts'
import { rolloverClass, rolloverSeat } from './find-rollovers.ts'
import { plannedPrices } from './prices.ts'
import type { ClassInput, EndingDiscountsInput, SeatInput } from './rollover-form.ts'

/** Of a class that goes on as another one, that one; it must be offered, and be another (rollover.same_class). */
async function nextOf(
  trx: Transaction<DB>,
  { act, to_subject_id }: { act: string; to_subject_id?: string | undefined },
  { subject_id, kept }: { subject_id: string; kept: string | null },
): Promise<string | null> {
  if (act !== 'promote' || !to_subject_id) return null
  if (to_subject_id === subject_id) throw new Refusal('rollover.same_class', 'to_subject_id')
  await refuseUnoffered(trx, { to_subject_id: 'subject' }, { to_subject_id }, { to_subject_id: kept })
  return to_subject_id
}

/**
 * Says what becomes of a class and what its fees come to. A price that is left empty, or is what the percentage makes of
 * it, is not kept as typed. Refuses rollover.state, version_conflict, and a fee that is not of this class
 * (not_found.subject_fee).
 */
export async function setClass(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: ClassInput,
): Promise<string> {
  const before = await rolloverClass(trx, id)
  const row = await openRollover(trx, { id: before.rollover_id, version: input.version })
  const to_subject_id = await nextOf(trx, input, {
    subject_id: before.subject_id,
    kept: before.to_subject_id,
  })
  await trx
    .updateTable('rollover_class')
    .set({ act: input.act, to_subject_id })
    .where('id', '=', id)
    .execute()
  const prices = await plannedPrices(trx, row, before.subject_id)
  for (const { subject_fee_id, amount_sen } of input.fees ?? []) {
    const price = prices.find((one) => one.id === subject_fee_id)
    if (!price) throw new Refusal('not_found.subject_fee')
    const of = { rollover_id: row.id, subject_fee_id }
    await trx
      .deleteFrom('rollover_fee')
      .where('rollover_id', '=', row.id)
      .where('subject_fee_id', '=', subject_fee_id)
      .execute()
    if (amount_sen !== undefined && amount_sen !== price.usual_sen)
      await trx
        .insertInto('rollover_fee')
        .values({ ...of, amount_sen })
        .execute()
  }
  await changePlan(trx, actor, row)
  const typed = (input.fees ?? []).map(({ amount_sen }) => amount_sen ?? null)
  const after = { name: row.name, subject: before.subject, act: input.act, to_subject_id, amounts_sen: typed }
  await record(trx, actor, 'rollover.class_set', { type: 'rollover', id: row.id }, { after })
  return row.id
}

/** Says what becomes of one seat in place of what becomes of its class, or that it is as its class again. */
export async function setSeat(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: SeatInput,
): Promise<string> {
  const seat = await rolloverSeat(trx, id)
  const row = await openRollover(trx, { id: seat.rollover_id, version: input.version })
  const about = { rollover_id: row.id, enrolment_id: seat.enrolment_id }
  const to_subject_id = await nextOf(trx, input, { subject_id: seat.subject_id, kept: seat.to_subject_id })
  await trx
    .deleteFrom('rollover_choice')
    .where('rollover_id', '=', row.id)
    .where('enrolment_id', '=', seat.enrolment_id)
    .execute()
  if (input.act !== 'class')
    await trx
      .insertInto('rollover_choice')
      .values({ ...about, act: input.act, to_subject_id })
      .execute()
  await changePlan(trx, actor, row)
  const after = {
    name: row.name,
    student: seat.student,
    subject: seat.subject,
    act: input.act,
    to_subject_id,
  }
  await record(trx, actor, 'rollover.seat_set', { type: 'rollover', id: row.id }, { after })
  return row.id
}

/** Says whose discounts end with the year. Refuses a discount that is not there (not_found.discount). */
export async function setEndingDiscounts(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { ending = [], version }: EndingDiscountsInput,
): Promise<void> {
  const row = await openRollover(trx, { id, version })
  await trx.deleteFrom('rollover_discount').where('rollover_id', '=', id).execute()
  const names: string[] = []
  for (const discount_id of new Set(ending)) {
    names.push(await nameOfDiscount(trx, discount_id))
    await trx.insertInto('rollover_discount').values({ rollover_id: id, discount_id }).execute()
  }
  await changePlan(trx, actor, row)
  const after = { name: row.name, discounts: names }
  await record(trx, actor, 'rollover.discounts_set', { type: 'rollover', id }, { after })
}

async function nameOfDiscount(db: Kysely<DB>, id: string): Promise<string> {
  const row = await db
    .selectFrom('discount')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.discount', 'ending')
  return row.name
}
