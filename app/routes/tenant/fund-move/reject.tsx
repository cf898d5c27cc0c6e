import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { rejectFundMove } from '#app/domain/giving/funds/change-fund-move.ts'
import { fundMove } from '#app/domain/giving/funds/find-fund-moves.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclinePage } from '#app/ui/core/four-eyes/DeclinePage.tsx'

export const handle = { access: 'fund_move.approve', title: 'fund_move.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.fund_move')
  const row = await fundMove(await context.read(), context.scope('fund_move.approve'), id)
  const { type, target, amount_sen, requester, reason } = row
  return { id, type, target, amount_sen, requester, reason }
}

export const action = declineAction('fund_move', 'fund_move.approve', rejectFundMove, ({ type }) => [
  'fund_move_rejected',
  { name: type },
])

export default function RejectFundMove() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclinePage
      noun="fund_move"
      title={t('fund_move.reject_title')}
      subtitle={row.type}
      back={t('fund_move.one')}
      submit={t('fund_move.reject')}
      row={row}
      items={[
        { label: t('fund_move.recipient'), value: row.target },
        { label: t('fund_move.amount_sen'), value: formatRinggit(row.amount_sen) },
      ]}
      answer={useActionData<typeof action>()}
    />
  )
}
