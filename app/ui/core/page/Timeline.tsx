import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Moment {
  title: string
  at?: Date | string | undefined
  /** `YYYY-MM-DD`, where the time of day is not known. */
  day?: string | undefined
  text?: string | undefined
  tone?: Tone
}

/** What happened, first things first. */
export function Timeline({ items }: { items: readonly Moment[] }) {
  const { i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <ol className="timeline">
      {items.map(({ title, at, day, text, tone = 'good' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: moments have their order, and two may be alike
        <li key={index}>
          <span className={`status ${tone}`}>
            <b>{unbroken(title)}</b>
          </span>
          {at ? (
            <time dateTime={new Date(at).toISOString()}>{formatInstant(at, locale)}</time>
          ) : (
            day && <time dateTime={day}>{formatDate(day, locale)}</time>
          )}
          {text && <p>{unbroken(text)}</p>}
        </li>
      ))}
    </ol>
  )
}
