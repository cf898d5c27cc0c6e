import { z } from 'zod'
import { most as mostApplied } from '#app/domain/enrolment/applications/application.ts'

/** A registration that a family has begun and not handed in. */

/** Days after its last change for which an unsubmitted registration is stored. */
export const retentionDays = 14

const typed = z.record(z.string(), z.string())

const child = z.object({
  /** From 1 to 10; does not change when other children are removed. */
  place: z.number().int(),
  /** A student of the signed-in parent. */
  student_id: z.string().nullable(),
  typed,
  /** Classes, in the order in which they were chosen. */
  subjects: z.array(z.string()),
})
export type DraftChild = z.output<typeof child>

/** Raw input, valid or not. `changed`: the draft's version at which each part was last changed. */
export const draftAnswers = z.object({
  parents: z.array(typed).max(mostApplied.parents),
  students: z.array(child).max(mostApplied.students),
  family: typed,
  /** The class from the family's link, until it is added to the first child. */
  subject_id: z.string().nullable(),
  /** The version at which the family agreed and asked to send it; another one has been changed since. */
  consent: z.number().int().nullable().default(null),
  changed: z.record(z.string(), z.number()),
})
export type DraftAnswers = z.output<typeof draftAnswers>

export const noAnswers: DraftAnswers = {
  parents: [],
  students: [],
  family: {},
  subject_id: null,
  consent: null,
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

/** Parts that can be edited at the same time in two windows without a conflict. */
export type Part = `parent.${number}` | `student.${number}` | `subjects.${number}` | 'family' | 'consent'

export function childAt({ students }: DraftAnswers, place: number): DraftChild | undefined {
  return students.find((one) => one.place === place)
}

/** The place for another child; undefined when the maximum is reached. */
export function freePlace({ students }: DraftAnswers): number | undefined {
  const places = Array.from({ length: mostApplied.students }, (_, index) => index + 1)
  return places.find((place) => !students.some((one) => one.place === place))
}

/** Merges the input of one page into the child's answers; those of the other page stay. */
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

/** The step of documents holds the organisation's questions to the family as well. */
export type Step = 'parents' | 'students' | 'subjects' | 'documents' | 'review'
