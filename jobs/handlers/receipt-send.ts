import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { receiptRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { receiptDocumentData, receiptRequest } from '#app/domain/payments/payments/receipt.ts'
import { receiptLetter } from '#app/domain/payments/payments/receipt-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { sendLetter } from '#jobs/mail/send-letter.ts'
import type { Handler } from '../handler.ts'

/** A payment that was cancelled in the meantime gets none. */
export const sendReceipt: Handler<'receipt.send'> = async ({ payment_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const [data, to, labels] = await inPlace((trx) =>
    Promise.all([receiptDocumentData(trx, payment_id), receiptRecipient(trx, payment_id), labelsOf(trx)]),
  )
  if (data.payment.status !== 'paid') return
  const { locale } = to
  const t = i18nOf(locale, labels).getFixedT(locale)
  await sendLetter(tools, {
    to,
    letter: receiptLetter(data, { t, locale, origin: originOf(entity, environment) }),
    organisation: data.organisation,
    document: receiptRequest(payment_id, locale, labels),
  })
}
