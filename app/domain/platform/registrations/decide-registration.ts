import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { cancelFee, lockPendingRegistration, openFee } from './fees.ts'
import { refuseSubdomainConflict } from './subdomain-free.ts'

/**
 * Approves a registration; a job provisions the organisation. The fee must be paid or waived, which cancels its invoice,
 * unless the package has a trial. Refuses not_found.registration, version_conflict, registration.decided,
 * registration.unpaid, a package no longer on sale (registration.package_gone), and a subdomain that looks like another
 * (registration.subdomain_alike).
 */
export async function approveRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, waive }: { id: string; version: number; waive: boolean },
): Promise<{ name: string }> {
  const row = await lockPendingRegistration(trx, id, version)
  await refuseGone(trx, row.package_id)
  await refuseSubdomainConflict(trx, { id, subdomain: row.subdomain })
  const fee = await openFee(trx, id)
  if (fee && waive) await cancelFee(trx, actor, fee)
  else if (fee && row.trial_days === 0) throw new Refusal('registration.unpaid', 'waive')
  await trx
    .updateTable('platform.entity_registration')
    .set({
      ...{ approval_asked_at: sql<Date>`now()`, approved_by: actor.id, approval_fault: null },
      ...touched,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const change = named(row.organisation_name, { after: { fee_waived: fee !== undefined && waive } })
  await recordOperator(trx, actor, 'registration.approved', { type: 'entity_registration', id }, change)
  await enqueue(trx, 'registration.provision', { registration_id: id })
  return { name: row.organisation_name }
}

/**
 * Rejects a registration and mails the reason to its contact: frees its subdomain, cancels an open invoice, and records the
 * refund of a paid fee. Refuses not_found.registration, version_conflict, registration.decided, and a paid fee without the
 * reference of its refund (registration.refund_reference).
 */
export async function rejectRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: { version: number; reject_reason: string; refund_reference?: string | undefined },
  today: string,
): Promise<{ name: string }> {
  const { version, reject_reason, refund_reference } = input
  const row = await lockPendingRegistration(trx, id, version)
  const fee = await openFee(trx, id)
  if (fee) await cancelFee(trx, actor, fee)
  await refundFee(trx, actor, id, refund_reference, today)
  await trx
    .updateTable('platform.entity_registration')
    .set({
      ...{ status: 'rejected', reject_reason, decided_by: actor.id, decided_at: sql<Date>`now()` },
      ...{ approval_asked_at: null, approved_by: null, approval_fault: null },
      ...touched,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const change = named(row.organisation_name, { after: { status: 'rejected', reject_reason } })
  await recordOperator(trx, actor, 'registration.rejected', { type: 'entity_registration', id }, change)
  await enqueue(trx, 'registration.rejected', { registration_id: id })
  return { name: row.organisation_name }
}

/** Stores why provisioning failed, as a refusal's code; the operator sees it and decides again. */
export async function failApproval(trx: Transaction<DB>, id: string, fault: string): Promise<void> {
  await trx
    .updateTable('platform.entity_registration')
    .set({ approval_fault: fault, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('approval_asked_at', 'is not', null)
    .execute()
}

/** The shared lock keeps an operator from withdrawing the package at the same time. */
async function refuseGone(trx: Transaction<DB>, package_id: string) {
  const { name, status } = await trx
    .selectFrom('platform.package')
    .select(['name', 'status'])
    .where('id', '=', package_id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (status !== 'active') throw new Refusal('registration.package_gone', undefined, { package: name })
}

async function refundFee(
  trx: Transaction<DB>,
  actor: Actor,
  registration_id: string,
  refund_reference: string | undefined,
  today: string,
) {
  const paid = await trx
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'total_sen'])
    .where('registration_id', '=', registration_id)
    .where('status', '=', 'paid')
    .forUpdate()
    .executeTakeFirst()
  if (!paid) return
  const { id, number, total_sen } = paid
  if (!refund_reference) throw new Refusal('registration.refund_reference', 'refund_reference')
  await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'refunded', refunded_on: today, refund_reference, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .execute()
  const after = { number, total_sen, refund_reference }
  await recordOperator(trx, actor, 'platform_invoice.refunded', { type: 'platform_invoice', id }, { after })
}
