import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { aboutSubscription } from '#app/domain/platform/subscriptions/letter-frame.ts'
import { subscriptionManagers } from './advance-stages.ts'
import { warnedCreditsOf } from './message-credits.ts'

/**
 * To who sees the subscription: few message credits are left, or none, and what happens then. Not when
 * enough were added meanwhile.
 */
export const messageCreditLetter = defineLetter<'subscription.credit_mail', { credit: number }>({
  list: 'subscription',
  sentBy: 'lunas',
  async load(trx, _payload, { entity }) {
    const credit = await warnedCreditsOf(trx, entity.id)
    return credit === null ? undefined : { credit }
  },
  to: (trx, { user_id }) => recipientAmong(subscriptionManagers(trx), user_id),

  compose({ credit }, setting) {
    const { t } = setting
    const organisation = lineOf(setting.organisation.name, 80)
    const values = { count: credit, left: formatCount(credit) }
    return {
      subject: t(`subscription.few_credits.${credit === 0 ? 'subject_none' : 'subject'}`, { organisation }),
      ...aboutSubscription(setting),
      paragraphs: [
        t(`subscription.few_credits.${credit === 0 ? 'none' : 'few'}`, values),
        t('subscription.few_credits.at_nothing'),
        t('subscription.few_credits.more'),
      ],
      facts: [{ label: t('setting.reminder.sms_left'), value: values.left }],
    }
  },
})
