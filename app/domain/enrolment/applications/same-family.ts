import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { version } from '#app/domain/core/fields.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { losePhone } from '#app/domain/people/parents/lose-phone.ts'
import type { DB } from '#db/types.ts'
import { lockApplication } from './decide-application.ts'
import { applicationParent } from './edit.ts'
import { knownParent } from './family.ts'
import { applicationsIn } from './find-applications.ts'
import { userOf } from './submit-application.ts'

/** `place`: which parent of the application; `parent_id`: the parent on file who was shown. */
export const sameFamilyForm = z.object({
  place: z.coerce.number().int().min(1).max(9),
  parent_id: z.uuid(),
  answer: z.enum(['same', 'another']),
  version,
})

type Answer = z.output<typeof sameFamilyForm>

/**
 * The office's answer to whether a parent of an application is the parent on file whose phone or e-mail address they gave.
 * `same`: approval uses that parent. `another`: approval makes a new parent, and where a code has proven the phone, it stops
 * counting for the parent on file, who is asked for another. Refuses not_found.application, application.decided,
 * version_conflict (also when it is no question any more), the own family (four_eyes.own_family), and what losePhone refuses.
 * Returns the name of the parent of the application.
 */
export async function answerSameFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
  { place, parent_id, answer, version }: Answer,
): Promise<string> {
  const found = await applicationsIn(trx, scope)
    .innerJoin('application_parent', 'application_parent.application_id', 'application.id')
    .select('application_parent.id')
    .where('application.id', '=', id)
    .where('application_parent.place', '=', place)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found.application')
  const application = await lockApplication(trx, { id })
  if (application.status !== 'pending')
    throw await meanwhile(trx, 'application.decided', { type: 'application', id })
  refuseStale(application, version)
  const row = await applicationParent(trx, scope, keys, found.id)
  const self = row.place === 1 ? application.parent_id : null
  const settled = row.parent_id ?? row.same_parent_id ?? self
  const known = await knownParent(trx, keys, row.answers, settled, row.other_parent_ids)
  if (known?.id !== parent_id || !known.differs) throw new Refusal('version_conflict')
  await refuseOwnFamilyOf(trx, actor, { type: 'parent', id: parent_id })
  await trx
    .updateTable('application_parent')
    .set(
      answer === 'same'
        ? { same_parent_id: parent_id }
        : { other_parent_ids: sql<string[]>`array_append(other_parent_ids, ${parent_id}::uuid)` },
    )
    .where('id', '=', found.id)
    .execute()
  await trx
    .updateTable('application')
    .set(changed({ id: userOf(actor) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  const isProven = row.place === 1 && application.phone_verified && known.by === 'phone'
  if (answer === 'another' && isProven) await losePhone(trx, actor, parent_id, row.answers.phone)
  const action = answer === 'same' ? 'application.family_matched' : 'application.family_distinguished'
  const after = { number: application.number, place: row.place, parent_id }
  await record(trx, actor, action, { type: 'application', id }, { after })
  return row.name
}
