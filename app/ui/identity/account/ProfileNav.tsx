import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

/** The pages about the reader's own account. */
export function ProfileNav({ current }: { current: 'view' | 'session' | 'log' }) {
  const { t } = useTranslation()
  const items = [
    { key: 'view', label: t('profile.one'), href: paths.profile.view() },
    { key: 'session', label: t('profile.session.plural'), href: paths.profile.sessions() },
    { key: 'log', label: t('profile.log.one'), href: paths.profile.log() },
  ]
  return (
    <SubNav
      label={t('profile.pages')}
      items={items.map(({ key, ...item }) => ({ ...item, current: key === current }))}
    />
  )
}
