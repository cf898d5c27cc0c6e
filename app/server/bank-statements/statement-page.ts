import { openStatuses } from '#app/domain/payments/bank-statements/bank-statement.ts'
import {
  queueOf,
  type StatementRecord,
  stateSums,
} from '#app/domain/payments/bank-statements/find-statements.ts'
import { addsUp } from '#app/domain/payments/bank-statements/match-statement.ts'
import { statementBlockers } from '#app/domain/payments/bank-statements/undo-line-plan.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Lines that wait and are shown at once; the list has all of them. */
const mostShown = 25

/** What the page of a statement shows: how far it is, what its lines come to, and those that wait for somebody. */
export async function statementPage(context: RequestContext, record: StatementRecord) {
  const db = await context.read()
  const { can } = context
  const { status } = record
  const busy = status === 'matching' || status === 'undoing'
  const sums = await stateSums(db, record.id)
  const waiting = openStatuses.reduce((count, state) => count + Number(sums[state]?.count ?? 0), 0)
  const settled = status === 'ready' || status === 'failed'
  return {
    record: told(record),
    sums,
    waiting,
    queue: settled ? await queueOf(db, record.id, mostShown) : [],
    addsUp: addsUp(record),
    busy,
    blockers: record.undo_code
      ? await statementBlockers(
          db,
          context.actor,
          context.scope('bank_statement.view'),
          record.id,
          context.today,
        )
      : [],
    may: {
      decide: settled && can('bank_statement.decide'),
      map: status === 'uploaded' && can('bank_statement.upload'),
      undo: settled && can('bank_statement.undo'),
    },
  }
}

/** Without rows of the file, and what only the product itself looks at. */
function told(record: StatementRecord) {
  const { id, file_name, format, branch, bank, account_end, from_on, until_on, opening_sen, closing_sen } =
    record
  const { credit_sen, debit_sen, line_count, skipped, broken_row, status, error_code, blocked, undo_code } =
    record
  const { version, created_at, by, undone_at, undone_by_name, notes } = record
  return {
    ...{ id, file_name, format, branch, bank, account_end, from_on, until_on, opening_sen, closing_sen },
    ...{ credit_sen, debit_sen, line_count, skipped, broken_row, status, error_code, blocked, undo_code },
    ...{ version, created_at, by, undone_at, undone_by_name, notes },
  }
}
