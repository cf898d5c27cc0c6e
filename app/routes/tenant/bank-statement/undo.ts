import { redirect } from '@remix-run/node'
import { startUndo } from '#app/domain/payments/bank-statements/change-statement.ts'
import { paths } from '#app/paths.ts'
import { statementVerb } from '#app/server/bank-statements/statement-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'bank_statement.undo' } satisfies Handle

export const loader = () => redirect(paths.bank_statement.list())

export const action = statementVerb('bank_statement.undo', async ({ trx, actor }, scope, at) => {
  await startUndo(trx, actor, scope, at)
  return redirect(paths.bank_statement.view(at.id))
})
