import type { Transaction } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import { type OperatorPermission, operatorMay } from '#app/domain/core/access/operator-access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { platformIssuer } from '#app/domain/platform/subscriptions/paper/issuer.ts'
import type { DB } from '#db/types.ts'
import type { EntityEditInput } from './operator-form.ts'

// What operators change of organisations, in the platform's place; each organisation reads of it in its own log, too.

/** Who says which seller at FPX an organisation is: it decides where money goes, as its account does. */
export const sellerPermission = 'admin.entity_bank.confirm' satisfies OperatorPermission

interface At {
  id: string
  version: number
}

/**
 * Whom FPX pays is said by who confirms accounts, too; from all others it stays as it is. What is on its way keeps the
 * seller for whom it was signed. Refuses not_found.entity, version_conflict, another seller from who may not say so
 * (action_not_allowed), and one that is somebody else's (duplicate.seller_id).
 */
export async function editEntityByOperator(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: At,
  { version: _, ...input }: EntityEditInput,
): Promise<void> {
  const { status: _status, inactive_reason: _reason, ...before } = await locked(trx, { id, version })
  const emptied = Object.fromEntries(addressNames.map((name) => [name, input[name] ?? null]))
  const { licence_no = null } = input
  const fpx_seller_id = await sellerOf(trx, actor, before, input)
  const after = { ...input, licence_no, fpx_seller_id, ...emptied }
  await trx
    .updateTable('platform.entity')
    .set({ ...after, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await recordInBoth(
    trx,
    actor,
    'entity.edited',
    entityItself(id),
    difference<Record<string, unknown>>(before, after),
  )
}

/**
 * Closes an organisation: nobody signs in there and nothing new is paid, but what is on its way still arrives. The reason
 * is kept, and with it nobody but an operator opens it again. Refuses not_found.entity, version_conflict and one that is
 * not active (action_not_allowed).
 */
export async function deactivateEntity(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  inactive_reason: string,
): Promise<{ name: string }> {
  const { name, status } = await locked(trx, at)
  if (status !== 'active') throw new Refusal('action_not_allowed')
  const after = { status: 'inactive', inactive_reason }
  await setStatus(trx, at, 'active', after)
  await recordInBoth(
    trx,
    actor,
    'entity.deactivated',
    entityItself(at.id),
    named(name, { before: { status }, after }),
  )
  return { name }
}

/** Refuses not_found.entity, version_conflict and one that is active (action_not_allowed). */
export async function activateEntity(trx: Transaction<DB>, actor: Actor, at: At): Promise<{ name: string }> {
  const { name, status, inactive_reason } = await locked(trx, at)
  if (status !== 'inactive') throw new Refusal('action_not_allowed')
  const after = { status: 'active', inactive_reason: null }
  await setStatus(trx, at, 'inactive', after)
  const change = named(name, { before: { status, inactive_reason }, after: { status: 'active' } })
  await recordInBoth(trx, actor, 'entity.activated', entityItself(at.id), change)
  return { name }
}

async function sellerOf(
  trx: Transaction<DB>,
  { operator_role }: Actor,
  before: { fpx_seller_id: string | null },
  { fpx_seller_id: said }: Pick<EntityEditInput, 'fpx_seller_id'>,
): Promise<string | null> {
  if (operator_role !== null && operatorMay(operator_role, sellerPermission)) {
    if (said !== undefined && said === (await platformIssuer(trx)).fpx_seller_id)
      throw new Refusal('duplicate.seller_id', 'fpx_seller_id')
    return said ?? null
  }
  if (said !== undefined && said !== before.fpx_seller_id) throw new Refusal('action_not_allowed')
  return before.fpx_seller_id
}

async function setStatus(
  trx: Transaction<DB>,
  { id, version }: At,
  from: string,
  values: { status: string; inactive_reason: string | null },
): Promise<void> {
  await trx
    .updateTable('platform.entity')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('status', '=', from)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}

async function locked(trx: Transaction<DB>, { id, version }: At) {
  const row = await trx
    .selectFrom('platform.entity')
    .select(['name', 'organisation_type', 'company_name', 'registration_number', 'licence_no', 'nametag'])
    .select(['contact_name', 'contact_phone', 'contact_email', ...addressNames])
    .select(['fpx_seller_id', 'status', 'inactive_reason', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  refuseStale(row, version)
  const { version: _, ...values } = row
  return values
}
