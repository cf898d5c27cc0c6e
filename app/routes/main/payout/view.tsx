import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  adjustmentsIn,
  linesOnPage,
  payoutOf,
  shownLines,
} from '#app/domain/platform/payouts/find-payouts.ts'
import { paths } from '#app/paths.ts'
import { pageWithin } from '#app/server/lists/page-within.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { PayoutItems, PayoutSums, PayoutVerbs, payoutFacts } from '#app/ui/platform/payout/PayoutView.tsx'

/** A payout: what it is made of, where it goes, and who had to do with it. */
export const handle = { access: 'admin.payout.view', title: 'payout.one' } satisfies Handle

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payout')
  const db = await context.read()
  const row = await payoutOf(db, id)
  const pages = Math.max(1, Math.ceil(row.lines / shownLines))
  const page = pageWithin(new URL(request.url).searchParams, pages)
  return {
    row,
    page,
    pages,
    lines: await linesOnPage(db, id, page).execute(),
    adjusted: await adjustmentsIn(db, id),
    mayCreate: context.operatorCan('admin.payout.create'),
    mayApprove:
      context.operatorCan('admin.payout.approve') &&
      row.prepared_by !== context.actor.id &&
      row.released_by !== context.actor.id,
    mayLines: context.operatorCan('admin.collection.view'),
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function ViewPayout() {
  const { row, lines, page, pages, adjusted, mayLines, mayCreate, mayApprove } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ViewPage
      title={formatRinggit(row.net_sen)}
      subtitle={`${row.number} · ${row.entity}`}
      back={{ label: t('payout.plural'), href: paths.admin.payout.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        mayCreate || mayApprove ? (
          <PayoutVerbs payout={row} mayCreate={mayCreate} mayApprove={mayApprove} />
        ) : null
      }
    >
      <Stands row={row} />
      <PayoutSums of={row} />
      <Said row={row} />
      <PayoutItems
        lines={lines}
        count={row.lines}
        adjusted={adjusted}
        pages={{ page, pages }}
        open={mayLines ? ({ id }) => paths.admin.collectionView(id) : undefined}
      />
    </ViewPage>
  )
}

/** Why it waits, or why nothing came of it. */
function Stands({ row }: Pick<Loaded, 'row'>) {
  const { t } = useTranslation()
  if (row.hold_reason !== null)
    return (
      <Notice tone="warning" title={t(`payout.holds.${row.hold_reason}`)}>
        {row.hold_note}
      </Notice>
    )
  const why = row.fail_reason ?? row.cancel_reason
  return why === null ? null : <Notice tone="error">{why}</Notice>
}

function Said({ row }: Pick<Loaded, 'row'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (who: string | null, when: string | Date | null) =>
    [who ?? t('payout.by_itself'), when && formatInstant(when, locale)].filter(Boolean).join(' · ')
  return (
    <>
      <Facts
        columns={2}
        items={[
          {
            label: t('collection.entity'),
            value: row.entity,
            href: paths.admin.entity.view(row.entity_id),
          },
          ...payoutFacts(row, t, locale),
        ]}
      />
      <Section title={t('payout.people')}>
        <Facts
          columns={2}
          items={[
            { label: t('payout.preparer'), value: at(row.preparer, row.prepared_at) },
            row.releaser !== null && { label: t('payout.releaser'), value: row.releaser },
            row.approver !== null && {
              label: t('payout.approver'),
              value: at(row.approver, row.approved_at),
            },
            row.exported_at !== null && {
              label: t('payout.exporter'),
              value: at(row.exporter, row.exported_at),
            },
          ]}
        />
      </Section>
    </>
  )
}
