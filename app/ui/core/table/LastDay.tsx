import { formatDate } from '#app/domain/core/dates.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The last of some days in a table; a card leaves it out where it is the first one, too. */
export function LastDay({ starts_on, ends_on }: { starts_on: string; ends_on: string }) {
  const { locale } = usePage()
  const day = formatDate(ends_on, locale)
  return starts_on === ends_on ? <span className="same-day">{day}</span> : day
}
