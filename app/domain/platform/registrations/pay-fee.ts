import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settlePlatformInvoice, unlocked } from '#app/domain/platform/subscriptions/settle.ts'
import type { DB } from '#db/types.ts'

/**
 * The fee of a registration arrived by bank transfer. Refuses not_found.invoice where nothing is to be paid,
 * version_conflict of the invoice, and a day to come (registration.paid_in_future).
 */
export async function payFee(
  trx: Transaction<DB>,
  actor: Actor,
  registration_id: string,
  { paid_on, reference, version }: { paid_on: string; reference: string; version: number },
  today: string,
): Promise<{ number: string }> {
  await holdRegistration(trx, registration_id)
  const invoice = await openFee(trx, registration_id)
  if (!invoice) throw new Refusal('not_found.invoice')
  refuseStale(invoice, version)
  if (paid_on > today) throw new Refusal('registration.paid_in_future', 'paid_on')
  const paid = { on: paid_on, method: 'bank_transfer', reference } as const
  await settlePlatformInvoice(trx, actor, invoice.id, paid, today)
  return { number: invoice.number }
}

/** First of all, as whoever decides about it does: its time does not run out meanwhile. */
export async function holdRegistration(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.selectFrom('platform.entity_registration').select('id').where('id', '=', id).forUpdate().execute()
}

/** The invoice of a registration that is still to be paid, held until the transaction ends. */
export async function openFee(trx: Transaction<DB>, registration_id: string) {
  return trx
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'version', 'status'])
    .where('registration_id', '=', registration_id)
    .where('kind', '=', 'registration')
    .where('status', 'in', ['unpaid', 'pending'])
    .forUpdate()
    .executeTakeFirst()
}

/** The open invoice of a registration that is not to be paid any more. */
export async function cancelFee(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number }: { id: string; number: string },
) {
  await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', ...unlocked, ...touched })
    .where('id', '=', id)
    .where('status', 'in', ['unpaid', 'pending'])
    .execute()
  const after = { number, status: 'cancelled' }
  await recordOperator(trx, actor, 'platform_invoice.cancelled', { type: 'platform_invoice', id }, { after })
}
