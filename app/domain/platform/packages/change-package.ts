import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { essentialFeatures, type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceStatus } from '#app/domain/core/resources.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { salesPackage } from './find-packages.ts'
import type { PackageInput } from './package.ts'

/** Returns the id. Refuses a code already in use (duplicate.package, by constraint). */
export async function createPackage(
  trx: Transaction<DB>,
  actor: Actor,
  input: PackageInput,
): Promise<{ id: string }> {
  const id = newId()
  const { features, ...columns } = valuesOf(input)
  await trx
    .insertInto('platform.package')
    .values({ id, ...columns })
    .execute()
  await insertFeatures(trx, id, features)
  await recordOperator(
    trx,
    actor,
    'package.created',
    { type: 'package', id },
    { after: { ...columns, features } },
  )
  return { id }
}

/**
 * Changed limits and features apply at once to every organisation with the package, prices from the next renewal; issued
 * invoices are not changed. Refuses not_found.package, version_conflict and duplicate.package.
 */
export async function editPackage(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  input: PackageInput,
): Promise<void> {
  const before = await locked(trx, id, version)
  const { features, ...columns } = valuesOf(input)
  await trx
    .updateTable('platform.package')
    .set({ ...columns, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await trx.deleteFrom('platform.package_feature').where('package_id', '=', id).execute()
  await insertFeatures(trx, id, features)
  const change = named(columns.name, difference(before, { ...columns, features }))
  await recordOperator(trx, actor, 'package.edited', { type: 'package', id }, change)
}

/**
 * An inactive package is not on sale; organisations that have it keep it but cannot renew it. Refuses not_found.package,
 * version_conflict and the status that it already has (action_not_allowed).
 */
export async function setPackageStatus(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, status }: { id: string; version: number; status: ResourceStatus },
): Promise<{ name: string }> {
  const before = await locked(trx, id, version)
  if (before.status === status) throw new Refusal('action_not_allowed')
  await trx
    .updateTable('platform.package')
    .set({ status, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const change = named(before.name, { before: { status: before.status }, after: { status } })
  const verb = status === 'active' ? 'package.activated' : 'package.deactivated'
  await recordOperator(trx, actor, verb, { type: 'package', id }, change)
  return { name: before.name }
}

/** Removes a package that was never subscribed to or requested. Refuses package.in_use, not_found.package and version_conflict. */
export async function removePackage(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ name: string }> {
  const before = await locked(trx, id, version)
  for (const table of ['subscription', 'entity_registration', 'platform_invoice'] as const) {
    const query = trx.selectFrom(`platform.${table}`).select('id').where('package_id', '=', id).limit(1)
    if (await query.executeTakeFirst()) throw new Refusal('package.in_use')
  }
  await trx.deleteFrom('platform.package').where('id', '=', id).where('version', '=', version).execute()
  await recordOperator(trx, actor, 'package.removed', { type: 'package', id }, { before })
  return { name: before.name }
}

async function insertFeatures(
  trx: Transaction<DB>,
  package_id: string,
  features: readonly FeatureCode[],
): Promise<void> {
  await trx
    .insertInto('platform.package_feature')
    .values(features.map((feature_code) => ({ package_id, feature_code })))
    .execute()
}

/** Locks the row, waiting for a concurrent change. */
async function locked(trx: Transaction<DB>, id: string, version: number) {
  await trx.selectFrom('platform.package').select('id').where('id', '=', id).forUpdate().execute()
  const row = await salesPackage(trx, id)
  refuseStale(row, version)
  const { id: _, version: __, created_at: ___, updated_at: ____, ...values } = row
  return values
}

/** Adds the features that every package includes. */
function valuesOf({ features = [], version: _, ...input }: PackageInput) {
  const chosen = new Set([...features, ...essentialFeatures])
  return {
    ...input,
    description: input.description ?? null,
    student_limit: input.student_limit ?? null,
    branch_limit: input.branch_limit ?? null,
    staff_limit: input.staff_limit ?? null,
    storage_mb: input.storage_mb ?? null,
    is_public: input.is_public === true,
    features: featureCodes.filter((code) => chosen.has(code)),
  }
}
