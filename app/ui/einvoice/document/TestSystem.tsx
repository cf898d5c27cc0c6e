import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** That what is shown went to the test system of the tax portal; a family cannot use it. */
export function TestSystem({ forFamily = false }: { forFamily?: boolean }) {
  const { t } = useTranslation()
  return (
    <Notice>
      <p>{t(forFamily ? 'einvoice.sandbox_family' : 'einvoice.sandbox')}</p>
    </Notice>
  )
}
