import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { OperatorRole, Role } from '#app/domain/access.ts'
import { roles } from '#app/domain/access.ts'
import { type AppLocale, knownLocale } from '#app/i18n/locales.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** Somebody who is signed in on a tenant's host. */
export interface UserSession {
  kind: 'user'
  id: string
  user_id: string
  name: string
  email: string | null
  roles: Role[]
  locale: AppLocale
  branch_ids: string[]
  parent_id: string | null
  last_used_at: Date
}

/** An operator who is signed in on the main host. */
export interface OperatorSession {
  kind: 'operator'
  id: string
  operator_id: string
  name: string
  email: string
  role: OperatorRole
  locale: AppLocale
  last_used_at: Date
}

/** A token whose person is gone or inactive. */
export type Session = UserSession | OperatorSession | { kind: 'nobody' }

export interface Visitor {
  ip: string | null
  user_agent: string | null
}

/** Days for which a session's cookie and row live (spec §9). */
const lifetimeDays = 365
/** Hours without use after which an operator must sign in again. */
const operatorIdleHours = 12

const hashOf = (token: string) => createHash('sha256').update(token, 'ascii').digest()

/** A new session of a tenant's user; returns the token for the cookie. Only its SHA-256 is kept. */
export async function startUserSession(
  trx: Transaction<DB>,
  user_id: string,
  visitor: Visitor,
): Promise<string> {
  const { token, row } = newSession(visitor)
  await trx
    .insertInto('session')
    .values({ ...row, user_id })
    .execute()
  return token
}

export async function startOperatorSession(
  trx: Transaction<DB>,
  operator_id: string,
  visitor: Visitor,
): Promise<string> {
  const { token, row } = newSession(visitor)
  await trx
    .insertInto('platform.operator_session')
    .values({ ...row, operator_id })
    .execute()
  return token
}

function newSession(visitor: Visitor) {
  const token = randomBytes(32).toString('base64url')
  const row = {
    id: newId(),
    token_hash: hashOf(token),
    expires_at: sql<Date>`now() + make_interval(days => ${lifetimeDays})`,
    ip: visitor.ip,
    user_agent: visitor.user_agent?.slice(0, 512) ?? null,
  }
  return { token, row }
}

const userSessions = fixedQuery((db: Kysely<DB>, token_hash: Buffer) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select((eb) => [
      'session.id',
      'session.last_used_at',
      'user_account.id as user_id',
      'user_account.name',
      'user_account.email',
      'user_account.roles',
      'user_account.locale',
      'user_account.status',
      'user_account.deleted_at',
      eb
        .selectFrom('staff')
        .innerJoin('staff_branch', 'staff_branch.staff_id', 'staff.id')
        .whereRef('staff.user_id', '=', 'user_account.id')
        .select(sql<string[] | null>`array_agg(staff_branch.branch_id)`.as('ids'))
        .as('branch_ids'),
      eb
        .selectFrom('parent')
        .whereRef('parent.user_id', '=', 'user_account.id')
        .where('parent.deleted_at', 'is', null)
        .select('parent.id')
        .as('parent_id'),
    ])
    .where('session.token_hash', '=', token_hash)
    .where('session.expires_at', '>', sql<Date>`now()`),
)

/** The session behind a token on a tenant's host, in one query; undefined when there is none. */
export async function userSession(db: Kysely<DB>, token: string): Promise<Session | undefined> {
  const [row] = await userSessions(db, hashOf(token))
  if (!row) return undefined
  if (row.status !== 'active' || row.deleted_at) return { kind: 'nobody' }
  return {
    kind: 'user',
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    roles: row.roles.filter((role): role is Role => roles.includes(role as Role)),
    locale: knownLocale(row.locale),
    branch_ids: row.branch_ids ?? [],
    parent_id: row.parent_id,
    last_used_at: row.last_used_at,
  }
}

/** The session behind a token on the main host. */
export async function operatorSession(db: Kysely<DB>, token: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('platform.operator_session')
    .innerJoin('platform.operator', 'platform.operator.id', 'platform.operator_session.operator_id')
    .select([
      'platform.operator_session.id',
      'platform.operator_session.last_used_at',
      'platform.operator.id as operator_id',
      'platform.operator.name',
      'platform.operator.email',
      'platform.operator.role',
      'platform.operator.locale',
      'platform.operator.status',
    ])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where(
      'platform.operator_session.last_used_at',
      '>',
      sql<Date>`now() - make_interval(hours => ${operatorIdleHours})`,
    )
    .executeTakeFirst()
  if (!row) return undefined
  if (row.status !== 'active') return { kind: 'nobody' }
  const { status: _, ...session } = row
  return {
    kind: 'operator',
    ...session,
    role: row.role as OperatorRole,
    locale: knownLocale(row.locale),
  }
}

/** Marks a session as used now; called at most every few minutes. */
export async function touchSession(trx: Transaction<DB>, session: Session): Promise<void> {
  if (session.kind === 'nobody') return
  const table = session.kind === 'user' ? 'session' : 'platform.operator_session'
  await trx.updateTable(table).set({ last_used_at: sql`now()` }).where('id', '=', session.id).execute()
}

/**
 * Ends all sessions of a person at once: the account was switched off, its password or its roles changed. `except` is
 * the id of the session that may go on.
 */
export async function endUserSessions(
  trx: Transaction<DB>,
  user_id: string,
  { except }: { except?: string } = {},
): Promise<void> {
  let query = trx.deleteFrom('session').where('user_id', '=', user_id)
  if (except) query = query.where('id', '<>', except)
  await query.execute()
}

/** The same for an operator. */
export async function endOperatorSessions(
  trx: Transaction<DB>,
  operator_id: string,
  { except }: { except?: string } = {},
): Promise<void> {
  let query = trx.deleteFrom('platform.operator_session').where('operator_id', '=', operator_id)
  if (except) query = query.where('id', '<>', except)
  await query.execute()
}

/** Ends the session of a token on this host; ending one that is gone is fine. */
export async function endSession(
  trx: Transaction<DB>,
  side: 'main' | 'tenant',
  token: string,
): Promise<void> {
  const table = side === 'tenant' ? 'session' : 'platform.operator_session'
  await trx.deleteFrom(table).where('token_hash', '=', hashOf(token)).execute()
}
