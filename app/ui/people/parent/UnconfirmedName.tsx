import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Tells on the form of a name that only the family has written that saving confirms it. */
export function ConfirmsName() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('parent.name_unconfirmed')}>
      <p>{t('parent.name_saving_confirms')}</p>
    </Notice>
  )
}

/** Tells the office that only the family has written a name; saving the form at `edit` confirms it. */
export function UnconfirmedName({ edit }: { edit: string }) {
  const { t } = useTranslation()
  return (
    <Notice title={t('parent.name_unconfirmed')}>
      <p>
        {t('parent.name_unconfirmed_text')} <a href={edit}>{t('parent.name_check')}</a>
      </p>
    </Notice>
  )
}
