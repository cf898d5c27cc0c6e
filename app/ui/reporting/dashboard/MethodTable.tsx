import { useTranslation } from 'react-i18next'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type MethodRow, methodColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { looks } from '#app/ui/core/chart/looks.tsx'
import { PartName, ShareBar, shareWords } from '#app/ui/core/chart/ShareBar.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { sumOf } from './ArrearsTable.tsx'

/** How this month's money came in, and today's: one bar of the month, and both amounts of each method, linked to their payments. */
export function MethodTable({ rows, today }: { rows: readonly MethodRow[]; today: string }) {
  const { t } = useTranslation()
  const total = sumOf(rows, 'sen')
  const [most] = rows
  if (!most) return null
  const id = 'methods'
  // The largest is the darkest; further ones take the looks again from there.
  const lookOf = (index: number) => looks[looks.length - 1 - (index % looks.length)]!
  const word = (method: string) => t(`payment.methods.${method}`, { defaultValue: method })
  const said = t('home_chart.methods_said', { method: word(most.method), amount: formatRinggit(most.sen) })
  return (
    <Section title={t('home_chart.methods')}>
      <p className="quiet small">{said}</p>
      <ShareBar
        id={id}
        said={said}
        parts={rows.map(({ method, sen }, index) => ({ key: method, value: sen, look: lookOf(index) }))}
      />
      <Table
        caption={t('home_chart.methods')}
        columns={methodColumns}
        brief
        rows={rows.map((row) => ({ ...row, share: shareWords(row.sen, total) }))}
        rowKey={({ method }) => method}
        note={({ fees_sen }) =>
          fees_sen !== 0 && t('dashboard.and_fees', { amount: formatRinggit(fees_sen) })
        }
        totals={{ today_sen: sumOf(rows, 'today_sen'), sen: total }}
        cells={{
          method: ({ method }) => (
            <PartName
              id={id}
              look={lookOf(rows.findIndex((row) => row.method === method))}
              href={paths.payment.list({ method, from: startOfMonth(today), to: today })}
            >
              {word(method)}
            </PartName>
          ),
          today_sen: ({ method, today_sen }) =>
            today_sen === 0 ? (
              formatRinggit(0)
            ) : (
              <a href={paths.payment.list({ method, from: today, to: today })}>{formatRinggit(today_sen)}</a>
            ),
        }}
      />
    </Section>
  )
}
