import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import type { KeptStatus } from '#app/domain/core/crud/nouns.ts'
import { essentialFeatures, type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { salesPackage } from './find-packages.ts'
import type { PackageInput } from './package-form.ts'

/** Returns the id. Refuses a code that another one has (duplicate.package, by constraint). */
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
  await hold(trx, id, features)
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
 * Limits and features count at once for every organisation that has it, prices from its next renewal: what was invoiced
 * stays. Refuses not_found.package, version_conflict and duplicate.package.
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
  await hold(trx, id, features)
  const change = named(columns.name, difference(before, { ...columns, features }))
  await recordOperator(trx, actor, 'package.edited', { type: 'package', id }, change)
}

/**
 * An inactive package is offered to nobody; who has it keeps it and cannot renew it. Refuses not_found.package,
 * version_conflict and what it is already (action_not_allowed).
 */
export async function setPackageStatus(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, status }: { id: string; version: number; status: KeptStatus },
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

/** Only one that nobody ever had or asked for. Refuses package.in_use, not_found.package and version_conflict. */
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

async function hold(
  trx: Transaction<DB>,
  package_id: string,
  features: readonly FeatureCode[],
): Promise<void> {
  await trx
    .insertInto('platform.package_feature')
    .values(features.map((feature_code) => ({ package_id, feature_code })))
    .execute()
}

/** As it stands, waiting for whoever changes it at this moment. */
async function locked(trx: Transaction<DB>, id: string, version: number) {
  await trx.selectFrom('platform.package').select('id').where('id', '=', id).forUpdate().execute()
  const row = await salesPackage(trx, id)
  refuseStale(row, version)
  const { id: _, version: __, created_at: ___, updated_at: ____, ...values } = row
  return values
}

/** What every package holds is held whether it was ticked or not. */
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
