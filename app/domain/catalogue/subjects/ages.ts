import { type RawBuilder, sql } from 'kysely'

/** The ages for whom a class is meant, both included; null: no limit. */
export interface Ages {
  min_age: number | null
  max_age: number | null
}

const limit = (side: keyof Ages): RawBuilder<number | null> => sql<number | null>`
  case when subject.min_age is null and subject.max_age is null
    then (select ${sql.ref(`category.${side}`)} from category
      where category.id = subject.category_id and category.deleted_at is null)
    else ${sql.ref(`subject.${side}`)} end`

/** The ages of a class, of a query from `subject`: its own, or those of its category where it has none. */
export const agesOf = { min: limit('min_age'), max: limit('max_age') } as const

/** The day on which the age for a class counts: its first day, or today once it has begun. */
export const ageCountsOn = (starts_on: string | null, today: string): string =>
  starts_on && starts_on > today ? starts_on : today

/** The birthday that somebody has in the year of a day, in years: schools take children by the year of birth. */
export const ageInYear = (born_on: string, on: string): number =>
  Number(on.slice(0, 4)) - Number(born_on.slice(0, 4))

/** Whether a class is meant for somebody of this birthday; both days `YYYY-MM-DD`. */
export function isForAge(
  { min_age, max_age, starts_on }: Ages & { starts_on: string | null },
  born_on: string,
  today: string,
): boolean {
  const age = ageInYear(born_on, ageCountsOn(starts_on, today))
  return age >= (min_age ?? 0) && age <= (max_age ?? Number.POSITIVE_INFINITY)
}

/** The same as a condition on a query from `subject`. */
export const isForBirthday = (born_on: string, today: string) => sql<boolean>`
  extract(year from greatest(subject.starts_on, ${today}::date))::int - ${Number(born_on.slice(0, 4))}::int
    between coalesce(${agesOf.min}, 0) and coalesce(${agesOf.max}, 1000)`
