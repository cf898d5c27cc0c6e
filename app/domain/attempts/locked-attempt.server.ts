import type { Transaction } from 'kysely'
import type { Ac } from '#app/integrations/fpx/answers.ts'
import { bankName } from '#app/integrations/fpx/banks/banks.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import type { DB } from '#db/types.ts'
import type { AttemptState } from './attempt.ts'

export type LockedAttempt = Awaited<ReturnType<typeof lockedAttempt>>

/** Messages about an attempt take their turns by this lock. */
export async function lockedAttempt(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    ...row,
    model: row.model as Model,
    state: row.state as AttemptState,
    request_fields: row.request_fields as Record<string, string>,
  }
}

/** A payer may change the bank at FPX. */
export function bankOf(
  attempt: LockedAttempt,
  ac: Ac,
): { bank_code: string | null; bank_name: string | null } {
  const { bank_code, bank_name, model } = attempt
  if (!ac.bank_code || ac.bank_code === bank_code) return { bank_code, bank_name }
  return { bank_code: ac.bank_code, bank_name: bankName(model, ac.bank_code) }
}
