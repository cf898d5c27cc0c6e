import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { refuseDay } from '#app/domain/payments/payments/record-payment.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { publicSlips } from './find-slips.ts'
import { type SlipInput, slipDays } from './transfer-slip.ts'

/** The stored file of a slip and the facts of its upload. */
interface SlipPaper {
  storage_key: string
  name: string
  contentType: string
  bytes: Buffer
  /** SHA-256 in hexadecimal of the uploaded file. */
  hash: string
}

/** The organisation's accounts for transfers; none when it takes no transfers. */
export async function transferWays(db: Kysely<DB>) {
  return db
    .selectFrom('payment_option')
    .select(['id', 'name', 'instructions', 'needs_slip'])
    .where('method', '=', 'bank_transfer')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

/**
 * How to pay an invoice by transfer, for anyone with its code: accounts, QR, reference, and the slips submitted so far.
 */
export async function transferTerms(db: Kysely<DB>, code: string) {
  const [ways, slips, qr, payer] = await Promise.all([
    transferWays(db),
    publicSlips(db, code),
    liveDuitNow(db),
    db
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .select('parent.family_code')
      .where('invoice.public_code', '=', code)
      .executeTakeFirst(),
  ])
  const waiting = slips.find(({ status }) => status === 'requested')
  return {
    ways,
    qr,
    family_code: payer?.family_code ?? null,
    shown: slips.length,
    waiting: waiting ? { amount_sen: waiting.amount_sen, paid_on: waiting.paid_on } : null,
  }
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

/**
 * Submits a slip for an invoice; needs only the invoice's code. It records no payment: the office checks the transfer. Refuses
 * as refuseSlip does, a date in the future or more than a year ago, and the same file while it is open
 * (duplicate.transfer_slip, by constraint).
 */
export async function submitSlip(
  trx: Transaction<DB>,
  actor: Actor,
  code: string,
  { amount, paid_on, reference_no }: Omit<SlipInput, 'file'>,
  { storage_key, name, contentType: content_type, bytes, hash }: SlipPaper,
  today: string,
): Promise<string> {
  refuseDay({ paid_on }, { today, backdate_days: slipDays })
  const invoice = await refuseSlip(trx, code)
  const [id, file_id] = [newId(), newId()]
  await trx
    .insertInto('stored_file')
    .values({
      ...{ id: file_id, kind: 'transfer_slip', name, content_type, storage_key, created_by: actor.id },
      ...{ size_bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() },
    })
    .execute()
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
  return id
}
