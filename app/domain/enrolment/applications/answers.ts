import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { OwnAnswer } from './application.ts'
import type { ParentAnswers, StudentAnswers } from './application-form.ts'

interface Answers {
  application: OwnAnswer[]
  application_parent: ParentAnswers
  application_student: StudentAnswers
}

const column = 'answers_sealed'

/** Everything that was answered, for `answers_sealed` of a row. */
export function sealedAnswers<T extends keyof Answers>(
  { ring, place }: Keys,
  table: T,
  row: string,
  answers: Answers[T],
): string {
  return seal(ring, { place, table, column, row }, JSON.stringify(answers))
}

/** Null where there are none: of a child who is on file, and after their time. */
export function openedAnswers<T extends keyof Answers>(
  { ring, place }: Keys,
  table: T,
  row: { id: string; answers_sealed: string | null },
): Answers[T] | null {
  const { id, answers_sealed: sealed } = row
  if (!sealed) return null
  return JSON.parse(open(ring, { place, table, column, row: id }, sealed)) as Answers[T]
}

/**
 * What was answered to the organisation's own questions; none after their time. Those of before they were kept in each
 * language are words and an answer, with the child's name among the words.
 */
export function ownAnswersOf(keys: Keys, row: Parameters<typeof openedAnswers>[2]): OwnAnswer[] {
  const answers = openedAnswers(keys, 'application', row) as OwnAnswer[] | Record<string, string> | null
  if (!answers || Array.isArray(answers)) return answers ?? []
  return Object.entries(answers).map(([words, answer]) => ({
    ...{ label: { '': words }, student_place: null, answer },
  }))
}

/** The fingerprint that a parent or student on file with this number has, so that a list can say who is alike. */
export function fingerprint(
  { ring, place }: Keys,
  table: 'parent' | 'student',
  identity_no: string | undefined,
): Buffer | null {
  return identity_no ? identityIndexes(ring, { place, table }, identity_no)[0]! : null
}
