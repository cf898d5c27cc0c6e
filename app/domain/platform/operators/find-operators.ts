import { type Kysely, sql } from 'kysely'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { recoveryCodesLeft } from '#app/domain/identity/second-factor/second-factor.ts'
import type { DB } from '#db/types.ts'
import { operatorRoles, operatorStatuses, secondFactorStates } from './operator.ts'

export const operatorsList = operatorList<Selected<typeof listed>>()({
  name: 'operator',
  title: 'operator.plural',
  access: { view: 'admin.operator.view', create: 'admin.operator.edit', print: 'admin.operator.view' },
  columns: [
    { key: 'name', label: 'operator.name', sort: true },
    { key: 'email', label: 'operator.email', kind: 'email', sort: true },
    { key: 'role', label: 'operator.role', words: 'common.role', sort: true },
    {
      key: 'second_factor',
      label: 'operator.second_factor',
      words: 'operator.second_factors',
      room: 'wide',
      sort: true,
    },
    { key: 'last_login_at', label: 'operator.last_login_at', kind: 'instant', room: 'wide', sort: true },
    { key: 'status', label: 'operator.status', kind: 'status', sort: true },
  ],
  filters: {
    role: oneOf('operator.role', operatorRoles, 'common.role'),
    second_factor: oneOf('operator.second_factor', secondFactorStates, 'operator.second_factors'),
    status: oneOf('operator.status', operatorStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'name',
  query(db, _reader, { q, role, second_factor, status }) {
    let query = listed(db)
    if (role) query = query.where('role', '=', role)
    if (status) query = query.where('status', '=', status)
    if (second_factor)
      query = query.where('totp_confirmed_at', second_factor === 'on' ? 'is not' : 'is', null)
    if (q) query = query.where((eb) => contains(eb, q, ['name', 'email', 'phone']))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'role', 'last_login_at', 'status'])
    .select(sql<string>`case when totp_confirmed_at is null then 'off' else 'on' end`.as('second_factor'))
}

/** One operator, without any secret; refuses with not_found.operator. */
export async function operator(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.operator as operator')
    .leftJoin('platform.operator_invitation as invitation', 'invitation.operator_id', 'operator.id')
    .select(['operator.id', 'name', 'email', 'phone', 'role', 'locale', 'status', 'version'])
    .select(['last_login_at', 'operator.created_at', 'updated_at', 'totp_confirmed_at'])
    .select([
      'invitation.expires_at as invited_until',
      sql<boolean>`invitation.expires_at <= now()`.as('invitation_over'),
    ])
    .where('operator.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.operator')
  return { ...row, recovery_codes: row.totp_confirmed_at ? await recoveryCodesLeft(db, id) : null }
}
