import { redirect } from '@remix-run/node'
import { returnPaySheet } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Takes back what one has submitted oneself. */
export const handle = { access: 'trainer_pay.edit' } satisfies Handle

export const loader = () => redirect(paths.pay_sheet.list())

export const action = versionVerb(
  'not_found.pay_sheet',
  paths.pay_sheet.view,
  async ({ trx, actor, context }, { id, version }) => {
    const scope = context.scope('trainer_pay.edit')
    const { trainer: name } = await returnPaySheet(trx, actor, scope, id, { version })
    return redirectWith(paths.pay_sheet.view(id), 'pay_sheet_withdrawn', { name })
  },
)
