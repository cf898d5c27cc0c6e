import { type Kysely, sql, type Transaction } from 'kysely'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import {
  questionsOf,
  registrationForm,
  type Words,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { papersOf } from '#app/domain/enrolment/online-registration/papers.ts'
import type { DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import { approveApplication, lockApplication } from './decide-application.ts'
import { isProven, knownParent, proofOf, typedBy } from './family.ts'
import { isOwed, registrationFee } from './registration-fee.ts'
import { linesLike } from './similar.ts'
import { unprovenAnswers } from './unproven-answers.ts'

/**
 * Approves an application automatically if the organisation has switched that on, every class has a seat, no child resembles
 * a student on file, no document or fee is missing, nobody is matched to a parent on file without proof, the family is no
 * colleague's, and no fee would be lower by an answer that only the family has given. False when it has to wait for a person; refuses what approveApplication refuses.
 */
export async function autoApprove(
  trx: Transaction<DB>,
  keys: Keys,
  id: string,
  today: string,
): Promise<boolean> {
  const { auto_approve } = await settings(trx, 'application')
  const application = await lockApplication(trx, { id })
  if (!auto_approve || application.status !== 'pending') return false
  const { waiting } = await trx
    .selectFrom('application_subject')
    .innerJoin('application_student as child', 'child.id', 'application_subject.application_student_id')
    .select(sql<number>`count(*) filter (where is_waiting)`.as('waiting'))
    .where('child.application_id', '=', id)
    .executeTakeFirstOrThrow()
  if (waiting > 0 || (await linesLike(trx, keys, id)).size > 0) return false
  if (!(await areProven(trx, keys, application)) || (await lacksPapers(trx, id))) return false
  if (await isColleagues(trx, id)) return false
  if (isOwed(await registrationFee(trx, keys, id, today))) return false
  if ((await unprovenAnswers(trx, keys, id, today)).length > 0) return false
  await approveApplication(trx, systemActor, everywhere, keys, { id, version: application.version }, today)
  return true
}

/** Whether every match with a parent on file is proven. */
async function areProven(
  trx: Transaction<DB>,
  keys: Keys,
  application: { id: string; channel: string } & Parameters<typeof proofOf>[0],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('application_parent')
    .select(['id', 'place', 'answers_sealed', 'parent_id', 'same_parent_id', 'other_parent_ids'])
    .where('application_id', '=', application.id)
    .execute()
  const typed = await typedBy(trx, keys, application)
  // A colleague filled it in for their own family: somebody else looks at it.
  if (application.channel === 'staff' && !typed.office) return false
  for (const row of rows) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (!answers) return false
    // The office has met them when it received their registration fee.
    if (row.parent_id) continue
    const proof = proofOf(application, row, typed)
    const known = await knownParent(trx, keys, answers, proof.same ?? proof.self, proof.others)
    if (known && !isProven(known, proof)) return false
  }
  return true
}

/**
 * Whether the family of an application is a colleague's, who may have set the prices of its classes before the child came: by
 * the account, a contact or number that is written there, or a child with a colleague. Nobody is found by it for anything else.
 */
async function isColleagues(db: Kysely<DB>, application_id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with written as (
      select said.phone, lower(said.email) as email, said.identity_no_index, application.user_id,
        array[application.parent_id, said.parent_id, said.same_parent_id] as parent_ids
      from application join application_parent as said on said.application_id = application.id
      where application.id = ${application_id}
    ), self as (
      select parent.id, parent.user_id from parent join written on parent.deleted_at is null
        and (parent.id = any(written.parent_ids) or parent.phone = written.phone or lower(parent.email) = written.email
          or parent.identity_no_index = written.identity_no_index)
    ), family as (
      select user_id from self
      union select parent.user_id from student_parent as mine
        join student_parent as theirs on theirs.student_id = mine.student_id join parent on parent.id = theirs.parent_id
        where mine.parent_id in (select id from self)
    )
    select exists (select from user_account as account
      where account.deleted_at is null and not account.roles <@ array['parent']
        and (account.id in (select user_id from written union select user_id from family)
          or account.phone in (select phone from written) or lower(account.email) in (select email from written))) as is`.execute(
    db,
  )
  return rows[0]!.is
}

/**
 * Whether a document that the organisation now requires is missing. All that were required at submission are there, but the
 * form may have changed since.
 */
async function lacksPapers(db: Kysely<DB>, application_id: string): Promise<boolean> {
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
  // Answers are stored with the text of the question, not with its id.
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
