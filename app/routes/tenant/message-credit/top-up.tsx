import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { balanceOf } from '#app/domain/platform/message-credits/move-credits.ts'
import { topUp } from '#app/domain/platform/message-credits/top-up.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** One top-up: what it brings, and how to pay it or that it is paid. */
export const handle = { access: 'credit.top_up', title: 'message_credit.top_up' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [{ public_code, isOnline, ...row }, { credit }] = await Promise.all([
    topUp(db, tenantOf(context).id, idOf(params, 'not_found.invoice')),
    balanceOf(db),
  ])
  const { origin } = context.services.sites.main
  const isOpen = row.status === 'unpaid' || row.status === 'pending'
  return {
    row,
    credit,
    pay: isOpen && isOnline ? origin + paths.billing.pay(public_code) : null,
    mayPrint: context.can('subscription.print'),
  }
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export default function TopUp() {
  const { row, credit, pay, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('message_credit.one_of', { number: row.number })}
      back={{ label: t('message_credit.plural'), href: paths.message_credit.view() }}
      status={<StatusBadge status={row.status} />}
    >
      <Standing row={row} credit={credit} />
      <Facts
        items={[
          { label: t('message_credit.credits'), value: formatCount(row.credits) },
          row.bonus > 0 && { label: t('message_credit.bonus'), value: formatCount(row.bonus) },
          row.tax_sen > 0 && { label: t('message_credit.price'), value: formatRinggit(row.sub_total_sen) },
          row.tax_sen > 0 && { label: t('message_credit.order.tax'), value: formatRinggit(row.tax_sen) },
          { label: t('platform_invoice.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('platform_invoice.issued_on'), value: formatDate(row.issued_on, locale) },
          row.paid_on !== null && {
            label: t('platform_invoice.paid_on'),
            value: formatDate(row.paid_on, locale),
          },
          row.reference !== null && { label: t('platform_invoice.reference'), value: row.reference },
        ]}
      />
      <p className="quiet small">{t('message_credit.terms')}</p>
      <div className="actions">
        {pay !== null && (
          <LinkButton href={pay} look="primary">
            {t(`message_credit.${row.status === 'pending' ? 'see_payment' : 'pay'}`)}
          </LinkButton>
        )}
        {mayPrint && (
          <LinkButton href={paths.setting.subscriptionInvoice(row.id)}>
            {t(row.status === 'paid' ? 'message_credit.receipt' : 'platform_invoice.print')}
          </LinkButton>
        )}
        {row.status === 'unpaid' && (
          <ConfirmButton
            label={t('message_credit.cancel')}
            text={t('message_credit.cancel_question', { number: row.number })}
            action={paths.message_credit.cancel(row.id)}
            confirm={t('message_credit.cancel')}
            fields={{ version: String(row.version) }}
          />
        )}
      </div>
    </ViewPage>
  )
}

/** Whether the credits are there, and what is missing. */
function Standing({ row, credit }: Pick<Shown, 'row' | 'credit'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status, number, total_sen, due_on, transfer } = row
  if (status === 'paid') {
    const values = { credits: formatCount(row.credits), left: formatCount(credit) }
    return (
      <Notice tone="success">
        <p>{t('message_credit.paid', values)}</p>
      </Notice>
    )
  }
  if (status === 'pending')
    return (
      <Notice tone="info">
        <p>{t('message_credit.pending')}</p>
      </Notice>
    )
  if (status !== 'unpaid') return <p>{t('message_credit.cancelled')}</p>
  const amount = formatRinggit(total_sen)
  return (
    <Notice tone="info" title={t('message_credit.unpaid', { amount })}>
      <p>{t('message_credit.unpaid_text', { amount, number, date: formatDate(due_on, locale) })}</p>
      {transfer === null && <p>{t('message_credit.no_transfer')}</p>}
      {[...new Set(transfer?.split('\n'))].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}
