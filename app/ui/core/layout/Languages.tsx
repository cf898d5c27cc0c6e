import { useTranslation } from 'react-i18next'
import { type Locale, languageTag } from '#app/i18n/locales.ts'

export interface Language {
  locale: Locale
  /** The language's own name: English, Bahasa Melayu. */
  label: string
  /** The same page in that language. */
  href: string
  current: boolean
}

/** Links to the same page in the other languages; the one that is being read needs no link. */
export function Languages({ languages }: { languages: readonly Language[] }) {
  const { t } = useTranslation()
  return (
    <nav className="languages" aria-label={t('common.language')}>
      {languages
        .filter(({ current }) => !current)
        .map(({ locale, label, href }) => (
          <a key={locale} href={href} lang={languageTag(locale)}>
            {label}
          </a>
        ))}
    </nav>
  )
}
