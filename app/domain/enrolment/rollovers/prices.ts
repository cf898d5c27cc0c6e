import { type Kysely, sql, type Transaction } from 'kysely'
import { changePrice } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import type { RolloverRow } from './find-rollovers.ts'
import { raised } from './rollover.ts'

type Terms = Pick<RolloverRow, 'id' | 'bills_from' | 'percent_bp' | 'step_sen'>

/**
 * New prices of the fees of active classes: as typed, or raised by the percentage. Fees that begin in the new year or have
 * ended by then are left out.
 */
export async function plannedPrices(
  db: Kysely<DB>,
  { id, bills_from, percent_bp, step_sen }: Terms,
  subject_id?: string,
) {
  const rows = await db
    .selectFrom('subject_fee as fee')
    .innerJoin('subject', 'subject.id', 'fee.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'fee.fee_type_id')
    .leftJoin('rollover_fee as typed', (join) =>
      join.onRef('typed.subject_fee_id', '=', 'fee.id').on('typed.rollover_id', '=', id),
    )
    .select(['fee.id', 'fee.version', 'fee.amount_sen', 'fee.frequency', 'fee.apply_to', 'fee.ends_on'])
    .select(['fee_type.name as fee_type', 'typed.amount_sen as typed_sen'])
    .where('fee.status', '=', 'active')
    .where('fee.deleted_at', 'is', null)
    .where('subject.status', '=', 'active')
    .where('subject.deleted_at', 'is', null)
    .where('fee.starts_on', '<', bills_from)
    .where((eb) => eb.or([eb('fee.ends_on', 'is', null), eb('fee.ends_on', '>=', bills_from)]))
    .$if(subject_id !== undefined, (query) => query.where('fee.subject_id', '=', subject_id!))
    .orderBy('fee.subject_id')
    .orderBy('fee_type.name')
    .orderBy('fee.id')
    .execute()
  return rows.map((row) => {
    const usual_sen = raised(row.amount_sen, percent_bp, step_sen)
    return { ...row, usual_sen, after_sen: row.typed_sen ?? usual_sen }
  })
}

/** Starts each changed price with the first month that the new year bills, and stores the former one. */
export async function raisePrices(
  trx: Transaction<DB>,
  actor: Actor,
  row: RolloverRow,
  today: string,
): Promise<void> {
  const changing = (await plannedPrices(trx, row)).filter(
    ({ amount_sen, after_sen }) => amount_sen !== after_sen,
  )
  for (const { id, version, amount_sen, after_sen, ends_on } of changing) {
    const price = { id, version, amount_sen: after_sen, from: row.bills_from, today }
    const new_subject_fee_id = await changePrice(trx, actor, price)
    await trx
      .insertInto('rollover_price')
      .values({
        ...{ rollover_id: row.id, subject_fee_id: id, before_sen: amount_sen, after_sen },
        ...{ ends_on, new_subject_fee_id },
      })
      .execute()
  }
}

/**
 * Restores the prices that a rollover raised, unless they were changed or billed since. Returns the names of those that stay.
 */
export async function restorePrices(
  trx: Transaction<DB>,
  actor: Actor,
  rollover_id: string,
): Promise<string[]> {
  const outcome = await trx
    .selectFrom('rollover_price as price')
    .innerJoin('subject_fee as old', 'old.id', 'price.subject_fee_id')
    .innerJoin('subject_fee as young', 'young.id', 'price.new_subject_fee_id')
    .innerJoin('subject', 'subject.id', 'old.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'old.fee_type_id')
    .select([
      'old.id',
      'old.version',
      'price.ends_on',
      'young.id as young_id',
      'young.version as young_version',
    ])
    .select(sql<string>`subject.name || ', ' || fee_type.name`.as('name'))
    .select(
      sql<boolean>`young.version = 1 and young.deleted_at is null and old.deleted_at is null
        and old.ends_on = young.starts_on - 1
        and not exists (select from invoice_item where invoice_item.subject_fee_id = young.id)`.as('is_ours'),
    )
    .where('price.rollover_id', '=', rollover_id)
    .orderBy('subject.name')
    .orderBy('young.id')
    .forUpdate(['old', 'young'])
    .execute()
  for (const { id, version, ends_on, young_id, young_version, name } of outcome.filter(
    ({ is_ours }) => is_ours,
  )) {
    const gone = { deleted_at: sql<Date>`now()` }
    await changeAt(trx, actor, 'subject_fee', { id: young_id, version: young_version }, gone, {
      removed: false,
    })
    await changeAt(trx, actor, 'subject_fee', { id, version }, { ends_on }, { removed: false })
    // Prices scheduled after the old one follow it again.
    const later = trx
      .updateTable('subject_fee')
      .where('replaces_id', '=', young_id)
      .where('deleted_at', 'is', null)
    await later.set({ replaces_id: id }).execute()
    await record(
      trx,
      actor,
      'subject_fee.removed',
      { type: 'subject_fee', id: young_id },
      { before: { name } },
    )
  }
  return outcome.filter(({ is_ours }) => !is_ours).map(({ name }) => name)
}
