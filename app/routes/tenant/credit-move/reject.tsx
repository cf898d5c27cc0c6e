import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { creditMove } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclinePage } from '#app/ui/core/four-eyes/DeclinePage.tsx'

export const handle = { access: 'credit_move.approve', title: 'credit_move.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_move')
  const row = await creditMove(await context.read(), context.scope('credit_move.approve'), id)
  const { parent, to_parent, amount_sen, requester, reason } = row
  return { id, parent, to_parent, amount_sen, requester, reason }
}

export const action = declineAction('credit_move', 'credit_move.approve', rejectMove, ({ to_parent }) => [
  'credit_move_rejected',
  { name: to_parent },
])

export default function RejectCreditMove() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclinePage
      noun="credit_move"
      title={t('credit_move.reject_title')}
      subtitle={row.parent}
      back={t('credit_move.one')}
      submit={t('credit_move.reject')}
      row={row}
      items={[
        { label: t('credit_move.to_parent'), value: row.to_parent },
        { label: t('credit_move.amount_sen'), value: formatRinggit(row.amount_sen) },
      ]}
      answer={useActionData<typeof action>()}
    />
  )
}
