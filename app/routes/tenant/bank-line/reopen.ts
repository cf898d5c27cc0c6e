import { redirect } from '@remix-run/node'
import { reopenLine } from '#app/domain/payments/bank-statements/change-line.ts'
import { paths } from '#app/paths.ts'
import { lineVerb } from '#app/server/bank-statements/statement-verb.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'bank_statement.decide' } satisfies Handle

export const loader = () => redirect(paths.bank_statement.list())

export const action = lineVerb('bank_statement.decide', async ({ trx, actor }, scope, at) => {
  await reopenLine(trx, actor, scope, at)
  return redirectWith(paths.bank_line.view(at.id), 'line_reopened')
})
