import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { plainDate } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { BankCost } from './revenue.ts'

/** FPX payer models; the bank's price depends on them. */
export const fpxModels = ['B2C', 'B2B1'] as const

export const bankCostForm = z.object({
  model: z.enum(fpxModels),
  from_on: plainDate,
  cost_sen: ringgit({ max: 10_000 }),
})

type BankCostInput = z.output<typeof bankCostForm>

/** The bank's past, present and announced prices, the newest first. */
export async function bankCosts(db: Kysely<DB>): Promise<BankCost[]> {
  return db
    .selectFrom('platform.bank_cost')
    .select(['id', 'model', 'from_on', 'cost_sen', 'author'])
    .orderBy('from_on', 'desc')
    .orderBy('model')
    .execute()
}

/**
 * Sets the bank's price from a future day on; existing bookings keep the price of their day. Refuses a day that has begun
 * (revenue.cost_past) and one that already has a price (duplicate.bank_cost).
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
