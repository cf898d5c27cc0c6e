import { z } from 'zod'
import { most as mostApplied } from '#app/domain/enrolment/applications/application.ts'

/** A registration that a family has begun and not handed in. */

/** Days for which it waits after the last step. */
export const keptDays = 14

const typed = z.record(z.string(), z.string())

const child = z.object({
  /** From 1 to 10; stays with the child whatever becomes of others. */
  place: z.number().int(),
  /** A student of the signed-in parent. */
  student_id: z.string().nullable(),
  typed,
  /** Classes, in the order in which they were chosen. */
  subjects: z.array(z.string()),
})
export type DraftChild = z.output<typeof child>

/** Right or wrong as it was typed. `changed`: at which version of the draft a part was last changed. */
export const draftAnswers = z.object({
  parents: z.array(typed).max(mostApplied.parents),
  students: z.array(child).max(mostApplied.students),
  family: typed,
  /** The class of the link by which the family came, until the first child has it. */
  subject_id: z.string().nullable(),
  changed: z.record(z.string(), z.number()),
})
export type DraftAnswers = z.output<typeof draftAnswers>

export const noAnswers: DraftAnswers = {
  parents: [],
  students: [],
  family: {},
  subject_id: null,
  changed: {},
}

export interface Draft {
  id: string
  version: number
  user_id: string | null
  answers: DraftAnswers
  phone: string | null
  phone_verified: boolean
  application_id: string | null
  expires_at: Date
}

/** Parts of which two may be filled in at a time, in two windows, without a collision. */
export type Part = `parent.${number}` | `student.${number}` | `subjects.${number}` | 'family'

export function childAt({ students }: DraftAnswers, place: number): DraftChild | undefined {
  return students.find((one) => one.place === place)
}

/** The place of a further child; undefined when there are as many as may be. */
export function freePlace({ students }: DraftAnswers): number | undefined {
  const places = Array.from({ length: mostApplied.students }, (_, index) => index + 1)
  return places.find((place) => !students.some((one) => one.place === place))
}

/** What was typed of a part of it anew; what another page of the part asks stays. */
export function withChild(answers: DraftAnswers, changed: DraftChild): DraftAnswers {
  const others = answers.students.filter(({ place }) => place !== changed.place)
  return { ...answers, students: [...others, changed].sort((one, other) => one.place - other.place) }
}

export function withoutChild(answers: DraftAnswers, place: number): DraftAnswers {
  return { ...answers, students: answers.students.filter((one) => one.place !== place) }
}

export function withParent(
  answers: DraftAnswers,
  place: number,
  typed: Record<string, string>,
): DraftAnswers {
  const parents = [...answers.parents]
  while (parents.length < place) parents.push({})
  parents[place - 1] = { ...parents[place - 1], ...typed }
  return { ...answers, parents }
}
