import { type Kysely, sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { accountsToTell, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { type FailureSaid, failureSaid } from './credit-refund.ts'

interface Told {
  id: string
  number: string
  amount_sen: number
  /** Whose credit it is, which is free again. */
  family: string
  failure: FailureSaid
}

const approving = rolesWith('credit_refund.approve')

/** Who can decide what becomes of a refund that CHIP has not done. */
export const refundApprovers = (db: Kysely<DB>) =>
  accountsToTell(db).where(sql<boolean>`roles && ${approving}::text[]`)

/** To who approves refunds: CHIP has sent nothing back, why, and what to do now. */
export const failedRefundLetter = defineLetter<'credit_refund.failed_mail', Told>({
  list: 'refund',
  async load(trx, { credit_refund_id }) {
    const refund = await trx
      .selectFrom('credit_refund as refund')
      .innerJoin('parent', 'parent.id', 'refund.parent_id')
      .select(['refund.id', 'refund.number', 'refund.amount_sen', 'refund.failure', 'parent.name as family'])
      .where('refund.id', '=', credit_refund_id)
      .where('refund.status', '=', 'failed')
      .executeTakeFirst()
    const failure = failureSaid(refund?.failure ?? null)
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
