import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { revealIdentity } from '#app/domain/identity/accounts/reveal.ts'
import type { DB } from '#db/types.ts'
import { studentsIn } from './scope.ts'

/** The whole numbers of a student; the audit log says that they were shown and to whom. Refuses with not_found.student. */
export async function revealStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<{ identity_no: string | null; birth_cert_no: string | null }> {
  const row = await studentsIn(trx, scope)
    .select(['student.id', 'student.identity_type', 'student.identity_no_sealed', 'student.birth_cert_no'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  const { identity_no } = await revealIdentity(trx, actor, keys, 'student', row, 'not_found.student')
  return { identity_no, birth_cert_no: row?.birth_cert_no ?? null }
}
