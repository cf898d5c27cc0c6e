import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import { subjectsIn } from '#app/domain/catalogue/subjects/subjects-in.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { containing, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { written } from '#app/domain/people/students/similar.ts'
import type { DB } from '#db/types.ts'
import { applicationChannels, shownStatuses } from './application.ts'
import { applicationsIn } from './reach.ts'

/** Who hands in an application is told nothing of those who are like their child. */
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
  standard: '-id',
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
    if (q) query = query.where(mentions(q))
    return query
  },
})

/** What the family took back is shown apart from what was turned down. */
export const shownStatus = sql<string>`case when application.withdrawn_at is not null then 'withdrawn'
  else application.status end`

const dayOf = sql<string>`(application.submitted_at at time zone 'Asia/Kuala_Lumpur')::date`

const someChild = (is: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from application_student as child
    where child.application_id = application.id and ${is})`

/** An open child is like a student on file, and nobody has said yet whether it is the same. */
const isAlike = someChild(sql`child.status = 'pending' and child.student_id is null
  and exists (select from student where student.deleted_at is null and (
    student.identity_no_index = child.identity_no_index or lower(student.birth_cert_no) = lower(child.birth_cert_no)
    or (child.twin_reason is null and student.born_on = child.born_on
      and ${written(sql`student.name`)} = ${written(sql`child.name`)})))`)

function mentions(q: string) {
  const like = containing(q)
  return sql<boolean>`(application.number ilike ${like} or ${someChild(sql`child.name ilike ${like}`)}
    or exists (select from application_parent as asked where asked.application_id = application.id
      and (asked.name ilike ${like} or asked.phone ilike ${like} or asked.email ilike ${like})))`
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
