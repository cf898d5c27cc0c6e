import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Tells the office that only the family has written a name; saving the form at `edit` confirms it. */
export function UnconfirmedName({ edit }: { edit: string }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('student.name_unconfirmed')}>
      <p>
        {t('student.name_unconfirmed_text')} <a href={edit}>{t('student.name_check')}</a>
      </p>
    </Notice>
  )
}
