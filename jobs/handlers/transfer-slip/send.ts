import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { transferSlipLetter } from '#app/domain/payments/transfer-slips/transfer-slip-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** Tells who pays the invoice that a slip was turned down and why, in their language; nobody who has no address. */
export const sendTransferSlip: Handler<'transfer_slip.send'> = async ({ transfer_slip_id }, tools) => {
  const { inPlace, entity, environment, log } = tools
  const slip = await inPlace((trx) =>
    trx
      .selectFrom('transfer_slip')
      .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
      .select(['transfer_slip.invoice_id', 'transfer_slip.amount_sen', 'transfer_slip.paid_on'])
      .select(['transfer_slip.reference_no', 'invoice.number', 'invoice.public_code'])
      .select((eb) => eb.ref('transfer_slip.decision_reason').$notNull().as('decision_reason'))
      .where('transfer_slip.id', '=', transfer_slip_id)
      .where('transfer_slip.status', '=', 'rejected')
      .executeTakeFirst(),
  )
  if (!slip) return
  const [to, organisation, labels] = await inPlace((trx) =>
    Promise.all([invoiceRecipient(trx, slip.invoice_id), organisationOf(trx), labelsOf(trx)]),
  )
  const { address, locale, name: reader } = to
  if (!address) return
  const t = i18nOf(locale, labels).getFixedT(locale)
  const setting = { t, locale, origin: originOf(entity, environment), organisation, reader }
  const sent = await postLetter(tools, await mailSettings(tools), {
    to: { ...to, address },
    letter: transferSlipLetter(slip, setting),
    organisation,
    list: 'transfer-slip',
  })
  log.info({ transfer_slip_id, sent }, sent ? 'mail sent' : 'mail was sent before')
}
