import { useTranslation } from 'react-i18next'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import type { FilterField } from './Filters.tsx'
import { queryWith, type Search } from './query.ts'

/** The spans that are asked for most, as links; nothing of a list without a span. */
export function Periods({
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
        {Object.entries(spansOf(today)).map(([name, span]) => (
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
function spansOf(today: string) {
  const month = (on: string) => ({ from: startOfMonth(on), to: endOfMonth(on) })
  const year = today.slice(0, 4)
  return {
    today: { from: today, to: today },
    this_month: month(today),
    last_month: month(addMonths(startOfMonth(today), -1)),
    this_year: { from: `${year}-01-01`, to: `${year}-12-31` },
  }
}
