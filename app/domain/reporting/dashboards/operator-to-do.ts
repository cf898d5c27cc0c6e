import type { AliasableExpression, Kysely } from 'kysely'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import type { OperatorReader } from '#app/domain/core/lists/list.ts'
import { allExceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { failedJobList } from '#app/domain/platform/failed-jobs/find-jobs.ts'
import { pendingRegistrations } from '#app/domain/platform/overview/newcomers.ts'
import type { DB } from '#db/types.ts'

interface OperatorToDo {
  key: string
  /** Who can do it; they may look at the list, too. */
  permission: OperatorPermission
  view: OperatorPermission
  /** Name of the list on which it waits, and the search that leaves exactly what waits; none: the dashboard tells it. */
  list?: { name: string; search: Record<string, string> }
  /** Rows that wait, one for each thing to do. */
  rows(db: Kysely<DB>, reader: OperatorReader): AliasableExpression<object>
}

const orphans = { state: 'unsettled', kind: 'orphan' }
const failures = { state: 'open' }

/** What waits for an operator, at the platform's place. What an organisation settles itself is not theirs to do. */
export const operatorToDos: readonly OperatorToDo[] = [
  {
    key: 'registration',
    permission: 'admin.registration.decide',
    view: 'admin.registration.view',
    rows: pendingRegistrations,
  },
  {
    key: 'exception',
    permission: 'admin.payment_exception.settle',
    view: 'admin.payment_exception.view',
    list: { name: allExceptionList.name, search: orphans },
    rows: (db, reader) => allExceptionList.query(db, reader, allExceptionList.search.parse(orphans)),
  },
  {
    key: 'job',
    permission: 'admin.job.retry',
    view: 'admin.job.view',
    list: { name: failedJobList.name, search: failures },
    rows: (db, reader) => failedJobList.query(db, reader, failedJobList.search.parse(failures)),
  },
]
