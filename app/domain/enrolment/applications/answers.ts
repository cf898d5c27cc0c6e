import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { identityIndexes, maskedIdentity } from '#app/domain/identity/accounts/identity.ts'
import type { OwnAnswer, ParentAnswers, StudentAnswers } from './application.ts'

interface Answers {
  application: OwnAnswer[]
  application_parent: ParentAnswers
  application_student: StudentAnswers
}

const column = 'answers_sealed'

/** All answers, encrypted for the column `answers_sealed`. */
export function sealedAnswers<T extends keyof Answers>(
  { ring, place }: Keys,
  table: T,
  row: string,
  answers: Answers[T],
): string {
  return seal(ring, { place, table, column, row }, JSON.stringify(answers))
}

/** The decrypted answers; null for a child who is already on file, and after anonymisation. */
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
 * Answers to the organisation's own questions; none after anonymisation. Older rows hold the question and answer in one
 * language only, with the child's name in the question.
 */
export function ownAnswersOf(keys: Keys, row: Parameters<typeof openedAnswers>[2]): OwnAnswer[] {
  const answers = openedAnswers(keys, 'application', row) as OwnAnswer[] | Record<string, string> | null
  if (!answers || Array.isArray(answers)) return answers ?? []
  return Object.entries(answers).map(([words, answer]) => ({
    ...{ label: { '': words }, student_place: null, answer },
  }))
}

/** The identity number's fingerprint as parents and students store it, so that likenesses can be found by a query. */
export function fingerprint(
  { ring, place }: Keys,
  table: 'parent' | 'student',
  identity_no: string | undefined,
): Buffer | null {
  return identity_no ? identityIndexes(ring, { place, table }, identity_no)[0]! : null
}

/** The masked identity number; null where none was given. */
export function maskedNumber({
  identity_type,
  identity_no,
}: {
  identity_type: string
  identity_no?: string | undefined
}): string | null {
  return identity_no ? maskedIdentity(identity_type, identity_no) : null
}
