import { useTranslation } from 'react-i18next'
import { type SignInRow, type SignInSearch, signInColumns } from '#app/domain/log/login.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { ListPage, type Page } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'
import { SignInFilters } from './SignInFilters.tsx'

interface SignInListProps {
  /** The ways in that this log tells apart. */
  methods: readonly string[]
  page: Page<SignInRow> & { search: SignInSearch; more: boolean }
  people: readonly { id: string; name: string }[]
  /** Address of the printed list, for who may print. */
  print: string | undefined
  formats: readonly ('print' | 'csv' | 'xlsx' | 'pdf')[]
  /** The reader sees only their own. */
  own?: boolean
  mostEntries: string
}

/** Who came in or was refused. */
export function SignInList({ page, methods, people, print, formats, own, mostEntries }: SignInListProps) {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('audit.login.plural')}
      subtitle={t(own ? 'audit.only_own' : 'audit.login.about_page')}
      columns={signInColumns}
      page={page}
      {...(print ? { print, formats } : {})}
      searchHint={t('audit.login.search_hint')}
      empty={{ title: t('audit.login.empty'), hint: t('audit.login.empty_hint') }}
      cells={{
        person: (row) => row.person ?? <span className="quiet">{t('audit.login.nobody')}</span>,
        outcome: (row) => (
          <StatusBadge
            status={row.outcome}
            tone={row.outcome === 'failed' ? 'bad' : 'good'}
            label={t(`audit.login.outcomes.${row.outcome}`)}
          />
        ),
      }}
      filters={
        <>
          <SignInFilters search={page.search} methods={methods} />
          {!own && (
            <FilterSelect
              name="person"
              label={t('audit.person')}
              value={page.search.person}
              options={people.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
    >
      {page.more && <Notice>{t('audit.more', { most: mostEntries })}</Notice>}
    </ListPage>
  )
}
