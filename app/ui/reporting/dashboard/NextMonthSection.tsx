import { useTranslation } from 'react-i18next'
import type { NextMonth } from '#app/domain/billing/plan/next-month.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Sums } from '#app/ui/core/page/Sums.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What the next month will bill, child by child: an estimate, since until then something may change. */
export function NextMonthSection({ next }: { next: NextMonth }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const month = formatMonth(next.month, locale)
  return (
    <Section title={t('dashboard.next_month', { month })} id="next-month">
      <p className="quiet small">{t('dashboard.next_month_hint')}</p>
      {next.children.map(({ id, name, lines }) => (
        <details className="why" key={id}>
          <summary>
            {name} · <b className="number">{formatRinggit(sumOf(lines))}</b>
          </summary>
          <Sums
            items={lines.map(({ description, sen }) => ({ label: description, sen }))}
            total={{ label: t('invoice.total_sen'), sen: sumOf(lines) }}
          />
        </details>
      ))}
      {next.children.length > 1 && (
        <p>{t('dashboard.next_month_total', { amount: formatRinggit(next.total_sen) })}</p>
      )}
    </Section>
  )
}

const sumOf = (lines: readonly { sen: number }[]) => lines.reduce((sum, { sen }) => sum + sen, 0)
