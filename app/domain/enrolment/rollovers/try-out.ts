import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { studentsOf, sumFamilies, tellBills } from './bills.ts'
import type { RolloverRow } from './find-rollovers.ts'
import { turnGrants } from './grants.ts'
import { raisePrices } from './prices.ts'
import { problemsOf } from './problems.ts'
import type { Problem } from './rollover.ts'
import { moveSeats } from './seats.ts'

/** What is kept of a preview and of a run. */
const tables = [
  'rollover_seat',
  'rollover_price',
  'rollover_grant',
  'rollover_line',
  'rollover_family',
] as const
type Table = (typeof tables)[number]

export interface Found {
  problems: Problem[]
  /** Over everything that was found. */
  hash: string
}

/**
 * Does all of it: seats, prices and discounts, and tells what the bills were before and are afterwards. A preview is this,
 * taken back again ({@link Seen}); a run is this, kept if it found the same as the preview.
 */
export async function carryOut(
  trx: Transaction<DB>,
  actor: Actor,
  row: RolloverRow,
  today: string,
): Promise<Found> {
  for (const table of tables) await trx.deleteFrom(table).where('rollover_id', '=', row.id).execute()
  const students = await studentsOf(trx, row)
  await tellBills(trx, row, 'before', students)
  await moveSeats(trx, actor, row, today)
  await raisePrices(trx, actor, row, today)
  await turnGrants(trx, actor, row)
  await tellBills(trx, row, 'after', students)
  await sumFamilies(trx, row)
  const problems = await problemsOf(trx, row)
  return { problems, hash: await hashOf(trx, row, problems) }
}

/** Rows that were made in the try alone are named by nothing that lasts. */
const passing = ['new_enrolment_id', 'new_subject_fee_id', 'new_student_discount_id']

async function hashOf(trx: Transaction<DB>, row: RolloverRow, problems: Problem[]): Promise<string> {
  const part = (table: Table) => sql`(
    select coalesce(encode(sha256(convert_to(string_agg(stated, E'\\n' order by stated), 'UTF8')), 'hex'), '')
    from (select (to_jsonb(told) - ${passing}::text[])::text as stated from ${sql.table(table)} as told
      where told.rollover_id = ${row.id}) as rows)`
  const { name: _, ends_on, starts_on, bills_from, percent_bp, step_sen, keeps_own_fees } = row
  const terms = JSON.stringify({
    ends_on,
    starts_on,
    bills_from,
    percent_bp,
    step_sen,
    keeps_own_fees,
    problems,
  })
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(concat_ws('|', ${terms}::text, ${sql.join(tables.map(part))}), 'UTF8')), 'hex')
      as hash`.execute(trx)
  return rows[0]!.hash
}

/** What was found, as text that outlives the transaction in which it was found. */
export type Rows = Record<Table, string>

/** Thrown to take back all that was done, with what was seen. */
export class Seen extends Error {
  readonly found: Found
  readonly rows: Rows

  constructor(found: Found, rows: Rows) {
    super('seen')
    this.found = found
    this.rows = rows
  }
}

export async function rowsOf(trx: Transaction<DB>, rollover_id: string): Promise<Rows> {
  const found: [Table, string][] = []
  for (const table of tables) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(to_jsonb(told) - ${passing}::text[]), '[]')::text as rows
      from ${sql.table(table)} as told where told.rollover_id = ${rollover_id}`.execute(trx)
    found.push([table, rows[0]!.rows])
  }
  return Object.fromEntries(found) as Rows
}

/** Writes down what was seen in place of what was seen before. */
export async function keepRows(trx: Transaction<DB>, rollover_id: string, kept: Rows): Promise<void> {
  for (const table of tables) {
    await trx.deleteFrom(table).where('rollover_id', '=', rollover_id).execute()
    await sql`insert into ${sql.table(table)}
      select * from jsonb_populate_recordset(null::${sql.table(table)}, ${kept[table]}::jsonb)`.execute(trx)
  }
}

/** How what was seen now differs from what is kept: seats, prices and families, with the names of those concerned. */
export async function changesIn(db: Kysely<DB>, rollover_id: string, now: Rows) {
  const differing = (table: Table, key: string) => sql`
    select coalesce(kept.stated, fresh.stated) as stated
    from (select told.${sql.ref(key)} as key, to_jsonb(told) - ${passing}::text[] as stated
        from ${sql.table(table)} as told where told.rollover_id = ${rollover_id}) as kept
      full join (select told.${sql.ref(key)} as key, to_jsonb(told) - ${passing}::text[] as stated
        from jsonb_populate_recordset(null::${sql.table(table)}, ${now[table]}::jsonb) as told) as fresh
        on fresh.key = kept.key
    where kept.stated is distinct from fresh.stated`
  const { rows } = await sql<{ kind: 'seats' | 'prices' | 'families'; name: string }>`
    select 'families' as kind, parent.name from (${differing('rollover_family', 'id')}) as one
      join parent on parent.id = (one.stated ->> 'parent_id')::uuid
    union all select 'seats', student.name from (${differing('rollover_seat', 'id')}) as one
      join student on student.id = (one.stated ->> 'student_id')::uuid
    union all select 'prices', subject.name from (${differing('rollover_price', 'subject_fee_id')}) as one
      join subject_fee on subject_fee.id = (one.stated ->> 'subject_fee_id')::uuid
      join subject on subject.id = subject_fee.subject_id
    order by 2`.execute(db)
  return rows
}
