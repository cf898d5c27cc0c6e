import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { openedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { sealChanges, valuesNow } from './find-student-changes.ts'
import { changesOf, type StudentChangeInput, type Values } from './student-change.ts'

/**
 * A parent requests a change of their child's details; nothing changes before the office approves. Refuses a request without
 * changes (student_change.nothing), another identity type without its number (identity.number_again), a birth in the future,
 * and a second open request (duplicate.student_change, by constraint). It is not checked here whether another student has the
 * same details, because a family must not learn that. Returns the id and the child's name.
 */
export async function requestChange(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  student_id: string,
  input: StudentChangeInput,
  today: string,
): Promise<{ id: string; name: string }> {
  const row = await studentRow(trx, scope, keys, student_id)
  if (!scope.parent_id) throw new Refusal('not_found.student')
  if (input.born_on > today) throw new Refusal('student.born_on', 'born_on')
  if (row.identity_masked && !input.identity_no && input.identity_type !== row.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  const changes = changesOf(input, valuesNow(row), await numbersOf(trx, keys, student_id))
  const fields = Object.keys(changes.wanted)
  if (fields.length === 0) throw new Refusal('student_change.nothing')
  const id = newId()
  await trx
    .insertInto('student_change')
    .values({
      ...{ id, student_id, parent_id: scope.parent_id, requested_by: actor.id! },
      ...{ changes_sealed: sealChanges(keys, id, changes), reason: input.reason || null },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const told = named(row.name, { after: { changed: fields } })
  await record(trx, actor, 'student_change.requested', { type: 'student_change', id }, told)
  return { id, name: row.name }
}

/** The stored numbers in full, so that typing the same number again is no change. */
async function numbersOf(trx: Transaction<DB>, { ring, place }: Keys, id: string): Promise<Values> {
  const { identity_no_sealed: sealed, birth_cert_no } = await trx
    .selectFrom('student')
    .select(['identity_no_sealed', 'birth_cert_no'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const identity_no = sealed && openedIdentity(ring, { place, table: 'student', row: id }, sealed)
  return { identity_no, birth_cert_no }
}
