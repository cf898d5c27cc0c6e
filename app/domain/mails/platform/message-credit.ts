import { formatCount } from '#app/domain/lists/columns.ts'
import type { Letter } from '../letter.ts'
import { lineOf } from '../text/line.ts'
import { aboutSubscription, type PlatformSetting } from './platform-letter.ts'

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
