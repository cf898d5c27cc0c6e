import { redirect } from '@remix-run/node'
import { removeCorrection } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { uncorrectForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Takes a correction off a draft. */
export const handle = { access: 'trainer_pay.edit' } satisfies Handle

export const loader = () => redirect(paths.pay_sheet.list())

export const action = rowVerb(
  uncorrectForm,
  'not_found.pay_sheet',
  paths.pay_sheet.view,
  async ({ trx, actor, context }, { id, line_id, version }) => {
    await removeCorrection(trx, actor, context.scope('trainer_pay.edit'), id, { line_id, version })
    return redirectWith(paths.pay_sheet.view(id), 'pay_sheet_uncorrected')
  },
)
