import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { maskedAccount } from '#app/domain/organisation/entities/profile.ts'
import type { DB } from '#db/types.ts'
import { creditRefundsIn } from './find-credit-refunds.ts'

const cell = (place: string, row: string) => {
  return { place, table: 'credit_refund', column: 'account_number_sealed', row }
}

/** The number of an account, bound to the refund that goes there. */
export function sealedAccount({ ring, place }: Keys, id: string, account_number: string): string {
  return seal(ring, cell(place, id), account_number)
}

/** Its last figures, as every page shows it; null of cash. */
export function maskedRefundAccount({ ring, place }: Keys, id: string, sealed: string | null): string | null {
  return sealed && maskedAccount(open(ring, cell(place, id), sealed))
}

/**
 * The whole number of the account, for who approves or pays; the audit log says that it was shown and to whom. Refuses
 * with not_found.credit_refund, also cash.
 */
export async function revealRefundAccount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  id: string,
): Promise<{ account_number: string }> {
  const row = await creditRefundsIn(trx, scope)
    .select('credit_refund.account_number_sealed as sealed')
    .where('credit_refund.id', '=', id)
    .executeTakeFirst()
  if (!row?.sealed) throw new Refusal('not_found.credit_refund')
  await record(trx, actor, 'credit_refund.account_shown', { type: 'credit_refund', id })
  return { account_number: open(ring, cell(place, id), row.sealed) }
}
