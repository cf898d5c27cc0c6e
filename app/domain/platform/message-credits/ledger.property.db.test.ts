import fc from 'fast-check'
import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { soaking } from '#tests/support/run/soak.ts'
import {
  addBoughtCredits,
  balanceOf,
  type CreditMove,
  grantCredits,
  includeCredits,
  reserveCredits,
  returnCredits,
} from './move-credits.ts'

beforeAll(databaseForMany)

/** What an organisation holds, by simple arithmetic; each reservation knows how much of it was of the package. */
interface Model {
  included: number
  bought: number
  taken: Map<string, { included: number; bought: number }>
  keys: Set<string>
}

const objects = Array.from({ length: 2 }, newId)
const credits = fc.integer({ min: 1, max: 25 })
const about = fc.integer({ min: 0, max: objects.length - 1 })
/** Few keys, so that many movements are repeated. */
const key = fc.integer({ min: 0, max: 5 })
const step = fc.record({
  what: fc.constantFrom('include', 'buy', 'grant', 'take', 'reserve', 'reserve', 'return', 'return'),
  ...{ credits, about, key, rollsBack: fc.nat(3).map((n) => n === 0) },
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What becomes of the model; undefined where the step is refused. */
function stepped(before: Model, { what, credits: n, about: index, key: k }: Step): Model | undefined {
  const model = { ...before, taken: new Map(before.taken), keys: new Set(before.keys) }
  const id = objects[index]!
  const name = `${what} ${index} ${k} ${n}`
  const total = model.included + model.bought
  if (what !== 'grant' && what !== 'take') {
    if (model.keys.has(name)) return model
    model.keys.add(name)
  }
  const take = () => {
    const included = Math.min(model.included, n)
    model.included -= included
    model.bought -= n - included
    return { included, bought: n - included }
  }
  if (what === 'include') model.included += n
  else if (what === 'buy' || what === 'grant') model.bought += n
  else if (what === 'return') {
    const held = model.taken.get(id) ?? { included: 0, bought: 0 }
    if (n > held.included + held.bought) return undefined
    const bought = Math.min(held.bought, n)
    model.bought += bought
    model.included += n - bought
    model.taken.set(id, { included: held.included - (n - bought), bought: held.bought - bought })
  } else {
    if (n > total) return undefined
    const part = take()
    if (what === 'reserve') {
      const held = model.taken.get(id) ?? { included: 0, bought: 0 }
      model.taken.set(id, { included: held.included + part.included, bought: held.bought + part.bought })
    }
  }
  return model
}

const isRefused = (error: unknown) =>
  error instanceof Refusal ||
  /credit_entry_return_check|subscription_credit_check/.test(
    String((error as { constraint?: string }).constraint),
  )

class Undone extends Error {}

async function done(tenant: Tenant, { what, credits: n, about: index, key: k, rollsBack }: Step) {
  const entity_id = tenant.entity.id
  const name = `${what} ${index} ${k} ${n}`
  const move: CreditMove = { credits: n, about: 'announcement', about_id: objects[index]!, key: name }
  const ofPlatform = (work: (trx: Transaction<DB>) => Promise<unknown>) =>
    withPlatform(tenant.database.pool, async (trx) => {
      await work(trx)
      if (rollsBack) throw new Undone()
    })
  const ofTenant = (work: (trx: Transaction<DB>) => Promise<unknown>) =>
    tenant.write(async (trx) => {
      await work(trx)
      if (rollsBack) throw new Undone()
    })
  if (what === 'include') return ofPlatform((trx) => includeCredits(trx, entity_id, n, name))
  if (what === 'buy') return ofPlatform((trx) => addBoughtCredits(trx, entity_id, n, bought(name)))
  if (what === 'grant' || what === 'take') {
    const change = what === 'grant' ? n : -n
    return ofPlatform((trx) => grantCredits(trx, { id: null }, { entity_id, change, reason: 'Ujian' }))
  }
  return ofTenant((trx) => (what === 'reserve' ? reserveCredits : returnCredits)(trx, move))
}

const invoices = new Map<string, string>()
/** An invoice of its own for each name, the same when it is repeated. */
function bought(name: string): string {
  if (!invoices.has(name)) invoices.set(name, newId())
  return invoices.get(name)!
}

test('whatever happens, also undone in the middle: sum of the ledger = balance = arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const tenant = await freshTenant()
      await subscribed(tenant, {}, { credit: 60, included_credit: 30 })
      invoices.clear()
      let model: Model = { included: 30, bought: 30, taken: new Map(), keys: new Set() }
      for (const one of steps) {
        const after = stepped(model, one)
        const outcome = await done(tenant, one).then(
          () => 'done',
          (error) =>
            error instanceof Undone ? 'undone' : isRefused(error) ? 'refused' : Promise.reject(error),
        )
        expect(outcome).toBe(after ? (one.rollsBack ? 'undone' : 'done') : 'refused')
        if (after && !one.rollsBack) model = after
        const { balance, sums, last } = await standing(tenant)
        expect(balance).toEqual({
          ...{ credit: model.included + model.bought, included: model.included, bought: model.bought },
        })
        expect(sums).toEqual({ credit: balance.credit, included: balance.included })
        expect(last ?? 0).toBe(balance.credit)
      }
    }),
    { numRuns: soaking ? 200 : 8, endOnFailure: true },
  )
})

const standing = (tenant: Tenant) =>
  tenant.read(async (db) => ({
    balance: await balanceOf(db),
    sums: await db
      .selectFrom('platform.credit_entry')
      .select(sql<number>`coalesce(sum(delta), 0)::int`.as('credit'))
      .select(sql<number>`coalesce(sum(included_delta), 0)::int`.as('included'))
      .executeTakeFirstOrThrow(),
    last: (
      await db
        .selectFrom('platform.credit_entry')
        .select('balance')
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.balance,
  }))
