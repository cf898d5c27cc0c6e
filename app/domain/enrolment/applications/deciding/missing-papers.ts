import type { Kysely } from 'kysely'
import {
  questionsOf,
  registrationForm,
  type Words,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { papersOf } from '#app/domain/enrolment/online-registration/papers.ts'
import type { DB } from '#db/types.ts'

/**
 * Whether a paper is missing that the organisation demands by now of the family, of each child, or of each who is new
 * here. What was demanded when it was handed in was there; the form may have been changed since.
 */
export async function lacksPapers(db: Kysely<DB>, application_id: string): Promise<boolean> {
  const [{ form }, children, papers] = await Promise.all([
    registrationForm(db),
    db
      .selectFrom('application_student')
      .select(['id', 'is_existing'])
      .where('application_id', '=', application_id)
      .execute(),
    db
      .selectFrom('application_document')
      .select(['application_student_id as child', 'kind', 'question'])
      .where('application_id', '=', application_id)
      .execute(),
  ])
  // What was answered is kept with the words that were asked, not with the id of a question.
  const words = new Map(questionsOf(form).map(({ id, label }) => [id, label]))
  const students = children.map(({ id, is_existing }, place) => ({
    place,
    student_id: is_existing ? id : null,
  }))
  return papersOf(form, { students })
    .filter(({ required }) => required)
    .some(({ kind, question, place }) => {
      const child = place === null ? null : children[place]!.id
      const asked = question === null ? null : words.get(question)!
      return !papers.some(
        (paper) =>
          paper.child === child && paper.kind === kind && isSame(paper.question as Words | null, asked),
      )
    })
}

const isSame = (one: Words | null, other: Words | null) =>
  other === null || (one !== null && Object.entries(other).every(([locale, words]) => one[locale] === words))
