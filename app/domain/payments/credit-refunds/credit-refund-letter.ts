import { sql } from 'kysely'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { RefundMethod } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { paths } from '#app/paths.ts'

interface Told {
  id: string
  number: string
  amount_sen: number
  paid_on: string
  method: RefundMethod
  bank_reference: string | null
  /** They can sign in and look at it. */
  has_account: boolean
}

const texts = {
  cash: 'mail.credit_refund.cash',
  bank_transfer: 'mail.credit_refund.transfer',
  chip: 'mail.credit_refund.chip',
} as const

/** Tells a family that its refund was paid. It names no child, and nothing of the account to which the money went. */
export const creditRefundLetter = defineLetter<'credit_refund.send', Told, Told & { parent_id: string }>({
  list: 'refund',
  async load(trx, { credit_refund_id }) {
    const refund = await trx
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
      .executeTakeFirst()
    if (!refund?.number || !refund.paid_on) return undefined
    const { number, paid_on, user_id, ...told } = refund
    return { ...told, number, paid_on, has_account: user_id !== null }
  },
  to: (trx, _payload, { parent_id }) => familyRecipient(trx, parent_id),

  compose(refund, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const { number, bank_reference } = refund
    const values = { number, organisation: sender.name }
    const text = texts[refund.method]
    return {
      subject: t('mail.credit_refund.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [t(text, values), t('mail.credit_refund.wrong', values)],
      figure: { label: t('credit_refund.amount_sen'), value: formatRinggit(refund.amount_sen) },
      facts: [
        { label: t('credit_refund.one'), value: number },
        { label: t('credit_refund.paid_on'), value: formatDate(refund.paid_on, locale) },
        { label: t('credit_refund.method'), value: t(`payment.methods.${refund.method}`) },
        ...(bank_reference ? [{ label: t('credit_refund.bank_reference'), value: bank_reference }] : []),
      ],
      ...(refund.has_account
        ? {
            action: {
              label: t('mail.credit_refund.see'),
              url: origin + paths.credit_refund.view(refund.id),
            },
          }
        : {}),
      sender: sender.lines,
      note: t('mail.invoice.note', { organisation: sender.name }),
    }
  },
})
