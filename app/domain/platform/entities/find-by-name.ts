import { type Kysely, sql } from 'kysely'
import { contains } from '#app/domain/core/lists/contains.ts'
import type { DB } from '#db/types.ts'

/** Fewer letters would find everybody. */
export const fewestLetters = 3
export const mostFound = 10

export interface FoundOrganisation {
  id: string
  name: string
  subdomain: string
}

/**
 * Active organisations in whose name every typed word stands, or whose subdomain was typed; names that begin so come
 * first. Only what their sign-in page shows to anybody. Works in the platform's place.
 */
export async function organisationsNamed(
  db: Kysely<DB>,
  typed: string,
): Promise<{ found: FoundOrganisation[]; more: boolean }> {
  const name = typed.trim().replace(/\s+/g, ' ')
  const rows = await db
    .selectFrom('platform.entity')
    .select(['id', 'name', 'subdomain'])
    .where('status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb.and(name.split(' ').map((word) => contains(eb, word, ['name']))),
        eb('subdomain', '=', name.toLowerCase()),
      ]),
    )
    .orderBy(sql`starts_with(lower(name), ${name.toLowerCase()})`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(mostFound + 1)
    .execute()
  return { found: rows.slice(0, mostFound), more: rows.length > mostFound }
}
