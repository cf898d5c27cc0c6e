import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { instructionsIn } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { isOpen } from '#app/domain/core/invoicing/attempt-states.ts'
import { linesIn } from '#app/domain/core/invoicing/line-text.ts'
import { invoiceTitle } from '#app/domain/core/invoicing/title.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { onlineTerms, onlineWays } from '#app/domain/payments/attempts/online-terms.ts'
import { publicInvoice } from '#app/domain/payments/payments/public-invoice.ts'
import { transferTerms } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { checkedPaper } from '#app/domain/payments/verification/check-paper.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { einvoicePanel } from '#app/server/einvoices/panel.ts'
import { byPublicCode, codeOf, unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { InvoiceSums } from '#app/ui/billing/invoice/InvoiceSums.tsx'
import { EarlyOffer } from '#app/ui/billing/invoice/InvoiceView.tsx'
import { WhyAmounts } from '#app/ui/billing/invoice/WhyAmounts.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Entries, Facts, Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { TextLines } from '#app/ui/core/text/unbroken.tsx'
import { EInvoicePanel } from '#app/ui/einvoice/document/EInvoicePanel.tsx'
import { OpenSlipNotice, PayByTransfer } from '#app/ui/payments/transfer-slip/PayByTransfer.tsx'

/** Lines under the amount; the others open below them. */
const mostLines = 6

/** An invoice for anyone with its code: what it is for, how much, by when, and the ways to pay. */
export const handle = { access: 'guest', titled: true, look: 'public' } satisfies Handle

export const headers = unlisted

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const missing = 'not_found.invoice'
  const code = codeOf(params, missing)
  const { search, searchParams } = new URL(request.url)
  const path = paths.invoice.status(code) + search
  return byPublicCode(context, { code, missing, path }, async (db) => {
    const [invoice, terms, transfer, paper] = await Promise.all([
      publicInvoice(db, code, context.today, context.actor.parent_id),
      onlineTerms(db),
      transferTerms(db, code),
      searchParams.has('signature') ? checkedPaper(db, code, searchParams) : undefined,
    ])
    if (!invoice) return undefined
    const [model] = terms.models
    const takes = onlineWays(terms, { trial: false }).length > 0
    const { title, einvoice, ...facts } = invoice
    const called = invoiceTitle(title, context)
    return {
      title: `${called} · ${facts.number}`,
      invoice: {
        ...{ ...facts, called },
        items: linesIn(facts.items, context.locale),
        why: linesIn(
          facts.why.map((line) => ({ ...line, share: line.facts.share })),
          context.locale,
        ),
      },
      einvoice: einvoicePanel(context, einvoice),
      paper: paper && { verdict: paper.verdict, path: paths.verify.paper(code) + search },
      online: takes ? { fee_sen: model ? terms.fees[model].payer_fee_sen : 0 } : null,
      open: terms.entity_status === 'active',
      counters: terms.counters,
      transfer: {
        ...transfer,
        qr: transfer.qr && { name: transfer.qr.name, image: qrCode(transfer.qr.text) },
      },
    }
  })
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function InvoiceStatus() {
  const { invoice, einvoice, paper, online, open, counters, transfer } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status } = invoice
  const owing = ['unpaid', 'part_paid', 'overdue', 'pending'].includes(status)
  return (
    <NarrowFrame>
      <AmountHeader
        about={invoice.called}
        number={t('payment.invoice_page.number', { number: invoice.number })}
        label={labelOf(invoice, t, locale)}
        sen={owing ? invoice.balance_sen : invoice.total_sen}
        settled={status === 'paid'}
        status={<StatusBadge status={status} />}
      />
      {paper && <OfPaper {...paper} />}
      <div>
        <PublicSums invoice={invoice} />
        <p className="small">
          <a href={paths.invoice.file(invoice.public_code)}>{t('payment.invoice_page.pdf')}</a>
        </p>
      </div>
      {owing && <OpenSlipNotice code={invoice.public_code} waiting={transfer.waiting} />}
      {(!owing || !transfer.waiting || status === 'pending') && (
        <NextStep {...{ invoice, online, open, counters }} />
      )}
      <InvoiceFacts invoice={invoice} />
      {owing && open && !transfer.waiting && status !== 'pending' && (
        <PayByTransfer code={invoice.public_code} transfer={transfer}>
          {transfer.qr && (
            <QrCode image={transfer.qr.image} label={t('duitnow.qr_of', transfer.qr)} side={200} />
          )}
        </PayByTransfer>
      )}
      <WhyAmounts lines={invoice.why} />
      {invoice.payments.length > 0 && (
        <Section title={t('payment.invoice_page.payments')}>
          <Entries
            items={invoice.payments.map((payment) => ({
              title: payment.number,
              href: payment.public_code ? paths.payment.status(payment.public_code) : undefined,
              meta: `${formatDate(payment.paid_on, locale)} · ${t(`payment.methods.${payment.method}`)}`,
              sen: payment.amount_sen,
            }))}
          />
        </Section>
      )}
      {einvoice && (
        <EInvoicePanel of={einvoice}>
          {einvoice.qr && <QrCode image={einvoice.qr} label={t('einvoice.qr')} side={160} />}
        </EInvoicePanel>
      )}
    </NarrowFrame>
  )
}

/** Who bills whom, and when. */
function InvoiceFacts({ invoice }: Pick<Data, 'invoice'>) {
  const { t } = useTranslation()
  const { locale, organisation } = usePage()
  return (
    <Facts
      items={[
        { label: t('payment.invoice_page.seller'), value: organisation.name },
        { label: t('payment.invoice_page.payer'), value: invoice.payer },
        { label: t('invoice.student'), value: invoice.student },
        {
          label: t('payment.invoice_page.issued_on'),
          value: invoice.issued_on && formatDate(invoice.issued_on, locale),
        },
        { label: t('payment.invoice_page.due_on'), value: formatDate(invoice.due_on, locale) },
      ]}
    />
  )
}

/** Whether the paper whose code was scanned says what was issued. */
function OfPaper({ verdict, path }: NonNullable<Data['paper']>) {
  const { t } = useTranslation()
  if (verdict === 'altered' || verdict === 'replaced')
    return (
      <Notice tone={verdict === 'altered' ? 'error' : 'warning'} title={t(`verify.of_paper.${verdict}`)}>
        <p>{t(`verify.text.${verdict}`)}</p>
      </Notice>
    )
  return (
    <p className="quiet small">
      {t(`verify.of_paper.${verdict}`)} · <a href={path}>{t('verify.more')}</a>
    </p>
  )
}

function labelOf({ status, due_on, paid_on }: Data['invoice'], t: TFunction, locale: Locale) {
  if (status === 'paid')
    return t('payment.invoice_page.paid_on', { date: formatDate(paid_on ?? due_on, locale) })
  if (status === 'cancelled') return t('payment.invoice_page.cancelled')
  if (status === 'pending') return t('payment.invoice_page.in_payment')
  const key = status === 'overdue' ? 'was_due' : 'to_pay_by'
  return t(`payment.invoice_page.${key}`, { date: formatDate(due_on, locale) })
}

/** The one thing to do now. */
function NextStep({
  invoice,
  online,
  open,
  counters,
}: Pick<Data, 'invoice' | 'online' | 'open' | 'counters'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status, attempts, balance_sen, public_code, payments } = invoice
  const [latest] = attempts
  if (status === 'cancelled') return null
  if (status === 'paid') {
    const last = payments.at(-1)
    if (!last) return null
    return last.public_code ? (
      <p className="actions">
        <LinkButton href={paths.payment.receipt(last.public_code)} look="primary">
          {t('payment.page.receipt')}
        </LinkButton>
      </p>
    ) : (
      <ByPhone code={public_code} />
    )
  }
  if (status === 'pending') {
    const holder = attempts.find(({ holds }) => holds)
    if (!holder) return null
    const values = { bank: holder.bank_name, time: formatInstant(holder.requested_at, locale) }
    return (
      <>
        <Notice tone="warning" title={t('payment.invoice_page.waiting_title')}>
          <p>{t('payment.invoice_page.waiting', values)}</p>
        </Notice>
        {holder.public_code ? (
          <p className="actions">
            <LinkButton href={paths.payment.status(holder.public_code)} look="primary">
              {t('payment.invoice_page.see_payment')}
            </LinkButton>
          </p>
        ) : (
          <ByPhone code={public_code} />
        )}
      </>
    )
  }
  // Its money may still come, so paying again is not the first thing to press.
  const undecided = latest && isOpen(latest.state)
  return (
    <>
      {latest && <LastTry attempt={latest} />}
      {open && online && undecided ? (
        <p>
          <a href={paths.payment.submit(public_code)}>{t('payment.invoice_page.pay_anyway')}</a>
        </p>
      ) : open && online ? (
        <div className="lead">
          <LinkButton href={paths.payment.submit(public_code)} look="primary">
            {t('payment.invoice_page.pay', { amount: formatRinggit(balance_sen) })}
          </LinkButton>
          <EarlyOffer early={invoice.early} />
          <p className="quiet small">
            {online.fee_sen > 0
              ? t('payment.invoice_page.fee', { fee: formatRinggit(online.fee_sen) })
              : t('payment.invoice_page.fee_none')}{' '}
            {counters.length > 0 && t('payment.invoice_page.counter')}
          </p>
        </div>
      ) : (
        <p>{t(`payment.invoice_page.${open ? (counters.length > 0 ? 'offline' : 'ask_how') : 'closed'}`)}</p>
      )}
      {open && counters.map((one) => <TextLines key={one.id} text={instructionsIn(one, locale)} />)}
    </>
  )
}

/** The payment was for other invoices of the family, too, which the code of this one does not open. */
function ByPhone({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <p className="quiet small">
      {t('payment.invoice_page.with_others')}{' '}
      <a href={paths.loginPhone({ to: paths.invoice.status(code) })}>{t('payment.page.by_phone')}</a>
    </p>
  )
}

/** What became of the last try, before somebody pays twice. */
function LastTry({ attempt }: { attempt: Data['invoice']['attempts'][number] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const values = { bank: attempt.bank_name, time: formatInstant(attempt.requested_at, locale) }
  const link = attempt.public_code && (
    <a href={paths.payment.status(attempt.public_code)}>{t('payment.invoice_page.see_payment')}</a>
  )
  if (isOpen(attempt.state)) {
    return (
      <Notice tone="warning" title={t('payment.invoice_page.undecided_title')}>
        <p>
          {t('payment.invoice_page.undecided', values)} {link}
        </p>
      </Notice>
    )
  }
  return (
    <p className="quiet">
      {t('payment.invoice_page.failed', values)} {link}
    </p>
  )
}

/** The lines, and from the total to the balance; many lines are behind a switch. */
function PublicSums({ invoice }: Pick<Data, 'invoice'>) {
  const { linesOf } = useTitles()
  return (
    <>
      <InvoiceSums sums={invoice.sums} above={linesOf(invoice.items, mostLines)} />
      <AllItems items={invoice.items} />
    </>
  )
}

function AllItems({ items }: Pick<Data['invoice'], 'items'>) {
  const { t } = useTranslation()
  if (items.length <= mostLines) return null
  return (
    <details>
      <summary>{t('payment.invoice_page.all_items', { count: items.length })}</summary>
      <Sums items={items.map(({ description, amount_sen }) => ({ label: description, sen: amount_sen }))} />
    </details>
  )
}
