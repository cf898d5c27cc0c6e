import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isGood, type OwnSignInRow, ownSignInColumns, type SignInSearch } from '#app/domain/log/login.ts'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { ListPage, type Page } from '#app/ui/page/ListPage.tsx'
import { SignInFilters } from './SignInFilters.tsx'

interface OwnSignInListProps {
  page: Page<OwnSignInRow> & { search: SignInSearch }
  /** The ways in that the reader can have. */
  methods: readonly string[]
  nav?: ReactNode
}

/** The reader's own ways in, and the tries of others at them. */
export function OwnSignInList({ page, methods, nav }: OwnSignInListProps) {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('profile.log.one')}
      subtitle={t('profile.log.text')}
      columns={ownSignInColumns}
      page={page}
      searchHint={t('profile.log.search_hint')}
      empty={{ title: t('profile.log.empty') }}
      nav={nav}
      cells={{
        result: ({ result }) => (
          <StatusBadge
            status={isGood(result) ? 'success' : 'failed'}
            label={t(isGood(result) ? `profile.results.${result}` : `refusal.${result}`)}
          />
        ),
      }}
      filters={<SignInFilters search={page.search} methods={methods} />}
    />
  )
}
