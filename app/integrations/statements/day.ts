/** `YYYY-MM-DD` of parts that are digits; undefined of a day that no calendar has. */
export function plainDay(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const known = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return known && year >= '1990' && year < '2100' ? text : undefined
}

/** Malaysia's clock is eight hours ahead of UTC all year. */
const aheadMs = 8 * 3_600_000

/**
 * The Malaysian day of an ISO 8601 date or time. A time with an offset may be of another day there
 * (`2026-10-31T17:30:00Z` is 1 November in Malaysia); without one it is the bank's own clock. Undefined for anything else.
 */
export function malaysianDay(text: string): string | undefined {
  const [, year = '', month = '', day = '', time, seconds = ':00', zone] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? []
  const plain = plainDay(year, month, day)
  if (!plain || !time || !zone) return plain
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2').toUpperCase()
  const instant = Date.parse(`${plain}T${time}${seconds}${offset}`)
  return Number.isNaN(instant) ? undefined : new Date(instant + aheadMs).toISOString().slice(0, 10)
}
