import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Tells on the form of a name that only the family has written that saving confirms it. */
export function ConfirmsName() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('parent.name_written')}>
      <p>{t('parent.name_saving_confirms')}</p>
    </Notice>
  )
}
