import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { isOwnDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { moveColumns, sumColumns } from '#app/domain/payments/drawers/drawer.ts'
import { drawer, mayFill } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'
import { drawerTotals } from '#app/ui/payments/drawer/drawer-totals.ts'
import { newId } from '#db/id.ts'

export const handle = { access: 'collection.view', title: 'drawer.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const id = idOf(params, 'not_found.drawer')
  const found = await drawer(await context.read(), context.scope('collection.view'), id)
  const { user_id, counted_by, ...row } = found
  const waits = row.status === 'awaiting_confirmation'
  return {
    row,
    may: {
      fill: row.status === 'open' && can('drawer.fill') && mayFill(context.scope('drawer.fill'), user_id),
      confirm: waits && can('payment.cancel') && !isOwnDrawer(actor, { user_id, counted_by }),
      print: can('collection.print'),
      open: row.status !== 'open' && user_id === actor.id && can('payment.record'),
    },
    form_key: newId(),
  }
}

export default function ViewDrawer() {
  const { row, may, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('drawer.of', { name: row.clerk })}
      subtitle={`${formatDate(row.opened_on, locale)} · ${row.branch}`}
      back={{ label: t('drawer.plural'), href: paths.drawer.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.fill && (
            <>
              <LinkButton href={paths.drawer.close(row.id)} look="primary">
                {t('drawer.close')}
              </LinkButton>
              <LinkButton href={paths.drawer.move(row.id)}>{t('drawer.move')}</LinkButton>
            </>
          )}
          {may.confirm && (
            <PostButton
              action={paths.drawer.confirm(row.id)}
              look="primary"
              fields={{ version: String(row.version), form_key }}
            >
              {t('drawer.confirm')}
            </PostButton>
          )}
          {may.print && <LinkButton href={paths.drawer.paper(row.id)}>{t('drawer.sheet')}</LinkButton>}
        </>
      }
    >
      {row.status === 'awaiting_confirmation' && (
        <Notice tone="warning">
          <p>{t('drawer.waits', { amount: formatRinggit(row.difference_sen ?? 0) })}</p>
        </Notice>
      )}
      <TableSection
        title={t('drawer.sums')}
        columns={sumColumns}
        rows={row.sums}
        totals={drawerTotals(row.sums)}
        rowKey={({ method }) => method}
        brief
      />
      {row.moves.length > 0 && (
        <TableSection
          title={t('drawer.moves')}
          columns={moveColumns}
          rows={row.moves}
          totals={{ delta_sen: row.moves.reduce((sum, { delta_sen }) => sum + delta_sen, 0) }}
          brief
        />
      )}
      <Section title={t('drawer.facts')}>
        <Facts
          columns={2}
          items={[
            { label: t('drawer.float_sen'), value: formatRinggit(row.float_sen) },
            { label: t('payment.plural'), value: String(row.payments) },
            { label: t('drawer.opened_at'), value: formatInstant(row.opened_at, locale) },
            row.counted_at !== null && {
              label: t('drawer.counted_at'),
              value: formatInstant(row.counted_at, locale),
            },
            row.counted_at !== null && { label: t('drawer.counter'), value: row.counter },
            row.difference_reason !== null && {
              label: t('drawer.difference_reason'),
              value: row.difference_reason,
            },
            row.confirmed_at !== null && { label: t('drawer.confirmer'), value: row.confirmer },
            row.confirmed_at !== null && {
              label: t('drawer.confirmed_at'),
              value: formatInstant(row.confirmed_at, locale),
            },
          ]}
        />
      </Section>
      {may.open && <WayBack of="drawer" href={paths.drawer.open()} />}
    </ViewPage>
  )
}
