import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { categoryOptions } from '#app/domain/catalogue/categories/categories.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import { moduleOptions } from '#app/domain/catalogue/modules/modules.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { assistants, furtherTrainers, mainTrainer, namesOf, weekOf } from './relations.ts'
import { seatsOn, waiting } from './seats.ts'
import { subjectStatuses } from './subject.ts'

/** Families do not see how many other students there are. */
const counts = ({ scope }: Reader) => scope.scope !== 'own'

export const subjectList = tenantList<Selected<typeof found>>()({
  name: 'subject',
  title: 'subject.plural',
  access: { view: 'subject.view', create: 'subject.create', print: 'subject.print' },
  columns: [
    { key: 'code', label: 'subject.code', kind: 'number', sort: true },
    { key: 'name', label: 'subject.name', room: 'who', sort: true },
    { key: 'name_en', label: 'subject.name_en', only: 'file' },
    { key: 'name_my', label: 'subject.name_my', only: 'file' },
    { key: 'program', label: 'subject.program_id', room: 'widest', sort: true },
    { key: 'module', label: 'subject.module_id', only: 'file' },
    { key: 'category', label: 'subject.category_id', only: 'file' },
    { key: 'branch', label: 'subject.branch_id', room: 'table', sort: true },
    { key: 'trainers', label: 'subject.trainer', room: 'wide', sort: true },
    { key: 'assistants', label: 'subject.assistant_ids', only: 'file' },
    { key: 'schedule', label: 'subject.schedule', kind: 'week' },
    {
      key: 'students',
      label: 'subject.students',
      kind: 'count',
      room: 'table',
      total: true,
      sort: true,
      when: counts,
    },
    { key: 'capacity', label: 'subject.capacity', kind: 'count', room: 'table', sort: true, when: counts },
    { key: 'waiting', label: 'subject.waiting', kind: 'count', only: 'file', when: counts },
    { key: 'session_minutes', label: 'subject.session_minutes', kind: 'count', only: 'file' },
    { key: 'sessions_per_month', label: 'subject.sessions_per_month', kind: 'count', only: 'file' },
    { key: 'starts_on', label: 'subject.starts_on', kind: 'date', only: 'file' },
    { key: 'ends_on', label: 'subject.ends_on', kind: 'date', only: 'file' },
    { key: 'status', label: 'subject.status', kind: 'status', sort: true },
  ],
  filters: {
    program_id: oneEntry('subject.program_id', (db, _reader, chosen) => programOptions(db, chosen)),
    branch_id: oneEntry('subject.branch_id', (db, { scope }: Reader) => branchChoices(db, scope)),
    category_id: oneEntry('subject.category_id', (db, _reader, chosen) => categoryOptions(db, chosen)),
    module_id: oneEntry('subject.module_id', (db, _reader, chosen) => moduleOptions(db, chosen)),
    department_id: oneEntry('subject.department_id', (db, _reader, chosen) => departmentOptions(db, chosen)),
    trainer_id: oneEntry('subject.trainer', (db, { scope }: Reader) => teacherChoices(db, scope)),
    seats: oneOf('subject.seats', ['free', 'full'], 'subject.seat_kinds', { when: counts }),
    status: oneOf('subject.status', subjectStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, { scope, today }, search) {
    const { q, status, seats, trainer_id, department_id } = search
    let query = found(db, scope, today)
    for (const column of ['program_id', 'branch_id', 'category_id', 'module_id'] as const)
      if (search[column]) query = query.where(`subject.${column}`, '=', search[column])
    if (department_id) query = query.where('program.department_id', '=', department_id)
    if (status) query = query.where('subject.status', '=', status)
    if (trainer_id) query = query.where(taughtBy(trainer_id))
    if (seats) {
      const isFull = sql`coalesce(${seatsOn(today)} >= subject.capacity, false)`
      query = query.where(seats === 'full' ? sql<boolean>`${isFull}` : sql<boolean>`not ${isFull}`)
    }
    if (q) query = query.where((eb) => contains(eb, q, ['subject.code', 'subject.name']))
    return query
  },
  row: (row, reader) => (counts(reader) ? row : { ...row, students: 0, waiting: 0, capacity: null }),
})

/** Restricts a query of classes to those that somebody teaches; assistants do not count. */
const taughtBy = (user_id: string) =>
  sql<boolean>`exists (select from subject_trainer where subject_trainer.subject_id = subject.id
    and subject_trainer.user_id = ${user_id} and subject_trainer.duty <> 'assistant')`

/** One class with the names of what it says; refuses with not_found.subject. */
export async function subject(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope, currentDay())
    .select([namesOf('main').as('main_trainer'), namesOf('trainer').as('further_trainers')])
    .where('subject.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.subject')
  const [main_trainer_id, trainer_ids, assistant_ids] = await Promise.all([
    mainTrainer.read(db, id),
    furtherTrainers.read(db, id),
    assistants.read(db, id),
  ])
  return { ...row, schedule: row.schedule ?? [], main_trainer_id, trainer_ids, assistant_ids }
}

/** The row that the classes belong to; `trainer_id` is an account. */
export type BelongingTo = Partial<
  Record<'program_id' | 'module_id' | 'category_id' | 'branch_id' | 'department_id' | 'trainer_id', string>
>

/** The first classes within reach that belong to another row, by code. */
export function subjectsOf(db: Kysely<DB>, scope: RowScope, belonging: BelongingTo) {
  const { department_id, trainer_id, ...columns } = belonging
  let query = subjectsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .innerJoin('program', 'program.id', 'subject.program_id')
  if (department_id) query = query.where('program.department_id', '=', department_id)
  if (trainer_id) query = query.where(taughtBy(trainer_id))
  for (const [column, id] of Object.entries(columns))
    query = query.where(`subject.${column as keyof typeof columns}`, '=', id)
  return query
    .select(['subject.id', 'subject.code', 'subject.name', 'subject.status', 'branch.name as branch'])
    .select(weekOf.as('schedule'))
    .orderBy('subject.code')
    .limit(50)
    .execute()
}

/** Classes that a scope reaches, with the names of what they say and who sits in them. */
function found(db: Kysely<DB>, scope: RowScope, today: string) {
  return subjectsIn(db, scope)
    .innerJoin('program', 'program.id', 'subject.program_id')
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .leftJoin('module', 'module.id', 'subject.module_id')
    .leftJoin('category', 'category.id', 'subject.category_id')
    .selectAll('subject')
    .select(['program.name as program', 'branch.name as branch'])
    .select(['module.name as module', 'category.name as category'])
    .select([namesOf('main', 'trainer').as('trainers'), namesOf('assistant').as('assistants')])
    .select([weekOf.as('schedule'), seatsOn(today).as('students'), waiting.as('waiting')])
}

/**
 * Classes that a scope reaches: all, those of the person's branches, those in which they teach or help, those of a
 * parent's own children.
 */
export function subjectsIn(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('subject').where('subject.deleted_at', 'is', null)
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`subject.branch_id = any(${branch_ids}::uuid[])`)
  if (scope === 'class')
    return query.where(
      sql<boolean>`exists (select from subject_trainer
        where subject_trainer.subject_id = subject.id and subject_trainer.user_id = ${user_id})`,
    )
  return query.where(
    sql<boolean>`exists (select from enrolment
      join student on student.id = enrolment.student_id and student.deleted_at is null
      join student_parent on student_parent.student_id = student.id
      where enrolment.subject_id = subject.id and enrolment.status <> 'ended'
        and student_parent.parent_id = ${parent_id})`,
  )
}

/** Students listed on the page of a class at most. */
const mostEnrolled = 100

/**
 * Who is in a class or waits for a seat, as far as a scope reaches: everybody in classes of the person's branches and in
 * those that they teach or help in, of other classes the students of their branches, of a parent their own children. By
 * name, who waits last.
 */
export function enrolledIn(db: Kysely<DB>, scope: RowScope, subject_id: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('student', 'student.id', 'enrolment.student_id')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .where('enrolment.subject_id', '=', subject_id)
    .where('enrolment.status', '<>', 'ended')
    .where('student.deleted_at', 'is', null)
    .where(reached(scope))
    .select(['enrolment.id', 'enrolment.student_id', 'student.name', 'student.student_no'])
    .select(['enrolment.starts_on', 'enrolment.status'])
    .orderBy(sql`enrolment.status = 'waitlisted'`)
    .orderBy('student.name')
    .orderBy('enrolment.id')
    .limit(mostEnrolled)
    .execute()
}

function reached({ scope, branch_ids, user_id, parent_id }: RowScope) {
  if (scope === 'all') return sql<boolean>`true`
  if (scope === 'branch')
    return sql<boolean>`(subject.branch_id = any(${branch_ids}::uuid[]) or student.branch_id = any(${branch_ids}::uuid[]))`
  if (scope === 'class')
    return sql<boolean>`exists (select from subject_trainer
      where subject_trainer.subject_id = subject.id and subject_trainer.user_id = ${user_id})`
  return sql<boolean>`exists (select from student_parent
    where student_parent.student_id = student.id and student_parent.parent_id = ${parent_id})`
}

/** Active classes to choose from, and the one that the row has already. */
export const subjectOptions = (db: Kysely<DB>, kept?: Chosen) =>
  offered(db, 'subject', kept)
    .select(['id', sql<string>`name || ' (' || code || ')'`.as('name')])
    .orderBy('name')
    .orderBy('code')
    .execute()

/** People whom a class may be given, and those who have it already. */
export const teacherOptions = (db: Kysely<DB>, of: 'trainer' | 'assistant', kept?: Chosen) =>
  offered(db, of, kept).select(['id', 'name']).orderBy('name').limit(500).execute()

/** Who teaches in the classes that a scope reaches. */
function teacherChoices(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('user_account')
    .select(['user_account.id', 'user_account.name'])
    .where('user_account.id', 'in', (eb) =>
      eb
        .selectFrom('subject_trainer')
        .select('subject_trainer.user_id')
        .where('subject_trainer.duty', '<>', 'assistant')
        .where('subject_trainer.subject_id', 'in', subjectsIn(db, scope).select('subject.id')),
    )
    .orderBy(sql.ref('user_account.name'))
    .limit(500)
    .execute()
}
