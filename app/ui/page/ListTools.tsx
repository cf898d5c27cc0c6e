import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#app/domain/lists/columns.ts'
import { FilterSelect } from '#app/ui/table/Filters.tsx'
import { isFiltered, isNarrowed, queryWith, type Search } from '#app/ui/table/query.ts'

/** Ways to take a list away. */
export const FORMATS = ['print', 'csv', 'xlsx', 'pdf'] as const
export type Format = (typeof FORMATS)[number]

interface ListToolsProps {
  columns: readonly Column[]
  page: { search: Search }
  filters?: ReactNode
  searchable?: boolean
  searchHint?: string
}

/** The form that searches, filters and, where the table has no head to click on, orders a list. */
export function ListTools({
  columns,
  page: { search },
  filters,
  searchable = true,
  searchHint,
}: ListToolsProps) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ sort }) => sort)
  const limit = queryWith({ limit: search.limit }).slice('?limit='.length)
  if (!searchable && !filters) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for the phones that come here
    <form className="search" role="search">
      {searchable && (
        <div className="field find">
          <label htmlFor="q">{searchHint ?? t('common.search')}</label>
          <div>
            <input
              type="search"
              id="q"
              name="q"
              defaultValue={textOf(search.q)}
              maxLength={100}
              enterKeyHint="search"
              autoComplete="off"
            />
            <button type="submit">{t('common.find')}</button>
          </div>
        </div>
      )}
      {(filters || sortable.length > 0) && (
        <>
          <details className="switch" open={isFiltered(search)}>
            <summary>{t(filters ? 'common.filters' : 'common.sort_by')}</summary>
          </details>
          <div className="filters">
            {filters}
            {sortable.length > 0 && (
              <div className="sorting">
                <FilterSelect
                  name="sort"
                  label={t('common.sort_by')}
                  all={t('common.usual_order')}
                  value={textOf(search.sort)}
                  options={sortable.flatMap(({ key, label }) => [
                    { value: key, label: `${t(label)} ↑` },
                    { value: `-${key}`, label: `${t(label)} ↓` },
                  ])}
                />
              </div>
            )}
            {filters && <button type="submit">{t('common.action.apply')}</button>}
          </div>
        </>
      )}
      {limit && <input type="hidden" name="limit" value={limit} />}
      {isNarrowed(search) && (
        <a className="clear" href={queryWith({ sort: search.sort, limit: search.limit })}>
          {t('common.action.clear')}
        </a>
      )}
    </form>
  )
}

interface TallyProps {
  page: { total: number; page: number; limit: number; rows: readonly unknown[]; search: Search }
  print: string | undefined
  formats: readonly Format[] | undefined
}

/** How many rows there are, which are shown, and the links that take all of them away. */
export function Tally({ page: { total, page, limit, rows, search }, print, formats = FORMATS }: TallyProps) {
  const { t } = useTranslation()
  const from = (page - 1) * limit + 1
  const query = queryOf(search)
  return (
    <div className="tally">
      <span>
        {rows.length < total
          ? t('common.tally', { from, to: from + rows.length - 1, total })
          : t('common.tally_all', { count: total })}
      </span>
      {print && (
        <span className="exports">
          {formats.map((format) => (
            <a key={format} href={addressOf(print, format) + query}>
              {t(`common.format.${format}`)}
            </a>
          ))}
        </span>
      )}
    </div>
  )
}

/** `/category/print` on paper, `/category/export/csv` as a file. */
function addressOf(print: string, format: Format): string {
  return format === 'print' ? print : print.replace(/print$/, `export/${format}`)
}

/** The whole list, not one page of it. */
function queryOf(search: Search): string {
  return queryWith(search, { page: undefined, limit: undefined })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
