import { useTranslation } from 'react-i18next'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { bothForms, type NounRow } from './noun.ts'

interface OwnLabelsProps {
  nouns: readonly NounRow[]
  locale: Locale
  /** The language's own name. */
  language: string
  version: number
  mayEdit: boolean
}

/** The words that the organisation has chosen in a language, each with the way back. */
export function OwnLabels({ nouns, locale, language, version, mayEdit }: OwnLabelsProps) {
  const { t } = useTranslation()
  const own = nouns.filter((noun) => noun.own)
  const lang = languageTag(locale)
  const fields = { locale, version: String(version) }
  if (own.length === 0) return <p className="quiet">{t('setting.labels.own_empty', { language })}</p>
  return (
    <Section title={t('setting.labels.own', { language })}>
      <ul className="facts">
        {own.map(({ key, ours, own: word }) => (
          <li key={key}>
            <div lang={lang}>
              <strong>{bothForms(word!)}</strong>
              <p className="quiet small">{bothForms(ours)}</p>
            </div>
            {mayEdit ? (
              <PostButton action={paths.setting.labelReset()} fields={{ ...fields, key }} look="link">
                {t('setting.labels.reset')}
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <div className="actions">
          <ConfirmButton
            label={t('setting.labels.reset_all')}
            text={t('setting.labels.reset_all_text', { language })}
            action={paths.setting.labelReset()}
            confirm={t('setting.labels.reset_all')}
            fields={fields}
          />
        </div>
      ) : null}
    </Section>
  )
}
