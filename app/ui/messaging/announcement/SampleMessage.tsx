import { useTranslation } from 'react-i18next'
import type { Sample } from '#app/domain/messaging/announcements/review.ts'
import { languageTag, localeName } from '#app/i18n/locales.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
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
      <Facts
        items={[
          sms && { label: t('announcement.channel.sms'), value: sms },
          whatsapp && { label: t('announcement.channel.whatsapp'), value: whatsapp },
        ]}
      />
    </article>
  )
}
