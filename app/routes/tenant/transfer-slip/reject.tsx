import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { rejectSlip } from '#app/domain/payments/transfer-slips/decide-slip.ts'
import { transferSlip } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclinePage } from '#app/ui/core/four-eyes/DeclinePage.tsx'

export const handle = { access: 'payment.confirm_slip', title: 'transfer_slip.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.transfer_slip')
  const row = await transferSlip(await context.read(), context.scope('payment.confirm_slip'), id)
  const { parent, requester, invoice, amount_sen, reference_no } = row
  return { id, parent, requester, reason: null, invoice, amount_sen, reference_no }
}

export const action = declineAction('transfer_slip', 'payment.confirm_slip', rejectSlip, ({ parent }) => [
  'transfer_slip_rejected',
  { name: parent },
])

export default function RejectSlip() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclinePage
      noun="transfer_slip"
      title={t('transfer_slip.reject_title')}
      subtitle={row.parent}
      back={t('transfer_slip.one')}
      submit={t('transfer_slip.reject')}
      row={row}
      items={[
        { label: t('transfer_slip.invoice'), value: row.invoice },
        { label: t('transfer_slip.amount_sen'), value: formatRinggit(row.amount_sen) },
        { label: t('transfer_slip.reference_no'), value: row.reference_no },
      ]}
      answer={useActionData<typeof action>()}
    />
  )
}
