import type { ApplicationDocumentKind } from '#app/domain/enrolment/applications/application.ts'
import type { DraftAnswers } from './draft.ts'
import {
  familyPapers,
  type OptionalField,
  optionalFields,
  questionsOf,
  type RegistrationForm,
  stateOf,
} from './form-setting.ts'

/** Which paper a file is. */
export interface Paper {
  kind: ApplicationDocumentKind
  /** Id of one of the organisation's own questions. */
  question: string | null
  /** Of the child at this place; null: of the family. */
  place: number | null
}

/** Whether a file is this paper. */
export const isOf = (file: Paper, { kind, question, place }: Paper) =>
  file.kind === kind && file.question === question && file.place === place

export interface AskedPaper extends Paper {
  required: boolean
}

/** `student_id`: of a child who is on file already. */
interface Family {
  students: readonly Pick<DraftAnswers['students'][number], 'place' | 'student_id'>[]
}

/** Every paper that is asked of this family, of each child who is new here, in the order of the pages. */
export function papersOf(form: RegistrationForm, { students }: Family): AskedPaper[] {
  const asked = optionalFields.document.flatMap((kind) => {
    const state = stateOf(form, `document.${kind}` as OptionalField)
    return state === 'hidden' ? [] : [{ kind, question: null, required: state === 'required' }]
  })
  const questions = questionsOf(form).filter(({ kind }) => kind === 'file')
  const ofFamily = [
    ...asked.filter(({ kind }) => familyPapers.includes(kind)),
    ...questions.filter(({ of }) => of === 'family').map(questionPaper),
  ]
  const ofChild = [
    ...asked.filter(({ kind }) => !familyPapers.includes(kind)),
    ...questions.filter(({ of }) => of === 'child').map(questionPaper),
  ]
  return [
    ...students.flatMap(({ place, student_id }) =>
      ofChild
        .filter(({ question }) => student_id === null || question !== null)
        .map((paper) => ({ ...paper, place })),
    ),
    ...ofFamily.map((paper) => ({ ...paper, place: null })),
  ]
}

const questionPaper = ({ id, required }: { id: string; required: boolean }) => ({
  ...{ kind: 'question' as const, question: id, required },
})
