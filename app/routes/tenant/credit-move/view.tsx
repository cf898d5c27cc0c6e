import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditMove } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'

export const handle = { access: 'credit_move.view', title: 'credit_move.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const id = idOf(params, 'not_found.credit_move')
  const db = await context.read()
  const { requested_by, ...row } = await creditMove(db, context.scope('credit_move.view'), id)
  const open = row.status === 'requested'
  const isOwn = isOwnRequest(actor, { requested_by })
  const isFamily = await isOwnFamily(db, actor, { type: 'credit_move', ids: [id] })
  return {
    row,
    may: {
      decide: open && !isOwn && !isFamily && can('credit_move.approve'),
      withdraw: open && isOwn && can('credit_move.request'),
      reverse: row.status === 'approved' && can('credit_move.request'),
    },
  }
}

export default function ViewCreditMove() {
  const { row, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('credit_move.one')}
      subtitle={formatRinggit(row.amount_sen)}
      back={{ label: t('credit_move.plural'), href: paths.credit_move.list() }}
      status={<StatusBadge status={row.status} />}
    >
      {row.status === 'requested' && <WaitsNotice noun="credit_move" id={row.id} may={may} />}
      <Facts
        columns={2}
        items={[
          {
            label: t('credit_move.parent'),
            value: <a href={paths.family.view(row.parent_id)}>{row.parent}</a>,
          },
          {
            label: t('credit_move.to_parent'),
            value: <a href={paths.family.view(row.to_parent_id)}>{row.to_parent}</a>,
          },
          { label: t('credit_move.amount_sen'), value: formatRinggit(row.amount_sen) },
          { label: t('credit_move.reason'), value: row.reason },
          { label: t('credit_move.requester'), value: row.requester },
          { label: t('credit_move.requested_at'), value: formatInstant(row.requested_at, locale) },
          row.decided_at !== null && { label: t('credit_move.decider'), value: row.decider },
          row.decided_at !== null && {
            label: t('credit_move.decided_at'),
            value: formatInstant(row.decided_at, locale),
          },
          row.decision_reason !== null && {
            label: t('credit_move.decision_reason'),
            value: row.decision_reason,
          },
        ]}
      />
      {may.reverse && <WayBack of="credit_move" href={paths.credit_move.new(row.to_parent_id)} />}
    </ViewPage>
  )
}
