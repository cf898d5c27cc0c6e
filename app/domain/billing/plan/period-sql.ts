import { type RawBuilder, sql } from 'kysely'
import { type Locale, locales, monthNames } from '#app/i18n/locales.ts'

/** The first day that an enrolment is charged for: its own, unless a new year has set a month. */
export const firstCharged = sql`coalesce(enrolment.bills_from, enrolment.starts_on)`

/** The days from one to another as a range; the first day alone where the other lies before it. */
export const dayRange = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`daterange(${first}, greatest(${first}, ${last}), '[]')`

/** Months of a period, by the frequency of its fee; null of what is billed once. */
export const monthsOf = (frequency: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case ${frequency} when 'monthly' then 1 when 'session' then 1 when 'quarterly' then 3 when 'half_yearly' then 6
    when 'yearly' then 12 end`

/** The first day of the period in which a month lies; quarters, halves and years begin with the academic year. */
export const periodStart = (
  month: RawBuilder<unknown>,
  length: RawBuilder<unknown>,
  startMonth: RawBuilder<unknown>,
) => sql<string>`(${month} - make_interval(
    months => mod(extract(month from ${month})::int - ${startMonth} + 12, ${length})))::date`

/**
 * What a period is called where it is billed once: `2026-03`, `2026-Q1`, `2026-H1`, `2026`, by the academic year in which
 * it begins; `2026-03-S` of the sessions of a month; `once` of what has no period.
 */
export const periodKey = (
  frequency: RawBuilder<unknown>,
  starts_on: RawBuilder<unknown>,
  startMonth: RawBuilder<unknown>,
) => {
  const year = sql`to_char(${starts_on} - make_interval(months => ${startMonth} - 1), 'YYYY')`
  const month = sql`(extract(month from ${starts_on})::int - ${startMonth} + 12) % 12`
  return sql<string>`case ${frequency}
    when 'one_off' then 'once'
    when 'monthly' then to_char(${starts_on}, 'YYYY-MM')
    when 'quarterly' then ${year} || '-Q' || (${month} / 3 + 1)
    when 'half_yearly' then ${year} || '-H' || (${month} / 6 + 1)
    when 'session' then to_char(${starts_on}, 'YYYY-MM') || '-S'
    else ${year} end`
}

/** Whether a period is that of a fee by session. It lies beside the periods of other fees: it charges what was held in it. */
export const isOfSessions = (period_key: RawBuilder<unknown>) => sql<boolean>`(${period_key} like '%-S')`

/** The month in which the year of this organisation begins, 1 to 12. */
export const academicYearStartMonth = sql<number>`(select academic_year_start_month from platform.entity
  where role_name = current_user)`

const names = Object.fromEntries(locales.map((locale: Locale) => [locale, monthNames(locale)]))

/** `Mar`, of a day and in the language of a column. */
const monthName = (on: RawBuilder<unknown>, locale: RawBuilder<unknown>) =>
  sql`(coalesce(${JSON.stringify(names)}::jsonb -> ${locale}, ${JSON.stringify(Object.values(names)[0])}::jsonb)
    ->> (extract(month from ${on})::int - 1))`

/** `5 Mar 2026`, as `formatDate` has it. */
const dayWords = (on: RawBuilder<unknown>, locale: RawBuilder<unknown>) =>
  sql`extract(day from ${on}) || ' ' || ${monthName(on, locale)} || to_char(${on}, ' YYYY')`

/** `5 Mar 2026 – 31 Mar 2026` */
export const daysWords = (
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
  locale: RawBuilder<unknown>,
) => sql<string>`${dayWords(from, locale)} || ' – ' || ${dayWords(until, locale)}`

/** `Mar 2026`, `Jan – Mar 2026`, `Sep 2026 – Feb 2027`, as `formatPeriod` has it. */
export const periodWordsSql = (
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
  locale: RawBuilder<unknown>,
) => sql<string>`case when date_trunc('month', ${from}) = date_trunc('month', ${until}) then ''
    else ${monthName(from, locale)}
      || case when extract(year from ${from}) = extract(year from ${until}) then '' else to_char(${from}, ' YYYY') end
      || ' – ' end
  || ${monthName(until, locale)} || to_char(${until}, ' YYYY')`

/** An amount in sen times a rate in basis points, rounded half up to the sen; of nothing below zero. */
export const proportionOf = (sen: RawBuilder<unknown>, bp: RawBuilder<unknown>) =>
  sql<number>`((${sen} * ${bp} * 2 + 10000) / 20000)`
