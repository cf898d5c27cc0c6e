import type { Kysely } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { wordsIn } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { DB } from '#db/types.ts'
import { ownAnswersOf } from './answers.ts'
import { applicationsIn, linesIn } from './reach.ts'

export interface AnswerRow {
  number: string
  submitted_at: Date
  /** Of whom it was asked; empty: of the family. */
  child: string
  question: string
  answer: string
}

/** Applications whose answers are read at a time, since each is opened by itself. */
const most = 5_000

/**
 * What families answered to the organisation's own questions, the latest application first, a row for each answer; of
 * children whom the scope does not reach nothing.
 * @param locale in which questions and choices are said
 */
export async function ownAnswers(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  locale: string,
): Promise<AnswerRow[]> {
  const rows = await applicationsIn(db, scope)
    .select(['application.id', 'application.number', 'application.submitted_at'])
    .select('application.answers_sealed')
    .where('application.answers_sealed', 'is not', null)
    .orderBy('application.submitted_at', 'desc')
    .orderBy('application.id', 'desc')
    .limit(most)
    .execute()
  const children = await linesIn(db, scope).select(['application_id', 'place', 'name']).execute()
  const childAt = new Map(children.map((one) => [`${one.application_id} ${one.place}`, one.name]))
  return rows.flatMap(({ id, number, submitted_at, answers_sealed }) =>
    ownAnswersOf(keys, { id, answers_sealed }).flatMap(({ label, student_place, answer }) => {
      const child = student_place === null ? '' : childAt.get(`${id} ${student_place}`)
      if (child === undefined) return []
      const said = typeof answer === 'string' ? answer : wordsIn(answer, locale)
      return [{ number, submitted_at, child, question: wordsIn(label, locale), answer: said }]
    }),
  )
}
