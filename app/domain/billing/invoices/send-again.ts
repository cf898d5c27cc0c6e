import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { lockedInvoice } from '#app/domain/core/invoicing/invoice.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { countUse } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** The button; the key keeps a double press from mailing twice. */
export const sendAgainForm = z.object({ form_key: z.uuid().optional() })

/** How often an invoice is mailed again: enough for an address that was mistyped, too little to bother a family. */
const perInvoice = { points: 3, seconds: 3_600 }

/**
 * Mails an issued invoice again to its payer. Refuses a draft and a cancelled invoice (invoice.not_mailable), a payer
 * without an address (invoice.no_address) and a fourth mail within an hour (invoice.mailed_often). Returns the number and
 * the address.
 */
export async function sendInvoiceAgain(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<{ number: string; mailed_to: string }> {
  const { status, number, payer_email, payer_parent_id } = await lockedInvoice(trx, scope, id)
  if (status === 'draft' || status === 'cancelled') throw new Refusal('invoice.not_mailable')
  const mailed_to = firstAddress(payer_email)
  if (!mailed_to) throw new Refusal('invoice.no_address').blockedBy({ to: 'parent', id: payer_parent_id })
  // The invoice is locked and a refusal sends nothing, so a count that is undone with it lets nothing through.
  const { allowed } = await countUse(trx, `invoice-mail:${id}`, perInvoice)
  if (!allowed) throw new Refusal('invoice.mailed_often')
  await record(trx, actor, 'invoice.sent_again', { type: 'invoice', id }, { after: { mailed_to } })
  await enqueue(trx, 'invoice.send', { invoice_id: id })
  return { number: number ?? '', mailed_to }
}
