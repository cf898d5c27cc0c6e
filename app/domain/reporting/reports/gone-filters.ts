import type { Kysely } from 'kysely'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { filtersFor } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'
import type { AnyReport } from './report.ts'

/** Filters whose choice is left out where there is a single row to choose: there the row itself says whether it is gone. */
const tables: Readonly<Record<string, 'branch' | 'program' | 'subject' | 'fee_category'>> = {
  branch_id: 'branch',
  program_id: 'program',
  subject_id: 'subject',
  fee_category_id: 'fee_category',
}

/** A filter that chooses a row which is not there any more. */
export interface GoneFilter {
  name: string
  /** Key of its label in the language files. */
  label: string
}

/** The filters of a search that choose what was removed since, or what the reader cannot choose (any more). */
export async function goneFilters(
  { list }: AnyReport,
  db: Kysely<DB>,
  reader: Reader,
  given: { get(name: string): string | null },
): Promise<GoneFilter[]> {
  const search = list.search.parse(
    Object.fromEntries(Object.keys(list.filters).flatMap((name) => [[name, given.get(name) ?? undefined]])),
  ) as unknown as Readonly<Record<string, unknown>>
  const gone: GoneFilter[] = []
  for (const [name, filter] of filtersFor(list, reader)) {
    const value = search[name]
    if (filter.kind !== 'entry' || typeof value !== 'string') continue
    const entries = await filter.entries(db, reader, value)
    if (entries.some(({ id }) => id === value)) continue
    if (entries.length === 0 && (await isThere(db, reader, name, value))) continue
    gone.push({ name, label: filter.label })
  }
  return gone
}

async function isThere(db: Kysely<DB>, { scope }: Reader, name: string, id: string): Promise<boolean> {
  const table = tables[name]
  if (!table || (scope.scope === 'branch' && table === 'branch' && !scope.branch_ids.includes(id)))
    return false
  const row = await db
    .selectFrom(table as 'branch')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
