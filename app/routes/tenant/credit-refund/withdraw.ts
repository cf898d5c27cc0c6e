import { redirect } from '@remix-run/node'
import { withdrawRefund } from '#app/domain/credit-refunds/decide-refund.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_refund.request' } satisfies Handle

export const loader = () => redirect(paths.creditRefund.list())

export const action = rowVerb(
  noFields,
  'not_found.credit_refund',
  paths.creditRefund.view,
  async ({ trx, actor, context }, { id }) => {
    const scope = context.scope('credit_refund.request')
    const { amount_sen, parent } = await withdrawRefund(trx, actor, scope, id)
    const words = { amount: formatRinggit(amount_sen), name: parent }
    return redirectWith(paths.creditRefund.view(id), 'credit_refund_withdrawn', words)
  },
)
