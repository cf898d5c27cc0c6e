import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import type { FoundPage } from '#app/domain/reporting/search/pages.ts'
import type { Group } from '#app/domain/reporting/search/search.ts'
import { NothingFound, ReachWords } from '#app/ui/core/feedback/NothingFound.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'

interface SearchResultsProps {
  q: string
  problem?: 'empty' | 'short' | 'long' | undefined
  groups: readonly (Omit<Group<string>, 'rows'> & {
    rows: readonly (Group<string>['rows'][number] & { href: string })[]
    /** The list that shows all of them. */
    all: string
  })[]
  /** Reports, settings and papers of the help, by kind. */
  pages?: readonly { kind: string; pages: readonly FoundPage[] }[]
  reach?: Reach
  /** Further ways to look for it. */
  children?: ReactNode
}

/** What a search of everything found, kind by kind, with a link to the list that shows the rest. */
export function SearchResults({ q, problem, groups, pages = [], reach, children }: SearchResultsProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('search.title')} subtitle={problem ? undefined : t('search.subtitle', { q })} />
      {problem && <p>{t(`search.problem.${problem}`)}</p>}
      {groups.map(({ kind, columns, rows, total, more, all }) => (
        <TableSection
          key={kind}
          title={t(`menu.${kind}`)}
          actions={
            (total > rows.length || more) && (
              <a href={all}>
                {t('search.all_in', {
                  total: formatCount(total) + (more ? '+' : ''),
                  list: t(`menu.${kind}`),
                })}
              </a>
            )
          }
          columns={columns}
          rows={rows}
          open={({ href }) => href}
          // A draft has no number yet.
          cells={{ number: ({ number }) => String(number ?? t('common.status.draft')) }}
          brief
        />
      ))}
      {pages.map(({ kind, pages: found }) => (
        <Section key={kind} title={t(`search.kinds.${kind}`)}>
          <ul className="facts settings">
            {found.map(({ title, summary, address }) => (
              <li key={address}>
                <a href={address}>{title}</a>
                <p className="quiet">{summary}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      {!problem && groups.length === 0 && pages.length === 0 && (
        <NothingFound reach={reach} hint={t('search.none_hint')} />
      )}
      {reach && groups.length > 0 && (
        <p className="quiet">
          <ReachWords reach={reach} />.
        </p>
      )}
      {children}
    </>
  )
}
