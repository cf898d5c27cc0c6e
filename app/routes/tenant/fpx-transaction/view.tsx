import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { attempt } from '#app/domain/payments/attempts/find-attempts.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email } from '#app/ui/core/page/Contact.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { AttemptMessages, attemptTone, codeWord } from '#app/ui/payments/payment/Attempts.tsx'

/** One try to pay through FPX, with every message about it and what staff can do. */
export const handle = { access: 'payment.enquire', title: 'payment.attempt.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  return { row: await attempt(await context.read(), context.scope('payment.enquire'), id) }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function ViewAttempt() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const held = row.invoices.some((invoice) => invoice.held)
  return (
    <ViewPage
      title={formatRinggit(row.amount_sen)}
      subtitle={`${row.order_no} · ${row.buyer_name ?? ''}`}
      back={{ label: t('payment.attempt.plural'), href: paths.attempt.list() }}
      status={
        <StatusBadge
          status={row.state}
          label={t(`payment.states.${row.state}`)}
          tone={attemptTone(row.state)}
        />
      }
      actions={
        <>
          {row.state !== 'paid' && (
            <PostButton action={paths.attempt.enquire(row.id)} look="primary">
              {t('payment.attempt.check')}
            </PostButton>
          )}
          {held && (
            <ConfirmButton
              label={t('payment.attempt.release')}
              text={t('payment.attempt.release_text')}
              action={paths.attempt.release(row.id)}
              confirm={t('payment.attempt.release_confirm')}
            />
          )}
        </>
      }
    >
      {row.review_reason && (
        <Notice tone="warning" title={t('payment.attempt.attention')}>
          <p>{t(`payment.review.${row.review_reason}`)}</p>
        </Notice>
      )}
      <Section title={t(row.gift ? `donation.of.${row.gift.kind}` : 'payment.invoices')}>
        <Entries
          items={[
            ...row.invoices.map((invoice) => ({
              title: invoice.number ?? '',
              href: paths.invoice.view(invoice.invoice_id),
              meta: [invoice.student, invoice.held && t('payment.attempt.held')].filter(Boolean).join(' · '),
              sen: invoice.amount_sen,
            })),
            ...(row.gift
              ? [
                  {
                    title: row.gift.type,
                    href: paths[row.gift.kind].view(row.gift.id),
                    meta: row.gift.donor_name ?? t('donation.anonymous'),
                    sen: row.gift.amount_sen,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Section title={t('payment.view.facts')}>
        <AttemptFacts row={row} />
      </Section>
      {row.messages.length > 0 && (
        <Section title={t('payment.view.messages')}>
          <AttemptMessages messages={row.messages} />
        </Section>
      )}
    </ViewPage>
  )
}

function AttemptFacts({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const time = (at: Date | null) => at && formatInstant(at, locale)
  const { response_code: code } = row
  return (
    <Facts
      columns={2}
      items={[
        row.payment_id && {
          label: t('payment.number'),
          value: <a href={paths.payment.view(row.payment_id)}>{row.payment_number}</a>,
        },
        { label: t('payment.bank'), value: row.bank_name },
        { label: t('payment.model'), value: row.model && t(`fpx.model.${row.model}`) },
        {
          label: t(row.gateway === 'chip' ? 'chip.purchase_id' : 'payment.fpx_id'),
          value: row.gateway_transaction_id,
        },
        {
          label: t('payment.response_code'),
          value: code && `${code} ${codeWord(code, t)}`,
        },
        { label: t('payment.bank_reference'), value: row.bank_reference },
        row.fpx_terms_version !== null && {
          label: t('fpx.terms_version'),
          value: (
            <a href={paths.help_page.paper('legal', 'fpx-terms', { version: row.fpx_terms_version })}>
              {row.fpx_terms_version}
            </a>
          ),
        },
        { label: t('payment.requested_at'), value: time(row.requested_at) },
        { label: t('payment.responded_at'), value: time(row.responded_at) },
        { label: t('payment.attempt.enquiries'), value: String(row.enquiries) },
        row.next_enquiry_at && { label: t('payment.next_enquiry_at'), value: time(row.next_enquiry_at) },
        row.payer_fee_sen > 0 && { label: t('payment.payer_fee'), value: formatRinggit(row.payer_fee_sen) },
        row.tenant_fee_sen > 0 && {
          label: t('payment.tenant_fee'),
          value: formatRinggit(row.tenant_fee_sen),
        },
        { label: t('payment.buyer_email'), value: row.buyer_email && <Email address={row.buyer_email} /> },
        {
          label: t('payment.view.public_page'),
          value: <a href={paths.payment.status(row.public_code)}>{t('common.action.view')}</a>,
        },
      ]}
    />
  )
}
