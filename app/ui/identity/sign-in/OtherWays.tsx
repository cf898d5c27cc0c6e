import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

/**
 * For who came to an organisation's sign-in page and need not sign in, or not here. `registers`: families may register by
 * themselves.
 */
export function OtherWays({ registers }: { registers: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {registers && <a href={paths.register.start()}>{t('auth.register')}</a>}
      <a href={paths.pay()}>{t('payment.find.title')}</a>
      <a href={paths.organisation.ask()}>{t('auth.organisation.link')}</a>
    </>
  )
}
