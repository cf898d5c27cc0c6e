import type { Kysely, Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { OwnFeesInput } from './enrolment.ts'
import { enrolment, enrolmentsIn } from './find-enrolments.ts'

/**
 * The fees of an enrolment's class on a day, by type: the standard price and this student's own price in sen; null where they
 * pay the standard price.
 */
export function feesOfEnrolment(db: Kysely<DB>, id: string, today: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('subject_fee', 'subject_fee.subject_id', 'enrolment.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'subject_fee.fee_type_id')
    .leftJoin('enrolment_fee', (join) =>
      join
        .onRef('enrolment_fee.enrolment_id', '=', 'enrolment.id')
        .onRef('enrolment_fee.fee_type_id', '=', 'fee_type.id'),
    )
    .distinctOn('fee_type.id')
    .select([
      'fee_type.id as fee_type_id',
      'fee_type.name as fee_type',
      'subject_fee.amount_sen as usual_sen',
    ])
    .select(['enrolment_fee.amount_sen', 'enrolment_fee.reason'])
    .where('enrolment.id', '=', id)
    .where('subject_fee.deleted_at', 'is', null)
    .where('subject_fee.status', '=', 'active')
    .where((eb) => eb.or([eb('subject_fee.ends_on', 'is', null), eb('subject_fee.ends_on', '>=', today)]))
    .orderBy('fee_type.id')
    .orderBy('subject_fee.starts_on')
    .execute()
}

/**
 * Sets a student's own prices in a class; an empty one means the standard price. Applies to invoices made from now on. Refuses
 * an enrolment that has ended (action_not_allowed), a type that the class does not charge (not_found.fee_type), own prices
 * without a reason (enrolment.fee_reason), and version_conflict.
 */
export async function setOwnFees(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { fees, reason, version }: OwnFeesInput,
  today: string,
) {
  await enrolmentsIn(trx, scope).select('enrolment.id').where('enrolment.id', '=', id).forUpdate().execute()
  const row = await enrolment(trx, scope, id)
  refuseStale(row, version)
  if (row.status === 'ended') throw new Refusal('action_not_allowed')
  const charged = await feesOfEnrolment(trx, id, today)
  const own = fees.flatMap(({ fee_type_id, amount_sen }) =>
    amount_sen === undefined ? [] : [{ fee_type_id, amount_sen }],
  )
  const words = own.map(({ fee_type_id, amount_sen }) => {
    const fee = charged.find((one) => one.fee_type_id === fee_type_id)
    if (!fee) throw new Refusal('not_found.fee_type')
    return [fee.fee_type, amount_sen] as const
  })
  if (own.length > 0 && !reason) throw new Refusal('enrolment.fee_reason', 'reason')
  await trx.deleteFrom('enrolment_fee').where('enrolment_id', '=', id).execute()
  if (own.length > 0)
    await trx
      .insertInto('enrolment_fee')
      .values(own.map((fee) => ({ enrolment_id: id, ...fee, reason: reason!, created_by: actor.id })))
      .execute()
  await changeAt(trx, actor, 'enrolment', row, {})
  const { student: name, subject } = row
  const before = charged.flatMap(({ fee_type, amount_sen }) =>
    amount_sen === null ? [] : [[fee_type, amount_sen] as const],
  )
  await record(
    trx,
    actor,
    'enrolment.fees_set',
    { type: 'enrolment', id },
    {
      before: { name, subject, fees: Object.fromEntries(before) },
      after: { name, subject, fees: Object.fromEntries(words), ...(reason ? { reason } : {}) },
    },
  )
  return row
}
