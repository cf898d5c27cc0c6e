import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { academicYearStartMonth } from '#app/domain/billing/plan/period-sql.ts'
import { automaticTypes } from '#app/domain/catalogue/discounts/discount.ts'
import { linkOnly, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type Changed,
  type Problem,
  type RolloverStatus,
  rolloverStatuses,
  type SeatAct,
  seatActs,
  seatReasons,
} from './rollover.ts'

const access = { view: 'rollover.view', print: 'rollover.print' } as const

/** Rollovers, the latest first. */
export const rolloverList = tenantList<Selected<typeof rollovers>>()({
  name: 'rollover',
  title: 'rollover.plural',
  access: { ...access, create: 'rollover.manage' },
  columns: [
    { key: 'name', label: 'rollover.name', room: 'who', sort: true },
    { key: 'ends_on', label: 'rollover.ends_on', kind: 'date', room: 'wide', sort: true },
    { key: 'starts_on', label: 'rollover.starts_on', kind: 'date', sort: true },
    { key: 'bills_from', label: 'rollover.bills_from', kind: 'month', room: 'wide' },
    { key: 'by', label: 'rollover.by', room: 'widest' },
    { key: 'run_at', label: 'rollover.run_at', kind: 'instant', room: 'widest' },
    { key: 'status', label: 'rollover.status', kind: 'status', words: 'rollover.statuses' },
  ],
  filters: { status: oneOf('rollover.status', rolloverStatuses, 'rollover.statuses') },
  tabs: byStatus,
  defaultSort: '-starts_on',
  query(db, _reader, { q, status }) {
    let query = rollovers(db)
    if (status) query = query.where('rollover.status', '=', status)
    return q ? query.where((eb) => contains(eb, q, ['rollover.name', 'maker.name'])) : query
  },
})

const rollovers = (db: Kysely<DB>) =>
  db
    .selectFrom('rollover')
    .leftJoin('user_account as maker', 'maker.id', 'rollover.created_by')
    .select(['rollover.id', 'rollover.name', 'rollover.ends_on', 'rollover.starts_on', 'rollover.bills_from'])
    .select(['maker.name as by', 'rollover.run_at', 'rollover.status'])

/** Classes of a plan with their next class, seats and new fees. */
export const rolloverClassList = tenantList<Selected<typeof classes>>()({
  name: 'rollover-class',
  title: 'rollover.classes',
  access,
  columns: [
    { key: 'subject', label: 'rollover.subject', room: 'who', sort: true },
    { key: 'program', label: 'rollover.program', room: 'widest' },
    { key: 'seats', label: 'rollover.seats', kind: 'count', sort: true, total: true },
    { key: 'to_subject', label: 'rollover.to_subject', room: 'wide' },
    { key: 'act', label: 'rollover.act', kind: 'status', words: 'rollover.acts' },
  ],
  filters: {
    act: oneOf('rollover.act', seatActs, 'rollover.acts'),
    rollover: linkOnly(z.uuid()),
  },
  tabs: { filter: 'act', column: 'act' },
  defaultSort: 'subject',
  query(db, _reader, { q, act, rollover }) {
    let query = classes(db)
    if (rollover) query = query.where('class.rollover_id', '=', rollover)
    if (act) query = query.where('class.act', '=', act)
    return q ? query.where((eb) => contains(eb, q, ['subject.name', 'subject.code', 'next.name'])) : query
  },
})

const classes = (db: Kysely<DB>) =>
  db
    .selectFrom('rollover_class as class')
    .innerJoin('rollover', 'rollover.id', 'class.rollover_id')
    .innerJoin('subject', 'subject.id', 'class.subject_id')
    .innerJoin('program', 'program.id', 'subject.program_id')
    .leftJoin('subject as next', 'next.id', 'class.to_subject_id')
    .select(['class.id', 'class.rollover_id', 'subject.name as subject', 'program.name as program'])
    .select(['next.name as to_subject', 'class.act'])
    .select(
      sql<number>`(select count(*) from enrolment where enrolment.subject_id = class.subject_id
        and enrolment.status in ('active', 'paused') and enrolment.starts_on <= rollover.ends_on
        and coalesce(enrolment.ends_on >= rollover.ends_on, true))`.as('seats'),
    )

/** Seats of a preview or a run with their outcome. */
export const rolloverSeatList = tenantList<Selected<typeof seats>>()({
  name: 'rollover-seat',
  title: 'rollover.seats_list',
  access,
  columns: [
    { key: 'student', label: 'rollover.student', room: 'who', sort: true },
    { key: 'student_no', label: 'rollover.student_no', only: 'file' },
    { key: 'subject', label: 'rollover.subject', sort: true },
    { key: 'to_subject', label: 'rollover.to_subject', room: 'wide' },
    { key: 'reason', label: 'rollover.reason', words: 'rollover.reasons', room: 'wide' },
    { key: 'chosen', label: 'rollover.chosen', words: 'rollover.choosers', room: 'widest' },
    { key: 'act', label: 'rollover.act', kind: 'status', words: 'rollover.acts' },
  ],
  filters: {
    act: oneOf('rollover.act', seatActs, 'rollover.acts'),
    reason: oneOf('rollover.reason', seatReasons, 'rollover.reasons'),
    rollover: linkOnly(z.uuid()),
    subject: linkOnly(z.uuid()),
  },
  tabs: { filter: 'act', column: 'act' },
  defaultSort: 'student',
  query(db, _reader, { q, act, reason, rollover, subject }) {
    let query = seats(db)
    if (rollover) query = query.where('seat.rollover_id', '=', rollover)
    if (subject) query = query.where('seat.subject_id', '=', subject)
    if (act) query = query.where('seat.act', '=', act)
    if (reason) query = query.where('seat.reason', '=', reason)
    return q
      ? query.where((eb) => contains(eb, q, ['student.name', 'student.student_no', 'subject.name']))
      : query
  },
})

const seats = (db: Kysely<DB>) =>
  db
    .selectFrom('rollover_seat as seat')
    .innerJoin('student', 'student.id', 'seat.student_id')
    .innerJoin('subject', 'subject.id', 'seat.subject_id')
    .leftJoin('subject as next', 'next.id', 'seat.to_subject_id')
    .select(['seat.id', 'seat.rollover_id', 'student.name as student', 'student.student_no'])
    .select(['subject.name as subject', 'next.name as to_subject', 'seat.reason', 'seat.act'])
    .select(sql<string | null>`case when seat.by_hand then 'by_hand' end`.as('chosen'))

/** Families of a preview or a run with their yearly bill before and after. */
export const rolloverFamilyList = tenantList<Selected<typeof families>>()({
  name: 'rollover-family',
  title: 'rollover.families',
  access,
  columns: [
    { key: 'family', label: 'rollover.family', room: 'who', sort: true },
    { key: 'family_code', label: 'rollover.family_code', only: 'file' },
    { key: 'students', label: 'rollover.students', kind: 'count', room: 'widest' },
    { key: 'before_sen', label: 'rollover.before', kind: 'money', room: 'wide', total: true, sort: true },
    { key: 'after_sen', label: 'rollover.after', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'change_sen', label: 'rollover.change', kind: 'money', total: true, sort: true },
    { key: 'change_bp', label: 'rollover.change_share', kind: 'percent', room: 'wide', sort: true },
  ],
  filters: {
    over: oneOf('rollover.over', ['yes'], 'rollover.overs'),
    rollover: linkOnly(z.uuid()),
  },
  defaultSort: '-weight',
  query(db, _reader, { q, over, rollover }) {
    let query = families(db)
    if (rollover) query = query.where('family.rollover_id', '=', rollover)
    if (over) query = query.where(isOver(sql.ref('rollover.share_bp')))
    return q ? query.where((eb) => contains(eb, q, ['parent.name', 'parent.family_code'])) : query
  },
})

const families = (db: Kysely<DB>) =>
  db
    .selectFrom('rollover_family as family')
    .innerJoin('rollover', 'rollover.id', 'family.rollover_id')
    .innerJoin('parent', 'parent.id', 'family.parent_id')
    .select(['family.id', 'family.rollover_id', 'parent.name as family', 'parent.family_code'])
    .select(['family.students', 'family.before_sen', 'family.after_sen'])
    .select(sql<number>`family.after_sen - family.before_sen`.as('change_sen'))
    .select(
      sql<
        number | null
      >`round((family.after_sen - family.before_sen) * 10000.0 / nullif(family.before_sen, 0))::int`.as(
        'change_bp',
      ),
    )
    // Changes of the share or more first, increases before decreases, the largest first; a bill from nothing counts as largest.
    .select(
      sql<number>`case when not ${isOver(sql.ref('rollover.share_bp'))} then 0
          when family.after_sen > family.before_sen then 2000000 else 1000000 end
        + coalesce(least(abs(family.after_sen - family.before_sen) * 10000 / nullif(family.before_sen, 0), 999999), 999999)`.as(
        'weight',
      ),
    )

/** Narrows enum and JSON columns. */
function typed<R extends object>(row: R) {
  return row as Omit<R, 'status' | 'problems' | 'changes' | 'stayed'> & {
    status: RolloverStatus
    problems: Problem[]
    changes: Changed | null
    stayed: string[] | null
  }
}

/** Locks a rollover; undefined if it was removed. */
export async function lockRollover(trx: Kysely<DB>, id: string) {
  const row = await trx.selectFrom('rollover').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && typed(row)
}

export type RolloverRow = NonNullable<Awaited<ReturnType<typeof lockRollover>>>

/** Whether an invoice of the new year was made since the run, after which it cannot be undone. */
export const isBilled = sql<boolean>`exists (
  select from billed_fee join invoice on invoice.id = billed_fee.invoice_id
  where billed_fee.period_ends_on >= rollover.bills_from and invoice.created_at >= rollover.done_at
    and invoice.status <> 'cancelled')`

/** One rollover with its history and whether it can still be undone; refuses not_found.rollover. */
export async function rolloverFor(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('rollover')
    .leftJoin('user_account as maker', 'maker.id', 'rollover.created_by')
    .leftJoin('user_account as runner', 'runner.id', 'rollover.run_by')
    .leftJoin('user_account as undoer', 'undoer.id', 'rollover.undone_by')
    .selectAll('rollover')
    .select(['maker.name as by', 'runner.name as run_by_name', 'undoer.name as undone_by_name'])
    .select(
      sql<boolean>`rollover.status = 'done' and rollover.undo_asked_at is null and not ${isBilled}`.as(
        'undoable',
      ),
    )
    .where('rollover.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.rollover')
  return typed(row)
}

export type RolloverRecord = Awaited<ReturnType<typeof rolloverFor>>

/** The month in which the year of this organisation begins, 1 to 12. */
export async function startMonth(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ month: number }>`select ${academicYearStartMonth} as month`.execute(db)
  return rows[0]!.month
}

/** Counts of seats by action, of price changes, and of families by the change of their yearly bill. */
export async function countsOf(db: Kysely<DB>, { id, share_bp }: { id: string; share_bp: number }) {
  const [acts, prices, families, grants] = await Promise.all([
    db
      .selectFrom('rollover_seat')
      .select(['act', sql<number>`count(*)`.as('seats'), sql<number>`count(reason)`.as('stuck')])
      .where('rollover_id', '=', id)
      .groupBy('act')
      .execute(),
    db
      .selectFrom('rollover_price')
      .select(sql<number>`count(*)`.as('count'))
      .where('rollover_id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('rollover_family')
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number>`count(*) filter (where ${isOver(share_bp)})`.as('over'),
        sql<number>`coalesce(sum(before_sen), 0)::bigint`.as('before_sen'),
        sql<number>`coalesce(sum(after_sen), 0)::bigint`.as('after_sen'),
      ])
      .where('rollover_id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('rollover_grant')
      .select(['act', sql<number>`count(*)`.as('count')])
      .where('rollover_id', '=', id)
      .where('reason', 'is', null)
      .groupBy('act')
      .execute(),
  ])
  const seats = (act: SeatAct) => acts.find((one) => one.act === act)?.seats ?? 0
  const granted = (act: 'carry' | 'end') => grants.find((one) => one.act === act)?.count ?? 0
  return {
    ...{ promote: seats('promote'), carry: seats('carry'), end: seats('end') },
    ...{ prices: prices.count, families },
    ...{ discountsCarried: granted('carry'), discountsEnded: granted('end') },
  }
}

export type RolloverCounts = Awaited<ReturnType<typeof countsOf>>

/** Whether a family's yearly bill changes by the share or more; a bill from or to nothing always does. */
const isOver = (share_bp: number | RawBuilder<unknown>) =>
  sql<boolean>`(before_sen <> after_sen and abs(after_sen - before_sen) * 10000 >= before_sen * ${share_bp}::bigint)`

/** A class of a plan, by the id of its row in the plan. */
export async function rolloverClass(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('rollover_class as class')
    .innerJoin('rollover', 'rollover.id', 'class.rollover_id')
    .innerJoin('subject', 'subject.id', 'class.subject_id')
    .leftJoin('subject as next', 'next.id', 'class.to_subject_id')
    .select(['class.id', 'class.rollover_id', 'class.subject_id', 'class.act', 'class.to_subject_id'])
    .select(['subject.name as subject', 'next.name as to_subject', 'rollover.version', 'rollover.status'])
    .where('class.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.rollover')
  return row as typeof row & { act: SeatAct; status: RolloverStatus }
}

/** A seat of a preview, by the id of its row there, with what its class does and what was chosen for it. */
export async function rolloverSeat(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('rollover_seat as seat')
    .innerJoin('rollover', 'rollover.id', 'seat.rollover_id')
    .innerJoin('student', 'student.id', 'seat.student_id')
    .innerJoin('subject', 'subject.id', 'seat.subject_id')
    .leftJoin('rollover_choice as choice', (join) =>
      join
        .onRef('choice.rollover_id', '=', 'seat.rollover_id')
        .onRef('choice.enrolment_id', '=', 'seat.enrolment_id'),
    )
    .leftJoin('rollover_class as class', (join) =>
      join
        .onRef('class.rollover_id', '=', 'seat.rollover_id')
        .onRef('class.subject_id', '=', 'seat.subject_id'),
    )
    .leftJoin('subject as next', 'next.id', 'class.to_subject_id')
    .select(['seat.id', 'seat.rollover_id', 'seat.enrolment_id', 'seat.student_id', 'seat.subject_id'])
    .select(['student.name as student', 'subject.name as subject', 'rollover.version', 'rollover.status'])
    .select(['choice.act as chosen', 'choice.to_subject_id'])
    .select(['class.act as class_act', 'next.name as class_to'])
    .where('seat.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.rollover')
  return row as Omit<typeof row, 'chosen' | 'class_act' | 'status'> & {
    chosen: SeatAct | null
    class_act: SeatAct | null
    status: RolloverStatus
  }
}

/** Discounts in use, the number of students with each, and whether it ends with the year. */
export function givenDiscounts(db: Kysely<DB>, { id, ends_on }: { id: string; ends_on: string }) {
  return db
    .selectFrom('discount')
    .innerJoin('student_discount as given', 'given.discount_id', 'discount.id')
    .leftJoin('rollover_discount as ending', (join) =>
      join.onRef('ending.discount_id', '=', 'discount.id').on('ending.rollover_id', '=', id),
    )
    .select(['discount.id', 'discount.name', 'discount.code', 'discount.sponsor'])
    .select(sql<number>`count(*)`.as('students'))
    .select(sql<boolean>`bool_or(ending.discount_id is not null)`.as('ends'))
    .where('discount.deleted_at', 'is', null)
    .where('discount.type', 'not in', [...automaticTypes])
    .where('given.status', '=', 'approved')
    .where('given.starts_on', '<=', ends_on)
    .where((eb) => eb.or([eb('given.ends_on', 'is', null), eb('given.ends_on', '>=', ends_on)]))
    .groupBy('discount.id')
    .orderBy('discount.name')
    .execute()
}

/** A family of a preview with each yearly fee before and after; refuses not_found.rollover. */
export async function rolloverFamily(db: Kysely<DB>, id: string) {
  const family = await db
    .selectFrom('rollover_family as family')
    .innerJoin('rollover', 'rollover.id', 'family.rollover_id')
    .innerJoin('parent', 'parent.id', 'family.parent_id')
    .select(['family.rollover_id', 'family.parent_id', 'family.before_sen', 'family.after_sen'])
    .select(['parent.name as family', 'parent.family_code', 'rollover.name', 'rollover.bills_from'])
    .where('family.id', '=', id)
    .executeTakeFirst()
  if (!family) throw new Refusal('not_found.rollover')
  const side = (name: 'before' | 'after', of: 'sen' | 'times') =>
    sql<number | null>`max(${sql.ref(`line.${of}`)}) filter (where line.side = ${name})`
  const lines = await db
    .selectFrom('rollover_line as line')
    .innerJoin('student', 'student.id', 'line.student_id')
    .innerJoin('subject', 'subject.id', 'line.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'line.fee_type_id')
    .select(['student.id as student_id', 'student.name as student'])
    .select(['subject.name as subject', 'fee_type.name as fee_type'])
    .select([side('before', 'sen').as('before_each_sen'), side('after', 'sen').as('after_each_sen')])
    .select([side('before', 'times').as('times_before'), side('after', 'times').as('times_after')])
    .where('line.rollover_id', '=', family.rollover_id)
    .where('line.parent_id', '=', family.parent_id)
    .groupBy(['student.id', 'subject.id', 'fee_type.id', 'line.apply_to'])
    .orderBy('student.name')
    .orderBy('student.id')
    .orderBy('subject.name')
    .orderBy('fee_type.name')
    .execute()
  return { ...family, lines }
}

/**
 * A stable id of a preview's row, derived from the id of its subject, so that links survive a new preview. A UUID of version 8
 * (RFC 9562, custom ids).
 */
export const derivedId = (rollover_id: string, of: RawBuilder<unknown>) =>
  sql<string>`overlay(overlay(md5(${rollover_id} || ${of}) placing '8' from 13) placing '8' from 17)::uuid`
