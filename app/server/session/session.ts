import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type ProfileName,
  profilesOf,
  type Role,
  roles,
  rolesWithin,
} from '#app/domain/core/access/access.ts'
import type { OperatorRole } from '#app/domain/core/access/operator-access.ts'
import { storedVisitor, type Visitor } from '#app/domain/core/actor.ts'
import { labelSetting } from '#app/domain/core/labels/tenant-labels.ts'
import { confirmedMinutes, operatorIdleHours } from '#app/domain/core/settings/settings.ts'
import type { SignInMethod } from '#app/domain/core/sign-in-log.ts'
import { idleSince, longestIdle } from '#app/domain/identity/accounts/sessions.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { HelperSession } from './helper-session.ts'

export { endOperatorSessions, endUserSessions } from '#app/domain/identity/accounts/sessions.ts'

interface AnySession {
  id: string
  name: string
  locale: Locale
  /** Not merely a default, so the person is not asked for it. */
  locale_chosen: boolean
  /** The person has confirmed within the last minutes who they are. */
  confirmed: boolean
  /** The time of its last use is to be stored again. */
  stale: boolean
}

export interface UserSession extends AnySession {
  kind: 'user'
  user_id: string
  email: string | null
  /** All of the person's, or those of the profile the session is narrowed to. */
  roles: Role[]
  profiles: ProfileName[]
  /** Null when the session has all of them. */
  profile: ProfileName | null
  avatar_file: string | null
  /** Counts the changes of the organisation's own words. */
  label_version: number
  branch_ids: string[]
  parent_id: string | null
  /** Messages that the person has not opened; of the account and of the family a hundred each at most. */
  unread: number
}

export interface OperatorSession extends AnySession {
  kind: 'operator'
  operator_id: string
  email: string
  role: OperatorRole
  /** The account has one, so it was asked for. */
  second_factor: boolean
}

/**
 * `nobody`: the person is inactive. `ended`: not used for too long, ended from another device, by a new password or by
 * other roles.
 */
export type Session = UserSession | OperatorSession | HelperSession | { kind: 'nobody' } | { kind: 'ended' }

const lifetimeDays = 365
/** Minutes after which a session is marked as used again. */
const touchEvery = 5

const newToken = () => randomBytes(32).toString('base64url')

/**
 * Starts the session of a person who has just signed in by `method`; returns the token for the cookie, of which only the
 * SHA-256 is stored. Removes sessions of the person that ended long ago.
 */
export async function startUserSession(
  trx: Transaction<DB>,
  user_id: string,
  visitor: Visitor,
  method: SignInMethod,
): Promise<string> {
  const { token, row } = newSession(visitor)
  await trx
    .deleteFrom('session')
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('expires_at', '<', sql<Date>`now()`), eb('last_used_at', '<', longestIdle)]))
    .execute()
  await trx
    .insertInto('session')
    .values({ ...row, user_id, method })
    .execute()
  return token
}

export async function startOperatorSession(
  trx: Transaction<DB>,
  operator_id: string,
  visitor: Visitor,
  method: 'email' | 'reset' | 'invitation',
): Promise<string> {
  const { token, row } = newSession(visitor)
  await trx
    .insertInto('platform.operator_session')
    .values({ ...row, operator_id, method })
    .execute()
  return token
}

function newSession(visitor: Visitor) {
  const token = newToken()
  const row = {
    id: newId(),
    token_hash: tokenHash(token),
    expires_at: sql<Date>`now() + make_interval(days => ${lifetimeDays})`,
    confirmed_at: sql<Date>`now()`,
    ...storedVisitor(visitor),
  }
  return { token, row }
}

// All times are those of the database: the clocks of processes may differ.
const isConfirmed = (confirmed_at: string) =>
  sql<boolean>`coalesce(${sql.ref(confirmed_at)} > now() - make_interval(mins => ${sql.lit(confirmedMinutes)}), false)`

const isStale = (last_used_at: string) =>
  sql<boolean>`${sql.ref(last_used_at)} not between now() - make_interval(mins => ${sql.lit(touchEvery)})
    and now() + make_interval(mins => ${sql.lit(touchEvery)})`

/** In the same round trip, since every page shows it. */
const unreadOf = (owner: 'user_id' | 'parent_id', id: string) => sql<number>`(select count(*)::int from (
    select from message
      join message_delivery as arrived on arrived.message_id = message.id and arrived.channel = 'inapp'
        and arrived.status in ('sent', 'delivered', 'read')
    where message.read_at is null and ${sql.ref(`message.${owner}`)} = ${sql.ref(id)}
    limit 100) as unread)`

const userSessions = fixedQuery((db: Kysely<DB>, token_hash: Buffer) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .leftJoin('parent', 'parent.user_id', 'user_account.id')
    .select((eb) => [
      'session.id',
      'session.profile',
      'user_account.id as user_id',
      'user_account.name',
      'user_account.email',
      'user_account.avatar_file',
      'user_account.roles',
      'user_account.locale',
      'user_account.locale_chosen',
      'user_account.status',
      'user_account.deleted_at',
      isConfirmed('session.confirmed_at').as('confirmed'),
      isStale('session.last_used_at').as('stale'),
      sql<boolean>`session.last_used_at < ${idleSince}`.as('idle'),
      sql<string | null>`case when parent.deleted_at is null then parent.id end`.as('parent_id'),
      eb
        .selectFrom('staff')
        .innerJoin('staff_branch', 'staff_branch.staff_id', 'staff.id')
        .whereRef('staff.user_id', '=', 'user_account.id')
        .select(sql<string[] | null>`array_agg(staff_branch.branch_id)`.as('ids'))
        .as('branch_ids'),
      eb
        .selectFrom('setting')
        .where('setting.key', '=', labelSetting)
        .select('setting.version')
        .as('label_version'),
      unreadOf('user_id', 'user_account.id').as('unread'),
      unreadOf('parent_id', 'parent.id').as('unread_of_family'),
    ])
    .where('session.token_hash', '=', token_hash)
    .where('session.expires_at', '>', sql<Date>`now()`),
)

export async function userSession(db: Kysely<DB>, token: string): Promise<Session> {
  const [row] = await userSessions(db, tokenHash(token))
  if (!row) return { kind: 'ended' }
  if (row.status !== 'active' || row.deleted_at) return { kind: 'nobody' }
  if (row.idle) return { kind: 'ended' }
  const all = row.roles.filter((role): role is Role => roles.includes(role as Role))
  const profiles = profilesOf(all)
  const profile = profiles.find((name) => name === row.profile) ?? null
  const within = (name: ProfileName) => profile === null || profile === name
  return {
    kind: 'user',
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    avatar_file: row.avatar_file,
    roles: rolesWithin(all, profile),
    profiles,
    profile,
    locale: knownLocale(row.locale),
    locale_chosen: row.locale_chosen,
    label_version: row.label_version ?? 0,
    branch_ids: within('staff') ? (row.branch_ids ?? []) : [],
    parent_id: within('parent') ? row.parent_id : null,
    unread: row.unread + (within('parent') && row.parent_id ? row.unread_of_family : 0),
    confirmed: row.confirmed,
    stale: row.stale,
  }
}

const operatorSessions = fixedQuery((db: Kysely<DB>, token_hash: Buffer) =>
  db
    .selectFrom('platform.operator_session as session')
    .innerJoin('platform.operator as operator', 'operator.id', 'session.operator_id')
    .select([
      'session.id',
      'operator.id as operator_id',
      'operator.name',
      'operator.email',
      'operator.role',
      'operator.locale',
      'operator.locale_chosen',
      'operator.status',
      isConfirmed('session.confirmed_at').as('confirmed'),
      isStale('session.last_used_at').as('stale'),
      sql<boolean>`session.last_used_at < now() - make_interval(hours => ${sql.lit(operatorIdleHours)})`.as(
        'idle',
      ),
      sql<boolean>`operator.totp_confirmed_at is not null`.as('second_factor'),
    ])
    .where('session.token_hash', '=', token_hash)
    .where('session.expires_at', '>', sql<Date>`now()`),
)

export async function operatorSession(db: Kysely<DB>, token: string): Promise<Session> {
  const [row] = await operatorSessions(db, tokenHash(token))
  if (!row) return { kind: 'ended' }
  const { status, idle, role, locale, ...session } = row
  if (status !== 'active') return { kind: 'nobody' }
  if (idle) return { kind: 'ended' }
  return { kind: 'operator', ...session, role: role as OperatorRole, locale: knownLocale(locale) }
}

type SignedInSession = UserSession | OperatorSession

export async function touchSession(
  trx: Transaction<DB>,
  session: SignedInSession,
  visitor: Visitor,
): Promise<void> {
  await change(trx, session, { last_used_at: sql<Date>`now()`, ...storedVisitor(visitor) })
}

/** Gives a session whose rights change a new token; the old one is invalid once this commits. */
export async function rotateSession(trx: Transaction<DB>, session: SignedInSession): Promise<string> {
  const token = newToken()
  await change(trx, session, { token_hash: tokenHash(token) })
  return token
}

/** Marks a session as confirmed for some minutes ("confirm it is you"); returns a new token. */
export async function confirmSession(trx: Transaction<DB>, session: SignedInSession): Promise<string> {
  const token = newToken()
  await change(trx, session, { token_hash: tokenHash(token), confirmed_at: sql<Date>`now()` })
  return token
}

/** `null` means all profiles; returns a new token. */
export async function narrowSession(
  trx: Transaction<DB>,
  session: UserSession,
  profile: ProfileName | null,
): Promise<string> {
  const token = newToken()
  await change(trx, session, { token_hash: tokenHash(token), profile })
  return token
}

async function change(trx: Transaction<DB>, session: SignedInSession, values: object) {
  const table = session.kind === 'user' ? 'session' : 'platform.operator_session'
  await trx.updateTable(table).set(values).where('id', '=', session.id).execute()
}

/** Does nothing when the session does not exist any more. */
export async function endSession(
  trx: Transaction<DB>,
  side: 'main' | 'tenant',
  token: string,
): Promise<void> {
  const table = side === 'tenant' ? 'session' : 'platform.operator_session'
  await trx.deleteFrom(table).where('token_hash', '=', tokenHash(token)).execute()
}
