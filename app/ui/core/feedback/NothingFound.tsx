import { useTranslation } from 'react-i18next'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
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
  const words = useReachWords(reach)
  return (
    <EmptyState
      title={words ?? title ?? t('common.no_match')}
      hint={words ? t('common.reach.hint') : (hint ?? t('common.no_match_hint'))}
      action={action}
    />
  )
}

/** Which part of the organisation a reader sees: `You see Kajang only`. */
export function ReachWords({ reach }: { reach: Reach }) {
  return useReachWords(reach)
}

function useReachWords(reach: Reach): string | undefined {
  const { t, i18n } = useTranslation()
  if (!reach) return undefined
  if (reach.only === 'classes') return t('common.reach.classes')
  const list = new Intl.ListFormat(languageTag(i18n.language as Locale), { type: 'conjunction' })
  return t('common.reach.branches', { places: list.format(reach.branches) })
}
