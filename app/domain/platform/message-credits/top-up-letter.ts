import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { subscriptionManagers } from '#app/domain/platform/subscriptions/subscription-letters.ts'
import { paths } from '#app/paths.ts'
import { paidTopUp } from './top-up.ts'

interface PaidTopUp {
  number: string
  credits: number
  total_sen: number
  paid_on: string
  /** The balance when the mail is sent. */
  credit: number
}

/** Tells those who see the subscription that a top-up is paid and its credits are there. */
export const topUpLetter = defineLetter<'subscription.topup_mail', PaidTopUp>({
  list: 'subscription',
  sentBy: 'lunas',
  load: (trx, { invoice_id }) => paidTopUp(trx, invoice_id),
  to: (trx, { user_id }) => recipientAmong(subscriptionManagers(trx), user_id),

  compose({ number, credits, total_sen, paid_on, credit }, { t, locale, origin, organisation, reader }) {
    const name = lineOf(organisation.name, 80)
    const added = formatCount(credits)
    return {
      subject: t('message_credit.mail.subject', { organisation: name, credits: added }),
      greeting: greetingOf(reader, t),
      paragraphs: [t('message_credit.mail.text', { number, credits: added })],
      figure: { label: t('message_credit.mail.added'), value: added },
      facts: [
        { label: t('platform_invoice.number'), value: number },
        { label: t('message_credit.mail.amount'), value: formatRinggit(total_sen) },
        { label: t('message_credit.mail.paid_on'), value: formatDate(paid_on, locale) },
        { label: t('message_credit.left'), value: formatCount(credit) },
      ],
      action: { label: t('message_credit.mail.see'), url: origin + paths.message_credit.view() },
      sender: ['Lunas'],
      note: t('subscription.notice.note', { organisation: name }),
    }
  },
})
