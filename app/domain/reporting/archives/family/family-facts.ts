import type { Kysely } from 'kysely'
import type { Role } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { parentFor, parentRow } from '#app/domain/people/parents/find-parents.ts'
import { healthOf, studentFor, studentRow } from '#app/domain/people/students/find-students.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'

/** What a parent reads with, whoever asks for the archive: their pages and nothing beyond them. */
export const familyRoles: readonly Role[] = ['parent']

/** The scope of a parent as of their own session; refuses not_found.parent, also of a family that was removed. */
export async function familyScope(db: Kysely<DB>, parent_id: string): Promise<RowScope> {
  const row = await db
    .selectFrom('parent')
    .select(['id', 'user_id'])
    .where('id', '=', parent_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  // No account has this id, so that nothing of another person's is found.
  return { scope: 'own', user_id: row.user_id ?? row.id, branch_ids: [], parent_id: row.id }
}

/** What is on file about a parent and each child, as their own pages show it: identity numbers shortened. */
export async function familyFacts(db: Kysely<DB>, scope: RowScope, keys: Keys) {
  const parent_id = scope.parent_id!
  const [parent, children, opt_outs, account] = await Promise.all([
    parentRow(db, scope, keys, parent_id),
    studentsIn(db, scope).select('student.id').orderBy('student.name').orderBy('student.id').execute(),
    db
      .selectFrom('message_opt_out')
      .select(['channel', 'source', 'created_at'])
      .where((eb) => eb.or([eb('parent_id', '=', parent_id), eb('user_id', '=', scope.user_id)]))
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('user_account')
      .select(['name', 'email', 'phone', 'locale', 'preferred_channel', 'created_at', 'last_login_at'])
      .where('id', '=', scope.user_id)
      .executeTakeFirst(),
  ])
  const shown = parentFor(familyRoles, parent)
  return {
    account: account ?? null,
    parent: merged(shown),
    consent: {
      given_at: parent.consent_at,
      preferred_channel: parent.preferred_channel,
      preferred_locale: parent.preferred_locale,
      opt_outs,
    },
    children: await Promise.all(
      children.map(async ({ id }) => {
        const [row, health] = await Promise.all([studentRow(db, scope, keys, id), healthOf(db, scope, id)])
        const { health_conditions, allergies } = health
        return { ...merged(studentFor(familyRoles, row)), health: { health_conditions, allergies } }
      }),
    ),
  }
}
export type FamilyFacts = Awaited<ReturnType<typeof familyFacts>>

/** The parts of a person that a reader may see as one; ids and versions of the software are not about them. */
function merged(parts: object): Record<string, unknown> {
  const {
    id: _,
    version: _v,
    branch_id: _b,
    photo_file: _p,
    user_id: _u,
    ...known
  } = Object.assign(
    {},
    ...Object.values(parts).filter((part) => part !== null && !Array.isArray(part)),
  ) as Record<string, unknown>
  return known
}
