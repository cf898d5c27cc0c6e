import { useTranslation } from 'react-i18next'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'

interface LabelPreviewProps {
  samples: { menu: string[]; head: string[]; sentences: string[]; document: string[] }
  /** Language of the samples. */
  locale: Locale
  /** Id of the form whose words these are. */
  form: string
}

/** The words that were typed, where readers will meet them; saving is a button of the same form. */
export function LabelPreview({ samples, locale, form }: LabelPreviewProps) {
  const { t, i18n } = useTranslation()
  const reader = languageTag(i18n.language)
  return (
    <Notice title={t('setting.labels.preview.title')}>
      <p>{t('setting.labels.preview.hint')}</p>
      <dl className="samples" lang={languageTag(locale)}>
        {(['menu', 'head', 'sentences', 'document'] as const).map((part) => (
          <div key={part}>
            <dt lang={reader}>{t(`setting.labels.preview.${part === 'head' ? 'table' : part}`)}</dt>
            <dd className={part === 'menu' || part === 'head' ? 'words-in-line' : undefined}>
              {samples[part].map((sample) => (
                <span key={sample}>{sample}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <SubmitButton form={form} name="intent" value="save">
          {t('common.action.save')}
        </SubmitButton>
      </div>
    </Notice>
  )
}
