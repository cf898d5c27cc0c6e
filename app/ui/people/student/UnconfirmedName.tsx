import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/**
 * Tells the office that only the family has written a name; saving the form at `edit` confirms it. `own`: the reader
 * belongs to that family, so a colleague must confirm it.
 */
export function UnconfirmedName({ edit, own }: { edit: string; own: boolean }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('student.name_unconfirmed')}>
      {own ? (
        <p>{t('parent.own_family_confirms')}</p>
      ) : (
        <p>
          {t('student.name_unconfirmed_text')} <a href={edit}>{t('student.name_check')}</a>
        </p>
      )}
    </Notice>
  )
}
