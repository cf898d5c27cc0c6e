import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Moment {
  title: string
  at?: Date | string | undefined
  text?: string | undefined
  tone?: Tone
}

/** What happened, first things first. */
export function Timeline({ items }: { items: readonly Moment[] }) {
  const { i18n } = useTranslation()
  return (
    <ol className="timeline">
      {items.map(({ title, at, text, tone = 'good' }) => (
        <li key={`${title} ${at ? new Date(at).getTime() : ''}`}>
          <span className={`status ${tone}`}>
            <b>{unbroken(title)}</b>
          </span>
          {at && (
            <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.language as Locale)}</time>
          )}
          {text && <p>{unbroken(text)}</p>}
        </li>
      ))}
    </ol>
  )
}
