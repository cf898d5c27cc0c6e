import type { Kysely, Transaction } from 'kysely'
import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { lockedStudent } from './change-student.ts'
import { studentsIn } from './scope.ts'
import type { HealthInput } from './student.ts'

/** The health details of a student; refuses with not_found.student. */
export async function healthOf(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await studentsIn(db, scope)
    .select(['student.id', 'student.name', 'student.version'])
    .select(['student.health_conditions', 'student.allergies'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  return row
}

/** The same with an audit entry, for readers whose access is logged. */
export async function openHealth(trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string) {
  const row = await healthOf(trx, scope, id)
  await record(trx, actor, 'student.health_viewed', { type: 'student', id }, { after: { name: row.name } })
  return row
}

/** Changes the health details; the audit entry only names the fields. Refuses version_conflict. Returns the name. */
export async function setHealth(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
  { health_conditions, allergies }: Omit<HealthInput, 'version'>,
): Promise<string> {
  const { id } = at
  const before = await lockedStudent(trx, scope, at)
  const values = { health_conditions: health_conditions || null, allergies: allergies || null }
  await changeAt(trx, actor, 'student', at, values)
  const fields = (['health_conditions', 'allergies'] as const).filter(
    (field) => before[field] !== values[field],
  )
  const change = named(before.name, { after: { changed: fields } })
  await record(trx, actor, 'student.health_edited', { type: 'student', id }, change)
  return before.name
}
