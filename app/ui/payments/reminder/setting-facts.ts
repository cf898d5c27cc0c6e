import type { TFunction } from 'i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'

interface Setting {
  on: boolean
  steps: readonly string[]
  from: string
  until: string
  sms: boolean
  /** Message credits that are left; null where none are used. */
  credits?: number | null
}

/** The setting as its page tells it. */
export function reminderFacts(row: Setting, t: TFunction) {
  return [
    { label: t('setting.reminder.on'), value: t(row.on ? 'common.yes' : 'common.no') },
    {
      label: t('setting.reminder.hours'),
      value: t('setting.reminder.from_until', { from: row.from, until: row.until }),
    },
    { label: t('setting.reminder.sms'), value: t(row.sms ? 'common.yes' : 'common.no') },
    ...(row.credits == null
      ? []
      : [{ label: t('setting.reminder.sms_left'), value: formatCount(row.credits) }]),
    {
      label: t('setting.reminder.steps'),
      value: row.steps.map((step) => t(`reminder.steps.${step}`)).join(', '),
      wide: true as const,
    },
  ]
}
