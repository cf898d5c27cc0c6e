import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { reason, version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { payFee } from '#app/domain/platform/registrations/registration-fee.ts'
import type { DB } from '#db/types.ts'
import { settlePlatformInvoice } from './issue-and-settle.ts'

export const cancelInvoiceForm = z.object({ reason, version })

interface At {
  id: string
  version: number
}

/**
 * Records the bank transfer of an open invoice. Refuses not_found.invoice, version_conflict, a future date
 * (registration.paid_in_future), and an invoice that is not open (action_not_allowed).
 */
export async function payPlatformInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  { paid_on, reference }: { paid_on: string; reference: string },
  today: string,
): Promise<{ number: string }> {
  const invoice = await found(trx, at.id)
  // payFee locks the registration before the invoice, in the same order as a decision about it.
  if (invoice.kind === 'registration' && invoice.registration_id && isOpen(invoice))
    return payFee(trx, actor, invoice.registration_id, { paid_on, reference, version: at.version }, today)
  if (!isOpen(invoice)) throw new Refusal('action_not_allowed')
  refuseStale(invoice, at.version)
  if (paid_on > today) throw new Refusal('registration.paid_in_future', 'paid_on')
  await settlePlatformInvoice(trx, actor, at.id, { on: paid_on, method: 'bank_transfer', reference }, today)
  return invoice
}

/** Refuses not_found.invoice, version_conflict, and one that is not open or a registration's (action_not_allowed). */
export async function cancelPlatformInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: At,
  reason: string,
): Promise<{ number: string }> {
  const { number, kind, entity_id, ...invoice } = await found(trx, id)
  if (kind === 'registration' || invoice.status !== 'unpaid') throw new Refusal('action_not_allowed')
  refuseStale(invoice, version)
  await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', cancelled_reason: reason, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const change = { before: { status: 'unpaid' }, after: { number, status: 'cancelled', reason } }
  const object = { type: 'platform_invoice', id, entity_id } as const
  await recordInBoth(trx, actor, 'platform_invoice.cancelled', object, change)
  return { number }
}

/** An organisation cancels its own unpaid invoice of one of these kinds; refuses (action_not_allowed) any other. */
export async function cancelOwnInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { id, version }: At,
  kinds: readonly ('renewal' | 'upgrade' | 'credit_topup')[] = ['renewal', 'upgrade'],
): Promise<{ number: string }> {
  const invoice = await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', ...touched })
    .where('id', '=', id)
    .where('entity_id', '=', entity_id)
    .where('kind', 'in', kinds)
    .where('status', '=', 'unpaid')
    .where('version', '=', version)
    .returning('number')
    .executeTakeFirst()
  if (!invoice) throw new Refusal('action_not_allowed')
  const change = { before: { status: 'unpaid' }, after: { number: invoice.number, status: 'cancelled' } }
  await record(trx, actor, 'platform_invoice.cancelled', { type: 'platform_invoice', id }, change)
  return invoice
}

const isOpen = ({ status }: { status: string }) => status === 'unpaid' || status === 'pending'

async function found(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'kind', 'status', 'entity_id', 'registration_id', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.invoice')
  return row
}
