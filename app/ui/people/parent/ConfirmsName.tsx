import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/**
 * On the form of a name that only the family has written: saving confirms it. `own`: the reader belongs to that family, so
 * a colleague must confirm it.
 */
export function ConfirmsName({ own }: { own: boolean }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('parent.name_written')}>
      <p>{t(own ? 'parent.own_family_confirms' : 'parent.name_saving_confirms')}</p>
    </Notice>
  )
}
