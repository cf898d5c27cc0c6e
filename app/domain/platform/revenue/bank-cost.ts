import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { BankCostInput } from './bank-cost-form.ts'
import type { BankCost } from './revenue.ts'

/** Every price that the bank has had and will have, the newest first. */
export async function bankCosts(db: Kysely<DB>): Promise<BankCost[]> {
  return db
    .selectFrom('platform.bank_cost')
    .select(['id', 'model', 'from_on', 'cost_sen', 'author'])
    .orderBy('from_on', 'desc')
    .orderBy('model')
    .execute()
}

/**
 * From a day to come on the bank takes another sum; what was booked keeps the price of its own day. Refuses a day that has
 * begun (revenue.cost_past) and one that has a price already (duplicate.bank_cost).
 */
export async function setBankCost(
  trx: Transaction<DB>,
  actor: Actor,
  input: BankCostInput,
  today: string,
): Promise<void> {
  if (input.from_on <= today) throw new Refusal('revenue.cost_past', 'from_on')
  const id = newId()
  await trx
    .insertInto('platform.bank_cost')
    .values({ id, ...input, author: actor.name })
    .execute()
  await recordOperator(trx, actor, 'bank_cost.set', { type: 'bank_cost', id }, { after: { ...input } })
}
