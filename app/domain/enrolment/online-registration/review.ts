import {
  type AskedField,
  childQuestions,
  familyQuestions,
  filled,
  parentFields,
  schemaOf,
  studentFields,
  type Typed,
} from './asked-fields.ts'
import type { DraftAnswers, DraftChild } from './draft.ts'
import type { RegistrationForm } from './form-setting.ts'
import { canBeChosen, type OfferedSubject } from './offered.ts'
import { type AskedPaper, isOf, type Paper, papersOf } from './papers.ts'

/** What keeps a draft from being handed in, in the order of the steps. */
export type Problem =
  | { step: 'parent'; place: number; fields: AskedField[] }
  | { step: 'student'; place: number; fields: AskedField[] }
  | { step: 'no_student' }
  | { step: 'no_subject'; place: number }
  /** It was closed, or filled up, since it was chosen. */
  | {
      step: 'subject'
      place: number
      subject_id: string
      why: 'full' | 'closed' | 'gone'
      name: string | null
    }
  | { step: 'family'; fields: AskedField[] }
  | { step: 'paper'; paper: AskedPaper }

export interface Reviewed {
  form: RegistrationForm
  answers: DraftAnswers
  files: readonly Paper[]
  subjects: ReadonlyMap<string, OfferedSubject>
  today: string
  /** Of a signed-in parent the own details are on file and not asked. */
  known: boolean
  /** The number of a parent will be proven by a code. */
  mobile: boolean
}

/** Fields of a page that are missing or wrong. */
export function wrongFields(
  fields: readonly AskedField[],
  typed: Typed,
  demands: Parameters<typeof schemaOf>[1],
): AskedField[] {
  const read = schemaOf(fields, demands).safeParse(filled(fields, typed))
  if (read.success) return []
  const names = new Set(read.error.issues.map(({ path }) => String(path[0])))
  return fields.filter(({ name }) => names.has(name))
}

export function problemsOf(reviewed: Reviewed): Problem[] {
  const { form, answers, files, today } = reviewed
  return [
    ...parentProblems(reviewed),
    ...(answers.students.length === 0 ? [{ step: 'no_student' as const }] : []),
    ...answers.students.flatMap((child) => childProblems(reviewed, child)),
    ...wrongStep('family', wrongFields(familyQuestions(form), answers.family, { today })),
    ...papersOf(form, answers)
      .filter((paper) => paper.required && !files.some((file) => isOf(file, paper)))
      .map((paper) => ({ step: 'paper' as const, paper })),
  ]
}

const wrongStep = (step: 'family', fields: AskedField[]): Problem[] =>
  fields.length > 0 ? [{ step, fields }] : []

function parentProblems({ form, answers, today, known, mobile }: Reviewed): Problem[] {
  const fields = parentFields(form)
  const others = answers.parents.slice(1).filter((typed) => Object.values(typed).some(Boolean))
  const asked = [...(known ? [] : [answers.parents[0] ?? {}]), ...others]
  const first = known ? 2 : 1
  return asked.flatMap((typed, index) => {
    const place = first + index
    const wrong = wrongFields(fields, typed, { today, mobile: mobile && place === 1 })
    return wrong.length > 0 ? [{ step: 'parent' as const, place, fields: wrong }] : []
  })
}

function childProblems({ form, subjects, today }: Reviewed, child: DraftChild): Problem[] {
  const { place, typed, student_id } = child
  const fields = student_id === null ? studentFields(form) : childQuestions(form)
  const wrong = wrongFields(fields, typed, { today })
  const closed = child.subjects.flatMap((subject_id): Problem[] => {
    const subject = subjects.get(subject_id)
    if (subject && canBeChosen(subject)) return []
    const why = subject ? (subject.seats as 'full' | 'closed') : 'gone'
    return [{ step: 'subject', place, subject_id, why, name: subject?.name ?? null }]
  })
  return [
    ...(wrong.length > 0 ? [{ step: 'student' as const, place, fields: wrong }] : []),
    ...(child.subjects.length === 0 ? [{ step: 'no_subject' as const, place }] : []),
    ...closed,
  ]
}
