import { redirect } from '@remix-run/node'
import { undoLine } from '#app/domain/payments/bank-statements/change-line.ts'
import { lineFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { lineVerb } from '#app/server/bank-statements/statement-verb.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'bank_statement.undo' } satisfies Handle

export const loader = () => redirect(paths.bank_statement.list())

export const action = lineVerb('bank_statement.undo', async ({ trx, actor, context, today }, scope, at) => {
  const { booked_on, file_name } = await lineFor(trx, scope, at.id)
  const reason = context.t('bank_line.undo_reason', { date: booked_on, file: file_name })
  await undoLine(trx, actor, scope, at, { today, reason })
  return redirectWith(paths.bank_line.view(at.id), 'line_undone')
})
