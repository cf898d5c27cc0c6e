import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

/** The two ways to sign in, one beside the other. `to` is where to go on to. */
export function SignInTabs({ current, to }: { current: 'email' | 'phone'; to: string }) {
  const { t } = useTranslation()
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  const tabs = [
    { way: 'email', href: paths.login() + query },
    { way: 'phone', href: paths.loginPhone(to) },
  ]
  return (
    <nav className="tabs" aria-label={t('auth.ways')}>
      {tabs.map(({ way, href }) => (
        <a key={way} href={href} aria-current={way === current ? 'page' : undefined}>
          {t(`auth.way.${way}`)}
        </a>
      ))}
    </nav>
  )
}
