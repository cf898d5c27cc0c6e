import { type Kysely, sql, type Transaction } from 'kysely'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { type Actor, everywhere, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { named, record, recordEach } from '#app/domain/core/audit.ts'
import { changeAt, touched } from '#app/domain/core/changed.ts'
import { insertStoredFile, type KeptFile } from '#app/domain/core/documents/insert-stored-file.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { refuseBesideOpen, requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { mayReadPayment } from '#app/domain/core/invoicing/payment-scope.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import type { Posted } from '#app/domain/payments/payments/post-payment.ts'
import { refuseDay, takeFamilyTransfer } from '#app/domain/payments/payments/record-payment.ts'
import { lockTransfers, sameTransfer } from '#app/domain/payments/payments/same-transfer.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  isPaperDue,
  matchingPayments,
  paymentWithSameFile,
  slipsIn,
  type TransferSlip,
  transferSlip,
  transferWays,
} from './find-slips.ts'
import { type ConfirmSlipInput, type SlipInput, slipDays } from './transfer-slip.ts'

/** The stored file of a slip and the facts of its upload. */
interface SlipFile extends KeptFile {
  /** SHA-256 in hexadecimal of the uploaded file. */
  hash: string
}

interface SlipFileRow {
  id: string
  file_id: string
  storage_key: string
}

/** Files in one nightly run; the rest follow on the next nights. */
const filesPerRun = 500

const requests = requestVerbs({
  noun: 'transfer_slip',
  waiting: 'requested',
  over: 'transfer_slip.decided',
  reached: slipsIn,
  find: transferSlip,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  auditOf: ({ invoice, amount_sen, reference_no }, more) =>
    named(invoice ?? '', { after: { amount: formatRinggit(amount_sen), reference_no, ...more } }),
})

/**
 * Submits a slip for an invoice; needs only the invoice's code. It records no payment: the office checks the transfer, and the
 * payer gets a mail that it has arrived. Refuses
 * as refuseSlip does, a date in the future or more than a year ago, and the same file while it is open
 * (duplicate.transfer_slip, by constraint).
 */
export async function submitSlip(
  trx: Transaction<DB>,
  actor: Actor,
  code: string,
  { amount, paid_on, reference_no }: Omit<SlipInput, 'file'>,
  { hash, ...file }: SlipFile,
  today: string,
): Promise<string> {
  refuseDay({ paid_on }, { today, backdate_days: slipDays })
  const invoice = await refuseSlip(trx, code)
  const id = newId()
  const file_id = await insertStoredFile(trx, 'transfer_slip', file, actor)
  await trx
    .insertInto('transfer_slip')
    .values({
      ...{ id, invoice_id: invoice.id, amount_sen: amount, paid_on, reference_no, file_id, file_hash: hash },
      ...{ requested_by: actor.id, created_by: actor.id, updated_by: actor.id },
      requested_at: sql<Date>`now()`,
    })
    .execute()
  const change = { after: { amount: formatRinggit(amount), paid_on, reference_no } }
  await record(
    trx,
    actor,
    'transfer_slip.requested',
    { type: 'transfer_slip', id },
    named(invoice.number!, change),
  )
  await enqueue(trx, 'transfer_slip.received', { transfer_slip_id: id })
  await notifyDeciders(trx, 'transfer_slip', id)
  return id
}

/**
 * Refuses not_found.invoice, an invoice that cannot be paid (invoice.not_payable), an organisation that takes no transfers
 * (transfer_slip.no_transfer), and one that is closed.
 */
export async function refuseSlip(db: Kysely<DB>, code: string) {
  const [invoice, ways, qr, entity] = await Promise.all([
    db
      .selectFrom('invoice')
      .select(['id', 'number', 'status'])
      .where('public_code', '=', code)
      .where('status', '<>', 'draft')
      .executeTakeFirst(),
    transferWays(db),
    liveDuitNow(db),
    db
      .selectFrom('platform.entity')
      .select('status')
      .where('role_name', '=', sql<string>`current_user`)
      .executeTakeFirstOrThrow(),
  ])
  if (!invoice) throw new Refusal('not_found.invoice')
  if (entity.status !== 'active') throw new Refusal('auth.entity_inactive')
  if (invoice.status !== 'unpaid' && invoice.status !== 'pending') throw new Refusal('invoice.not_payable')
  if (ways.length === 0 && !qr) throw new Refusal('transfer_slip.no_transfer')
  return invoice
}

export const { withdraw: withdrawSlip } = requests

/** Withdraws a slip; needs only the invoice's code. Refuses not_found.transfer_slip, and a decided slip. */
export async function withdrawByCode(
  trx: Transaction<DB>,
  actor: Actor,
  code: string,
  id: string,
): Promise<TransferSlip> {
  const slip = await requests.lock(trx, everywhere, id)
  if (slip.public_code !== code) throw new Refusal('not_found.transfer_slip')
  if (slip.status !== 'requested') throw new Refusal('transfer_slip.decided')
  await requests.decide(trx, actor, slip, { status: 'withdrawn' })
  return slip
}

/**
 * Confirms a slip and records its transfer: allocated to its invoice first, then to the oldest invoices, then to the family's
 * credit. Refuses a decided slip, the person who submitted it and the family itself, a transfer already recorded
 * (transfer_slip.posted), an unconfirmed similar payment (transfer_slip.alike), and as a payment at the counter. Without a
 * reason, which the audit log keeps, it also refuses a transfer that was recorded for whichever family
 * (transfer_slip.taken), one of another sum for another family with its reference (transfer_slip.part), and a file that has proven another payment (transfer_slip.same_file).
 */
export async function confirmSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  input: ConfirmSlipInput,
  today: string,
): Promise<{ slip: TransferSlip; posted: Posted }> {
  const slip = await requests.lockForDecision(trx, actor, scope, id)
  const { amount, paid_on, reference_no, early_reason, despite_attempt } = input
  await lockTransfers(trx, [amount], [reference_no])
  await lockFamily(trx, slip.parent_id)
  const [twin] = await matchingPayments(trx, { ...slip, amount_sen: amount, paid_on, reference_no })
  const isRead = twin !== undefined && (await mayReadPayment(trx, scope, twin.id))
  const booked = isRead && { to: 'payment' as const, id: twin.id, name: twin.number }
  if (twin?.certain)
    throw new Refusal('transfer_slip.posted', 'reference_no', { number: twin.number }).blockedBy(booked)
  const taken = await takenBefore(trx, slip, input)
  if (taken && !input.other_reason) throw await takenRefusal(trx, scope, taken)
  if (twin && !input.confirmed)
    throw new Refusal('transfer_slip.alike', 'confirmed', { number: twin.number }).blockedBy(booked)
  const posted = await takeFamilyTransfer(
    trx,
    actor,
    slip.parent_id,
    { amount, paid_on, reference_no, early_reason, despite_attempt },
    { first: slip.invoice ? [slip.invoice] : [] },
    { scope, today, backdate_days: backdateDays.wide },
  )
  await requests.decide(
    trx,
    actor,
    slip,
    { status: 'confirmed', payment_id: posted.payment_id },
    {
      more: {
        payment: posted.number,
        ...(taken ? { same_transfer: taken.number, other_reason: input.other_reason } : {}),
      },
    },
  )
  return { slip, posted }
}

interface Taken {
  id: string
  number: string
  why: 'taken' | 'part' | 'same_file'
  /** Of a part, in sen. */
  other_sen?: number | null
}

/** The payment that was recorded for the same transfer, whichever family it is of, or else with the same file. */
async function takenBefore(
  trx: Transaction<DB>,
  slip: TransferSlip,
  transfer: ConfirmSlipInput,
): Promise<Taken | undefined> {
  const same = await sameTransfer(trx, transfer, slip.parent_id)
  if (same) return { ...same, why: same.other_sen === null ? 'taken' : 'part' }
  const shown = await paymentWithSameFile(trx, slip)
  return shown && { ...shown, why: 'same_file' }
}

/** The refusal of a transfer that was recorded before; only within the scope it names the payment. */
async function takenRefusal(
  trx: Transaction<DB>,
  scope: RowScope,
  { id, number, why, other_sen }: Taken,
): Promise<Refusal> {
  const isSeen = await mayReadPayment(trx, scope, id)
  return isSeen
    ? new Refusal(`transfer_slip.${why}`, 'other_reason', {
        number,
        ...(other_sen ? { amount: formatRinggit(other_sen) } : {}),
      }).blockedBy({ to: 'payment', id, name: number })
    : new Refusal(`transfer_slip.${why}_elsewhere`, 'other_reason')
}

/**
 * Links the slip to a payment already recorded, e.g. from a bank statement; nothing is booked. Refuses as confirmSlip does, and
 * a payment that does not match (not_found.payment).
 */
export async function settleSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  payment_id: string,
): Promise<{ slip: TransferSlip; number: string }> {
  const slip = await requests.lockForDecision(trx, actor, scope, id)
  await lockFamily(trx, slip.parent_id)
  const twin = (await matchingPayments(trx, slip)).find((one) => one.id === payment_id)
  if (!twin) throw new Refusal('not_found.payment')
  await requests.decide(
    trx,
    actor,
    slip,
    { status: 'confirmed', payment_id },
    { action: 'settled', more: { payment: twin.number } },
  )
  return { slip, number: twin.number }
}

/** Rejects a slip with a reason for the family. */
export async function rejectSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  declined: { decision_reason: string },
): Promise<TransferSlip> {
  const slip = await requests.reject(trx, actor, scope, id, declined)
  await enqueue(trx, 'transfer_slip.send', { transfer_slip_id: id })
  return slip
}

/**
 * Opens a slip again that was rejected by mistake, or whose payment was cancelled since; it is then decided once more. Refuses
 * one that is open or withdrawn (transfer_slip.decided), one whose payment is valid (transfer_slip.recorded), one whose file was
 * removed or is about to be (action_not_allowed), the person who submitted it and the family itself, and one whose file the family has submitted
 * again (duplicate.transfer_slip).
 */
export async function reopenSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<TransferSlip> {
  const slip = await requests.lock(trx, scope, id)
  if (slip.status !== 'rejected' && slip.status !== 'confirmed')
    throw await meanwhile(trx, 'transfer_slip.decided', { type: 'transfer_slip', id })
  refuseOwnRequest(actor, slip)
  if (slip.status === 'confirmed' && slip.payment_status !== 'cancelled')
    throw new Refusal('transfer_slip.recorded', undefined, { number: slip.payment ?? '' }).blockedBy({
      to: 'payment_cancel',
      id: slip.payment_id!,
      name: slip.payment,
    })
  if (slip.content_type === null || slip.paper_due) throw new Refusal('action_not_allowed')
  await refuseBesideOpen(trx, 'transfer_slip', { invoice_id: slip.invoice_id, file_hash: slip.file_hash })
  const open = { status: 'requested', decided_by: null, decided_at: null }
  const values = { ...open, decision_reason: null, payment_id: null }
  await changeAt(trx, actor, 'transfer_slip', slip, values, { status: slip.status })
  const { invoice, amount_sen, reference_no, decision_reason, payment } = slip
  await record(
    trx,
    actor,
    'transfer_slip.reopened',
    { type: 'transfer_slip', id },
    named(invoice ?? '', {
      before: { status: slip.status, ...(payment ? { payment } : { decision_reason }) },
      after: { amount: formatRinggit(amount_sen), reference_no, status: 'requested' },
    }),
  )
  return slip
}

/**
 * Locks the family's open invoices, or its own row if there are none, as every recording of money does, so that a concurrent
 * recording of the same transfer is seen.
 */
async function lockFamily(trx: Transaction<DB>, parent_id: string): Promise<void> {
  await sql`select id from invoice where payer_parent_id = ${parent_id}::uuid and status in ('unpaid', 'pending')
    order by id for update`.execute(trx)
  await sql`select id from parent where id = ${parent_id}::uuid for no key update`.execute(trx)
}

/** Files of slips rejected or withdrawn long ago; those of confirmed slips prove a payment and stay. */
export async function filesOfOldSlips(db: Kysely<DB>): Promise<SlipFileRow[]> {
  return db
    .selectFrom('transfer_slip')
    .innerJoin('stored_file', 'stored_file.id', 'transfer_slip.file_id')
    .select(['transfer_slip.id', 'stored_file.id as file_id', 'stored_file.storage_key'])
    .where(isPaperDue)
    .orderBy('transfer_slip.id')
    .limit(filesPerRun)
    .execute()
}

/** Clears the references to files that are deleted from storage; details and decision stay. Returns their number. */
export async function removeOldSlipFiles(trx: Transaction<DB>, old: readonly SlipFileRow[]): Promise<number> {
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  const gone = await trx
    .updateTable('transfer_slip')
    .set({ file_id: null, ...touched })
    .where('id', 'in', ids)
    .where('file_id', 'is not', null)
    .returning('id')
    .execute()
  const files = old.map(({ file_id }) => file_id)
  await sql`delete from stored_file where id = any(${files}::uuid[])`.execute(trx)
  await recordEach(trx, systemActor, 'transfer_slip.paper_removed', { type: 'transfer_slip' }, gone)
  return gone.length
}
