import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { ownAdjustments, ownLines, ownPayout } from '#app/domain/platform/payouts/find-payouts.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { PayoutItems, PayoutSums, payoutFacts } from '#app/ui/platform/payout/PayoutView.tsx'

/** A payout of the organisation's: how it adds up, where it goes, and each payment in it. */
export const handle = { access: 'payout.view', title: 'payout.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payout')
  const db = await context.read()
  const row = await ownPayout(db, id)
  const [lines, adjusted] = await Promise.all([ownLines(db, id), ownAdjustments(db, id)])
  return { row, lines, adjusted }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function ViewPayout() {
  const { row, lines, adjusted } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={formatRinggit(row.net_sen)}
      subtitle={row.number}
      back={{ label: t('payout.plural'), href: paths.payout.list() }}
      status={<StatusBadge status={row.status} />}
    >
      <Stands row={row} />
      <PayoutSums of={row} />
      <Facts columns={2} items={payoutFacts(row, t, locale)} />
      <PayoutItems
        lines={lines}
        count={row.lines}
        adjusted={adjusted}
        open={({ payment_id }) => paths.payment.view(payment_id)}
        actions={({ payment_id }) => <a href={paths.payment.trace(payment_id)}>{t('payout.trace')}</a>}
        all={paths.collection.list({ payout_id: row.id })}
      />
    </ViewPage>
  )
}

/** What the state means for who waits for the money. */
function Stands({ row }: Pick<Loaded, 'row'>) {
  const { t } = useTranslation()
  if (row.hold_reason !== null) return <Notice tone="warning" title={t(`payout.holds.${row.hold_reason}`)} />
  if (row.status === 'failed')
    return (
      <Notice tone="error" title={t('payout.own_failed')}>
        {row.fail_reason}
      </Notice>
    )
  return row.status === 'cancelled' ? <Notice>{t('payout.own_cancelled')}</Notice> : null
}
