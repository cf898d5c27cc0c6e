import { useTranslation } from 'react-i18next'
import { languageTag } from '#app/i18n/locales.ts'

interface Props {
  /** Filled in already; a message by WhatsApp has no subject. */
  wording: { subject?: string | undefined; text: string }
  locale: string
}

/** A message as a family reads it. */
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
