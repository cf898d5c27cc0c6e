import type { Kysely, Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { fingerprint, openedAnswers, sealedAnswers } from './answers.ts'
import type { LinesToDecide, ParentAnswers, StudentAnswers } from './application.ts'
import { lockApplication, lockLines } from './decide-application.ts'
import { applicationsIn } from './find-applications.ts'
import { openColumns, userOf } from './submit-application.ts'

/** The answers about a parent, for the form; refuses not_found.application. */
export async function applicationParent(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await applicationsIn(db, scope)
    .innerJoin('application_parent', 'application_parent.application_id', 'application.id')
    .selectAll('application_parent')
    .select(['application.number', 'application.version', 'application.status'])
    .where('application_parent.id', '=', id)
    .executeTakeFirst()
  const answers = row && openedAnswers(keys, 'application_parent', row)
  if (!row || !answers) throw new Refusal('not_found.application')
  const { answers_sealed: _, identity_no_index: __, ...known } = row
  return { ...known, answers }
}

/**
 * Corrects the answers about a parent before any decision; an empty identity number keeps the stored one. A corrected phone of
 * the first parent is no longer proven by the code. Refuses
 * application.decided and version_conflict. Returns the application.
 */
export async function editParentAnswers(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  { id, version }: { id: string; version: number },
  input: ParentAnswers,
): Promise<{ id: string; number: string }> {
  const { application_id } = await applicationParent(trx, scope, keys, id)
  const application = await lockApplication(trx, { id: application_id })
  if (application.status !== 'pending')
    throw await meanwhile(trx, 'application.decided', { type: 'application', id: application_id })
  refuseStale(application, version)
  const { answers: before, place } = await applicationParent(trx, scope, keys, id)
  const answers = storedNumber(before, input)
  const { name, relationship, phone, email = null, identity_no } = answers
  await trx
    .updateTable('application_parent')
    .set({
      ...{ name, relationship, phone, email },
      identity_no_index: fingerprint(keys, 'parent', identity_no),
      answers_sealed: sealedAnswers(keys, 'application_parent', id, answers),
    })
    .where('id', '=', id)
    .execute()
  // The code came back from the number that stood there before.
  if (place === 1 && before.phone !== phone)
    await trx
      .updateTable('application')
      .set({ phone_verified: false })
      .where('id', '=', application_id)
      .where('status', '=', 'pending')
      .execute()
  await recordEdit(trx, actor, application, `parent ${place}`, before, answers)
  return { id: application_id, number: application.number }
}

/** The same for an undecided child. A former decision about a likeness is reset. */
export async function editStudentAnswers(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  which: LinesToDecide,
  input: StudentAnswers,
): Promise<string> {
  const { application, lines } = await lockLines(trx, scope, which)
  const line = lines[0]!
  const before = openedAnswers(keys, 'application_student', line)
  if (!before) throw new Refusal('action_not_allowed')
  const answers = storedNumber(before, { ...storedHealth(before), ...input })
  await trx
    .updateTable('application_student')
    .set({
      ...openColumns(keys, answers),
      ...(line.is_existing ? {} : { student_id: null, twin_reason: null }),
      answers_sealed: sealedAnswers(keys, 'application_student', line.id, answers),
    })
    .where('id', '=', line.id)
    .where('status', '=', 'pending')
    .execute()
  await recordEdit(trx, actor, application, `student ${line.place}`, before, answers)
  return application.number
}

/** Pages never show the number, so an empty field keeps the stored one, as long as its type is the same. */
function storedNumber<T extends ParentAnswers | StudentAnswers>(before: T, input: T): T {
  const birth =
    'birth_cert_no' in before && !('birth_cert_no' in input) ? { birth_cert_no: before.birth_cert_no } : {}
  if (input.identity_no || !before.identity_no) return { ...birth, ...input }
  if (input.identity_type !== before.identity_type) throw new Refusal('identity.number_again', 'identity_no')
  return { ...birth, ...input, identity_no: before.identity_no }
}

/** Health answers are not part of this form. */
const storedHealth = ({ health_conditions, allergies }: StudentAnswers): Partial<StudentAnswers> => ({
  ...(health_conditions ? { health_conditions } : {}),
  ...(allergies ? { allergies } : {}),
})

/** The audit log names the changed answers, not their content. */
async function recordEdit(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number }: { id: string; number: string },
  of: string,
  before: object,
  after: object,
) {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key))
  await trx
    .updateTable('application')
    .set(changed({ id: userOf(actor) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  const change = named(number, { after: { of, changed: fields } })
  await record(trx, actor, 'application.edited', { type: 'application', id }, change)
}
