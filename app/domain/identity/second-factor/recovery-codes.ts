import { createHash, randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

const recoveryCodeCount = 10

/** None of these is taken for another. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
/** Sixteen of them are 78 bits: too many to be found again from their hash. */
const letters = 16

/** Case, spaces and hyphens do not count. */
function hashOf(operator_id: string, typed: string): Buffer {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
  return createHash('sha256').update(`${operator_id} ${code}`).digest()
}

/** The returned codes are readable only now. */
export async function replaceRecoveryCodes(trx: Transaction<DB>, operator_id: string): Promise<string[]> {
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

export async function forgetRecoveryCodes(trx: Transaction<DB>, operator_id: string): Promise<void> {
  await trx.deleteFrom('platform.operator_recovery_code').where('operator_id', '=', operator_id).execute()
}

/** Of many tries of one code at once, one is told true. */
export async function spendRecoveryCode(
  trx: Transaction<DB>,
  operator_id: string,
  typed: string,
): Promise<boolean> {
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
