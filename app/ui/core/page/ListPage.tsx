import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import {
  backgroundLimit,
  formats as everyFormat,
  exportLimit,
  type Format,
} from '#app/domain/core/lists/list.ts'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { NothingFound, ReachWords } from '#app/ui/core/feedback/NothingFound.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { type FilterField, ListTools, searchWithin, type TabsOf } from '#app/ui/core/table/ListTools.tsx'
import { Pages, Pagination } from '#app/ui/core/table/Pagination.tsx'
import { isNarrowed, plainQuery, querySorted, type Search } from '#app/ui/core/table/query.ts'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'
import { PageHeader } from './ViewPage.tsx'

/** One page of a list, as `readPage` returns it, with the search that led to it. */
interface Page<Row> {
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

/** A list as its loader returns it: what one reader sees of it, and what they may do with it. */
export interface ListView<Row> extends Pick<TableProps<Row>, 'columns'> {
  title: string
  page: Page<Row>
  filters?: readonly FilterField[]
  tabs?: TabsOf | undefined
  /** `YYYY-MM-DD`, for the shortcuts to common periods. */
  today?: string | undefined
  /** Whether the reader may create a row. Default: true. */
  mayCreate?: boolean
  /** Address of the printed list, `/category/print`; its files are at `/category/export/csv` and so on. */
  print?: string | undefined
  formats?: readonly Format[]
  /** Key of the button that requests the documents of all its rows in one PDF. */
  papers?: string | undefined
  /** The reader is a parent: rows without the tools of staff. */
  family?: boolean
  /** What of the organisation the reader is limited to, where they searched for a text. */
  reach?: Reach
  /** Formats that are made in the background when there are more rows than {@link exportLimit}. */
  background?: readonly Format[]
}

export interface ListPageProps<Row>
  extends ListView<Row>,
    Pick<TableProps<Row>, 'open' | 'note' | 'cells' | 'rowKey' | 'totalLinks'> {
  subtitle?: string
  /** The page that creates a row; the label is "New" if there is only an address. Not shown to who may not create. */
  add?: string | { label: string; href: string }
  /** Other buttons of the page. */
  actions?: ReactNode
  searchHint?: string
  /** What an empty list says, and the next step. */
  empty?: { title?: string; hint?: string | undefined; action?: { label: string; href: string } | undefined }
  /** Group of `yours.json` that says to a parent what the page lists, and that there is nothing. */
  yours?: string
  rowActions?: TableProps<Row>['actions']
  /** Links to the pages beside this one, under the title. */
  nav?: ReactNode
  /** The page that this one belongs to. */
  back?: { label: string; href: string } | undefined
  /** Between the search and the table. */
  children?: ReactNode
  /** Below the table, or below what is said where there is none. */
  below?: ReactNode
}

/** A list: search, filters, order, pages, totals, print and export. Every link keeps the search. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { page, columns, open, note, cells, rowKey, rowActions, children, family = false } = props
  const { t } = useTranslation()
  const { rows, search } = page
  const { title, subtitle, empty } = family && props.yours ? yoursOf(props.yours, t) : props
  const add = (props.mayCreate ?? true) ? addLink(props.add, t) : undefined
  const isEmpty = page.total === 0 && !isNarrowed(searchWithin(search, props.tabs))
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        back={props.back}
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
      {hasTools(props, isEmpty) && <ListTools {...props} />}
      {children}
      {rows.length > 0 ? (
        <>
          {!(family && page.pages === 1) && <Tally {...props} print={props.print} />}
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            totals={family ? undefined : page.totals}
            totalsLabel={page.summed && t(page.summed)}
            totalLinks={props.totalLinks}
            cells={cells}
            open={open}
            note={note}
            rowKey={rowKey}
            actions={rowActions}
            sort={
              family
                ? undefined
                : { current: search.sort as string | undefined, href: (key) => querySorted(search, key) }
            }
            brief
          />
          {family ? page.pages > 1 && <Pages {...page} /> : <Pagination {...page} />}
        </>
      ) : isEmpty ? (
        <EmptyState
          title={empty?.title ?? t('common.empty')}
          hint={empty?.hint ?? (add && t('common.empty_hint', { action: add.label }))}
          part={props.reach && <ReachWords reach={props.reach} />}
          action={empty?.action ?? add}
        />
      ) : (
        <NothingFound reach={props.reach} action={{ label: t('common.action.show_all'), href: '?q=' }} />
      )}
      {props.below}
    </>
  )
}

/** A parent searches only where there is more than a page. */
function hasTools<Row>({ family, page, tabs, filters }: ListPageProps<Row>, isEmpty: boolean): boolean {
  if (family) return page.pages > 1 || isNarrowed(page.search)
  return !isEmpty || (tabs?.all ?? 0) > 0 || Boolean(filters?.some(({ error }) => error))
}

/** What a list is called, and says, to a parent. */
function yoursOf(
  group: string,
  t: TFunction,
): Pick<ListPageProps<unknown>, 'subtitle' | 'empty'> & { title: string } {
  return {
    title: t(`yours.${group}.title`),
    subtitle: t(`yours.${group}.subtitle`),
    empty: { title: t(`yours.${group}.empty`), hint: t(`yours.${group}.hint`) },
  }
}

function addLink(add: string | { label: string; href: string } | undefined, t: TFunction) {
  return typeof add === 'string' ? { label: t('common.action.new'), href: add } : add
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
  papers?: string | undefined
}

/** How many rows there are, which of them are shown, and the links to print and export all of them. */
function Tally(props: TallyProps) {
  const { total, page, limit, rows, search } = props.page
  const { print, formats = everyFormat, papers } = props
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
            <ExportLink
              key={format}
              address={addressOf(print, format) + query}
              word={t(`common.format.${format}`)}
              onRequest={format === 'pdf'}
            />
          ))}
          {papers && (
            <PostButton action={addressOf(print, 'papers') + query} look="link">
              {t(papers)}
            </PostButton>
          )}
        </div>
      )}
      {print && <InBackground {...props} print={print} />}
    </div>
  )
}

/** Buttons for files with more rows than a request can wait for; these are made in the background. */
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

/** A link to a file that is made at once, or a button that requests one (`onRequest`), such as a PDF. */
function ExportLink({ address, word, onRequest }: { address: string; word: string; onRequest: boolean }) {
  if (!onRequest) return <a href={address}>{word}</a>
  return (
    <PostButton action={address} look="link">
      {word}
    </PostButton>
  )
}

/** `/category/print` on paper, `/category/export/csv` as a file. */
function addressOf(print: string, format: Format | 'papers'): string {
  return format === 'print' ? print : print.replace(/print$/, `export/${format}`)
}

/** The whole list, not one page of it. */
function queryOf(search: Search): string {
  return plainQuery(search, { page: undefined, limit: undefined })
}

interface RemovedPageProps<Row> {
  list: ListView<Row>
  /** Group of the language files. */
  noun: string
  restore: (id: string) => string
}

/** A list of removed rows, each with a button that restores it. */
export function RemovedPage<Row extends { id: string; version: number }>({
  list,
  noun,
  restore,
}: RemovedPageProps<Row>) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t(`${noun}.removed_hint`)}
      rowActions={(row) => (
        <PostButton action={restore(row.id)} fields={{ version: String(row.version) }}>
          {t(`${noun}.restore`)}
        </PostButton>
      )}
      empty={{ title: t(`${noun}.none_removed`), hint: t(`${noun}.removed_hint`) }}
    />
  )
}
