import { useTranslation } from 'react-i18next'
import type { Sample } from '#app/domain/messaging/announcements/review.ts'
import { languageTag, localeName } from '#app/i18n/locales.ts'
import { WrittenText } from './WrittenText.tsx'

/** What one recipient reads, by each channel that reaches them. */
export function SampleMessage({ sample }: { sample: Sample }) {
  const { t } = useTranslation()
  const { name, locale, subject, html, sms, whatsapp, channels } = sample
  const lang = languageTag(locale)
  const by = channels.map((channel) => t(`announcement.channel.${channel}`)).join(', ')
  return (
    <article className="sample">
      <h3>{name}</h3>
      <p className="quiet small">
        {localeName(locale)} · {by}
      </p>
      <p lang={lang}>
        <strong>{subject}</strong>
      </p>
      <WrittenText html={html} lang={lang} />
      {(
        [
          ['sms', sms],
          ['whatsapp', whatsapp],
        ] as const
      ).map(
        ([channel, text]) =>
          text && (
            <p key={channel} lang={lang}>
              <span className="quiet small">{t(`announcement.channel.${channel}`)}</span>
              <br />
              {text}
            </p>
          ),
      )}
    </article>
  )
}
