import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes, identityNo } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import { type ParentDetail, parentDetail } from './parent.ts'
import { parentsIn } from './scope.ts'

/** True of a parent whom what was typed is about, by what the reader may know of them, so that nobody finds out by asking. */
export function mentionsParent(eb: ExpressionBuilder<DB, 'parent'>, typed: string, detail: ParentDetail) {
  const digits = phoneDigits(typed)
  const known = {
    phone: ['parent.name'],
    contact: ['parent.name', 'parent.email'],
    full: ['parent.name', 'parent.email', 'parent.family_code'],
  } as const
  return eb.or([
    contains(eb, typed, known[detail]),
    ...(digits ? [contains(eb, digits, ['parent.phone'])] : []),
  ])
}

/** The active parent whose identity number was typed, however it was written; undefined when there is none in reach. */
export async function parentByIdentity(db: Kysely<DB>, scope: RowScope, keys: Keys, typed: string) {
  const number = identityNo.safeParse(typed)
  if (!number.success || !/^(?=.*\d)[A-Z0-9]{5,15}$/.test(number.data)) return undefined
  return parentsIn(db, scope)
    .select(['parent.id', 'parent.name'])
    .where(
      'parent.identity_no_index',
      'in',
      identityIndexes(keys.ring, { place: keys.place, table: 'parent' }, number.data),
    )
    .where('parent.status', '=', 'active')
    .executeTakeFirst()
}

/** Active parents of whom a child can be registered, or who can be added to a child's family. */
export const familyList = tenantList<Selected<typeof families>>()({
  name: 'student/new',
  title: 'student.new',
  access: { view: 'student.create' },
  columns: [
    { key: 'name', label: 'parent.name', sort: true },
    { key: 'phone', label: 'parent.phone', kind: 'phone' },
    { key: 'children', label: 'parent.children' },
  ],
  filters: {},
  standard: 'name',
  query(db, { scope, roles }, { q }) {
    const query = families(db, scope)
    return q ? query.where((eb) => mentionsParent(eb, q, parentDetail(roles))) : query
  },
})
export type FamilyRow = Selected<typeof families>

function families(db: Kysely<DB>, scope: RowScope) {
  return parentsIn(db, scope)
    .where('parent.status', '=', 'active')
    .select(['parent.id', 'parent.name', 'parent.phone'])
    .select(
      sql<string | null>`(select string_agg(student.name, ', ' order by student.born_on) from student_parent
        join student on student.id = student_parent.student_id
        where student_parent.parent_id = parent.id and student.deleted_at is null)`.as('children'),
    )
}

/** A parent of whom a child can be registered; refuses with not_found.parent. */
export async function familyParent(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await parentsIn(db, scope)
    .select(['parent.id', 'parent.name', 'parent.relationship'])
    .where('parent.id', '=', id)
    .where('parent.status', '=', 'active')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}
