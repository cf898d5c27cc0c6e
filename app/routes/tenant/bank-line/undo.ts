import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/core/fields.ts'
import { undoLine } from '#app/domain/payments/bank-statements/change-line.ts'
import { lineFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { approveForm } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'bank_statement.undo' } satisfies Handle

export const loader = () => redirect(paths.bank_statement.list())

const undoForm = versionForm.extend(approveForm.shape)

export const action: (args: ActionFunctionArgs) => Promise<Response> = rowVerb(
  undoForm,
  'not_found.bank_line',
  paths.bank_line.view,
  async ({ trx, actor, context, today }, { effects: confirmed, ...at }) => {
    const scope = context.scope('bank_statement.undo')
    const { booked_on, file_name } = await lineFor(trx, scope, at.id)
    const reason = context.t('bank_line.undo_reason', { date: booked_on, file: file_name })
    await undoLine(trx, actor, scope, at, { today, reason, confirmed })
    return redirectWith(paths.bank_line.view(at.id), 'line_undone')
  },
)
