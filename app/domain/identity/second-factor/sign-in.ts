import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, storedVisitor, type Visitor } from '#app/domain/core/actor.ts'
import { countUse, forgetUses } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { newToken, tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import type { DB } from '#db/types.ts'
import { digitsOf, noteRecoveryCode, type Proof, proofOf } from './second-factor.ts'

type Visit = Visitor & Pick<Actor, 'request_id'>

/** Minutes and tries for the code before the password must be entered again. */
const codeLimits = { minutes: 5, tries: 5 }
/** Wrong codes of one operator over several sign-ins; only those who know the password get here. */
const byOperator = { points: 30, seconds: 3600 }

const browserOf = (visit: Visitor) => storedVisitor(visit).user_agent ?? ''

/** After the password: returns a token for the browser, which is not a session. Undefined for an operator without a second factor. */
export async function askForCode(
  trx: Transaction<DB>,
  operator_id: string,
  visit: Visit,
): Promise<string | undefined> {
  const { totp_confirmed_at } = await trx
    .selectFrom('platform.operator')
    .select('totp_confirmed_at')
    .where('id', '=', operator_id)
    .executeTakeFirstOrThrow()
  if (!totp_confirmed_at) return undefined
  const token = newToken()
  await trx.deleteFrom('platform.operator_sign_in').where('expires_at', '<', sql<Date>`now()`).execute()
  await trx
    .insertInto('platform.operator_sign_in')
    .values({
      token_hash: tokenHash(token),
      operator_id,
      user_agent: browserOf(visit),
      expires_at: sql<Date>`now() + make_interval(mins => ${codeLimits.minutes})`,
    })
    .execute()
  return token
}

export async function awaitsCode(db: Kysely<DB>, token: string, visit: Visit): Promise<boolean> {
  const row = await db
    .selectFrom('platform.operator_sign_in')
    .select('operator_id')
    .where('token_hash', '=', tokenHash(token))
    .where('user_agent', '=', browserOf(visit))
    .where('tries', '<', codeLimits.tries)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

interface Try {
  operator_id: string
  name: string
  tries: number
}

/** Counts a try before the code is checked, so that concurrent tries count like successive ones. */
async function countTry(write: Write, token: string, visit: Visit): Promise<Try> {
  const counted = await write(async (trx) => {
    const row = await trx
      .updateTable('platform.operator_sign_in as waiting')
      .from('platform.operator as operator')
      .set({ tries: sql<number>`tries + 1` })
      .whereRef('operator.id', '=', 'waiting.operator_id')
      .where('operator.status', '=', 'active')
      .where('token_hash', '=', tokenHash(token))
      .where('user_agent', '=', browserOf(visit))
      .where('tries', '<', codeLimits.tries)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['operator_id', 'operator.name', 'tries'])
      .executeTakeFirst()
    return row && { ...row, ...(await countUse(trx, keyOf(row.operator_id), byOperator)) }
  })
  if (!counted) throw new Refusal('auth.token_expired')
  if (!counted.allowed) throw new Refusal('auth.code_locked')
  return counted
}

const keyOf = (operator_id: string) => `second_factor:${operator_id}`

/**
 * Uses the token and the code, and lets `start` create the session, in one transaction. Refuses auth.code_invalid and
 * auth.code_used, after which the same browser may try again; after any other refusal (auth.token_expired, auth.code_tries,
 * auth.code_locked) the password must be entered again.
 */
export async function signInByCode<S>(
  write: Write,
  ring: Keyring,
  { token, code, ...visit }: Visit & { token: string; code: string },
  start: (trx: Transaction<DB>, operator_id: string) => Promise<S>,
): Promise<{ session: S; proof: Proof }> {
  const { operator_id, name, tries } = await countTry(write, token, visit)
  const operator = { kind: 'operator', id: operator_id } as const
  try {
    return await write(async (trx) => {
      const proof = await proofOf(trx, ring, operator_id, code)
      await endWaiting(trx, token)
      await forgetUses(trx, keyOf(operator_id))
      await trx
        .updateTable('platform.operator')
        .set({ last_login_at: sql<Date>`now()` })
        .where('id', '=', operator_id)
        .execute()
      await logSignIn(trx, operator, { method: proof.by, result: 'signed_in' }, visit)
      if (proof.by === 'recovery_code')
        await noteRecoveryCode(trx, operatorAs(operator_id, name, visit), proof.left)
      return { session: await start(trx, operator_id), proof }
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const method = /^\d{6}$/.test(digitsOf(code)) ? 'totp' : 'recovery_code'
    await write((trx) => logSignIn(trx, operator, { method, result: refusal.code }, visit))
    throw tries >= codeLimits.tries ? new Refusal('auth.code_tries') : refusal
  }
}

/** Confirms a session's identity with a code, which is then used. Refuses auth.code_invalid, auth.code_used and auth.code_locked. */
export async function proveByCode(write: Write, ring: Keyring, actor: Actor, code: string): Promise<void> {
  const own = { ...actor, id: actor.id! }
  const { allowed } = await write((trx) => countUse(trx, keyOf(own.id), byOperator))
  if (!allowed) throw new Refusal('auth.code_locked', 'code')
  await write(async (trx) => {
    const proof = await proofOf(trx, ring, own.id, code)
    await forgetUses(trx, keyOf(own.id))
    if (proof.by === 'recovery_code') await noteRecoveryCode(trx, own, proof.left)
  })
}

/** Deletes the token, so that of two requests with one token and two valid codes one signs in. */
async function endWaiting(trx: Transaction<DB>, token: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('platform.operator_sign_in')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('auth.token_expired')
}

/** The operator as the actor, before there is a session. */
function operatorAs(id: string, name: string, visit: Visit): Actor & { id: string } {
  return {
    type: 'operator',
    id,
    name,
    roles: [],
    operator_role: null,
    branch_ids: [],
    parent_id: null,
    ...visit,
  }
}
