import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { openTill, receivedAt } from '#app/domain/payments/counter/till.ts'
import type { FeeInput } from '#app/domain/payments/payments/payment.ts'
import { postDeposit } from '#app/domain/payments/payments/post-payment.ts'
import { type RecordRules, refuseDay, refuseRepeated } from '#app/domain/payments/payments/record-payment.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import { lockApplication } from './decide-application.ts'
import { resolveFamily } from './family.ts'
import { applicationsIn } from './find-applications.ts'

/** The fee, in sen, to be paid before an application is approved automatically, and its payment. */
interface RegistrationFee {
  due_sen: number
  /** Null while it is unpaid, also after its payment was cancelled. */
  payment: { id: string; number: string; public_code: string } | null
}

/** Whether an unpaid fee blocks automatic approval. */
export const isOwed = (fee: RegistrationFee | null): boolean =>
  fee !== null && fee.due_sen > 0 && fee.payment === null

/**
 * The one-off fees of kind "registration" of all new undecided children, for the classes in which they get a seat. Null if
 * the organisation does not require them first.
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
 * Records a registration fee paid at the counter or by transfer: the first parent is matched or created, the money becomes
 * their credit until the invoice issued on approval uses it, and automatic approval is tried again. Refuses an application
 * out of scope (not_found.application) or decided (application.decided), a fee that is not required or already paid
 * (application.fee_none), less than the fee (application.fee_less), a date as for any payment, and what resolveFamily
 * refuses.
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
  const application = await lockApplication(trx, { id })
  if (application.status !== 'pending')
    throw await meanwhile(trx, 'application.decided', { type: 'application', id })
  refuseStale(application, version)
  const fee = await registrationFee(trx, keys, id, today)
  if (!fee || !isOwed(fee)) throw new Refusal('application.fee_none')
  refuseDay(input, { today, backdate_days })
  const { amount, till } = receivedAt(await openTill(trx, actor, input, today), input, fee.due_sen)
  if (amount < fee.due_sen)
    throw new Refusal('application.fee_less', 'amount', { fee: formatRinggit(fee.due_sen) })
  if (!input.confirmed) await refuseRepeated(trx, scope, input, await payerOnFile(trx, id))
  const [payer] = await resolveFamily(trx, actor, keys, application, 1)
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
    amount_sen: amount,
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
  const after = { number: application.number, payment: number, amount_sen: amount }
  await record(trx, actor, 'application.fee_received', { type: 'application', id }, { after })
  const { auto_approve } = await settings(trx, 'application')
  if (auto_approve) await enqueue(trx, 'application.auto_approve', { application_id: id })
  return { payment_id, number }
}

/** The first parent of an application, if they are on file already. */
async function payerOnFile(trx: Transaction<DB>, application_id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('application_parent')
    .innerJoin('application', 'application.id', 'application_parent.application_id')
    .select((eb) => eb.fn.coalesce('application_parent.parent_id', 'application.parent_id').as('parent_id'))
    .where('application_id', '=', application_id)
    .where('application_parent.place', '=', 1)
    .executeTakeFirst()
  return row?.parent_id ?? null
}
