import { paths } from '#app/paths.ts'

export type Step = 'parents' | 'students' | 'subjects' | 'questions' | 'documents' | 'review'

const pages: Record<Step, () => string> = {
  parents: paths.register.parents,
  students: paths.register.students,
  subjects: paths.register.subjects,
  questions: paths.register.questions,
  documents: paths.register.documents,
  review: paths.register.review,
}

/** The page with which a step begins. */
export const pageOf = (step: Step): string => pages[step]()
