import { useTranslation } from 'react-i18next'
import { type Locale, languageTag } from '#app/domain/dates.ts'

export interface Language {
  locale: Locale
  /** The language's own name: English, Bahasa Melayu. */
  label: string
  /** The same page in that language. */
  href: string
  current: boolean
}

export function Languages({ languages }: { languages: readonly Language[] }) {
  const { t } = useTranslation()
  return (
    <nav className="languages" aria-label={t('common.language')}>
      {languages.map(({ locale, label, href, current }) => (
        <a key={locale} href={href} lang={languageTag(locale)} aria-current={current ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
