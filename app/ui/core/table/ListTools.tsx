import { useTranslation } from 'react-i18next'
import { addMonths, endOfMonth, formatDate, isPlainDate, startOfMonth } from '#app/domain/core/dates.ts'
import { type Column, formatCount } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { type Option, Options } from '#app/ui/core/form/fields.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { isFiltered, isNarrowed, plainQuery, queryWith, type Search } from './query.ts'

interface ListToolsProps {
  columns: readonly Column[]
  page: { search: Search }
  filters?: readonly FilterField[] | undefined
  tabs?: TabsOf | undefined
  /** `YYYY-MM-DD`, for the shortcuts to common periods. */
  today?: string | undefined
  searchHint?: string
}

/** Tabs, search form and filters of a list, and the filters that are set. */
export function ListTools(props: ListToolsProps) {
  const { tabs, filters = [], today } = props
  const { search } = props.page
  return (
    <>
      {tabs && <Tabs tabs={tabs} search={search} />}
      <SearchForm {...props} />
      {isNarrowed(searchWithin(search, tabs)) && <AppliedFilters {...props} />}
      {today && <Periods fields={filters} search={search} today={today} />}
    </>
  )
}

/** Up to this many filters are shown next to the search on a wide screen; more are behind a switch. */
const most = 4

/** The form that searches, filters and, where the table has no head to click on, orders a list. */
function SearchForm({ columns, page: { search }, filters = [], tabs, searchHint }: ListToolsProps) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ sort }) => sort)
  const limit = /(?<=limit=)\d+/.exec(plainQuery({ limit: search.limit }))?.[0]
  const fields = filters.filter(({ kind }) => kind !== 'link').length
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

/** The filters and search text that are set, in words, and the link that clears them. */
function AppliedFilters({ page: { search }, filters = [], tabs }: ListToolsProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const parts = [
    ...(tabs?.value && tabs.value !== tabs.every ? [`${tabs.label} ${wordIn(tabs.items, tabs.value)}`] : []),
    ...filters.flatMap((field) => {
      if (field.kind === 'link' || !field.value || field.error) return []
      const value =
        field.kind === 'day' ? formatDate(field.value, locale) : wordIn(field.options, field.value)
      return [`${field.label} ${value}`]
    }),
    ...(search.q ? [`“${search.q}”`] : []),
  ]
  return (
    <p className="tally">
      <span>{parts.length > 0 && `${t('common.filter')}: ${parts.join(' · ')}`}</span>
      <a href={queryWith({ sort: search.sort, limit: search.limit })}>{t('common.action.clear')}</a>
    </p>
  )
}

const wordIn = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A state that rows of a list are in. */
export interface Tab {
  value: string
  label: string
  count: number
}

/** The states of a list, of which one or none is chosen. */
export interface TabsOf {
  /** Key of the query. */
  name: string
  label: string
  value: string | undefined
  items: readonly Tab[]
  /** Rows in all states together. */
  all: number
  /** The tab on which the list opens, if not that of all rows, whose value then is `every`. */
  opens?: string | undefined
  every?: string | undefined
}

/** A search without its tab, where that is the one on which the list opens or the one of all rows. */
export function searchWithin(search: Search, tabs: TabsOf | undefined): Search {
  const isChosen = tabs?.value && tabs.value !== tabs.opens && tabs.value !== tabs.every
  return isChosen || !tabs ? search : { ...search, [tabs.name]: undefined }
}

/** A list state by state, each with how many rows it has; nothing where all rows are in one. */
function Tabs({ tabs, search }: { tabs: TabsOf; search: Search }) {
  const { t } = useTranslation()
  const { name, label, value, items, all } = tabs
  if (!value && items.length < 2) return null
  const every = [...items, { value: tabs.every, label: t('common.all'), count: all }]
  return (
    <SubNav
      label={label}
      items={every.map((tab) => ({
        label: (
          <>
            {tab.label} <span className="count">{formatCount(tab.count)}</span>
          </>
        ),
        href: queryWith(search, { [name]: tab.value, page: undefined }),
        current: tab.value === value,
      }))}
    />
  )
}

/** A filter as the form shows it: with its words, its value, and what is wrong with that. */
export type FilterField = { name: string; value: string | undefined; error?: string | undefined } & (
  | { kind: 'choice'; label: string; options: readonly Option[]; all?: string | undefined }
  | { kind: 'day'; label: string; until?: string | undefined }
  | { kind: 'link' }
)

/** The filters of a list in their order. */
export function FilterFields({ fields }: { fields: readonly FilterField[] }) {
  return fields.map((field) => <FilterControl key={field.name} field={field} />)
}

function FilterControl({ field }: { field: FilterField }) {
  switch (field.kind) {
    case 'choice':
      return <FilterSelect {...field} />
    case 'day':
      return <FilterDate {...field} />
    case 'link':
      return field.value && <input type="hidden" name={field.name} value={field.value} />
  }
}

interface FilterProps {
  /** Key of the query. */
  name: string
  label: string
  value?: string | undefined
}

/** One of several, or all of them. */
function FilterSelect({
  name,
  label,
  value,
  options,
  all,
}: FilterProps & { options: readonly Option[]; all?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name} defaultValue={value ?? ''}>
        <option value="">{all ?? t('common.all')}</option>
        <Options options={options} />
      </select>
    </div>
  )
}

/** A plain date, usually the first or the last of a span. What is none stays as it was typed, to be corrected. */
function FilterDate({ name, label, value = '', error }: FilterProps & { error?: string | undefined }) {
  const { t } = useTranslation()
  const id = `filter-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {error && (
        <p className="error" id={`${id}-error`}>
          <span className="hidden">{t('common.error_prefix')}: </span>
          {error}
        </p>
      )}
      <input
        type={value === '' || isPlainDate(value) ? 'date' : 'text'}
        id={id}
        name={name}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
    </div>
  )
}

/** Shortcuts to common periods, for a list with a filter from one day to another. */
function Periods({
  fields,
  search,
  today,
}: {
  fields: readonly FilterField[]
  search: Search
  /** `YYYY-MM-DD` */
  today: string
}) {
  const { t } = useTranslation()
  const first = fields.find((field) => field.kind === 'day' && field.until)
  if (first?.kind !== 'day') return null
  const [from, to] = [first.name, first.until!]
  return (
    <div className="tally">
      <nav className="exports" aria-label={t('common.period.one')}>
        {Object.entries(periodsOf(today)).map(([name, span]) => (
          <a
            key={name}
            href={queryWith(search, { [from]: span.from, [to]: span.to, page: undefined })}
            aria-current={search[from] === span.from && search[to] === span.to ? 'true' : undefined}
          >
            {t(`common.period.${name}`)}
          </a>
        ))}
      </nav>
    </div>
  )
}

/** From the first to the last day of each, by name. */
function periodsOf(today: string) {
  const month = (on: string) => ({ from: startOfMonth(on), to: endOfMonth(on) })
  const year = today.slice(0, 4)
  return {
    today: { from: today, to: today },
    this_month: month(today),
    last_month: month(addMonths(startOfMonth(today), -1)),
    this_year: { from: `${year}-01-01`, to: `${year}-12-31` },
  }
}
