import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import { categoryOptions } from '#app/domain/catalogue/categories/options.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/find-departments.ts'
import { moduleOptions } from '#app/domain/catalogue/modules/options.ts'
import { programOptions } from '#app/domain/catalogue/programs/options.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { assistants, furtherTrainers, mainTrainer, namesOf } from './duties.ts'
import { weekOf } from './lessons.ts'
import { seatsOn, waiting } from './seats.ts'
import { subjectStatuses } from './subject.ts'
import { subjectsIn } from './subjects-in.ts'
import { teacherChoices } from './teachers.ts'

/** Families learn about their own children, and not how many others there are. */
const counts = ({ scope }: Reader) => scope.scope !== 'own'

export const subjectList = tenantList<Selected<typeof found>>()({
  name: 'subject',
  title: 'subject.plural',
  access: { view: 'subject.view', create: 'subject.create', print: 'subject.print' },
  columns: [
    { key: 'code', label: 'subject.code', kind: 'number', sort: true },
    { key: 'name', label: 'subject.name', room: 'who', sort: true },
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
  standard: 'code',
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

/** Of a query of classes those that somebody teaches; who only helps teaches none. */
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

/** What the classes of a page have in common: the row that it is about; of who teaches them the account. */
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
