import { useTranslation } from 'react-i18next'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import { languageTag } from '#app/i18n/locales.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { EmptyState } from './EmptyState.tsx'

interface NothingFoundProps {
  /** What the reader sees only a part of: it may be elsewhere. */
  reach?: Reach
  title?: string
  hint?: string
  action?: { label: string; href: string } | undefined
}

/** That a search finds nothing, and to whom only a part of the organisation is open, which part that is. */
export function NothingFound({ reach, title, hint, action }: NothingFoundProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (!reach) {
    return (
      <EmptyState
        title={title ?? t('common.no_match')}
        hint={hint ?? t('common.no_match_hint')}
        action={action}
      />
    )
  }
  const names = reach.only === 'branches' ? reach.branches : []
  const places = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(names)
  return (
    <EmptyState
      title={places === '' ? t('common.reach.classes') : t('common.reach.branches', { places })}
      hint={t('common.reach.hint')}
      action={action}
    />
  )
}
