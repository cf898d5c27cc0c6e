import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { tillOf } from '#app/domain/payments/counter/till.ts'
import type { FeeInput } from '#app/domain/payments/payments/payment-form.ts'
import { postDeposit } from '#app/domain/payments/payments/post-payment.ts'
import { type RecordRules, refuseDay, refuseRepeated } from '#app/domain/payments/payments/record-payment.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import { heldApplication } from './close.ts'
import { settleFamily } from './deciding/family-of.ts'
import { applicationsIn } from './reach.ts'

/** What a family has to pay before its application is approved by itself, in sen, and with what it did. */
export interface RegistrationFee {
  due_sen: number
  /** Null as long as it is not paid, also when its payment was cancelled. */
  payment: { id: string; number: string; public_code: string } | null
}

/** Whether a fee still keeps an application from being approved by itself. */
export const isOwed = (fee: RegistrationFee | null): boolean =>
  fee !== null && fee.due_sen > 0 && fee.payment === null

/**
 * The fees of kind "registration" that are billed once, for each child who is new here and still to be decided, of the
 * classes in which it gets a seat. Null where the organisation does not ask for them first.
 */
export async function registrationFee(
  db: Kysely<DB>,
  keys: Keys,
  application_id: string,
  today: string,
): Promise<RegistrationFee | null> {
  const { fee_first } = await settings(db, 'application')
  if (!fee_first) return null
  const day = sql<string>`greatest(subject.starts_on, wish.starts_on, ${today}::date)`
  const [lines, payment] = await Promise.all([
    db
      .selectFrom('application_student as child')
      .innerJoin('application_subject as wish', 'wish.application_student_id', 'child.id')
      .innerJoin('subject', 'subject.id', 'wish.subject_id')
      .innerJoin('subject_fee as fee', 'fee.subject_id', 'subject.id')
      .innerJoin('fee_type', 'fee_type.id', 'fee.fee_type_id')
      .innerJoin('fee_category', 'fee_category.id', 'fee_type.fee_category_id')
      .select(['child.id', 'child.answers_sealed', 'fee.apply_to', 'fee.amount_sen', 'fee.quantity'])
      .where('child.application_id', '=', application_id)
      .where('child.status', '=', 'pending')
      .where('child.is_existing', '=', false)
      .where('wish.is_waiting', '=', false)
      .where('fee_category.kind', '=', 'registration')
      .where('fee.frequency', '=', 'one_off')
      .where('fee.status', '=', 'active')
      .where('fee.deleted_at', 'is', null)
      .where(sql<boolean>`fee.starts_on <= ${day} and (fee.ends_on is null or fee.ends_on >= ${day})`)
      .execute(),
    db
      .selectFrom('application')
      .innerJoin('payment', 'payment.id', 'application.fee_payment_id')
      .select(['payment.id', 'payment.number', 'payment.public_code'])
      .where('application.id', '=', application_id)
      .where('payment.status', '=', 'paid')
      .executeTakeFirst(),
  ])
  const due = lines.filter(
    ({ apply_to, ...child }) =>
      apply_to !== 'foreign' || openedAnswers(keys, 'application_student', child)?.nationality !== 'MY',
  )
  const due_sen = due.reduce((sum, { amount_sen, quantity }) => sum + amount_sen * quantity, 0)
  return { due_sen, payment: payment ?? null }
}

/**
 * Takes down that a family has paid its registration fee at the counter or by transfer: its first parent is found or
 * made, the money is their credit until the invoice that approval issues takes it, and the application is looked at once
 * more where it is approved by itself. Refuses an application out of reach (not_found.application) or decided
 * (application.decided), a fee that is not asked for or paid already (application.fee_none), less than the fee
 * (application.fee_less), a day as of any payment, and what settleFamily refuses.
 */
export async function receiveFee(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { id, version }: { id: string; version: number },
  input: FeeInput,
  { scope, today, backdate_days }: RecordRules,
): Promise<{ payment_id: string; number: string }> {
  const reached = await applicationsIn(trx, scope)
    .select('application.id')
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!reached) throw new Refusal('not_found.application')
  const application = await heldApplication(trx, { id })
  if (application.status !== 'pending') throw new Refusal('application.decided')
  refuseStale(application, version)
  const fee = await registrationFee(trx, keys, id, today)
  if (!fee || !isOwed(fee)) throw new Refusal('application.fee_none')
  if (input.amount < fee.due_sen)
    throw new Refusal('application.fee_less', 'amount', { fee: formatRinggit(fee.due_sen) })
  refuseDay(input, { today, backdate_days })
  const till = await tillOf(trx, actor, input, today)
  if (!input.confirmed) await refuseRepeated(trx, input)
  const [payer] = await settleFamily(trx, actor, keys, application, 1)
  const family = await trx
    .selectFrom('parent')
    .select(['id as parent_id', 'name', 'email'])
    .where('id', '=', payer!.id)
    .executeTakeFirstOrThrow()
  const { branch_id } = await trx
    .selectFrom('application_student')
    .select('branch_id')
    .where('application_id', '=', id)
    .where('status', '=', 'pending')
    .orderBy('place')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { payment_id, number } = await postDeposit(trx, actor, {
    family: { ...family, branch_id },
    method: input.method,
    amount_sen: input.amount,
    paid_on: input.paid_on,
    today,
    payer_name: input.payer_name ?? null,
    payer_email: null,
    reference_no: input.reference_no ?? null,
    remark: input.remark || null,
    received_by: actor.id,
    ...till,
  })
  await trx
    .updateTable('application')
    .set({ fee_payment_id: payment_id, ...changed(actor) })
    .where('id', '=', id)
    .execute()
  const after = { number: application.number, payment: number, amount_sen: input.amount }
  await record(trx, actor, 'application.fee_received', { type: 'application', id }, { after })
  const { auto_approve } = await settings(trx, 'application')
  if (auto_approve) await enqueue(trx, 'application.auto_approve', { application_id: id })
  return { payment_id, number }
}
