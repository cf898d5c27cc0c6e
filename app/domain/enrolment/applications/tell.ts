import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

const everywhere = rolesWith('application.approve', 'all')
const inBranches = rolesWith('application.approve', 'branch')

/**
 * Active accounts with an address whose roles decide about a child of an application: of the whole organisation, or of
 * the branch in which that child is to be.
 */
export function approversOf(db: Kysely<DB>, application_id: string) {
  return accountsToTell(db).where(
    sql<boolean>`(roles && ${everywhere}::text[] or (roles && ${inBranches}::text[] and exists (
        select from staff join staff_branch on staff_branch.staff_id = staff.id
        join application_student on application_student.branch_id = staff_branch.branch_id
        where staff.user_id = user_account.id and application_student.application_id = ${application_id})))`,
  )
}

/** A mail to each who may decide, unless the organisation wants none. */
export async function tellApprovers(trx: Transaction<DB>, application_id: string): Promise<void> {
  const { notify_staff } = await settings(trx, 'application')
  if (!notify_staff) return
  for (const { id } of await approversOf(trx, application_id).execute())
    await enqueue(trx, 'application.notify', { user_id: id, application_id })
}
