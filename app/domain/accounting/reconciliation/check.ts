import type { Transaction } from 'kysely'
import { currentTime } from '#app/domain/core/clock.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { balance } from './balance.ts'
import { type Equation, isGreen } from './equation.ts'

export interface Checked extends Equation {
  id: string
  state: 'red' | 'green'
}

/** Balances the books of an organisation at its place and keeps what came of it; once more on the same day replaces that. */
export async function checkEquation(trx: Transaction<DB>, today: string): Promise<Checked> {
  const found = await balance(trx)
  const state = isGreen(found) ? 'green' : 'red'
  const values = { ...found, state, on_day: today, checked_at: currentTime() }
  const { id } = await trx
    .insertInto('platform.equation')
    .values({ id: newId(), ...values })
    .onConflict((conflict) => conflict.columns(['entity_id', 'on_day']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...found, id, state }
}
