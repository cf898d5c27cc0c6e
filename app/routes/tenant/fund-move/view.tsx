import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { fundMove } from '#app/domain/giving/funds/find-fund-moves.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { requestFacts } from '#app/ui/core/four-eyes/request-facts.ts'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'

export const handle = { access: 'fund_move.view', title: 'fund_move.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const id = idOf(params, 'not_found.fund_move')
  const { requested_by, ...row } = await fundMove(await context.read(), context.scope('fund_move.view'), id)
  const open = row.status === 'requested'
  const isOwn = isOwnRequest(actor, { requested_by })
  return {
    row,
    may: {
      decide: open && !isOwn && can('fund_move.approve'),
      withdraw: open && isOwn && can('fund_move.request'),
      reverse: row.status === 'approved' && can('fund_move.request'),
      record: row.status === 'approved' && can('donation.record'),
    },
  }
}

export default function ViewFundMove() {
  const { row, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t(`fund_move.purposes.${row.purpose}`)}
      subtitle={`${formatRinggit(row.amount_sen)} · ${row.type}`}
      back={{ label: t('fund_move.plural'), href: paths.fund_move.list() }}
      status={<StatusBadge status={row.status} />}
    >
      {row.status === 'requested' && <WaitsNotice noun="fund_move" id={row.id} may={may} />}
      <Facts
        columns={2}
        items={[
          {
            label: t('fund_move.type'),
            value: <a href={paths[`${row.kind}_type`].view(row.type_id)}>{row.type}</a>,
          },
          { label: t('fund_move.recipient'), value: row.target },
          { label: t('fund_move.amount_sen'), value: formatRinggit(row.amount_sen) },
          { label: t('fund_move.moved_on'), value: formatDate(row.moved_on, locale) },
          { label: t('payment.reference_no'), value: row.reference_no },
          { label: t('fund_move.reason'), value: row.reason },
          ...requestFacts('fund_move', row, t, locale),
        ]}
      />
      {may.reverse && row.to_type_id !== null && (
        <WayBack of="fund_move" href={paths.fund_move.new(row.kind, row.to_type_id)} />
      )}
      {may.record && row.to_type_id === null && <WayBack of="fund_spent" href={paths[row.kind].new()} />}
    </ViewPage>
  )
}
