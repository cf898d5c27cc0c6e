import type { TFunction } from 'i18next'
import type { InvoiceDocumentData } from '#app/domain/billing/invoices/document.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

/** It names no child; the sheet that is attached does. `origin` is the organisation's own. */
export function invoiceLetter(
  { organisation, invoice }: Pick<InvoiceDocumentData, 'organisation' | 'invoice'>,
  { t, locale, origin }: { t: TFunction; locale: Locale; origin: string },
): Letter {
  const { balance_sen, total_sen, family_code } = invoice
  const number = invoice.number ?? ''
  const due_on = formatDate(invoice.due_on, locale)
  const sender = senderOf(organisation)
  const open = balance_sen > 0
  const kind = open ? 'open' : 'settled'
  const amount = formatRinggit(open ? balance_sen : total_sen)
  const values = { number, organisation: sender.name, amount, due_on }
  return {
    subject: t(`mail.invoice.subject_${kind}`, values),
    greeting: greetingOf(invoice.payer, t),
    paragraphs: [t(`mail.invoice.text_${kind}`, values)],
    figure: { label: t(open ? 'invoice.paper.to_pay' : 'invoice.total_sen'), value: amount },
    facts: [
      { label: t('mail.invoice.number'), value: number },
      { label: t('invoice.due_on'), value: due_on },
      { label: t('invoice.family_code'), value: family_code },
    ],
    action: { label: t(`mail.invoice.see_${kind}`), url: origin + paths.invoice.status(invoice.public_code) },
    sender: sender.lines,
    note: t('mail.invoice.note', { organisation: sender.name }),
  }
}
