import { redirect } from '@remix-run/node'
import { acceptLine } from '#app/domain/payments/bank-statements/change-line.ts'
import { lineFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { decideRules } from '#app/server/bank-statements/decide-rules.ts'
import { lineVerb } from '#app/server/bank-statements/statement-verb.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** One click for what is suggested; then the next line that waits. */
export const handle = { access: 'bank_statement.decide' } satisfies Handle

export const loader = () => redirect(paths.bank_statement.list())

export const action = lineVerb('bank_statement.decide', async (about, scope, at) => {
  const { statement_id } = await lineFor(about.trx, scope, at.id)
  const number = await acceptLine(about.trx, about.actor, at, await decideRules(about, at.id))
  return redirectWith(paths.bank_statement.view(statement_id), 'line_recorded', { number })
})
