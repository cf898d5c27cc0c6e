import { type Kysely, sql, type Transaction } from 'kysely'
import { takeBackEarly } from '#app/domain/billing/credit-notes/early.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { lockedInvoice } from '#app/domain/core/invoicing/locked.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { returnToCredit } from './book-credit.ts'

/**
 * Takes credit that was used for an invoice off it again, all that is still on it; the invoice is owed anew. Refuses an
 * invoice out of reach, one without credit on it (family_credit.none_used), and one that is being paid or is cancelled. Returns
 * how much, in sen.
 */
export async function takeCreditOff(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  invoice_id: string,
  { version, reason }: { version: number; reason: string },
): Promise<{ number: string; sen: number }> {
  const invoice = await lockedInvoice(trx, scope, invoice_id)
  if (invoice.status === 'pending') throw new Refusal('invoice.in_payment')
  if (invoice.version !== version) throw new Refusal('version_conflict')
  const { payer_parent_id: parent_id } = invoice
  const early = await takeBackEarly(trx, actor, { invoice_id, parent_id })
  const sen = await creditOn(trx, invoice_id)
  if (sen <= 0 || !['unpaid', 'paid'].includes(invoice.status)) throw new Refusal('family_credit.none_used')
  await trx
    .updateTable('invoice')
    .set({ paid_sen: sql`paid_sen - ${sen}::bigint`, paid_on: null, status: 'unpaid', ...changed(actor) })
    .where('id', '=', invoice_id)
    // held, and one version further where something was given for paying early
    .where('version', '=', early > 0 ? version + 1 : version)
    .executeTakeFirstOrThrow()
  await returnToCredit(trx, actor, { parent_id, invoice_id, sen })
  await record(
    trx,
    actor,
    'invoice.payment_undone',
    { type: 'invoice', id: invoice_id },
    { before: { status: invoice.status }, after: { credit_sen: sen, status: 'unpaid', reason } },
  )
  return { number: invoice.number ?? '', sen }
}

/** What of an invoice was paid with credit and is still on it, in sen. */
export async function creditOn(trx: Kysely<DB>, invoice_id: string): Promise<number> {
  const { sen } = await trx
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(-sum(delta_sen), 0)`.as('sen'))
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return sen
}
