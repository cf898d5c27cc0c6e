import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { adjustment } from '#app/domain/platform/payouts/adjustments.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { requestFacts } from '#app/ui/core/four-eyes/request-facts.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** An adjustment: by how much a payout is more or less, why, and who had to do with it. */
export const handle = { access: 'admin.payout.view', title: 'payout.adjustment.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payout_adjustment')
  const { requested_by, ...row } = await adjustment(await context.read(), id)
  const open = row.status === 'requested'
  const isOwn = isOwnRequest(context.actor, { requested_by })
  return {
    row,
    open,
    mayDecide: open && !isOwn && context.operatorCan('admin.payout.approve'),
    mayWithdraw: open && isOwn && context.operatorCan('admin.payout.create'),
  }
}

export default function ViewAdjustment() {
  const { row, open, mayDecide, mayWithdraw } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const sum = { amount: formatRinggit(Math.abs(row.sen)), name: row.entity }
  const to = paths.admin.payoutAdjustment
  return (
    <ViewPage
      title={formatRinggit(row.sen)}
      subtitle={row.entity}
      back={{ label: t('payout.adjustment.plural'), href: to.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        mayDecide ? (
          <>
            <ConfirmButton
              look="primary"
              label={t('payout.approve')}
              text={t(row.sen > 0 ? 'payout.adjustment.approve_more' : 'payout.adjustment.approve_less', sum)}
              action={to.approve(row.id)}
              confirm={t('payout.approve')}
            />
            <LinkButton href={to.reject(row.id)}>{t('payout.adjustment.reject')}</LinkButton>
          </>
        ) : mayWithdraw ? (
          <ConfirmButton
            label={t('payout.adjustment.withdraw')}
            text={t('payout.adjustment.withdraw_question', sum)}
            action={to.withdraw(row.id)}
            confirm={t('payout.adjustment.withdraw')}
          />
        ) : null
      }
    >
      {open && (
        <Notice tone="warning" title={t('payout.adjustment.waits')}>
          {t(mayDecide ? 'payout.adjustment.waits_decide' : 'payout.adjustment.waits_other')}
        </Notice>
      )}
      <Facts
        columns={2}
        items={[
          { label: t('collection.entity'), value: row.entity, href: paths.admin.entity.view(row.entity_id) },
          { label: t('payout.kind'), value: t(`payout.kinds.${row.kind}`) },
          {
            label: t('payout.adjustment.effect'),
            value: t(row.sen > 0 ? 'payout.adjustment.effects.more' : 'payout.adjustment.effects.less'),
          },
          row.reference !== null && {
            label: t('collection.payment'),
            value: row.reference,
            href: paths.admin.trace({ q: row.reference }),
          },
          { label: t('common.field.reason'), value: row.reason, wide: true },
          ...requestFacts('payout.adjustment', row, t, locale),
          row.payout_id !== null && {
            label: t('payout.one'),
            value: row.payout,
            href: paths.admin.payout.view(row.payout_id),
          },
        ]}
      />
    </ViewPage>
  )
}
