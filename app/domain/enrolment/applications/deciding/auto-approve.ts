import { sql, type Transaction } from 'kysely'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { openedAnswers } from '../answers.ts'
import { heldApplication } from '../close.ts'
import { isOwed, registrationFee } from '../registration-fee.ts'
import { approveApplication } from './decide.ts'
import { isProven, knownParent, proofOf } from './family.ts'
import { lacksPapers } from './missing-papers.ts'
import { linesLike } from './similar.ts'

/**
 * Approves an application without a person, where the organisation wishes that, every class has a seat, no child is like
 * one on file, no paper and no fee is missing, and nobody is taken for a parent on file who has not proven it. False when
 * it waits for somebody; refuses what approveApplication refuses.
 */
export async function autoApprove(
  trx: Transaction<DB>,
  keys: Keys,
  id: string,
  today: string,
): Promise<boolean> {
  const { auto_approve } = await settings(trx, 'application')
  const application = await heldApplication(trx, { id })
  if (!auto_approve || application.status !== 'pending') return false
  const { waiting } = await trx
    .selectFrom('application_subject')
    .innerJoin('application_student as child', 'child.id', 'application_subject.application_student_id')
    .select(sql<number>`count(*) filter (where is_waiting)`.as('waiting'))
    .where('child.application_id', '=', id)
    .executeTakeFirstOrThrow()
  if (waiting > 0 || (await linesLike(trx, keys, id)).size > 0) return false
  if (!(await areProven(trx, keys, application)) || (await lacksPapers(trx, id))) return false
  if (isOwed(await registrationFee(trx, keys, id, today))) return false
  await approveApplication(trx, systemActor, everywhere, keys, { id, version: application.version }, today)
  return true
}

/** A parent on file is only taken for who applied when they have shown to be that one. */
async function areProven(
  trx: Transaction<DB>,
  keys: Keys,
  application: { id: string } & Parameters<typeof proofOf>[0],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('application_parent')
    .select(['id', 'place', 'answers_sealed', 'parent_id'])
    .where('application_id', '=', application.id)
    .execute()
  for (const row of rows) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (!answers) return false
    // The office has taken their registration fee, and so knows who they are.
    if (row.parent_id) continue
    const proof = proofOf(application, row.place)
    const known = await knownParent(trx, keys, answers, proof.self)
    if (known && !isProven(known.by, proof)) return false
  }
  return true
}
