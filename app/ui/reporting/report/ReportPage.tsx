import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage, type ListPageProps, type ListView } from '#app/ui/core/page/ListPage.tsx'
import { queryWith } from '#app/ui/core/table/query.ts'
import { ReportChart } from './ReportChart.tsx'
import { ReportComparison } from './ReportComparison.tsx'
import type { ReportFrame } from './report-frame.ts'
import { SubTotals } from './SubTotals.tsx'

interface ReportPageProps<Row>
  extends Pick<
    ListPageProps<Row>,
    'open' | 'note' | 'cells' | 'rowKey' | 'searchHint' | 'yours' | 'nav' | 'children' | 'empty'
  > {
  list: ListView<Row>
  subtitle: string
  /** Undefined for a parent, who has a plain list. */
  frame?: ReportFrame | undefined
}

/**
 * A report: periods to choose, its rows with totals, each figure a link to the rows that make it, sub-totals, the totals of the
 * period before, and a drawing.
 */
export function ReportPage<Row extends object>({
  list,
  subtitle,
  frame,
  cells,
  children,
  ...page
}: ReportPageProps<Row>) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <ListPage
      {...list}
      empty={{ title: t('report.empty'), hint: t('report.empty_hint') }}
      {...page}
      subtitle={subtitle}
      {...(frame && {
        back: { label: t('report.plural'), href: paths.report.index() },
        cells: { ...linkedCells(list, frame.links, cells, { t, locale }), ...cells },
        totalLinks: frame.totalLinks,
        actions: frame.save && <LinkButton href={frame.save}>{t('saved_report.save')}</LinkButton>,
        below: (
          <>
            {frame.comparison && <ReportComparison comparison={frame.comparison} />}
            {frame.grouping && frame.grouping.groups.length > 0 && (
              <SubTotals grouping={frame.grouping} links={frame.groupLinks} brief />
            )}
          </>
        ),
      })}
      {...(!frame && cells && { cells })}
    >
      {frame && <Periods frame={frame} />}
      {frame && frame.gone.length > 0 && (
        <Notice tone="warning">
          {t('report.gone', { count: frame.gone.length, filters: frame.gone.join(', ') })}
        </Notice>
      )}
      {children}
      {frame?.chart && <ReportChart drawing={frame.chart} />}
    </ListPage>
  )
}

/** Periods to choose with one click, and the reports that were saved of this one. */
function Periods({ frame: { periods, saved } }: { frame: ReportFrame }) {
  const { t } = useTranslation()
  return (
    <div className="tally">
      {periods.length > 0 && (
        <nav className="exports" aria-label={t('common.period.one')}>
          {periods.map(({ name, search, current }) => (
            <a key={name} href={queryWith(search)} aria-current={current ? 'true' : undefined}>
              {t(`report.periods.${name}`)}
            </a>
          ))}
        </nav>
      )}
      {saved.length > 0 && (
        <nav className="exports" aria-label={t('saved_report.plural')}>
          <span>{t('saved_report.plural')}:</span>
          {saved.map(({ name, href }) => (
            <a key={href} href={href}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The cells whose figure leads to the rows that make it. A cell that the page draws itself stays as it is. */
function linkedCells<Row extends object>(
  { page: { rows }, columns }: ListView<Row>,
  links: ReportFrame['links'],
  drawn: ListPageProps<Row>['cells'] = {},
  { t, locale }: { t: ReturnType<typeof useTranslation>['t']; locale: Locale },
): ListPageProps<Row>['cells'] {
  const placeOf = new Map(rows.map((row, index) => [row, index]))
  const linked = columns.filter(({ key }) => !(key in drawn) && links.some((link) => key in link))
  const cell =
    (column: Column<keyof Row & string>) =>
    (row: Row): ReactNode => {
      const text = formatCell(column, row[column.key], locale, t)
      const href = links[placeOf.get(row) ?? -1]?.[column.key]
      return href && text ? <a href={href}>{text}</a> : text
    }
  return Object.fromEntries(linked.map((column) => [column.key, cell(column)])) as ListPageProps<Row>['cells']
}
