import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatClock } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'

interface Setting {
  on: boolean
  steps: readonly string[]
  from: string
  until: string
  sms: boolean
  /** Remaining message credits; null if SMS is off. */
  credits?: number | null
}

/** Facts of the setting. */
export function reminderFacts(row: Setting, t: TFunction, locale: Locale) {
  return [
    { label: t('setting.reminder.on'), value: t(row.on ? 'common.yes' : 'common.no') },
    {
      label: t('setting.reminder.hours'),
      value: t('setting.reminder.from_until', {
        from: formatClock(row.from, locale),
        until: formatClock(row.until, locale),
      }),
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

interface Props {
  /** With placeholders filled in; WhatsApp messages have no subject. */
  wording: { subject?: string | undefined; text: string }
  locale: string
}

/** Preview of a message. */
export function WordingPreview({ wording: { subject, text }, locale }: Props) {
  const { t } = useTranslation()
  return (
    <dl className="samples" lang={languageTag(locale)}>
      {subject === undefined ? null : (
        <div>
          <dt>{t('setting.reminder.subject')}</dt>
          <dd>{subject}</dd>
        </div>
      )}
      <div>
        <dt>{t('setting.reminder.text')}</dt>
        <dd>
          {text.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text has its lines in their order and no other
            <span key={index}>{line || '\u00a0'}</span>
          ))}
        </dd>
      </div>
    </dl>
  )
}
