import type { Lesson } from '#app/domain/core/schedule.ts'
import { ageOn } from '#app/domain/people/students/student.ts'
import type { OfferedFee } from './estimate.ts'

/** Whether a child can come: at once, onto the waiting list, or not. */
export type SeatState = 'open' | 'waiting' | 'full' | 'closed'

/** A program of which families may choose classes. */
export interface OfferedProgram {
  id: string
  name: string
  level: string | null
  description: string | null
  image_file: string | null
}

/** A class as families are told of it: never who else comes, or how many. */
export interface OfferedSubject {
  id: string
  name: string
  program_id: string
  program: string
  branch: string
  branch_id: string
  starts_on: string | null
  ends_on: string | null
  min_age: number | null
  max_age: number | null
  schedule: readonly Lesson[]
  seats: SeatState
  image_file: string | null
  fees: readonly OfferedFee[]
}

export const canBeChosen = ({ seats }: Pick<OfferedSubject, 'seats'>) =>
  seats === 'open' || seats === 'waiting'

/** Whether a child is younger or older on its first day than a class is meant for, which warns and keeps nobody out. */
export function outsideAge(
  { min_age, max_age, starts_on }: Pick<OfferedSubject, 'min_age' | 'max_age' | 'starts_on'>,
  born_on: string | undefined,
  today: string,
): boolean {
  if (!born_on || !/^\d{4}-\d\d-\d\d$/.test(born_on)) return false
  const age = ageOn(born_on, starts_on && starts_on > today ? starts_on : today)
  return age < (min_age ?? 0) || age > (max_age ?? Number.POSITIVE_INFINITY)
}
