import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineRefundForm } from '#app/domain/credit-refunds/credit-refund-form.ts'
import { rejectRefund } from '#app/domain/credit-refunds/decide-refund.server.ts'
import { creditRefund } from '#app/domain/credit-refunds/find-credit-refunds.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRefundPage } from '#app/ui/credit-refund/DeclineRefundPage.tsx'

export const handle = {
  access: 'credit_refund.approve',
  title: 'credit_refund.reject_title',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_refund')
  const row = await creditRefund(await context.read(), context.scope('credit_refund.approve'), id)
  const { parent, amount_sen, payee_name, requester, reason } = row
  return { id, parent, amount_sen, payee_name, requester, reason }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineRefundForm, async ({ trx, actor, context }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.credit_refund')
    const scope = context.scope('credit_refund.approve')
    const { parent } = await rejectRefund(trx, actor, scope, id, decision_reason)
    return redirectWith(paths.creditRefund.view(id), 'credit_refund_rejected', { name: parent })
  })

export default function RejectCreditRefund() {
  const { t } = useTranslation()
  return (
    <DeclineRefundPage
      title={t('credit_refund.reject_title')}
      submit={t('credit_refund.reject')}
      row={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  )
}
