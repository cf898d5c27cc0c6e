import { sql, type Transaction } from 'kysely'
import { lockedRow } from '#app/domain/catalogue/crud/crud.ts'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { subject } from './find-subjects.ts'
import { type SubjectInput, subjectForm } from './subject.ts'

export const usesOfSubject = {
  enrolment: 'subject_id',
  subject_fee: 'subject_id',
  application_subject: 'subject_id',
  class_session: (id: string) =>
    sql<boolean>`class_session.subject_id = ${id} and (class_session.status <> 'planned'
      or class_session.planned_on is null or class_session.is_edited)`,
} as const

const plain = crudVerbs('subject', subjectForm, usesOfSubject, subject)

/**
 * What is done with classes. The module must be one of the program (subject.module_elsewhere, at the field); one that is
 * closed is neither switched on nor off but opened again (action_not_allowed), and one that anybody was ever in, or that
 * costs something, cannot be removed.
 */
export const subjects: typeof plain = {
  ...plain,
  async create(trx, actor, input) {
    await refuseForeignModule(trx, input)
    await planAgain(trx)
    return plain.create(trx, actor, input)
  },
  async edit(trx, actor, at, input) {
    await refuseForeignModule(trx, input)
    await planAgain(trx)
    return plain.edit(trx, actor, at, input)
  },
  async setStatus(trx, actor, at, status) {
    const row = await lockedRow(trx, 'subject', at)
    if (row.status === 'closed') throw new Refusal('action_not_allowed')
    await planAgain(trx)
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    // Sessions that nobody has touched are no use of it.
    await trx
      .deleteFrom('class_session')
      .where('subject_id', '=', at.id)
      .where('status', '=', 'planned')
      .where('planned_on', 'is not', null)
      .where('is_edited', '=', false)
      .execute()
    return plain.remove(trx, actor, at)
  },
}

/** The sessions of the coming days follow what classes are: their times, people, dates and status. */
export const planAgain = (trx: Transaction<DB>): Promise<void> => enqueue(trx, 'class_session.plan', {})

/** A module that there is not is refused where all choices are. */
async function refuseForeignModule(trx: Transaction<DB>, { module_id, program_id }: SubjectInput) {
  if (!module_id) return
  const module = await trx
    .selectFrom('module')
    .select('program_id')
    .where('id', '=', module_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (module && module.program_id !== program_id) throw new Refusal('subject.module_elsewhere', 'module_id')
}
