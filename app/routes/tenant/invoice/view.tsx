import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditOnInvoice } from '#app/domain/accounting/credits/find-credits.ts'
import { earlyOffer } from '#app/domain/billing/credit-notes/early-discount.ts'
import { notesOf } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { invoice, invoiceAttempts, invoicePayments } from '#app/domain/billing/invoices/find-invoices.ts'
import { invoiceHistory } from '#app/domain/billing/invoices/invoice-history.ts'
import { sumsOfInvoices } from '#app/domain/billing/invoices/invoice-sums.ts'
import { countVersions } from '#app/domain/billing/invoices/invoice-versions.ts'
import { changesSince, explainAmounts, sponsoredOf } from '#app/domain/billing/plan/explain-amounts.ts'
import { whatsAppLink } from '#app/domain/core/contact/links.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { shownStatus } from '#app/domain/core/invoicing/invoice.ts'
import { linesIn } from '#app/domain/core/invoicing/line-text.ts'
import { invoiceTitle, withoutName } from '#app/domain/core/invoicing/title.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { findSetting, maySubmit } from '#app/domain/einvoice/settings/find-setting.ts'
import { openSlips } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { lastingOrigin } from '#app/server/api/tenant.ts'
import { einvoicePanel } from '#app/server/einvoices/panel.ts'
import { cancelStanding } from '#app/server/payments/cancelling.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { InvoiceHistory } from '#app/ui/billing/invoice/InvoiceHistory.tsx'
import { InvoiceLines } from '#app/ui/billing/invoice/InvoiceLines.tsx'
import {
  ChangesSince,
  InvoiceActions,
  InvoiceFacts,
  InvoiceNotes,
  InvoicePayments,
  InvoiceShare,
  InvoiceState,
} from '#app/ui/billing/invoice/InvoiceView.tsx'
import { WhyAmounts } from '#app/ui/billing/invoice/WhyAmounts.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { EInvoicePanel } from '#app/ui/einvoice/document/EInvoicePanel.tsx'
import { CancelRequest } from '#app/ui/payments/payment/CancelPage.tsx'
import { SlipNotice } from '#app/ui/payments/transfer-slip/SlipNotice.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'invoice.view', titled: true } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.invoice')
  const scope = context.scope('invoice.view')
  const db = await context.read()
  const isFamily = scope.scope === 'own'
  const [
    row,
    payments,
    credits,
    attempts,
    cancelling,
    why,
    changes,
    versions,
    notes,
    early,
    sponsors,
    slips,
    sums,
    history,
    reported,
    setting,
  ] = await Promise.all([
    invoice(db, scope, id),
    invoicePayments(db, id),
    creditOnInvoice(db, id),
    invoiceAttempts(db, id),
    cancelStanding(context, 'invoice', id, null),
    explainAmounts(db, id, isFamily ? 'family' : 'office'),
    changesSince(db, id),
    countVersions(db, id),
    context.can('refund.view') ? notesOf(db, context.scope('refund.view'), id) : [],
    earlyOffer(db, id, context.today),
    sponsoredOf(db, [id]),
    context.can('payment.confirm_slip') ? openSlips(db, [id]) : [],
    sumsOfInvoices(db, [id]),
    isFamily ? [] : invoiceHistory(db, id),
    einvoicesOf(db, 'invoice', [id]),
    context.can('einvoice.submit') ? findSetting(db) : undefined,
  ])
  const email = firstAddress(row.payer_email)
  const isMailable = email && row.status !== 'draft' && row.status !== 'cancelled'
  const called = invoiceTitle(row.title, context)
  return {
    title: [called, row.number].filter(Boolean).join(' · '),
    called,
    row: { ...row, items: linesIn(row.items, context.locale), shown: shownStatus(row, context.today) },
    payments,
    credits,
    // Less than nothing: it paid more than it has taken back.
    usesCredit: credits.reduce((sum, { delta_sen }) => sum + delta_sen, 0) < 0,
    // The office finds them in the history.
    attempts: isFamily ? attempts : [],
    sums: sums.get(id)!,
    history,
    again: isMailable && context.can('invoice.issue') ? { email, form_key: newId() } : null,
    why: linesIn(
      why.map((line) => ({ ...line, share: line.facts.share })),
      context.locale,
    ),
    changes,
    versions,
    notes,
    early,
    slips,
    sponsors: sponsors.map(({ sponsor, sen }) => ({ sponsor, sen })),
    request: row.status === 'cancelled' ? null : cancelling.request,
    einvoice: einvoicePanel(context, reported.get(id)),
    isFamily,
    isLate: row.due_on < context.today,
    share: isFamily || row.status === 'draft' || row.status === 'cancelled' ? null : shareOf(context, row),
    may: {
      edit: context.can('invoice.edit'),
      family: context.can('family.view'),
      issue: context.can('invoice.issue'),
      cancel: cancelling.alone && !cancelling.open,
      ask: cancelling.ask && !cancelling.open,
      print: context.can('invoice.print'),
      copy: context.can('invoice.create'),
      record: context.can('payment.record'),
      report: maySubmit(setting) && mayBeReported(row, reported.get(id)),
      credit:
        (context.can('refund.create') || context.can('refund.request')) &&
        !notes.some(({ status }) => status === 'requested'),
    },
  }
}

/** One that has no e-invoice, or whose e-invoice was cancelled. */
const mayBeReported = (
  { status, total_sen }: { status: string; total_sen: number },
  known: { status: string } | undefined,
): boolean =>
  status !== 'draft' && status !== 'cancelled' && total_sen > 0 && (!known || known.status === 'cancelled')

/** The link that the payer gets, and a message around it in the payer's own language. */
function shareOf(context: RequestContext, row: Awaited<ReturnType<typeof invoice>>) {
  const { site, labels, today } = context
  const url = lastingOrigin(context) + paths.invoice.status(row.public_code)
  const locale = knownLocale(row.payer_locale)
  const late = row.balance_sen > 0 && row.due_on < today
  const t = i18nOf(locale, labels).getFixedT(locale)
  // No child is named in a message about money that is late.
  const title = invoiceTitle(late ? withoutName(row.title) : row.title, { t, locale })
  const text = t(`invoice.whatsapp_text${late ? '_late' : ''}`, {
    title,
    organisation: site.side === 'tenant' ? site.entity.name : '',
    number: row.number,
    total: formatRinggit(row.balance_sen > 0 ? row.balance_sen : row.total_sen),
    due: formatDate(row.due_on, locale),
    url,
  })
  return { url, whatsapp: row.balance_sen > 0 ? whatsAppLink(row.payer_phone, text) : null }
}

export default function ViewInvoice() {
  const {
    called,
    row,
    payments,
    credits,
    usesCredit,
    attempts,
    sums,
    history,
    again,
    why,
    changes,
    versions,
    notes,
    early,
    slips,
    sponsors,
    request,
    einvoice,
    isFamily,
    isLate,
    share,
    may,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ViewPage
      title={called}
      subtitle={`${row.number ?? t('invoice.draft_title')} · ${row.student} · ${row.student_no}`}
      back={{ label: t('invoice.plural'), href: paths.invoice.list() }}
      status={<StatusBadge status={row.shown} />}
      actions={<InvoiceActions row={row} may={may} isFamily={isFamily} isLate={isLate} again={again} />}
    >
      {request && <CancelRequest request={request} />}
      <SlipNotice slips={slips} />
      <div className="standing">
        <InvoiceState
          row={row}
          isLate={isLate}
          payerPage={isFamily ? paths.invoice.status(row.public_code) : null}
          early={early}
        />
      </div>
      {versions > 0 && (
        <p>
          <a href={paths.invoice.versions(row.id)}>{t('invoice.versions.open', { count: versions })}</a>
        </p>
      )}
      <InvoiceFacts row={row} isFamily={isFamily} mayFind={may.family} />
      <InvoiceLines row={row} sums={sums} sponsors={sponsors} />
      <WhyAmounts lines={why} />
      <ChangesSince changes={changes} />
      {row.status !== 'draft' && (
        <InvoicePayments
          payments={payments}
          credits={credits}
          takeOff={
            may.cancel && usesCredit && row.status !== 'pending' ? paths.family.takeCreditOff(row.id) : null
          }
          attempts={attempts}
        />
      )}
      <InvoiceNotes notes={notes} />
      {einvoice && (
        <EInvoicePanel of={einvoice}>
          {einvoice.qr && <QrCode image={einvoice.qr} label={t('einvoice.qr')} side={160} />}
        </EInvoicePanel>
      )}
      {share && <InvoiceShare {...share} email={row.payer_email} />}
      <InvoiceHistory events={history} />
    </ViewPage>
  )
}
