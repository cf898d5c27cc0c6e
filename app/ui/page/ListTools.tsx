import { useTranslation } from 'react-i18next'
import { type Column, formatCount } from '#app/domain/lists/columns.ts'
import { formats as everyFormat, type Format } from '#app/domain/lists/formats.ts'
import { backgroundLimit, exportLimit } from '#app/domain/lists/limits.ts'
import { PostButton } from '#app/ui/form/Button.tsx'
import { type FilterField, FilterFields, FilterSelect } from '#app/ui/table/Filters.tsx'
import { isFiltered, isNarrowed, queryWith, type Search } from '#app/ui/table/query.ts'

interface ListToolsProps {
  columns: readonly Column[]
  page: { search: Search }
  filters?: readonly FilterField[] | undefined
  searchHint?: string
}

/** The form that searches, filters and, where the table has no head to click on, orders a list. */
export function ListTools({ columns, page: { search }, filters = [], searchHint }: ListToolsProps) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ sort }) => sort)
  const limit = queryWith({ limit: search.limit }).slice('?limit='.length)
  const narrows = filters.some(({ kind }) => kind !== 'kept')
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for the phones that come here
    <form className="search" role="search">
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
      {(narrows || sortable.length > 0) && (
        <>
          <details className="switch" open={isFiltered(search)}>
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
            {narrows && <button type="submit">{t('common.action.apply')}</button>}
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
  page: {
    total: number
    page: number
    limit: number
    rows: readonly unknown[]
    search: Search
    more?: boolean | undefined
  }
  print: string | undefined
  formats?: readonly Format[] | undefined
  background?: readonly Format[] | undefined
}

/** How many rows there are, which are shown, and the ways to take all of them away. */
export function Tally(props: TallyProps) {
  const { total, page, limit, rows, search } = props.page
  const { print, formats = everyFormat } = props
  const { t } = useTranslation()
  const from = (page - 1) * limit + 1
  const query = queryOf(search)
  return (
    <div className="tally">
      <span>
        {rows.length < total
          ? t('common.tally', {
              from: formatCount(from),
              to: formatCount(from + rows.length - 1),
              total: formatCount(total),
            })
          : t('common.tally_all', { count: total })}
      </span>
      {print && (
        <div className="exports">
          {formats.map((format) => (
            <TakeAway key={format} address={addressOf(print, format) + query} format={format} />
          ))}
        </div>
      )}
      {print && <InBackground {...props} print={print} />}
    </div>
  )
}

/** Files of more rows than one waits for, which are asked for and made in the background. */
function InBackground({
  page: { total, search, more },
  print,
  background = [],
}: TallyProps & { print: string }) {
  const { t } = useTranslation()
  if (background.length === 0 || !(more || total > exportLimit)) return null
  return (
    <div className="exports">
      <span>
        {t('common.all_of', { most: formatCount(exportLimit), whole: formatCount(backgroundLimit) })}
      </span>
      {background.map((format) => (
        <PostButton key={format} action={addressOf(print, format) + queryOf(search)} look="link">
          {t(`common.format.${format}`)}
        </PostButton>
      ))}
    </div>
  )
}

/** A PDF is asked for; what is made while one waits is a link. */
function TakeAway({ address, format }: { address: string; format: Format }) {
  const { t } = useTranslation()
  const word = t(`common.format.${format}`)
  if (format !== 'pdf') return <a href={address}>{word}</a>
  return (
    <PostButton action={address} look="link">
      {word}
    </PostButton>
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
