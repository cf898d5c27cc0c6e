import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { linesInBrief } from '#app/domain/core/invoicing/paid-lines.ts'
import { invoiceTitle } from '#app/domain/core/invoicing/title.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { type InvoiceDocumentData, invoiceDocumentData } from './invoice-document.ts'
import { recordInvoiceMailed, recordInvoiceMailFailed } from './invoice-mails.ts'
import { betweenTotalAndBalance, type InvoiceSums } from './invoice-sums.ts'

/** Lines that the mail lists; the attached PDF has them all. */
const mostLines = 8

type Content = Pick<InvoiceDocumentData, 'invoice' | 'items' | 'sums'> & { online: boolean }

/**
 * An issued invoice for its payer, by its title: whom it is for, by the name that the child is called, and what for. None
 * for an invoice that was cancelled in the meantime.
 * @param takesOnline whether a payer can pay online now; otherwise the letter's button does not speak of paying
 */
export const invoiceLetter = (takesOnline: (db: Transaction<DB>) => Promise<boolean>) =>
  defineLetter<'invoice.send', Content, InvoiceDocumentData & Content>({
    list: 'invoice',
    async load(trx, { invoice_id }) {
      const [data, online] = await Promise.all([invoiceDocumentData(trx, invoice_id), takesOnline(trx)])
      return ['draft', 'cancelled'].includes(data.invoice.status) ? undefined : { ...data, online }
    },
    to: (trx, { invoice_id }) => invoiceRecipient(trx, invoice_id),
    noAddress: (trx, { invoice_id }) => recordInvoiceNotSent(trx, invoice_id),
    afterSending: (trx, { invoice_id }, sent) => recordInvoiceMailed(trx, invoice_id, sent),
    failed: (trx, { invoice_id }, sending) => recordInvoiceMailFailed(trx, invoice_id, sending),

    compose({ invoice, items, sums, online }, { t, locale, origin, organisation }) {
      const { balance_sen, total_sen, family_code } = invoice
      const number = invoice.number ?? ''
      const due_on = formatDate(invoice.due_on, locale)
      const sender = senderOf(organisation)
      const open = balance_sen > 0
      const kind = open ? 'open' : 'settled'
      const amount = formatRinggit(open ? balance_sen : total_sen)
      const title = lineOf(invoiceTitle(invoice.title, { t, locale }))
      const values = { title, organisation: sender.name, amount, due_on }
      return {
        subject: t(`mail.invoice.subject_${kind}`, values),
        greeting: greetingOf(invoice.payer, t),
        paragraphs: [t(`mail.invoice.text_${kind}`, values)],
        figure: { label: t(open ? 'invoice.paper.to_pay' : 'invoice.total_sen'), value: amount },
        items: [
          {
            title,
            lines: [...linesInBrief(items, mostLines, { t, locale }), ...toBalance(sums, { t, locale })].map(
              ({ label, sen }) => ({ label: lineOf(label, 200), value: formatRinggit(sen) }),
            ),
          },
        ],
        facts: [
          { label: t('mail.invoice.number'), value: number },
          { label: t('invoice.due_on'), value: due_on },
          { label: t('invoice.family_code'), value: family_code },
        ],
        action: {
          label: t(`mail.invoice.see_${open && !online ? 'settled' : kind}`),
          url: origin + paths.invoice.status(invoice.public_code),
        },
        sender: sender.lines,
        note: t('mail.invoice.note', { organisation: sender.name }),
      }
    },
  })

/** Where part of the total is off already, how the amount of the mail comes out of it. */
function toBalance(sums: InvoiceSums, reader: { t: TFunction; locale: Locale }) {
  const less = betweenTotalAndBalance(sums, reader)
  if (less.length === 0) return []
  const { t } = reader
  return [
    { label: t('invoice.total_sen'), sen: sums.total_sen },
    ...less,
    { label: t('invoice.balance_sen'), sen: sums.balance_sen },
  ]
}

export const recordInvoiceNotSent = (trx: Transaction<DB>, id: string) =>
  record(trx, systemActor, 'invoice.not_sent', { type: 'invoice', id }, { after: { reason: 'no_address' } })
