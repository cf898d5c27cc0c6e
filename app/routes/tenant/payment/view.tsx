import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { freeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { formatDate, formatInstant, todayIn } from '#app/domain/core/dates.ts'
import { einvoicesOfPayment } from '#app/domain/core/invoicing/einvoice-state.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { type AllocationRow, allocationColumns, isManual } from '#app/domain/payments/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { mostCodes } from '#app/print/einvoice.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { einvoicePanel } from '#app/server/einvoices/panel.ts'
import { cancelStanding } from '#app/server/payments/cancelling.ts'
import { readerCorrectsUntil } from '#app/server/payments/correcting.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { EInvoicePanel } from '#app/ui/einvoice/document/EInvoicePanel.tsx'
import { GiftFinal } from '#app/ui/giving/donation/GiftView.tsx'
import { CorrectLink } from '#app/ui/payments/counter/CorrectLink.tsx'
import { AttemptMessages } from '#app/ui/payments/payment/Attempts.tsx'
import { CancelRequest } from '#app/ui/payments/payment/CancelPage.tsx'
import { GiveBack } from '#app/ui/payments/payment/GiveBack.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'payment.view', title: 'payment.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  const row = await payment(await context.read(), context.scope('payment.view'), id)
  const office = context.can('payment.record')
  const cancelling = await cancelStanding(context, 'payment', id, row)
  const stands = row.status === 'paid' && isManual(row.method)
  return {
    row: {
      ...row,
      messages: office ? row.messages : [],
      cancel_reason: office ? row.cancel_reason : null,
      canceller: office ? row.canceller : null,
    },
    request: stands ? cancelling.request : null,
    may: {
      cancel: stands && cancelling.alone && !cancelling.open,
      ask: stands && cancelling.ask && !cancelling.open,
    },
    mayPrint: context.can('payment.print'),
    mayFind: context.can('family.view'),
    maySeeAttempt: context.can('payment.enquire'),
    mayTrace: context.can('payout.view'),
    office,
    until: await readerCorrectsUntil(context, id),
    einvoices: (await einvoicesOfPayment(await context.read(), id)).flatMap(
      (one) => einvoicePanel(context, one) ?? [],
    ),
    giveBack:
      office && row.status === 'paid' && !isManual(row.method) ? await giveBackOf(context, row) : null,
    form_key: newId(),
  }
}

/** By what an online payment of invoices can be given back. */
async function giveBackOf(
  context: LoaderFunctionArgs['context'],
  { payer_parent_id: parent_id, allocations }: Awaited<ReturnType<typeof payment>>,
) {
  return {
    parent_id,
    free_sen: parent_id ? await freeCredit(await context.read(), parent_id) : 0,
    invoices: allocations.map(({ invoice_id, number }) => ({ invoice_id, number })),
    may: {
      note: context.can('refund.create') || context.can('refund.request'),
      refund: context.can('credit_refund.request'),
    },
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function ViewPayment() {
  const {
    row,
    request,
    may,
    mayPrint,
    mayFind,
    maySeeAttempt,
    mayTrace,
    office,
    until,
    einvoices,
    giveBack,
    form_key,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const paid = row.status === 'paid'
  return (
    <ViewPage
      title={formatRinggit(row.amount_sen)}
      subtitle={`${t('payment.number')} ${row.number} · ${row.payer_name ?? ''}`}
      back={{ label: t('payment.plural'), href: paths.payment.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {mayPrint && (
            <LinkButton href={paths.payment.download(row.id)} look={paid ? 'primary' : 'plain'}>
              {t('payment.view.receipt')}
            </LinkButton>
          )}
          {office && paid && row.payer_email && (
            <PostButton action={paths.payment.resend(row.id)} fields={{ form_key }}>
              {t('payment.view.resend')}
            </PostButton>
          )}
          {mayFind && row.payer_parent_id && (
            <LinkButton href={paths.family.view(row.payer_parent_id)}>{t('family.link')}</LinkButton>
          )}
          {mayTrace && <a href={paths.payment.trace(row.id)}>{t('trace.title')}</a>}
          <CorrectLink id={row.id} until={until} />
          {may.cancel && <a href={paths.payment.cancel(row.id)}>{t('payment.cancel.title')}</a>}
          {may.ask && <a href={paths.payment.cancel(row.id)}>{t('cancel_request.ask')}</a>}
        </>
      }
    >
      {row.cancelled_at && (
        <Notice
          title={t('payment.cancel.cancelled_on', {
            on: formatDate(todayIn(new Date(row.cancelled_at)), locale),
          })}
        >
          {row.cancel_reason && (
            <p>{t('payment.cancel.by', { name: row.canceller ?? '–', reason: row.cancel_reason })}</p>
          )}
          {row.replaced_by && (
            <p>
              {t('payment.correct.replaced')}{' '}
              <a href={paths.payment.view(row.replaced_by.id)}>{row.replaced_by.number}</a>
            </p>
          )}
          <p>{t('payment.cancel.kept')}</p>
        </Notice>
      )}
      {request && <CancelRequest request={request} />}
      {row.bank_day && (
        <Notice>
          <p>
            {t('payment.view.bank_day', {
              date: formatDate(row.bank_day, locale),
              on: formatDate(row.paid_on, locale),
            })}
          </p>
        </Notice>
      )}
      {row.second_debit_of && (
        <Notice>
          <p>{t('payment.paper.second', { order_no: row.gateway_order_no })}</p>
        </Notice>
      )}
      {row.late_success && (
        <Notice>
          <p>{t('payment.view.late')}</p>
        </Notice>
      )}
      {row.gift && (
        <Section title={t(`donation.of.${row.gift.kind}`)}>
          <Entries
            items={[
              {
                title: row.gift.type,
                href: paths[row.gift.kind].view(row.gift.id),
                meta: row.gift.donor_name ?? t('donation.anonymous'),
                sen: row.gift.amount_sen,
              },
            ]}
          />
        </Section>
      )}
      {!row.gift && (
        <TableSection
          title={t('payment.view.allocations')}
          columns={allocationColumns}
          rows={rowsOf(row, t)}
          totals={{ amount_sen: row.amount_sen }}
          open={({ invoice_id }) => (invoice_id ? paths.invoice.view(invoice_id) : null)}
          rowKey={({ invoice_id, title }) => invoice_id ?? String(title)}
        />
      )}
      <Section title={t('payment.view.facts')}>
        <PaymentFacts row={row} office={office} maySeeAttempt={maySeeAttempt} />
      </Section>
      {einvoices.map((one) => (
        <EInvoicePanel key={one.number} of={one} named={row.allocations.length > 1}>
          {one.qr && einvoices.length <= mostCodes && (
            <QrCode image={one.qr} label={t('einvoice.qr')} side={160} />
          )}
        </EInvoicePanel>
      ))}
      {giveBack && !row.gift && <GiveBack method={row.method as 'fpx' | 'chip'} {...giveBack} />}
      {office && paid && row.gift && <GiftFinal method={row.method} />}
      {row.messages.length > 0 && (
        <Section title={t('payment.view.messages')}>
          <AttemptMessages messages={row.messages} />
        </Section>
      )}
    </ViewPage>
  )
}

/** The invoices that it paid and all else that it was for, so that the rows add up to the amount. */
function rowsOf({ allocations, credit_sen, payer_fee_sen }: Row, t: TFunction): AllocationRow[] {
  const other = (title: string, amount_sen: number): AllocationRow[] =>
    amount_sen > 0
      ? [{ invoice_id: null, number: null, title, amount_sen, then_sen: null, balance_sen: null }]
      : []
  return [
    ...allocations,
    ...other(t('payment.credit'), credit_sen),
    ...other(t('payment.payer_fee'), payer_fee_sen),
  ]
}

function PaymentFacts({ row, office, maySeeAttempt }: { row: Row; office: boolean; maySeeAttempt: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const online = row.method === 'fpx'
  const attempt_id = row.attempt_id ?? row.second_debit_of
  const money = (sen: number | null) => (sen ? formatRinggit(sen) : null)
  return (
    <Facts
      columns={2}
      items={[
        { label: t('payment.paid_on'), value: formatDate(row.paid_on, locale) },
        { label: t('payment.method'), value: t(`payment.methods.${row.method}`) },
        { label: t('payment.payer'), value: row.payer_name },
        { label: t('payment.branch'), value: row.branch },
        row.sent_back_sen > 0 && { label: t('payment.sent_back'), value: money(row.sent_back_sen) },
        row.gift &&
          row.payer_fee_sen > 0 && { label: t('payment.payer_fee'), value: money(row.payer_fee_sen) },
        office &&
          Number(row.tenant_fee_sen) > 0 && {
            label: t('payment.tenant_fee'),
            value: money(row.tenant_fee_sen),
          },
        row.rounding_sen !== 0 && { label: t('payment.rounding'), value: money(row.rounding_sen) },
        row.rounding_sen !== 0 && {
          label: t('payment.cash_due'),
          value: money(row.amount_sen + row.rounding_sen),
        },
        office && row.given_sen !== null && { label: t('payment.given'), value: money(row.given_sen) },
        online && { label: t('payment.fpx_id'), value: row.gateway_transaction_id },
        online && {
          label: t('payment.order_no'),
          value:
            maySeeAttempt && attempt_id ? (
              <a href={paths.attempt.view(attempt_id)}>{row.gateway_order_no}</a>
            ) : (
              row.gateway_order_no
            ),
        },
        online && { label: t('payment.bank'), value: row.bank_name },
        online && row.model && { label: t('payment.model'), value: t(`fpx.model.${row.model}`) },
        row.reference_no && {
          label: t(online ? 'payment.bank_reference' : 'payment.reference_no'),
          value: row.reference_no,
        },
        office && row.receiver && { label: t('payment.receiver'), value: row.receiver },
        { label: t('common.field.created_at'), value: formatInstant(row.created_at, locale) },
        office && {
          label: t('payment.view.public_page'),
          value: <a href={paths.payment.status(row.public_code)}>{t('common.action.view')}</a>,
        },
        office &&
          row.early_reason && {
            label: t('payment.early_reason'),
            value: row.early_reason,
            wide: true as const,
          },
        row.replaces && {
          label: t('payment.correct.replaces'),
          value: row.replaces.number,
          href: paths.payment.view(row.replaces.id),
        },
        row.remark && { label: t('payment.remark'), value: row.remark, wide: true as const },
      ]}
    />
  )
}
