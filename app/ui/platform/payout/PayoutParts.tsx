import { useTranslation } from 'react-i18next'
import { adjustedColumns, lineColumns } from '#app/domain/platform/payouts/columns.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Pages } from '#app/ui/core/table/Pagination.tsx'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'

type Line = { id: string } & Record<(typeof lineColumns)[number]['key'], string | number>
type Adjusted = { id: string } & Record<(typeof adjustedColumns)[number]['key'], string | number | null>

interface PayoutPartsProps<L extends Line> {
  lines: readonly L[]
  /** How many lines there were when it was prepared. */
  count: number
  adjusted: readonly Adjusted[]
  /** Where a line leads, for who may go there. */
  open?: TableProps<L>['open']
  /** Where else it leads. */
  actions?: TableProps<L>['actions']
  /** Where all of its lines are. */
  all?: string
  /** Which of its pages this is, where all can be turned to. */
  pages?: { page: number; pages: number }
}

/** The lines and the adjustments of which a payout is made. */
export function PayoutParts<L extends Line>({
  lines,
  count,
  adjusted,
  open,
  actions,
  all,
  pages,
}: PayoutPartsProps<L>) {
  const { t } = useTranslation()
  return (
    <>
      <Section
        title={t('payout.lines')}
        actions={lines.length > 0 && all ? <a href={all}>{t('payout.all_lines')}</a> : undefined}
      >
        {lines.length > 0 ? (
          <Table
            caption={t('payout.lines')}
            columns={lineColumns}
            rows={lines}
            open={open}
            actions={actions}
            rowKey={({ id }) => id}
            brief
          />
        ) : (
          <p>{t('payout.no_lines')}</p>
        )}
        {pages
          ? pages.pages > 1 && <Pages {...pages} search={{}} />
          : lines.length > 0 &&
            lines.length < count && <p>{t('payout.first_lines', { shown: lines.length, count })}</p>}
      </Section>
      {adjusted.length > 0 && (
        <Section title={t('payout.adjustments')}>
          <Table
            caption={t('payout.adjustments')}
            columns={adjustedColumns}
            rows={adjusted}
            rowKey={({ id }) => id}
            brief
          />
        </Section>
      )}
    </>
  )
}
