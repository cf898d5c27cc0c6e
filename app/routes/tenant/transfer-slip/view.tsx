import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { openedSlip } from '#app/server/payments/opened-slip.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'
import { OpenSlip, SlipPaper } from '#app/ui/payments/transfer-slip/SlipView.tsx'

export const handle = { access: 'transfer_slip.view', title: 'transfer_slip.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openedSlip(args, 'transfer_slip.view')

export default function ViewSlip() {
  const { row, signs, twins, may, office, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { titleOf } = useTitles()
  return (
    <ViewPage
      title={t('transfer_slip.one')}
      subtitle={`${row.parent} · ${formatRinggit(row.amount_sen)}`}
      back={{ label: t('transfer_slip.plural'), href: paths.transfer_slip.list() }}
      status={<StatusBadge status={row.status} />}
    >
      {row.status === 'requested' && <OpenSlip row={row} signs={signs} twins={twins} may={may} />}
      <Facts
        columns={2}
        items={[
          { label: t('transfer_slip.amount_sen'), value: formatRinggit(row.amount_sen) },
          { label: t('transfer_slip.paid_on'), value: formatDate(row.paid_on, locale) },
          { label: t('transfer_slip.reference_no'), value: row.reference_no },
          {
            label: t('transfer_slip.invoice'),
            value: (
              <>
                <a href={paths.invoice.view(row.invoice_id)}>{titleOf(row.title)}</a>{' '}
                <small className="quiet">{row.invoice}</small>
              </>
            ),
          },
          { label: t('transfer_slip.balance'), value: formatRinggit(row.balance_sen) },
          { label: t('parent.family_code'), value: row.family_code },
          office && {
            label: t('transfer_slip.requester'),
            value: row.requester ?? t('transfer_slip.by_link'),
          },
          { label: t('transfer_slip.requested_at'), value: formatInstant(row.requested_at, locale) },
          office && row.decider !== null && { label: t('transfer_slip.decider'), value: row.decider },
          row.decided_at !== null && {
            label: t('transfer_slip.decided_at'),
            value: formatInstant(row.decided_at, locale),
          },
          row.payment_id !== null && {
            label: t('transfer_slip.payment'),
            value: <a href={paths.payment.view(row.payment_id)}>{row.payment}</a>,
          },
          row.decision_reason !== null && {
            label: t('transfer_slip.decision_reason'),
            value: row.decision_reason,
            wide: true,
          },
        ]}
      />
      {may.cancel && row.payment_id !== null && (
        <WayBack of="transfer_slip_confirmed" href={paths.payment.cancel(row.payment_id)} />
      )}
      {may.reopen && (
        <WayBack
          of="transfer_slip_rejected"
          action={paths.transfer_slip.reopen(row.id)}
          form_key={form_key}
        />
      )}
      <Section title={t('transfer_slip.file')}>
        <SlipPaper id={row.id} type={row.content_type} />
      </Section>
    </ViewPage>
  )
}
