import { type Kysely, sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { parseFailure, type RefundFailure, type RefundMethod } from './credit-refund.ts'

interface PaidRefund {
  id: string
  number: string
  amount_sen: number
  paid_on: string
  method: RefundMethod
  bank_reference: string | null
  /** Of cash. */
  rounding_sen: number
  /** The family can sign in and view it. */
  has_account: boolean
}

const texts = {
  cash: 'mail.credit_refund.cash',
  bank_transfer: 'mail.credit_refund.transfer',
  chip: 'mail.credit_refund.chip',
} as const

/** To a family whose refund was paid. It names neither a child nor the account. */
export const creditRefundLetter = defineLetter<
  'credit_refund.send',
  PaidRefund,
  PaidRefund & { parent_id: string }
>({
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
        'rounding_sen',
      ])
      .select(['bank_reference', sql<RefundMethod>`credit_refund.method`.as('method'), 'parent.user_id'])
      .where('credit_refund.id', '=', credit_refund_id)
      .where('credit_refund.status', '=', 'paid')
      .executeTakeFirst()
    if (!refund?.number || !refund.paid_on) return undefined
    const { number, paid_on, user_id, ...facts } = refund
    return { ...facts, number, paid_on, has_account: user_id !== null }
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
        ...(refund.rounding_sen === 0
          ? []
          : [
              { label: t('payment.rounding'), value: formatRinggit(refund.rounding_sen) },
              {
                label: t('credit_refund.in_cash'),
                value: formatRinggit(refund.amount_sen + refund.rounding_sen),
              },
            ]),
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

interface FailedRefund {
  id: string
  number: string
  amount_sen: number
  /** The family whose credit is available again. */
  family: string
  failure: RefundFailure
}

const approverRoles = rolesWith('credit_refund.approve')

/** Accounts that may approve refunds, and so decide about a failed one. */
export const refundApprovers = (db: Kysely<DB>) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${approverRoles}::text[]`)

/** To approvers of refunds: CHIP refunded nothing, why, and what to do. */
export const failedRefundLetter = defineLetter<'credit_refund.failed_mail', FailedRefund>({
  list: 'refund',
  async load(trx, { credit_refund_id }) {
    const refund = await trx
      .selectFrom('credit_refund as refund')
      .innerJoin('parent', 'parent.id', 'refund.parent_id')
      .select(['refund.id', 'refund.number', 'refund.amount_sen', 'refund.failure', 'parent.name as family'])
      .where('refund.id', '=', credit_refund_id)
      .where('refund.status', '=', 'failed')
      .executeTakeFirst()
    const failure = parseFailure(refund?.failure ?? null)
    return refund && failure ? { ...refund, number: refund.number!, failure } : undefined
  },
  to: (trx, { user_id }) => recipientAmong(refundApprovers(trx), user_id),

  compose({ id, number, amount_sen, family, failure }, { t, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { number, organisation: sender.name }
    return {
      subject: t('mail.failed_refund.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.failed_refund.text', values),
        t(`credit_refund.failures.${failure.code}`),
        ...(failure.words ? [t('mail.failed_refund.said', { words: lineOf(failure.words, 200) })] : []),
        t(`credit_refund.next.${failure.code}`),
      ],
      figure: { label: t('credit_refund.amount_sen'), value: formatRinggit(amount_sen) },
      facts: [
        { label: t('credit_refund.one'), value: number },
        { label: t('credit_refund.parent'), value: lineOf(family, 80) },
      ],
      action: { label: t('mail.credit_refund.see'), url: origin + paths.credit_refund.view(id) },
      sender: sender.lines,
      note: t('mail.failed_refund.note', values),
    }
  },
})
