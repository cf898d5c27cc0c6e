import { createHash, randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { compact, withoutInvisible } from '#app/domain/core/invisible.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import { noticeToOperator } from '#app/domain/identity/accounts/accounts.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { newTotpSecret, totpStep } from './totp.ts'

/** Optional only in a demo that anybody may look at. */
export type SecondFactorRule = 'required' | 'optional'

const cell = (row: string) => ({ place: 'platform', table: 'operator', column: 'totp_secret_sealed', row })
/** Not a real column: an offered secret is encrypted for another cell, so that it cannot be used as a confirmed one. */
const offer = (row: string) => ({ ...cell(row), column: 'totp_secret_offered' })

/** A new secret to set up; `sealed` is sent with the page's form. */
export function offerSecret(ring: Keyring, operator_id: string): { secret: string; sealed: string } {
  const secret = newTotpSecret()
  return { secret, sealed: seal(ring, offer(operator_id), secret) }
}

/** The secret of a form. Refuses (auth.token_invalid) one that was not offered to this operator. */
export function offeredSecret(ring: Keyring, operator_id: string, sealed: string): string {
  try {
    return open(ring, offer(operator_id), sealed)
  } catch {
    throw new Refusal('auth.token_invalid')
  }
}

export async function secondFactorOf(db: Kysely<DB>, operator_id: string) {
  const { totp_confirmed_at } = await db
    .selectFrom('platform.operator')
    .select('totp_confirmed_at')
    .where('id', '=', operator_id)
    .executeTakeFirstOrThrow()
  return { since: totp_confirmed_at, codes_left: await recoveryCodesLeft(db, operator_id) }
}

/** Sets up the second factor or moves it to another phone. Returns the recovery codes, which are shown only once. Refuses auth.code_invalid. */
export async function setUpSecondFactor(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  ring: Keyring,
  { secret, code }: { secret: string; code: string },
): Promise<string[]> {
  const step = totpStep(secret, digitsOf(code), await databaseTime(trx))
  if (step === undefined) throw new Refusal('auth.code_invalid', 'code')
  const { totp_confirmed_at: before } = await trx
    .selectFrom('platform.operator')
    .select('totp_confirmed_at')
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('platform.operator')
    .set({
      totp_secret_sealed: seal(ring, cell(actor.id), secret),
      totp_confirmed_at: sql<Date>`now()`,
      totp_last_step: step,
    })
    .where('id', '=', actor.id)
    .execute()
  const codes = await replaceRecoveryCodes(trx, actor.id)
  await recordAndNotify(trx, actor, before ? 'second_factor_replaced' : 'second_factor_on')
  return codes
}

/** Replaces the recovery codes. Refuses (second_factor.off) an operator without a second factor. */
export async function renewRecoveryCodes(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
): Promise<string[]> {
  const { since } = await secondFactorOf(trx, actor.id)
  if (!since) throw new Refusal('second_factor.off')
  const codes = await replaceRecoveryCodes(trx, actor.id)
  await recordAndNotify(trx, actor, 'recovery_codes_renewed')
  return codes
}

/** Refuses (second_factor.required) if the platform requires a second factor. */
export async function turnSecondFactorOff(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  rule: SecondFactorRule,
): Promise<void> {
  if (rule === 'required') throw new Refusal('second_factor.required')
  if (!(await clearSecondFactor(trx, actor.id))) throw new Refusal('second_factor.off')
  await recordAndNotify(trx, actor, 'second_factor_off')
}

/** Removes the second factor; false if there was none. Callers record it. */
export async function clearSecondFactor(trx: Transaction<DB>, operator_id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.operator')
    .set({ totp_secret_sealed: null, totp_confirmed_at: null, totp_last_step: null })
    .where('id', '=', operator_id)
    .where('totp_confirmed_at', 'is not', null)
    .executeTakeFirst()
  await forgetRecoveryCodes(trx, operator_id)
  return numUpdatedRows > 0n
}

export type Proof = { by: 'totp' } | { by: 'recovery_code'; left: number }

/**
 * Checks a code: six digits are from the app, anything else is a recovery code. Each code works once, also with concurrent
 * requests. Refuses auth.code_invalid, and auth.code_used for a code of the app that was used before.
 */
export async function proofOf(
  trx: Transaction<DB>,
  ring: Keyring,
  operator_id: string,
  typed: string,
): Promise<Proof> {
  const code = digitsOf(typed)
  if (/^\d{6}$/.test(code)) {
    await acceptTotp(trx, ring, operator_id, code)
    return { by: 'totp' }
  }
  if (!(await spendRecoveryCode(trx, operator_id, typed))) throw new Refusal('auth.code_invalid', 'code')
  return { by: 'recovery_code', left: await recoveryCodesLeft(trx, operator_id) }
}

async function acceptTotp(
  trx: Transaction<DB>,
  ring: Keyring,
  operator_id: string,
  code: string,
): Promise<void> {
  const row = await trx
    .selectFrom('platform.operator')
    .select(['totp_secret_sealed', sql<Date>`clock_timestamp()`.as('at')])
    .where('id', '=', operator_id)
    .where('totp_confirmed_at', 'is not', null)
    .executeTakeFirst()
  const secret = row?.totp_secret_sealed && open(ring, cell(operator_id), row.totp_secret_sealed)
  const step = secret ? totpStep(secret, code, row.at) : undefined
  if (step === undefined) throw new Refusal('auth.code_invalid', 'code')
  const { numUpdatedRows } = await trx
    .updateTable('platform.operator')
    .set({ totp_last_step: step })
    .where('id', '=', operator_id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('auth.code_used', 'code')
}

/** The owner is notified, since it may have been somebody else. */
export async function noteRecoveryCode(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  left: number,
): Promise<void> {
  await recordOperator(
    trx,
    actor,
    'operator.recovery_code_used',
    { type: 'operator', id: actor.id },
    { after: { recovery_codes_left: left } },
  )
  await enqueue(trx, 'operator.notice', noticeToOperator(actor, 'recovery_code_used', left))
}

async function recordAndNotify(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  what: 'second_factor_on' | 'second_factor_replaced' | 'second_factor_off' | 'recovery_codes_renewed',
): Promise<void> {
  await recordOperator(trx, actor, `operator.${what}`, { type: 'operator', id: actor.id })
  await enqueue(trx, 'operator.notice', noticeToOperator(actor, what))
}

/** Apps show "123 456", and people type what they see, some with the wide digits of their keyboard. */
export const digitsOf = (typed: string) => withoutInvisible(typed).normalize('NFKC').replace(/\s/g, '')

const recoveryCodeCount = 10

/** None of these is taken for another. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
/** Sixteen of them are 78 bits: too many to be found again from their hash. */
const letters = 16

/** Case, spaces and hyphens do not count. */
function hashOf(operator_id: string, typed: string): Buffer {
  const code = compact(typed).toLowerCase()
  return createHash('sha256').update(`${operator_id} ${code}`).digest()
}

/** The returned codes are readable only now. */
async function replaceRecoveryCodes(trx: Transaction<DB>, operator_id: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await forgetRecoveryCodes(trx, operator_id)
  await trx
    .insertInto('platform.operator_recovery_code')
    .values(
      codes.map((code) => ({
        id: newId(),
        operator_id,
        code_hash: hashOf(operator_id, code),
      })),
    )
    .execute()
  return codes
}

async function forgetRecoveryCodes(trx: Transaction<DB>, operator_id: string): Promise<void> {
  await trx.deleteFrom('platform.operator_recovery_code').where('operator_id', '=', operator_id).execute()
}

/** Of concurrent tries of one code only one returns true. */
async function spendRecoveryCode(trx: Transaction<DB>, operator_id: string, typed: string): Promise<boolean> {
  const used = await trx
    .updateTable('platform.operator_recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('operator_id', '=', operator_id)
    .where('code_hash', '=', hashOf(operator_id, typed))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function recoveryCodesLeft(db: Kysely<DB>, operator_id: string): Promise<number> {
  const { left } = await db
    .selectFrom('platform.operator_recovery_code')
    .select(sql<number>`count(*)`.as('left'))
    .where('operator_id', '=', operator_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

function newCode(): string {
  const code = Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join('')
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** A code of the app or a recovery code, as it was typed. */
const code = z.string().trim().min(1).max(40)

/** The second step of signing in. */
export const codeForm = z.object({ code, to: z.string().max(2000).optional() })

/** Setting it up: the sealed secret that the page offered, and a code of the app that took it. */
export const setUpForm = z.object({ code, offer: z.string().min(1).max(500) })
