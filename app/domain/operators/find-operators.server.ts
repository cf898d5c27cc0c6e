import { type Kysely, sql } from 'kysely'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { recoveryCodesLeft } from '#app/domain/second-factor/recovery-codes.server.ts'
import type { DB } from '#db/types.ts'
import type { OperatorRow } from './operator.ts'
import type { OperatorSearch } from './operator-form.ts'

/** All operators of the platform. */
export async function operators(db: Kysely<DB>, search: OperatorSearch) {
  let query = db
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'role', 'last_login_at', 'status'])
    .select(sql<string>`case when totp_confirmed_at is null then 'off' else 'on' end`.as('second_factor'))
  if (search.role) query = query.where('role', '=', search.role)
  if (search.status) query = query.where('status', '=', search.status)
  if (search.second_factor)
    query = query.where('totp_confirmed_at', search.second_factor === 'on' ? 'is not' : 'is', null)
  if (search.q) query = query.where((eb) => contains(eb, search.q, ['name', 'email', 'phone']))
  return paginate<'platform.operator', OperatorRow, OperatorSearch>(
    // As a row of its own, so that the list can be ordered by what is computed.
    db.selectFrom(query.as('operator')).selectAll() as never,
    search,
    {
      sorts: {
        name: 'name',
        email: 'email',
        role: 'role',
        second_factor: 'second_factor',
        last_login_at: 'last_login_at',
        status: 'status',
      },
      standard: 'name',
      tie: 'id',
    },
  )
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
