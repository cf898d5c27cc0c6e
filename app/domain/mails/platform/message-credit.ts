import type { TFunction } from 'i18next'
import { formatCount } from '#app/domain/lists/columns.ts'
import { paths } from '#app/paths.ts'
import type { Letter } from '../letter.ts'
import { greetingOf } from '../phrases.ts'
import { lineOf } from '../text/line.ts'

interface Setting {
  t: TFunction
  /** The organisation's own. */
  origin: string
  organisation: string
  reader: string
}

/** To who sees the subscription: few message credits are left, or none, and what happens then. */
export function messageCreditLetter(
  credit: number,
  { t, origin, organisation: name, reader }: Setting,
): Letter {
  const organisation = lineOf(name, 80)
  const values = { count: credit, left: formatCount(credit) }
  return {
    subject: t(`subscription.few_credits.${credit === 0 ? 'subject_none' : 'subject'}`, { organisation }),
    greeting: greetingOf(reader, t),
    paragraphs: [
      t(`subscription.few_credits.${credit === 0 ? 'none' : 'few'}`, values),
      t('subscription.few_credits.at_nothing'),
      t('subscription.few_credits.more'),
    ],
    facts: [{ label: t('setting.reminder.sms_left'), value: values.left }],
    action: { label: t('subscription.notice.see'), url: origin + paths.setting.subscription() },
    sender: ['Lunas'],
    note: t('subscription.notice.note', { organisation }),
  }
}
