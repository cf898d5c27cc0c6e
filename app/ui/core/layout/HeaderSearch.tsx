import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The search of the whole organisation, or of the platform, in the header of every page. */
export function HeaderSearch({ side }: { side: 'main' | 'tenant' }) {
  const { path } = usePage()
  const { t } = useTranslation()
  const action = side === 'main' ? paths.admin.search() : paths.search()
  const [asked, query] = path.split('?')
  const q = asked === action ? (new URLSearchParams(query).get('q') ?? '') : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for the phones that come here
    <form className="header-search" role="search" action={action}>
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        placeholder={t('common.find')}
        aria-label={t(`search.label.${side}`)}
        enterKeyHint="search"
        autoComplete="off"
      />
      <button type="submit" aria-label={t('common.find')}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M13 13l5 5M8.5 2a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z" />
        </svg>
      </button>
    </form>
  )
}
