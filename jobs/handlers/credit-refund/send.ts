import { sql } from 'kysely'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import type { RefundMethod } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { creditRefundLetter } from '#app/domain/payments/credit-refunds/credit-refund-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** Tells a family that its refund was paid; nothing of one that is not, and nobody who has no address by now. */
export const sendCreditRefund: Handler<'credit_refund.send'> = async ({ credit_refund_id }, tools) => {
  const { inPlace, entity, environment, log } = tools
  const refund = await inPlace((trx) =>
    trx
      .selectFrom('credit_refund')
      .innerJoin('parent', 'parent.id', 'credit_refund.parent_id')
      .select([
        'credit_refund.id',
        'credit_refund.parent_id',
        'credit_refund.number',
        'amount_sen',
        'paid_on',
      ])
      .select(['bank_reference', sql<RefundMethod>`credit_refund.method`.as('method'), 'parent.user_id'])
      .where('credit_refund.id', '=', credit_refund_id)
      .where('credit_refund.status', '=', 'paid')
      .executeTakeFirst(),
  )
  if (!refund?.number || !refund.paid_on) return
  const { number, paid_on, user_id, ...told } = refund
  const [to, organisation, labels] = await inPlace((trx) =>
    Promise.all([familyRecipient(trx, refund.parent_id), organisationOf(trx), labelsOf(trx)]),
  )
  const { address, locale, name: family } = to
  if (!address) return
  const t = i18nOf(locale, labels).getFixedT(locale)
  const letter = creditRefundLetter(
    { ...told, number, paid_on, family, has_account: user_id !== null },
    { t, locale, origin: originOf(entity, environment), organisation },
  )
  const sent = await postLetter(tools, await mailSettings(tools), {
    to: { ...to, address },
    letter,
    organisation,
    list: 'refund',
  })
  log.info({ credit_refund_id, sent }, sent ? 'mail sent' : 'mail was sent before')
}
