import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { linkOnly, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, contains, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'
import { isOver } from './find-rollovers.ts'
import { rolloverStatuses, seatActs, seatReasons } from './rollover.ts'

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
