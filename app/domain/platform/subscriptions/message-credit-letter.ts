import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { aboutSubscription, type PlatformSetting } from '#app/domain/core/letters/platform-letter.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'

/** To who sees the subscription: few message credits are left, or none, and what happens then. */
export function messageCreditLetter(credit: number, setting: PlatformSetting): Letter {
  const { t } = setting
  const organisation = lineOf(setting.organisation, 80)
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
}
