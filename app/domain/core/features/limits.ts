import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type Limited, limited, type Measured } from './over-limits.ts'

export type Limits = Record<Limited, number | null>

/** What the package of the organisation allows; null: as many as it likes, as without a subscription. */
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

/** How many count against each limit. */
export async function countLimited(db: Kysely<DB>): Promise<Record<Limited, number>> {
  const counts = limited.map((noun) =>
    sql<number>`(select count(*) from ${sql.table(noun)} where status = 'active' and deleted_at is null)`.as(
      noun,
    ),
  )
  return (await db.selectNoFrom(counts).executeTakeFirstOrThrow()) as Record<Limited, number>
}

/**
 * For whatever makes one more that counts: somebody new, or who comes back. Refuses it when the package allows no more
 * (package_limit.student); those who are there stay, also where a smaller package allows fewer. Of two at the same moment
 * the second waits for the first.
 */
export async function refuseBeyondLimit(trx: Transaction<DB>, noun: Limited): Promise<void> {
  const limit = (await limitsOf(trx))[noun]
  if (limit === null) return
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${`:limit of ${noun}`}))`.execute(trx)
  if ((await countLimited(trx))[noun] >= limit)
    throw new Refusal(`package_limit.${noun}`, undefined, { limit })
}

/** As packages count them. */
const megabyte = 1_000_000

/** Of kept files, in bytes: those of the office, and papers and slips that families have sent. What was made anew, such as a PDF, is not counted. */
export async function storageUsed(db: Kysely<DB>): Promise<number> {
  const { bytes } = await db
    .selectNoFrom(
      sql<number>`(select coalesce(sum(size_bytes), 0) from family_file where removed_at is null)
        + (select coalesce(sum(size_bytes), 0) from stored_file where kind <> 'document')`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** All that a smaller package has to have room for; files in megabytes, a begun one counted whole. */
export async function measured(db: Kysely<DB>): Promise<Record<Measured, number>> {
  const [has, bytes] = await Promise.all([countLimited(db), storageUsed(db)])
  return { ...has, storage: Math.ceil(bytes / megabyte) }
}

/** In megabytes; null: as much as it likes, as without a subscription. */
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
 * For a file that the office uploads; refuses (package_limit.storage) one that does not fit any more. What families send is
 * counted and never turned away: a package punishes no family. Of two at the same moment the second waits for the first.
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
