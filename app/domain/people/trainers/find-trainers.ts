import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { branchNames } from '#app/domain/people/staff/find-staff.ts'
import { accountStatuses } from '#app/domain/people/staff/staff.ts'
import type { DB } from '#db/types.ts'
import { seesDetails } from './trainer.ts'

const details = ({ scope }: Reader) => seesDetails(scope)

/** A reader who may only see names gets those, and cannot search, filter or sort by anything else. */
export const trainerList = tenantList<Selected<typeof listed>>()({
  name: 'trainer',
  title: 'trainer.plural',
  access: { view: 'trainer.view', create: 'trainer.create', print: 'trainer.print' },
  columns: [
    { key: 'name', label: 'trainer.name', sort: true },
    { key: 'specialisation', label: 'trainer.specialisation', sort: true, when: details },
    { key: 'qualification', label: 'trainer.qualification', only: 'file', when: details },
    { key: 'branches', label: 'trainer.branches', room: 'wide', when: details },
    { key: 'classes', label: 'trainer.classes', kind: 'count', room: 'table', sort: true, when: details },
    { key: 'phone', label: 'trainer.phone', kind: 'phone', when: details },
    { key: 'email', label: 'trainer.email', kind: 'email', only: 'file', when: details },
    { key: 'status', label: 'trainer.status', kind: 'status', sort: true, when: details },
  ],
  filters: {
    branch_id: oneEntry('staff.branch', (db, { scope }: Reader) => branchChoices(db, scope), {
      when: details,
    }),
    status: oneOf('trainer.status', accountStatuses, 'common.status', { when: details }),
  },
  tabs: byStatus,
  defaultSort: 'name',
  query(db, reader, { q, branch_id, status }) {
    let query = listed(db, reader.scope)
    if (branch_id)
      query = query.where('staff.id', 'in', (eb) =>
        eb.selectFrom('staff_branch').select('staff_id').where('branch_id', '=', branch_id),
      )
    if (status) query = query.where(stateOf, '=', status)
    if (q) {
      const digits = details(reader) && phoneDigits(q)
      query = query.where((eb) =>
        eb.or([
          contains(eb, q, ['trainer.name']),
          ...(details(reader)
            ? [contains(eb, q, ['trainer.specialisation', 'trainer.qualification', 'trainer.email'])]
            : []),
          ...(digits ? [contains(eb, digits, ['trainer.phone'])] : []),
        ]),
      )
    }
    return query
  },
  row: (row, reader) => (details(reader) ? row : { ...unknown, id: row.id, name: row.name }),
})

const unknown = {
  ...{ specialisation: null, qualification: null, branches: null, classes: 0 },
  ...{ phone: null, email: null, status: '' },
}

function listed(db: Kysely<DB>, scope: RowScope) {
  return trainersIn(db, scope)
    .select(['trainer.id', 'trainer.name', 'trainer.specialisation', 'trainer.qualification'])
    .select(['trainer.phone', 'trainer.email', branchNames.as('branches'), stateOf.as('status')])
    .select(
      sql<number>`(select count(*) from subject_trainer join subject on subject.id = subject_trainer.subject_id
        where subject_trainer.user_id = trainer.user_id and subject_trainer.duty <> 'assistant'
          and subject.deleted_at is null and subject.status = 'active')`.as('classes'),
    )
}

/** One trainer with everything a page may show except pay; refuses with not_found.trainer. */
export async function trainer(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await trainersIn(db, scope)
    .select((eb) => [
      ...(['trainer.id', 'trainer.user_id', 'staff.id as staff_id', 'trainer.name'] as const),
      ...(['trainer.phone', 'trainer.email', 'trainer.specialisation', 'trainer.qualification'] as const),
      ...(['staff.staff_no', 'staff.joined_on', 'staff.version as staff_version'] as const),
      ...(['trainer.version', 'trainer.updated_at'] as const),
      branchNames.as('branches'),
      stateOf.as('status'),
      sql<boolean>`trainer.status = 'active'`.as('teaches'),
      ...(['user_account.roles', 'user_account.last_login_at'] as const),
      sql<boolean>`user_account.password_hash is not null`.as('has_password'),
      eb
        .selectFrom('invitation')
        .whereRef('invitation.user_id', '=', 'trainer.user_id')
        .where('used_at', 'is', null)
        .where('replaced_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .select('expires_at')
        .as('invitation_expires_at'),
    ])
    .where('trainer.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.trainer')
  return row
}
export type Trainer = Awaited<ReturnType<typeof trainer>>

/** The fields of a trainer for a reader who may only see names. */
export const trainerName = ({ id, user_id, name }: Trainer) => ({ id, user_id, name })

/**
 * Trainers in scope, with their account and staff rows: all; those who share a branch; those of the classes in which the reader
 * assists; those of the classes of a parent's children. Everybody also sees themself.
 */
export function trainersIn(db: Kysely<DB>, reach: RowScope) {
  const { scope, branch_ids, user_id } = reach
  const query = db
    .selectFrom('trainer')
    .innerJoin('user_account', 'user_account.id', 'trainer.user_id')
    .innerJoin('staff', 'staff.user_id', 'trainer.user_id')
    .where('trainer.deleted_at', 'is', null)
  if (scope === 'all') return query
  if (scope === 'branch')
    return query.where(
      sql<boolean>`exists (select from staff_branch where staff_branch.staff_id = staff.id
        and staff_branch.branch_id = any(${branch_ids}::uuid[]))`,
    )
  return query.where((eb) =>
    eb.or([
      eb('trainer.user_id', '=', user_id),
      eb(
        'trainer.user_id',
        'in',
        db
          .selectFrom('subject_trainer')
          .select('subject_trainer.user_id')
          .where('subject_trainer.duty', '<>', 'assistant')
          .where('subject_trainer.subject_id', 'in', subjectsIn(db, reach).select('subject.id')),
      ),
    ]),
  )
}

/** The shown status: inactive without the trainer role, else that of the account. */
const stateOf = sql<string>`case when trainer.status = 'active' then user_account.status else 'inactive' end`
