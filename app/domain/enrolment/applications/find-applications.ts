import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { nameKeyOf } from '#app/domain/core/contact/name-key.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { wordsIn } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { ApplicationStudent, DB } from '#db/types.ts'
import { openedAnswers, ownAnswersOf } from './answers.ts'
import { applicationChannels, shownStatuses } from './application.ts'

/** Families are not shown students who resemble their child. */
const decides = ({ scope }: Reader) => scope.scope !== 'own'

type Listed = Selected<typeof listed>

/** Applications that the scope reaches, the latest first. */
export const applicationList = tenantList<Listed>()({
  name: 'application',
  title: 'application.plural',
  access: { view: 'application.view', create: 'application.create', print: 'application.print' },
  columns: [
    { key: 'number', label: 'application.number', kind: 'number', sort: true },
    { key: 'children', label: 'application.students', room: 'who' },
    { key: 'parent', label: 'application.parent', room: 'wide', sort: true },
    { key: 'phone', label: 'application.phone', kind: 'phone', only: 'file' },
    { key: 'subjects', label: 'application.subjects', room: 'table' },
    { key: 'branch', label: 'application.branch', room: 'wide' },
    { key: 'channel', label: 'application.channel', words: 'application.channels', only: 'file' },
    { key: 'submitted_at', label: 'application.submitted_at', kind: 'instant', sort: true },
    { key: 'alike', label: 'application.alike', words: 'application.alikes', when: decides },
    { key: 'status', label: 'application.status', kind: 'status', sort: true },
  ],
  filters: {
    status: oneOf('application.status', shownStatuses, 'common.status'),
    branch_id: oneEntry('application.branch', (db, { scope }: Reader) => branchChoices(db, scope), {
      when: decides,
    }),
    subject_id: oneEntry('application.subject', subjectChoices, { when: decides }),
    channel: oneOf('application.channel', applicationChannels, 'application.channels', { when: decides }),
    from: onDay('application.from', { until: 'until' }),
    until: onDay('application.until'),
    alike: oneOf('application.alike', ['student'], 'application.alikes', { when: decides }),
  },
  tabs: { filter: 'status', column: 'status' },
  defaultSort: '-id',
  query(db, { scope }, { q, status, branch_id, subject_id, channel, from, until, alike }) {
    let query = listed(db, scope)
    if (status) query = query.where(shownStatus, '=', status)
    if (channel) query = query.where('application.channel', '=', channel)
    if (branch_id) query = query.where(someChild(sql`child.branch_id = ${branch_id}`))
    if (subject_id)
      query = query.where(
        someChild(sql`exists (select from application_subject as wish
          where wish.application_student_id = child.id and wish.subject_id = ${subject_id})`),
      )
    if (from) query = query.where(dayOf, '>=', from)
    if (until) query = query.where(dayOf, '<=', until)
    if (alike) query = query.where(isAlike)
    if (q) query = query.where((eb) => mentions(eb, q))
    return query
  },
})

/** `withdrawn` by the family is shown apart from `rejected`. */
export const shownStatus = sql<string>`case when application.withdrawn_at is not null then 'withdrawn'
  else application.status end`

const dayOf = sql<string>`(application.submitted_at at time zone 'Asia/Kuala_Lumpur')::date`

const someChild = (is: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from application_student as child
    where child.application_id = application.id and ${is})`

/** An open child resembles a student on file and nobody has decided about it. */
const isAlike = someChild(sql`child.status = 'pending' and child.student_id is null
  and exists (select from student where student.deleted_at is null and (
    student.identity_no_index = child.identity_no_index or lower(student.birth_cert_no) = lower(child.birth_cert_no)
    or (child.twin_reason is null and student.born_on = child.born_on
      and ${nameKeyOf(sql`student.name`)} = ${nameKeyOf(sql`child.name`)})))`)

/** True of an application found by its number, a child, or a parent with a phone or an address. */
function mentions(eb: ExpressionBuilder<DB, 'application'>, q: string) {
  const digits = phoneDigits(q)
  return eb.or([
    contains(eb, q, ['application.number']),
    eb.exists(
      eb
        .selectFrom('application_student as child')
        .whereRef('child.application_id', '=', 'application.id')
        .where((inner) => contains(inner, q, ['child.name']))
        .select('child.id'),
    ),
    eb.exists(
      eb
        .selectFrom('application_parent as asked')
        .whereRef('asked.application_id', '=', 'application.id')
        .where((inner) =>
          inner.or([
            contains(inner, q, ['asked.name', 'asked.email']),
            ...(digits ? [contains(inner, digits, ['asked.phone'])] : []),
          ]),
        )
        .select('asked.id'),
    ),
  ])
}

const ofChildren = (what: ReturnType<typeof sql>) =>
  sql<string>`(select ${what} from application_student as child where child.application_id = application.id)`

function listed(db: Kysely<DB>, scope: RowScope) {
  return applicationsIn(db, scope)
    .innerJoin('application_parent as first', (join) =>
      join.onRef('first.application_id', '=', 'application.id').on('first.place', '=', 1),
    )
    .select(['application.id', 'application.number', 'application.channel', 'application.submitted_at'])
    .select(['first.name as parent', 'first.phone', shownStatus.as('status')])
    .select(ofChildren(sql`string_agg(child.name, ', ' order by child.place)`).as('children'))
    .select(
      sql<string>`(select string_agg(distinct branch.name, ', ') from application_student as child
        join branch on branch.id = child.branch_id where child.application_id = application.id)`.as('branch'),
    )
    .select(
      sql<string>`(select string_agg(distinct subject.name, ', ') from application_student as child
        join application_subject as wish on wish.application_student_id = child.id
        join subject on subject.id = wish.subject_id where child.application_id = application.id)`.as(
        'subjects',
      ),
    )
    .select(sql<'student' | null>`case when ${isAlike} then 'student' end`.as('alike'))
}

/** Classes that the reader reaches. */
function subjectChoices(db: Kysely<DB>, { scope }: Reader) {
  const query = subjectsIn(db, scope).select(['subject.id', 'subject.name'])
  return query.orderBy('subject.name').limit(500).execute()
}

/**
 * Applications within a scope: all, those with a child for one of the own branches, or those that a parent submitted.
 */
export function applicationsIn(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('application')
  if (scope === 'all') return query
  if (scope === 'branch')
    return query.where(
      sql<boolean>`exists (select from application_student as own
        where own.application_id = application.id and own.branch_id = any(${branch_ids}::uuid[]))`,
    )
  return query.where(
    sql<boolean>`(application.user_id = ${user_id} or application.parent_id = ${parent_id}::uuid)`,
  )
}

/** Children of applications within a scope: those for one of the own branches, or a parent's own. */
export function linesIn(db: Kysely<DB>, scope: RowScope) {
  const query = db.selectFrom('application_student')
  if (scope.scope === 'all') return query
  if (scope.scope === 'branch')
    return query.where(sql<boolean>`application_student.branch_id = any(${scope.branch_ids}::uuid[])`)
  const own = applicationsIn(db, scope).select('application.id')
  return query.where('application_student.application_id', 'in', own)
}

/** One child of an application whom the scope reaches, with its application; refuses not_found.application. */
export async function applicationChild(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await linesIn(db, scope)
    .innerJoin('application', 'application.id', 'application_student.application_id')
    .innerJoin('branch', 'branch.id', 'application_student.branch_id')
    .selectAll('application_student')
    .select(['application.number', 'application.version', 'application.status as application_status'])
    .select('branch.name as branch')
    .where('application_student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  const { answers_sealed: _, identity_no_index: __, ...known } = row
  const answers = openedAnswers(keys, 'application_student', row as Selectable<ApplicationStudent>)
  return { ...known, answers }
}
export type ApplicationChild = Awaited<ReturnType<typeof applicationChild>>

/** The classes that were requested for children, with the outcome. */
export function wishesOf(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom('application_subject as wish')
    .innerJoin('application_student as child', 'child.id', 'wish.application_student_id')
    .innerJoin('subject', 'subject.id', 'wish.subject_id')
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .leftJoin('enrolment', 'enrolment.id', 'wish.enrolment_id')
    .select(['wish.application_student_id', 'wish.subject_id', 'subject.waitlist'])
    .select(
      sql<string>`case when subject.branch_id = child.branch_id then subject.name
        else subject.name || ' · ' || branch.name end`.as('name'),
    )
    .select(['wish.is_waiting', 'enrolment.status as seat'])
    .select(['subject.starts_on as first_on', 'wish.starts_on as wished_on'])
    .select(sql<string | null>`coalesce(enrolment.starts_on, wish.starts_on)`.as('starts_on'))
    .where(sql<boolean>`wish.application_student_id = any(${ids}::uuid[])`)
    .orderBy('subject.name')
    .execute()
}

interface AnswerRow {
  number: string
  submitted_at: Date
  /** The child's name; empty: about the family. */
  child: string
  question: string
  answer: string
}

/** Applications in one export; each one has to be decrypted. */
const mostExported = 5_000

/**
 * Answers to the organisation's own questions within the scope, one row per answer, the latest application first.
 * @param locale language of questions and choices
 */
export async function ownAnswers(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  locale: string,
): Promise<AnswerRow[]> {
  const rows = await applicationsIn(db, scope)
    .select(['application.id', 'application.number', 'application.submitted_at'])
    .select('application.answers_sealed')
    .where('application.answers_sealed', 'is not', null)
    .orderBy('application.submitted_at', 'desc')
    .orderBy('application.id', 'desc')
    .limit(mostExported)
    .execute()
  const children = await linesIn(db, scope).select(['application_id', 'place', 'name']).execute()
  const childAt = new Map(children.map((one) => [`${one.application_id} ${one.place}`, one.name]))
  return rows.flatMap(({ id, number, submitted_at, answers_sealed }) =>
    ownAnswersOf(keys, { id, answers_sealed }).flatMap(({ label, student_place, answer }) => {
      const child = student_place === null ? '' : childAt.get(`${id} ${student_place}`)
      if (child === undefined) return []
      const said = typeof answer === 'string' ? answer : wordsIn(answer, locale)
      return [{ number, submitted_at, child, question: wordsIn(label, locale), answer: said }]
    }),
  )
}
