import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

export type Limits = Record<Limited, number | null>

/** The limits of the organisation's package; null: no limit, as without a subscription. */
export async function limitsOf(db: Kysely<DB>): Promise<Limits> {
  const row = await db
    .selectFrom('platform.subscription')
    .innerJoin('platform.package', 'platform.package.id', 'platform.subscription.package_id')
    .select(['student_limit', 'branch_limit', 'staff_limit'])
    .where(sql<boolean>`platform.subscription.entity_id = (select platform.current_entity())`)
    .executeTakeFirst()
  const { student_limit = null, branch_limit = null, staff_limit = null } = row ?? {}
  return { student: student_limit, branch: branch_limit, staff: staff_limit }
}

/** How many rows count against each limit. */
export async function countLimited(db: Kysely<DB>): Promise<Record<Limited, number>> {
  const counts = limited.map((noun) =>
    sql<number>`(select count(*) from ${sql.table(noun)} where status = 'active' and deleted_at is null)`.as(
      noun,
    ),
  )
  return (await db.selectNoFrom(counts).executeTakeFirstOrThrow()) as Record<Limited, number>
}

/**
 * Call before adding or reactivating a row that counts. Refuses (package_limit.student) when the package allows no more;
 * existing rows stay even above the limit. An advisory lock serialises concurrent calls.
 */
export async function refuseBeyondLimit(trx: Transaction<DB>, noun: Limited): Promise<void> {
  const limit = (await limitsOf(trx))[noun]
  if (limit === null) return
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${`:limit of ${noun}`}))`.execute(trx)
  if ((await countLimited(trx))[noun] >= limit)
    throw new Refusal(`package_limit.${noun}`, undefined, { limit })
}

/** Packages count decimal megabytes. */
const megabyte = 1_000_000

/** Bytes of stored files: those of the office and what families uploaded. Generated files such as PDFs do not count. */
export async function storageUsed(db: Kysely<DB>): Promise<number> {
  const { bytes } = await db
    .selectNoFrom(
      sql<number>`(select coalesce(sum(size_bytes), 0) from family_file where removed_at is null)
        + (select coalesce(sum(size_bytes), 0) from stored_file where kind <> 'document')`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** What a smaller package must have room for; files in megabytes, rounded up. */
export async function measured(db: Kysely<DB>): Promise<Record<Measured, number>> {
  const [has, bytes] = await Promise.all([countLimited(db), storageUsed(db)])
  return { ...has, storage: Math.ceil(bytes / megabyte) }
}

/** In megabytes; null: no limit, as without a subscription. */
export async function storageLimit(db: Kysely<DB>): Promise<number | null> {
  const row = await db
    .selectFrom('platform.subscription')
    .innerJoin('platform.package', 'platform.package.id', 'platform.subscription.package_id')
    .select('storage_mb')
    .where(sql<boolean>`platform.subscription.entity_id = (select platform.current_entity())`)
    .executeTakeFirst()
  return row?.storage_mb ?? null
}

/**
 * For uploads by the office; refuses (package_limit.storage) a file beyond the limit. Uploads by families are counted but
 * never refused. An advisory lock serialises concurrent calls.
 */
export async function refuseBeyondStorage(
  trx: Transaction<DB>,
  size_bytes: number,
  field: string,
): Promise<void> {
  const limit = await storageLimit(trx)
  if (limit === null) return
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ':limit of storage'))`.execute(trx)
  if ((await storageUsed(trx)) + size_bytes > limit * megabyte)
    throw new Refusal('package_limit.storage', field, { limit })
}

/** What a package limits; inactive and removed rows do not count. */
export const limited = ['student', 'branch', 'staff'] as const
export type Limited = (typeof limited)[number]

/** What a smaller package must have room for: people, branches, and stored files in megabytes. */
export type Measured = Limited | 'storage'

export interface OverLimit {
  noun: Measured
  has: number
  limit: number
}

/** Where an organisation exceeds the limits of a package. */
export function overLimits(
  has: Record<Measured, number>,
  limits: Record<Measured, number | null>,
): OverLimit[] {
  return (Object.entries(limits) as [Measured, number | null][]).flatMap(([noun, limit]) =>
    limit !== null && has[noun] > limit ? [{ noun, has: has[noun], limit }] : [],
  )
}

/** The limits in the columns of a package. */
export const limitsIn = (offer: {
  student_limit: number | null
  branch_limit: number | null
  staff_limit: number | null
  storage_mb: number | null
}): Record<Measured, number | null> => ({
  student: offer.student_limit,
  branch: offer.branch_limit,
  staff: offer.staff_limit,
  storage: offer.storage_mb,
})
