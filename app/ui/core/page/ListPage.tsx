import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '#app/domain/core/lists/formats.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import type { FilterField } from '#app/ui/core/table/Filters.tsx'
import { ListTools } from '#app/ui/core/table/ListTools.tsx'
import { Pagination } from '#app/ui/core/table/Pagination.tsx'
import { isNarrowed, querySorted, type Search } from '#app/ui/core/table/query.ts'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'
import type { TabsOf } from '#app/ui/core/table/Tabs.tsx'
import { Tally } from '#app/ui/core/table/Tally.tsx'
import { PageHeader } from './PageHeader.tsx'

/** One page of a list, as `paginate` gives it, with the search that led to it. */
export interface Page<Row> {
  rows: readonly Row[]
  /** Rows on all pages. */
  total: number
  /** Sums over all pages, by column key. */
  totals?: Partial<Record<string, number>> | undefined
  /** Key of what the sums are called, where not all rows are in them. */
  summed?: string | undefined
  /** Counted from 1. */
  page: number
  limit: number
  pages: number
  search: Search
  /** There are more rows than the list pages through. */
  more?: boolean | undefined
}

/** A list as its loader gives it: what one reader sees of it, and what they may do with it. */
export interface ListView<Row> extends Pick<TableProps<Row>, 'columns'> {
  title: string
  page: Page<Row>
  filters?: readonly FilterField[]
  tabs?: TabsOf | undefined
  /** `YYYY-MM-DD`, for the spans that are asked for most. */
  today?: string
  /** Whether the reader may make a new one; unless it says, they may. */
  mayCreate?: boolean
  /** Address of the printed list, `/category/print`; its files are at `/category/export/csv` and so on. */
  print?: string | undefined
  formats?: readonly Format[]
  /** Key of what asks for the own papers of its rows in one PDF. */
  papers?: string | undefined
  /** Files that are made in the background when there are more rows than one waits for. */
  background?: readonly Format[]
}

interface ListPageProps<Row> extends ListView<Row>, Pick<TableProps<Row>, 'open' | 'cells' | 'rowKey'> {
  subtitle?: string
  /** Where a new one is made; "New" unless it has its own label. Not shown to who may not. */
  add?: string | { label: string; href: string }
  /** Other buttons of the page. */
  actions?: ReactNode
  searchHint?: string
  /** What an empty list says, and what to do about it. */
  empty?: { title?: string; hint?: string | undefined; action?: { label: string; href: string } | undefined }
  rowActions?: TableProps<Row>['actions']
  /** Links to the pages beside this one, under the title. */
  nav?: ReactNode
  /** Between the search and the table. */
  children?: ReactNode
}

/** A list: search, filters, order, pages, totals, and ways to take it away. Every link keeps the search. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, subtitle, page, columns, open, cells, rowKey, rowActions, children } = props
  const { t } = useTranslation()
  const { rows, search } = page
  const add = (props.mayCreate ?? true) ? newOf(props.add, t) : undefined
  const isEmpty = page.total === 0 && !isNarrowed(search)
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          ((add && !isEmpty) || props.actions) && (
            <>
              {props.actions}
              {add && !isEmpty && (
                <LinkButton href={add.href} look="primary">
                  {add.label}
                </LinkButton>
              )}
            </>
          )
        }
      />
      {props.nav}
      {(!isEmpty || props.filters?.some(({ error }) => error)) && <ListTools {...props} />}
      {children}
      {rows.length > 0 ? (
        <>
          <Tally {...props} print={props.print} />
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            totals={page.totals}
            totalsLabel={page.summed && t(page.summed)}
            cells={cells}
            open={open}
            rowKey={rowKey}
            actions={rowActions}
            sort={{ current: search.sort as string | undefined, href: (key) => querySorted(search, key) }}
            brief
          />
          <Pagination {...page} />
        </>
      ) : isEmpty ? (
        <EmptyState
          title={props.empty?.title ?? t('common.empty')}
          hint={props.empty?.hint ?? (add && t('common.empty_hint', { action: add.label }))}
          action={props.empty?.action ?? add}
        />
      ) : (
        <EmptyState
          title={t('common.no_match')}
          hint={t('common.no_match_hint')}
          action={{ label: t('common.action.show_all'), href: '?q=' }}
        />
      )}
    </>
  )
}

function newOf(add: string | { label: string; href: string } | undefined, t: TFunction) {
  return typeof add === 'string' ? { label: t('common.action.new'), href: add } : add
}
