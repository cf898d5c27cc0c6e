import { type Kysely, sql } from 'kysely'
import { academicYearStartMonth } from '#app/domain/billing/plan/period-sql.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { type ArchiveOrder, type ArchiveStatus, yearsOffered } from './archive.ts'

/** One that is to be made; undefined when it is no longer queued. */
export async function queuedArchive(db: Kysely<DB>, id: string): Promise<ArchiveOrder | undefined> {
  const row = await db
    .selectFrom('archive')
    .select(['id', 'kind', 'starts_on', 'ends_on', 'parent_id', 'for_office', 'papers'])
    .select(['locale', 'created_by', 'created_at'])
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return row && ({ ...row, locale: knownLocale(row.locale) } as ArchiveOrder)
}

/** Twelve months to choose from. */
export interface YearChoice {
  /** `2025-01` */
  begins: string
  starts_on: string
  ends_on: string
  academic: boolean
}

/** The calendar years from the first invoice or payment on, and the academic ones where they begin in another month; the latest first. */
export async function yearChoices(db: Kysely<DB>, today: string): Promise<YearChoice[]> {
  const { rows } = await sql<{ first: string | null; month: number }>`
    select to_char(least((select min(issued_on) from invoice), (select min(collected_on) from collection)), 'YYYY-MM-DD') as first,
      ${academicYearStartMonth} as month`.execute(db)
  const { first, month } = rows[0]!
  const year = Number(today.slice(0, 4))
  const since = Math.max(year - yearsOffered, Number((first ?? today).slice(0, 4)) - 1)
  const choices: YearChoice[] = []
  for (let one = year; one >= since; one--) {
    const months = month === 1 ? [1] : [month, 1]
    for (const begin of months) {
      const begins = `${one}-${String(begin).padStart(2, '0')}`
      const starts_on = `${begins}-01`
      const ends_on = addDays(addMonths(starts_on, 12), -1)
      const has = starts_on <= today && ends_on >= (first ?? `${year}-01-01`)
      if (has) choices.push({ begins, starts_on, ends_on, academic: begin === month && month !== 1 })
    }
  }
  return choices.sort((a, b) => b.starts_on.localeCompare(a.starts_on))
}

const columns = [
  ...(['archive.id', 'archive.kind', 'archive.starts_on', 'archive.ends_on', 'archive.parent_id'] as const),
  ...(['archive.papers', 'archive.status', 'archive.rows_done', 'archive.rows_total'] as const),
  ...(['archive.error_code', 'archive.file_name', 'archive.size_bytes', 'archive.storage_key'] as const),
  ...(['archive.equations', 'archive.differences', 'archive.created_at', 'archive.created_by'] as const),
  ...(['archive.ready_at', 'archive.expires_at', 'archive.for_office'] as const),
]

const found = (db: Kysely<DB>) =>
  db
    .selectFrom('archive')
    .innerJoin('user_account as asker', 'asker.id', 'archive.created_by')
    .select(columns)
    .select('asker.name as asker')

type Row = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]
export type Archive = Omit<Row, 'status'> & { status: ArchiveStatus }

/** The latest archives of years. */
export async function yearArchives(db: Kysely<DB>): Promise<Archive[]> {
  const rows = await found(db)
    .where('archive.kind', '=', 'year')
    .orderBy('archive.created_at', 'desc')
    .limit(30)
    .execute()
  return rows as Archive[]
}

/** One of a year; refuses not_found.archive. */
export async function yearArchive(db: Kysely<DB>, id: string): Promise<Archive> {
  return one(
    await found(db).where('archive.kind', '=', 'year').where('archive.id', '=', id).executeTakeFirst(),
  )
}

/** The latest archives of a family that a person has asked for. */
export async function familyArchives(
  db: Kysely<DB>,
  { user_id, parent_id }: { user_id: string; parent_id: string },
): Promise<Archive[]> {
  const rows = await found(db)
    .where('archive.kind', '=', 'family')
    .where('archive.parent_id', '=', parent_id)
    .where('archive.created_by', '=', user_id)
    .orderBy('archive.created_at', 'desc')
    .limit(5)
    .execute()
  return rows as Archive[]
}

/** One of a family, for the account that has asked for it and nobody else; refuses not_found.archive. */
export async function familyArchive(db: Kysely<DB>, user_id: string, id: string): Promise<Archive> {
  return one(
    await found(db)
      .where('archive.kind', '=', 'family')
      .where('archive.created_by', '=', user_id)
      .where('archive.id', '=', id)
      .executeTakeFirst(),
  )
}

function one(row: Row | undefined): Archive {
  if (!row) throw new Refusal('not_found.archive')
  return row as Archive
}
