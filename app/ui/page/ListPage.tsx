import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#app/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#app/ui/form/Button.tsx'
import { Pagination } from '#app/ui/table/Pagination.tsx'
import { isNarrowed, querySorted, type Search } from '#app/ui/table/query.ts'
import { Table, type TableProps } from '#app/ui/table/Table.tsx'
import { type Format, ListTools, Tally } from './ListTools.tsx'
import { PageHeader } from './PageHeader.tsx'

/** One page of a list, as `paginate` gives it, with the search that led to it. */
export interface Page<Row> {
  rows: readonly Row[]
  /** Rows on all pages. */
  total: number
  /** Sums over all pages, by column key. */
  totals?: Partial<Record<string, number>> | undefined
  /** Counted from 1. */
  page: number
  limit: number
  pages: number
  search: Search
}

interface ListPageProps<Row>
  extends Pick<TableProps<Row>, 'columns' | 'open' | 'cells' | 'rowKey' | 'select' | 'wide'> {
  title: string
  subtitle?: string
  page: Page<Row>
  /** Where a new one is made; "New" unless it has its own label. */
  add?: string | { label: string; href: string } | undefined
  /** Other buttons of the page. */
  actions?: ReactNode
  /** `FilterSelect`, `FilterDate`, … ; part of the search form. */
  filters?: ReactNode
  searchable?: boolean
  searchHint?: string
  /** Address of the printed list, `/category/print`; its files are at `/category/export/csv` and so on. */
  print?: string
  formats?: readonly Format[]
  /** What an empty list says, and what to do about it. */
  empty?: { title?: string; hint?: string; action?: { label: string; href: string } | undefined }
  rowActions?: TableProps<Row>['actions']
  /** Between the search and the table. */
  /** Links to the pages beside this one, under the title. */
  nav?: ReactNode
  children?: ReactNode
}

/** A list: search, filters, order, pages, totals, and ways to take it away. Every link keeps the search. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, subtitle, page, columns, open, cells, rowKey, select, wide, rowActions, children } = props
  const { t } = useTranslation()
  const { rows, search } = page
  const add = typeof props.add === 'string' ? { label: t('common.action.new'), href: props.add } : props.add
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
      {!isEmpty && <ListTools {...props} />}
      {children}
      {rows.length > 0 ? (
        <>
          <Tally page={page} print={props.print} formats={props.formats} />
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            totals={page.totals}
            cells={cells}
            open={open}
            rowKey={rowKey}
            actions={rowActions}
            select={select}
            sort={{ current: search.sort as string | undefined, href: (key) => querySorted(search, key) }}
            wide={wide}
          />
          <Pagination page={page.page} pages={page.pages} search={search} />
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
          action={{ label: t('common.action.show_all'), href: '?' }}
        />
      )}
    </>
  )
}
