import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import { billingPlan, disableNestedLoops, enableNestedLoops } from '#app/domain/billing/plan/plan.ts'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import { type Actor, userOrSystemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { derivedId, isBilled, lockRollover, type RolloverRow } from './find-rollovers.ts'
import { mostNamed, type Problem } from './rollover.ts'
import {
  moveSeats,
  raisePrices,
  renewDiscounts,
  restoreDiscounts,
  restorePrices,
  restoreSeats,
} from './rollover-steps.ts'

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Carries a plan out, rolls it back, and stores the results as the preview. */
export async function makePreview(withTenant: WithTenant, id: string): Promise<void> {
  const result = await rolledBack(withTenant, async (trx) => {
    const row = await lockRollover(trx, id)
    if (row?.status !== 'previewing') return
    const found = await carryOut(
      trx,
      await userOrSystemActor(trx, row.updated_by),
      row,
      await databaseDay(trx),
    )
    throw new RolledBack(found, await rowsOf(trx, id))
  })
  if (result) await withTenant((trx) => savePreview(trx, id, 'previewing', result))
}

/**
 * Carries a plan out in one transaction. If the results differ from the preview, it is rolled back, and the results are stored
 * as a new preview together with the differences.
 */
export async function runRollover(withTenant: WithTenant, id: string): Promise<void> {
  const result = await rolledBack(withTenant, async (trx) => {
    const row = await lockRollover(trx, id)
    if (row?.status !== 'running') return
    await refuseBilling(trx)
    const actor = await userOrSystemActor(trx, row.run_by)
    const found = await carryOut(trx, actor, row, await databaseDay(trx))
    if (found.hash !== row.hash) throw new RolledBack(found, await rowsOf(trx, id))
    await setState(trx, id, { status: 'done', done_at: sql<Date>`now()` })
    const after = { name: row.name, ...(await tally(trx, row)) }
    await record(trx, actor, 'rollover.finished', { type: 'rollover', id }, { after })
  })
  if (result) await withTenant((trx) => savePreview(trx, id, 'running', result))
}

async function rolledBack(withTenant: WithTenant, work: (trx: Transaction<DB>) => Promise<void>) {
  try {
    await withTenant(work)
    return undefined
  } catch (error) {
    if (error instanceof RolledBack) return error
    throw error
  }
}

async function savePreview(
  trx: Transaction<DB>,
  id: string,
  from: 'previewing' | 'running',
  { found, rows }: RolledBack,
): Promise<void> {
  const row = await lockRollover(trx, id)
  if (row?.status !== from) return
  const changes = from === 'running' ? await changed(trx, id, rows) : null
  await saveRows(trx, id, rows)
  await setState(trx, id, {
    status: 'previewed',
    ...previewed(found),
    changes: changes && JSON.stringify(changes),
  })
}

const previewed = ({ problems, hash }: Found) => ({
  ...{ problems: JSON.stringify(problems), hash },
  previewed_at: sql<Date>`now()`,
})

async function changed(trx: Transaction<DB>, id: string, rows: Rows) {
  const differing = await changesIn(trx, id, rows)
  const count = (kind: string) => differing.filter((one) => one.kind === kind).length
  const names = [...new Set(differing.map(({ name }) => name))].slice(0, mostNamed)
  return { families: count('families'), seats: count('seats'), prices: count('prices'), names }
}

/** Refuses to run while a month is being billed; billing refuses likewise. */
async function refuseBilling(trx: Transaction<DB>): Promise<void> {
  await sql`lock table generation in share mode`.execute(trx)
  const running = await trx
    .selectFrom('generation')
    .select('id')
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running) throw new Refusal('rollover.billing').blockedBy({ to: 'generation', id: running.id })
}

const setState = (trx: Transaction<DB>, id: string, values: UpdateObject<DB, 'rollover'>) =>
  trx
    .updateTable('rollover')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .execute()

/** Counts for the audit log. */
async function tally(trx: Transaction<DB>, { id }: RolloverRow) {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where act = 'promote') as promoted, count(*) filter (where act = 'end') as ended,
      count(*) filter (where act = 'carry') as carried,
      (select count(*) from rollover_price where rollover_id = ${id}) as prices
    from rollover_seat where rollover_id = ${id}`.execute(trx)
  return rows[0]!
}

/** Returns a failed preview or run to planning, with the reason. */
export async function failRollover(trx: Transaction<DB>, id: string, error_code: RefusalCode): Promise<void> {
  const row = await lockRollover(trx, id)
  if (row?.status === 'previewing') await setState(trx, id, { status: 'planning', error_code })
  if (row?.status === 'running') await setState(trx, id, { status: 'previewed', error_code })
}

/**
 * Undoes a rollover in one transaction, unless an invoice of the new year was made since the request; what was changed since
 * stays, and is listed.
 */
export async function undoRollover(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockRollover(trx, id)
  if (row?.status !== 'done' || !row.undo_asked_at) return
  await sql`lock table billed_fee in share mode`.execute(trx)
  if (await isBilledSince(trx, id)) return abandonUndo(trx, id)
  const actor = await userOrSystemActor(trx, row.undone_by)
  const stayed = [
    ...(await restoreSeats(trx, actor, row)),
    ...(await restorePrices(trx, actor, id)),
    ...(await restoreDiscounts(trx, actor, row)),
  ]
  await trx
    .updateTable('rollover')
    .set({
      ...{ status: 'undone', undone_at: sql<Date>`now()`, stayed: JSON.stringify(stayed) },
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
  const after = { name: row.name, reason: row.undo_reason, stayed }
  await record(trx, actor, 'rollover.undone', { type: 'rollover', id }, { after })
}

async function isBilledSince(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { billed } = await trx
    .selectFrom('rollover')
    .select(isBilled.as('billed'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return billed
}

/** Marks an undo as failed; it may be requested again while undoing is allowed. */
export async function abandonUndo(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('rollover')
    .set({
      ...{ undo_asked_at: null, undone_by: null, undo_reason: null, error_code: 'rollover.undo_over' },
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
}

/** Tables with the results of a preview and of a run. */
const tables = [
  'rollover_seat',
  'rollover_price',
  'rollover_grant',
  'rollover_line',
  'rollover_family',
] as const
type Table = (typeof tables)[number]

interface Found {
  problems: Problem[]
  /** Hash over all results. */
  hash: string
}

/**
 * Carries out the whole rollover: seats, prices and discounts, with the yearly bills before and after. A preview does this
 * and rolls back ({@link RolledBack}); a run commits if the results equal the preview's.
 */
export async function carryOut(
  trx: Transaction<DB>,
  actor: Actor,
  row: RolloverRow,
  today: string,
): Promise<Found> {
  for (const table of tables) await trx.deleteFrom(table).where('rollover_id', '=', row.id).execute()
  const students = await studentsOf(trx, row)
  await computeBills(trx, row, 'before', students)
  await moveSeats(trx, actor, row, today)
  await raisePrices(trx, actor, row, today)
  await renewDiscounts(trx, actor, row)
  await computeBills(trx, row, 'after', students)
  await sumFamilies(trx, row)
  const problems = await problemsOf(trx, row)
  return { problems, hash: await hashOf(trx, row, problems) }
}

/** Ids of rows that exist only inside the preview's transaction; not stored. */
const passing = ['new_enrolment_id', 'new_subject_fee_id', 'new_student_discount_id']

async function hashOf(trx: Transaction<DB>, row: RolloverRow, problems: Problem[]): Promise<string> {
  const part = (table: Table) => sql`(
    select coalesce(encode(sha256(convert_to(string_agg(stated, E'\\n' order by stated), 'UTF8')), 'hex'), '')
    from (select (to_jsonb(result) - ${passing}::text[])::text as stated from ${sql.table(table)} as result
      where result.rollover_id = ${row.id}) as rows)`
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

/** The results as JSON text, which outlives the transaction. */
type Rows = Record<Table, string>

/** Thrown to roll back a preview; carries the results. */
class RolledBack extends Error {
  readonly found: Found
  readonly rows: Rows

  constructor(found: Found, rows: Rows) {
    super('rolled back')
    this.found = found
    this.rows = rows
  }
}

export async function rowsOf(trx: Transaction<DB>, rollover_id: string): Promise<Rows> {
  const found: [Table, string][] = []
  for (const table of tables) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(to_jsonb(result) - ${passing}::text[]), '[]')::text as rows
      from ${sql.table(table)} as result where result.rollover_id = ${rollover_id}`.execute(trx)
    found.push([table, rows[0]!.rows])
  }
  return Object.fromEntries(found) as Rows
}

/** Stores results in place of earlier ones. */
export async function saveRows(trx: Transaction<DB>, rollover_id: string, stored: Rows): Promise<void> {
  for (const table of tables) {
    await trx.deleteFrom(table).where('rollover_id', '=', rollover_id).execute()
    await sql`insert into ${sql.table(table)}
      select * from jsonb_populate_recordset(null::${sql.table(table)}, ${stored[table]}::jsonb)`.execute(trx)
  }
}

/** How new results differ from the stored ones: seats, prices and families, with names. */
async function changesIn(db: Kysely<DB>, rollover_id: string, now: Rows) {
  const differing = (table: Table, key: string) => sql`
    select coalesce(stored.stated, fresh.stated) as stated
    from (select result.${sql.ref(key)} as key, to_jsonb(result) - ${passing}::text[] as stated
        from ${sql.table(table)} as result where result.rollover_id = ${rollover_id}) as stored
      full join (select result.${sql.ref(key)} as key, to_jsonb(result) - ${passing}::text[] as stated
        from jsonb_populate_recordset(null::${sql.table(table)}, ${now[table]}::jsonb) as result) as fresh
        on fresh.key = stored.key
    where stored.stated is distinct from fresh.stated`
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

/** Students billed in one query, to stay within the statement timeout. */
const stepStudents = 1_000

/** Students with a seat at the turn of the year. */
async function studentsOf(
  db: Kysely<DB>,
  { bills_from }: Pick<RolloverRow, 'bills_from'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('student')
    .select('student.id')
    .where('student.status', '=', 'active')
    .where('student.deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select from enrolment where enrolment.student_id = student.id
        and enrolment.status <> 'waitlisted'
        and coalesce(enrolment.ends_on >= ${bills_from}::date - interval '2 months', true))`,
    )
    .orderBy('student.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How often a fee is billed in a year. */
const times = sql`case fee.frequency when 'monthly' then coalesce(cardinality(fee.billing_months), 12)
  when 'session' then 12 when 'quarterly' then 4 when 'half_yearly' then 2 else 1 end`

/**
 * Stores the students' yearly fees at the prices, seats and discounts of one month, net of discounts and with tax: the last
 * month of the old year (`before`) or the first of the new one (`after`). Uses the calculation of monthly billing; one-off
 * fees and fees for new students are left out.
 */
async function computeBills(
  db: Kysely<DB>,
  { id, bills_from }: Pick<RolloverRow, 'id' | 'bills_from'>,
  side: 'before' | 'after',
  students: readonly string[],
): Promise<void> {
  const month = side === 'before' ? addMonths(bills_from, -1) : bills_from
  await disableNestedLoops(db)
  for (let from = 0; from < students.length; from += stepStudents) {
    const plan = billingPlan({
      ...{ month, issued_on: month, every_fee: true },
      students: students.slice(from, from + stepStudents),
    })
    await sql`
      insert into rollover_line (rollover_id, parent_id, student_id, subject_id, fee_type_id, apply_to, side, times, sen)
      select ${id}::uuid, plan.payer_parent_id, plan.student_id, plan.subject_id, plan.fee_type_id, plan.apply_to,
        ${side}, ${times}, plan.amount_sen + plan.tax_sen
      from (${plan}) as plan join subject_fee as fee on fee.id = plan.subject_fee_id
      where plan.skip is null and plan.payer_parent_id is not null`.execute(db)
  }
  await enableNestedLoops(db)
}

/** Sums the lines by family. */
async function sumFamilies(db: Kysely<DB>, { id }: Pick<RolloverRow, 'id'>): Promise<void> {
  await sql`
    insert into rollover_family (id, rollover_id, parent_id, students, before_sen, after_sen)
    select ${derivedId(id, sql`parent_id`)}, ${id}::uuid, parent_id, count(distinct student_id),
      coalesce(sum(sen * times) filter (where side = 'before'), 0),
      coalesce(sum(sen * times) filter (where side = 'after'), 0)
    from rollover_line where rollover_id = ${id} group by parent_id`.execute(db)
}

/**
 * Problems and warnings after seats, prices and discounts are as planned; problems that block a run come first.
 */
async function problemsOf(db: Kysely<DB>, row: RolloverRow): Promise<Problem[]> {
  const [classes, warnings] = [await newClasses(db, row), await warningsOf(db, row)]
  const nothing = await isNothing(db, row)
  return [...(nothing ? [{ code: 'nothing' } as const] : []), ...classes, ...warnings]
}

async function isNothing(db: Kysely<DB>, { id }: RolloverRow): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from rollover_seat where rollover_id = ${id} and act <> 'carry')
      or exists (select from rollover_price where rollover_id = ${id})
      or exists (select from rollover_grant where rollover_id = ${id} and reason is null) as some`.execute(db)
  return !rows[0]!.some
}

/** Problems of the next classes: each must run on the first day and have enough seats. */
async function newClasses(db: Kysely<DB>, { id, starts_on, bills_from }: RolloverRow): Promise<Problem[]> {
  const { rows } = await sql<{
    id: string
    name: string
    capacity: number | null
    is_open: boolean
    has_fee: boolean
  }>`
    select subject.id, subject.name, subject.capacity,
      subject.status = 'active' and subject.deleted_at is null
        and ${starts_on}::date between coalesce(subject.starts_on, '-infinity') and coalesce(subject.ends_on, 'infinity')
        as is_open,
      exists (select from subject_fee as fee where fee.subject_id = subject.id and fee.status = 'active'
        and fee.deleted_at is null and fee.starts_on < ${bills_from}::date + interval '1 month'
        and coalesce(fee.ends_on >= ${bills_from}::date, true)) as has_fee
    from subject
    where subject.id in (select to_subject_id from rollover_seat where rollover_id = ${id} and new_enrolment_id is not null)
    order by subject.name, subject.id`.execute(db)
  const problems: Problem[] = []
  for (const { id: subject_id, name, capacity, is_open, has_fee } of rows) {
    if (!is_open) problems.push({ code: 'closed', name })
    const seated = capacity === null ? 0 : await mostSeatedFrom(db, subject_id, starts_on)
    if (capacity !== null && seated > capacity) problems.push({ code: 'full', name, count: seated, capacity })
    if (!has_fee) problems.push({ code: 'no_fee', name })
  }
  return problems
}

async function warningsOf(db: Kysely<DB>, { id, ends_on, bills_from }: RolloverRow): Promise<Problem[]> {
  const { rows } = await sql<Record<'billed' | 'no_payer' | 'waiting' | 'not_renewed', number>>`
    select
      (select count(distinct seat.student_id) from rollover_seat as seat
        join billed_fee as billed on billed.student_id = seat.student_id and billed.subject_id = seat.subject_id
        where seat.rollover_id = ${id} and seat.act = 'promote' and billed.period_ends_on >= ${bills_from}::date) as billed,
      (select count(distinct seat.student_id) from rollover_seat as seat
        where seat.rollover_id = ${id} and seat.act <> 'end' and not exists (
          select from student_parent join parent on parent.id = student_parent.parent_id and parent.deleted_at is null
          where student_parent.student_id = seat.student_id and student_parent.is_payer)) as no_payer,
      (select count(*) from enrolment where status = 'waitlisted' and starts_on <= ${ends_on}::date) as waiting,
      (select count(*) from rollover_grant where rollover_id = ${id} and reason in ('rule_over', 'own_child'))
        as not_renewed`.execute(db)
  return (['billed', 'no_payer', 'waiting', 'not_renewed'] as const).flatMap((code) =>
    rows[0]![code] > 0 ? [{ code, count: rows[0]![code] }] : [],
  )
}
