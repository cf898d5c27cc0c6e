import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Column } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { type FilterField, FilterFields, FilterSelect } from './Filters.tsx'
import { Periods } from './Periods.tsx'
import { isFiltered, isNarrowed, plainQuery, queryWith, type Search } from './query.ts'
import { Tabs, type TabsOf } from './Tabs.tsx'

interface ListToolsProps {
  columns: readonly Column[]
  page: { search: Search }
  filters?: readonly FilterField[] | undefined
  tabs?: TabsOf | undefined
  /** For the spans that are asked for most. */
  today?: string | undefined
  searchHint?: string
}

/** All that narrows and orders a list, and what it is narrowed by. */
export function ListTools(props: ListToolsProps) {
  const { tabs, filters = [], today } = props
  const { search } = props.page
  return (
    <>
      {tabs && <Tabs tabs={tabs} search={search} />}
      <SearchForm {...props} />
      {isNarrowed(search) && <Narrowed {...props} />}
      {today && <Periods fields={filters} search={search} today={today} />}
    </>
  )
}

/** Filters that stand beside the search on a wide screen; more of them are opened when they are wanted, on any. */
const most = 4

/** The form that searches, filters and, where the table has no head to click on, orders a list. */
function SearchForm({ columns, page: { search }, filters = [], tabs, searchHint }: ListToolsProps) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ sort }) => sort)
  const limit = /(?<=limit=)\d+/.exec(plainQuery({ limit: search.limit }))?.[0]
  const fields = filters.filter(({ kind }) => kind !== 'kept').length
  const narrows = fields > 0
  const wrong = filters.some(({ error }) => error)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for the phones that come here
    <form className={fields > most ? 'search many' : 'search'} role="search">
      <div className="field find">
        <label htmlFor="q">{searchHint ?? t('common.search')}</label>
        <input
          type="search"
          id="q"
          name="q"
          defaultValue={textOf(search.q)}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
        />
      </div>
      {(narrows || sortable.length > 0) && (
        <>
          <details
            className="switch"
            open={wrong || isFiltered({ ...search, [tabs?.name ?? 'q']: undefined })}
          >
            <summary>{t(narrows ? 'common.filters' : 'common.sort_by')}</summary>
          </details>
          <div className="filters">
            <FilterFields fields={filters} />
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
          </div>
        </>
      )}
      <button type="submit">{t('common.find')}</button>
      {tabs?.value && <input type="hidden" name={tabs.name} value={tabs.value} />}
      {limit && <input type="hidden" name="limit" value={limit} />}
    </form>
  )
}

/** What of a list is not here because of its search, in words, and the way back to the whole. */
function Narrowed({ page: { search }, filters = [], tabs }: ListToolsProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const told = [
    ...(tabs?.value ? [`${tabs.label} ${wordIn(tabs.items, tabs.value)}`] : []),
    ...filters.flatMap((field) => {
      if (field.kind === 'kept' || !field.value || field.error) return []
      const value =
        field.kind === 'day' ? formatDate(field.value, locale) : wordIn(field.options, field.value)
      return [`${field.label} ${value}`]
    }),
    ...(search.q ? [`“${search.q}”`] : []),
  ]
  return (
    <p className="tally">
      <span>{told.length > 0 && `${t('common.filter')}: ${told.join(' · ')}`}</span>
      <a href={queryWith({ sort: search.sort, limit: search.limit })}>{t('common.action.clear')}</a>
    </p>
  )
}

const wordIn = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
