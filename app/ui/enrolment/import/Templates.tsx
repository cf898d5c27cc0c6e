import { useTranslation } from 'react-i18next'
import type { ImportKindName } from '#app/domain/enrolment/imports/import.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** Empty files to fill in, for each kind in each language. */
export function Templates({
  kinds,
  locales,
}: {
  kinds: readonly ImportKindName[]
  locales: readonly Locale[]
}) {
  const { t } = useTranslation()
  return (
    <Section title={t('import.templates')}>
      <p className="quiet">{t('import.templates_hint')}</p>
      <dl className="facts">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`import.kinds.${kind}`)}</dt>
            <dd>
              {locales.map((locale) => (
                <div key={locale}>
                  {t(`import.languages.${locale}`)}:{' '}
                  {(['xlsx', 'csv'] as const).map((format, index) => (
                    <span key={format}>
                      {index > 0 && ' · '}
                      <a
                        href={paths.import.template(kind, locale, format)}
                        hrefLang={languageTag(locale)}
                        aria-label={`${t(`import.languages.${locale}`)} ${t(`import.formats.${format}`)}`}
                      >
                        {t(`import.formats.${format}`)}
                      </a>
                    </span>
                  ))}
                </div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
