import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** That what is shown went to the test system of the tax portal. */
export function TestSystem() {
  const { t } = useTranslation()
  return (
    <Notice>
      <p>{t('einvoice.sandbox')}</p>
    </Notice>
  )
}
