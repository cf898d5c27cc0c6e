import { ageCountsOn, ageInYear } from '#app/domain/catalogue/subjects/ages.ts'
import { isPlainDate } from '#app/domain/core/dates.ts'
import {
  canBeChosen,
  misfit,
  type OfferedSubject,
  type Seeking,
} from '#app/domain/enrolment/online-registration/offered.ts'

/** Why a class cannot be chosen for a child: full, closed, for another age, in another branch. */
export const reasonAgainst = (subject: OfferedSubject, about: Seeking, today: string) =>
  canBeChosen(subject) ? misfit(subject, about, today) : (subject.seats as 'full' | 'closed')

/** A class that cannot be chosen, with what its sentence needs. */
export interface Unfit {
  id: string
  name: string
  branch: string
  why: NonNullable<ReturnType<typeof reasonAgainst>>
  min_age: number | null
  max_age: number | null
  /** The child's age in the year that counts. */
  age: number | null
}

/** Empty for a class that can be chosen. */
export function unfitFor(subject: OfferedSubject, about: Seeking, today: string): Unfit[] {
  const why = reasonAgainst(subject, about, today)
  if (!why) return []
  const { id, name, branch, min_age, max_age, starts_on } = subject
  const isKnown = about.born_on !== undefined && isPlainDate(about.born_on)
  const age = isKnown ? ageInYear(about.born_on!, ageCountsOn(starts_on, today)) : null
  return [{ id, name, branch, why, min_age, max_age, age }]
}
