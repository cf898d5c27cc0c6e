import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { branchNames } from '#app/domain/people/staff/find-staff.ts'
import { accountStatuses } from '#app/domain/people/staff/staff.ts'
import type { DB } from '#db/types.ts'
import { seesDetails } from './trainer.ts'
import { stateOf, trainersIn } from './trainers-in.ts'

const details = ({ scope }: Reader) => seesDetails(scope)

/** Who may only know the names gets those, and can neither search, narrow nor order by anything else. */
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
  standard: 'name',
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

/** One trainer with all that a page may show but how they are paid; refuses with not_found.trainer. */
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

/** What is left of a trainer for who may only know the names. */
export const trainerName = ({ id, user_id, name }: Trainer) => ({ id, user_id, name })
