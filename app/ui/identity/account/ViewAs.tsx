import { useTranslation } from 'react-i18next'
import type { ProfileName } from '#app/domain/identity/accounts/profiles.ts'
import { paths } from '#app/paths.ts'

interface ViewAsProps {
  /** The profiles that the person has; with only one there is nothing to choose. */
  profiles: readonly ProfileName[]
  current: ProfileName | null
}

/** For who is more than one thing to this organisation: look at it as one of them, or as all. */
export function ViewAs({ profiles, current }: ViewAsProps) {
  const { t } = useTranslation()
  if (profiles.length < 2) return null
  return (
    <form method="post" action={paths.profile.switch()} className="view-as">
      <span className="quiet">{t('profile.view_as')}</span>
      {(['all', ...profiles] as const).map((name) =>
        name === (current ?? 'all') ? (
          <b key={name} aria-current="true">
            {t(`profile.as.${name}`)}
          </b>
        ) : (
          <button key={name} type="submit" name="profile" value={name} className="link">
            {t(`profile.as.${name}`)}
          </button>
        ),
      )}
    </form>
  )
}
