import { useTranslation } from 'react-i18next'
import { type CreditOnInvoice, creditOnInvoiceColumns } from '#app/domain/accounting/credits/credit.ts'
import type { notesOf } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import type { Change } from '#app/domain/billing/plan/explain-amounts.ts'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import type { InvoiceStatus, ShownStatus } from '#app/domain/core/invoicing/invoice.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { toneOf } from '#app/ui/core/feedback/tones.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { MoreActions } from '#app/ui/core/page/MoreActions.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface InvoiceStateProps {
  row: {
    shown: ShownStatus
    due_on: string
    paid_on: string | null
    total_sen: number
    balance_sen: number
    cancel_reason: string | null
    cancelled_at: Date | string | null
  }
  isLate: boolean
  /** Where its payer sees the payment that is on its way. */
  payerPage?: string | null
  /** The credit for paying early, and until when. */
  early?: { sen: number; until: string } | null
}

/** The status of an invoice: the amount that matters now, and notices. */
export function InvoiceState({ row, isLate, payerPage, early }: InvoiceStateProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const on = formatDate(row.due_on, locale)
  switch (row.shown) {
    case 'draft':
      return (
        <>
          <Amount sen={row.total_sen} label={t('invoice.draft_total')} />
          {isLate && (
            <Notice tone="warning" title={t('invoice.draft_expired')}>
              <p>{t('invoice.draft_expired_text')}</p>
            </Notice>
          )}
        </>
      )
    case 'unpaid':
    case 'part_paid':
      return (
        <>
          <Amount sen={row.balance_sen} label={t('invoice.to_pay', { on })} />
          <EarlyOffer early={early} />
        </>
      )
    case 'overdue':
      return <Amount sen={row.balance_sen} label={t('invoice.to_pay_overdue', { on })} />
    case 'pending':
      return (
        <>
          <Amount sen={row.balance_sen} label={t('invoice.to_pay_pending')} />
          <Notice title={t('invoice.in_payment')}>
            <p>{t('invoice.in_payment_text')}</p>
            {payerPage && (
              <p>
                <a href={payerPage}>{t('payment.invoice_page.see_payment')}</a>
              </p>
            )}
          </Notice>
        </>
      )
    case 'paid':
      return (
        <Amount
          sen={row.total_sen}
          settled
          label={
            row.paid_on
              ? t('invoice.settled_on', { on: formatDate(row.paid_on, locale) })
              : t('invoice.settled')
          }
        />
      )
    case 'cancelled':
      return (
        <>
          <Amount sen={row.total_sen} label={t('invoice.cancelled_total')} />
          {row.cancelled_at && (
            <Notice
              title={t('invoice.cancelled_title', {
                on: formatDate(todayIn(new Date(row.cancelled_at)), locale),
              })}
            >
              <p>{row.cancel_reason}</p>
            </Notice>
          )}
        </>
      )
  }
}

/** The offer for paying early, if there is one. */
export function EarlyOffer({ early }: { early: InvoiceStateProps['early'] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (!early) return null
  const values = { on: formatDate(early.until, locale), amount: formatRinggit(early.sen) }
  return <p className="quiet small">{t('invoice.early', values)}</p>
}

interface InvoiceActionsProps {
  row: {
    id: string
    student_id: string
    status: InvoiceStatus
    student: string
    payer: string
    public_code: string
    balance_sen: number
    version: number
  }
  /** `ask`: may request a cancellation, which somebody else decides. */
  may: {
    edit: boolean
    issue: boolean
    cancel: boolean
    ask: boolean
    print: boolean
    record: boolean
    credit: boolean
    copy: boolean
    /** It may be submitted to the tax portal. */
    report: boolean
  }
  /** The reader is a parent, who pays online and records no payments. */
  isFamily: boolean
  /** The due date has passed. */
  isLate: boolean
  /** Where it can be mailed again, and the key of that form; null when it cannot, or the reader may not. */
  again: { email: string; form_key: string } | null
}

/** What the reader may do now: the most likely as buttons, the rest behind "More". */
export function InvoiceActions({ row, may, isFamily, isLate, again }: InvoiceActionsProps) {
  const { t } = useTranslation()
  const version = String(row.version)
  if (row.status === 'draft') {
    return (
      <>
        {may.issue && !isLate && (
          <LinkButton href={paths.invoice.issue(row.id)} look="primary">
            {t('invoice.issue.open')}
          </LinkButton>
        )}
        {may.edit && (
          <LinkButton href={paths.invoice.edit(row.id)} look={isLate ? 'primary' : 'plain'}>
            {t('common.action.edit')}
          </LinkButton>
        )}
        {may.print && <LinkButton href={paths.invoice.paper(row.id)}>{t('invoice.print')}</LinkButton>}
        {may.edit && (
          <ConfirmButton
            label={t('common.action.remove')}
            text={t('invoice.remove_question', { student: row.student })}
            action={paths.invoice.remove(row.id)}
            confirm={t('common.action.remove')}
            fields={{ version }}
          />
        )}
      </>
    )
  }
  if (isFamily)
    return (
      <>
        {row.status === 'unpaid' && (
          <LinkButton href={paths.invoice.status(row.public_code)} look="primary">
            {t('invoice.pay')}
          </LinkButton>
        )}
        {row.status === 'unpaid' && (
          <LinkButton href={paths.ask({ about: 'instalments' })}>{t('ask.title.instalments')}</LinkButton>
        )}
        {may.print && <LinkButton href={paths.invoice.download(row.id)}>{t('invoice.download')}</LinkButton>}
        {may.print && <LinkButton href={paths.invoice.paper(row.id)}>{t('invoice.print')}</LinkButton>}
      </>
    )
  const isCancellable = row.status === 'unpaid'
  const mayCredit = may.credit && (isCancellable || row.status === 'paid')
  return (
    <>
      {(isCancellable || row.status === 'pending') && may.record && (
        <LinkButton href={paths.invoice.pay(row.id)} look={isCancellable ? 'primary' : 'plain'}>
          {t('invoice.record_payment')}
        </LinkButton>
      )}
      {again && (
        <ConfirmButton
          label={t('invoice.send_again.open')}
          text={t('invoice.send_again.text', { payer: row.payer, email: again.email })}
          action={paths.invoice.send(row.id)}
          confirm={t('invoice.send_again.submit', { email: again.email })}
          fields={{ form_key: again.form_key }}
          look="plain"
        />
      )}
      <MoreActions
        items={[
          may.print && { label: t('invoice.download'), href: paths.invoice.download(row.id) },
          may.print && { label: t('invoice.print'), href: paths.invoice.paper(row.id) },
          may.edit && isCancellable && { label: t('common.action.edit'), href: paths.invoice.amend(row.id) },
          may.report && { label: t('einvoice.new_single'), href: paths.einvoice.new({ invoice: row.id }) },
          may.copy && { label: t('invoice.copy'), href: paths.invoice.copyOf(row) },
          mayCredit && { label: t('credit_note.new'), href: paths.credit_note.new(row.id) },
          mayCredit &&
            isCancellable &&
            row.balance_sen > 0 && {
              label: t('credit_note.write_off'),
              href: paths.credit_note.writeOff(row.id),
            },
          may.cancel && isCancellable && { label: t('invoice.cancel'), href: paths.invoice.cancel(row.id) },
          may.ask && isCancellable && { label: t('cancel_request.ask'), href: paths.invoice.cancel(row.id) },
        ]}
      />
    </>
  )
}

interface InvoiceFactsProps {
  row: {
    payer: string
    payer_parent_id: string
    payer_phone: string
    family_code: string
    branch: string
    issued_on: string | null
    due_on: string
    remark: string | null
    internal_note: string | null
  }
  isFamily: boolean
  /** The reader may open the account of the family. */
  mayFind: boolean
}

/** Payer, dates, branch and notes of an invoice. */
export function InvoiceFacts({ row, isFamily, mayFind }: InvoiceFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      columns={2}
      items={[
        {
          label: t('invoice.payer'),
          value: (
            <>
              {mayFind ? <a href={paths.family.view(row.payer_parent_id)}>{row.payer}</a> : row.payer}
              {row.payer_phone && ' · '}
              <Phone number={row.payer_phone} />
            </>
          ),
        },
        { label: t('invoice.family_code'), value: row.family_code },
        { label: t('invoice.issued_on'), value: row.issued_on && formatDate(row.issued_on, locale) },
        { label: t('invoice.due_on'), value: formatDate(row.due_on, locale) },
        { label: t('invoice.branch'), value: row.branch },
        row.remark !== null && { label: t('invoice.remark'), value: row.remark, wide: true },
        !isFamily &&
          row.internal_note !== null && {
            label: t('invoice.internal_note'),
            value: row.internal_note,
            wide: true,
          },
      ]}
    />
  )
}

interface PaymentOfInvoice {
  id: string
  number: string
  paid_on: string
  method: string
  reference_no: string | null
  amount_sen: number
  status: string
}

interface Attempt {
  id: string
  order_no: string
  bank_name: string | null
  state: string
  requested_at: Date | string
  amount_sen: number
}

const paymentColumns = columnsOf<PaymentOfInvoice>()(
  { key: 'number', label: 'invoice.payment_number' },
  { key: 'paid_on', label: 'invoice.paid_on', kind: 'date' },
  { key: 'method', label: 'invoice.method', words: 'payment.methods' },
  { key: 'reference_no', label: 'invoice.reference_no' },
  { key: 'amount_sen', label: 'invoice.amount', kind: 'money' },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)

interface InvoicePaymentsProps {
  payments: readonly PaymentOfInvoice[]
  credits: readonly CreditOnInvoice[]
  /** URL to remove applied credit; null when the reader may not. */
  takeOff: string | null
  attempts: readonly Attempt[]
}

/** Payments and credit on an invoice, and the attempts to pay it online. */
export function InvoicePayments({ payments, credits, takeOff, attempts }: InvoicePaymentsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('invoice.payments')}>
        {payments.length > 0 ? (
          <Table
            caption={t('invoice.payments')}
            columns={paymentColumns}
            rows={payments}
            open={(payment) => paths.payment.view(payment.id)}
          />
        ) : (
          <p className="quiet">{t('invoice.no_payments')}</p>
        )}
      </Section>
      {credits.length > 0 && (
        <TableSection
          title={t('family_credit.on_invoice')}
          columns={creditOnInvoiceColumns}
          rows={credits}
          brief
        >
          {takeOff ? <a href={takeOff}>{t('family_credit.take_off')}</a> : null}
        </TableSection>
      )}
      {attempts.length > 0 && (
        <Section title={t('invoice.attempts')}>
          <Timeline
            items={attempts.toReversed().map(({ order_no, bank_name, state, requested_at, amount_sen }) => ({
              title: t(`invoice.attempt.${state}`),
              at: requested_at,
              text: [formatRinggit(amount_sen), bank_name, order_no].filter(Boolean).join(' · '),
              tone: toneOf(state),
            }))}
          />
        </Section>
      )}
    </>
  )
}

type FoundNote = Awaited<ReturnType<typeof notesOf>>[number]
type NoteRow = Omit<FoundNote, 'requested_at'>

const noteColumns = columnsOf<NoteRow>()(
  { key: 'kind', label: 'credit_note.kind', words: 'credit_note.kinds', room: 'who' },
  { key: 'number', label: 'credit_note.number', kind: 'number' },
  { key: 'issued_on', label: 'credit_note.issued_on', kind: 'date' },
  { key: 'total_sen', label: 'credit_note.total_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'credit_note.status', kind: 'status' },
)

/** The credit notes of an invoice in every status. */
export function InvoiceNotes({ notes }: { notes: readonly NoteRow[] }) {
  const { t } = useTranslation()
  if (notes.length === 0) return null
  return (
    <TableSection
      title={t('credit_note.credited')}
      columns={noteColumns}
      rows={notes}
      brief
      open={({ id }) => paths.credit_note.view(id)}
    />
  )
}

/** Differences from earlier invoices; `changes` is null when nothing was billed before. */
export function ChangesSince({ changes }: { changes: readonly Change[] | null }) {
  const { t } = useTranslation()
  if (!changes) return null
  const amount = (sen: number | null) => (sen === null ? '' : formatRinggit(sen))
  return (
    <Section title={t('invoice.since.title')}>
      {changes.length === 0 ? (
        <p>{t('invoice.since.same')}</p>
      ) : (
        <ul>
          {changes.map(({ kind, description, before_sen, now_sen }) => (
            <li key={`${kind} ${description}`}>
              {t(`invoice.since.${kind}`, {
                ...{ line: description, before: amount(before_sen), now: amount(now_sen) },
              })}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface InvoiceShareProps {
  /** The invoice's public page. */
  url: string
  /** Opens WhatsApp with the message written; null when there is nothing left to pay. */
  whatsapp: string | null
  /** The address it was e-mailed to. */
  email: string | null
}

/** Link, WhatsApp and e-mail for sending an invoice to its payer. */
export function InvoiceShare({ url, whatsapp, email }: InvoiceShareProps) {
  const { t } = useTranslation()
  const field = { id: 'public_link', name: 'public_link', errorId: 'public_link-error' }
  return (
    <Section title={t('invoice.share')}>
      <div className="fields">
        <p>{email ? t('invoice.emailed_to', { email }) : t('invoice.no_email')}</p>
        <TextField
          of={{ ...field, descriptionId: 'public_link-hint', initialValue: url }}
          label={t('invoice.public_link')}
          hint={t('invoice.public_link_hint')}
          optional={false}
          readOnly
        />
        {whatsapp && (
          <div>
            <LinkButton href={whatsapp}>{t('invoice.whatsapp')}</LinkButton>
            <p className="hint">{t('invoice.whatsapp_hint')}</p>
          </div>
        )}
      </div>
    </Section>
  )
}
