import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { systemActor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { endOperatorSessions } from '#app/domain/identity/accounts/sessions.ts'
import {
  createOperator,
  resendInvitation,
  resetOperatorPassword,
  resetSecondFactor,
} from '#app/domain/platform/operators/change-operator.ts'
import type { OperatorInput } from '#app/domain/platform/operators/operator.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { table } from './table.ts'
import { UsageError } from './usage.ts'

/** Somebody who may now choose a password, and the token of the link for it, which is kept nowhere. */
export interface Invited {
  name: string
  email: string
  token: string
}

/**
 * The first operator. Refuses (UsageError) when there is one already, unless `another` is wanted; of two at the same
 * time the second finds the first.
 */
export function firstOperator(
  pool: pg.Pool,
  ring: Keyring,
  input: OperatorInput,
  { another }: { another: boolean },
): Promise<Invited> {
  return withPlatform(pool, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('first operator'))`.execute(trx)
    const there = await trx.selectFrom('platform.operator').select('email').orderBy('created_at').execute()
    if (there.length > 0 && !another) {
      throw new UsageError(
        `There is an operator already (${there[0]!.email}): an owner invites others on the page "Operators". To make one from here all the same, add --another`,
      )
    }
    const { token } = await createOperator(trx, systemActor, ring, input)
    return { name: input.name, email: input.email, token }
  })
}

/** A new link for who has not chosen a password yet. Refuses (UsageError) everybody else. */
export function invitedAnew(pool: pg.Pool, ring: Keyring, email: string): Promise<Invited> {
  return withPlatform(pool, async (trx) => {
    const { id, name, status, version } = await operatorAt(trx, email)
    if (status !== 'invited') {
      throw new UsageError(
        `${name} has a password. Who is locked out is let in again by: npm run operator -- reset ${email} --yes ${email}`,
      )
    }
    const { token } = await resendInvitation(trx, systemActor, ring, id, version)
    return { name, email, token }
  })
}

/** Lets somebody in who is locked out. Refuses (UsageError) who is not active. */
export function letIn(
  pool: pg.Pool,
  ring: Keyring,
  email: string,
  { secondFactor }: { secondFactor: boolean },
): Promise<Invited> {
  return withPlatform(pool, async (trx) => {
    const before = await operatorAt(trx, email)
    const { id, name, status } = before
    if (status === 'invited')
      throw new UsageError(`${name} has no password yet: npm run operator -- invite ${email}`)
    if (status !== 'active') {
      throw new UsageError(
        `${name} was switched off, and an owner switches on again. To make another owner: npm run operator -- create --another`,
      )
    }
    if (secondFactor && before.totp_confirmed_at)
      await resetSecondFactor(trx, systemActor, id, before.version)
    const { version } = await operatorAt(trx, email)
    const { token } = await resetOperatorPassword(trx, systemActor, ring, id, version)
    await endOperatorSessions(trx, id)
    return { name, email, token }
  })
}

/** All operators as a table for a terminal, the oldest first. */
export async function operatorTable(pool: pg.Pool): Promise<string[]> {
  const rows = await withPlatform(pool, (trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['email', 'name', 'role', 'status', 'totp_confirmed_at', 'last_login_at'])
      .orderBy('created_at')
      .orderBy('email')
      .execute(),
  )
  const cells = rows.map((row) => [
    row.email,
    row.name,
    row.role,
    row.status,
    row.totp_confirmed_at ? 'on' : 'off',
    row.last_login_at ? todayIn(row.last_login_at) : 'never',
  ])
  return table(['email', 'name', 'role', 'status', 'second factor', 'signed in'], cells)
}

async function operatorAt(trx: Transaction<DB>, email: string) {
  const row = await trx
    .selectFrom('platform.operator')
    .select(['id', 'name', 'status', 'version', 'totp_confirmed_at'])
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  if (!row) throw new UsageError(`There is no operator with the e-mail address "${email}".`)
  return row
}
