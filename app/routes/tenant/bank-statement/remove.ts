import { redirect } from '@remix-run/node'
import { removeStatement } from '#app/domain/payments/bank-statements/change-statement.ts'
import { paths } from '#app/paths.ts'
import { statementVerb } from '#app/server/bank-statements/statement-verb.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'bank_statement.upload' } satisfies Handle

export const loader = () => redirect(paths.bank_statement.list())

export const action = statementVerb('bank_statement.upload', async ({ trx, actor }, scope, at) => {
  const file = await removeStatement(trx, actor, scope, at)
  return redirectWith(paths.bank_statement.list(), 'statement_removed', { file })
})
