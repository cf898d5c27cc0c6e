/** `YYYY-MM-DD` of parts that are digits; undefined of a day that no calendar has. */
export function plainDay(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const known = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return known && year >= '1990' && year < '2100' ? text : undefined
}
