import { sql, type Transaction } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { asRole, codeOf } from '#tests/support/database/as-role.ts'
import { databaseForMany, testDatabase } from '#tests/support/database/database.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import {
  addBoughtCredits,
  balanceOf,
  type CreditMove,
  grantCredits,
  includeCredits,
  reserveCredits,
  returnCredits,
} from './move-credits.ts'
import '#tests/support/product/matchers.ts'

beforeAll(databaseForMany)

let tenant: Tenant
beforeEach(async () => {
  tenant = await freshTenant()
})

const platform = <R>(work: (trx: Transaction<DB>) => Promise<R>) => withPlatform(tenant.database.pool, work)
const has = (credit: number, included_credit = 0) => subscribed(tenant, {}, { credit, included_credit })
const move = (credits: number, given: Partial<CreditMove> = {}): CreditMove => ({
  ...{ credits, about: 'announcement', about_id: newId(), key: newId() },
  ...given,
})
const reserve = (given: CreditMove) => tenant.write((trx) => reserveCredits(trx, given))
const giveBack = (given: CreditMove) => tenant.write((trx) => returnCredits(trx, given))
const balance = () => tenant.read((db) => balanceOf(db))
const lines = () =>
  tenant.read((db) =>
    db
      .selectFrom('platform.credit_entry')
      .select(['kind', 'delta', 'included_delta', 'balance'])
      .orderBy('position')
      .execute(),
  )
const constraintOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.constraint ?? error.code,
  )

test('100 at once on a balance of 50: exactly 50 get one', async () => {
  await has(50, 20)
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => reserve(move(1))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  for (const one of all)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'credit.insufficient' })
  expect(await balance()).toEqual({ credit: 0, included: 0, bought: 0 })
  expect((await lines()).filter(({ kind }) => kind === 'reserve')).toHaveLength(50)
})

test('included credits are used first, and bought ones come back first, never more than was taken', async () => {
  await has(30, 10)
  const taken = move(15)
  await reserve(taken)
  expect(await balance()).toEqual({ credit: 15, included: 0, bought: 15 })
  const back = (credits: number) => giveBack({ ...taken, credits, key: newId() })
  await back(4)
  expect(await balance()).toEqual({ credit: 19, included: 0, bought: 19 })
  await back(3)
  expect(await balance()).toEqual({ credit: 22, included: 2, bought: 20 })
  expect(await constraintOf(back(9))).toBe('credit_entry_return_check')
  expect(await constraintOf(giveBack(move(1)))).toBe('credit_entry_return_check')
  await back(8)
  expect(await balance()).toEqual({ credit: 30, included: 10, bought: 20 })
  expect(await constraintOf(back(1))).toBe('credit_entry_return_check')
})

describe('a movement with a known key', () => {
  test('is not repeated, however many run it at once', async () => {
    await has(20)
    const taken = move(20)
    await Promise.all(Array.from({ length: 10 }, () => reserve(taken)))
    await reserve(taken)
    expect((await balance()).credit).toBe(0)
    const returned = { ...taken, credits: 5, key: newId() }
    await Promise.all(Array.from({ length: 10 }, () => giveBack(returned)))
    expect((await balance()).credit).toBe(5)
    expect(await lines()).toHaveLength(3)
  })

  test('but another movement is refused under it', async () => {
    await has(20)
    const taken = move(2)
    await reserve(taken)
    expect(await constraintOf(reserve({ ...taken, credits: 3 }))).toBe('credit_entry_key')
    expect(await constraintOf(reserve({ ...taken, about_id: newId() }))).toBe('credit_entry_key')
    expect((await balance()).credit).toBe(18)
  })

  test('is another organisation’s own matter', async () => {
    await has(20)
    const taken = move(2)
    await reserve(taken)
    tenant = await freshTenant()
    await has(5)
    await reserve(taken)
    expect((await balance()).credit).toBe(3)
  })
})

test('too few: refused, and the transaction goes on', async () => {
  await has(3)
  const left = await tenant.write(async (trx) => {
    await expect(reserveCredits(trx, move(4))).rejects.toMatchObject({ code: 'credit.insufficient' })
    await reserveCredits(trx, move(3))
    return balanceOf(trx)
  })
  expect(left.credit).toBe(0)
})

test('without a subscription there are none; nothing costs nothing', async () => {
  expect(await balance()).toEqual({ credit: 0, included: 0, bought: 0 })
  await expect(reserve(move(1))).rejects.toMatchObject({ code: 'credit.insufficient' })
  await reserve(move(0))
  await giveBack(move(0))
})

test('in the platform’s schema it moves those of the organisation that is named', async () => {
  await has(10)
  const other = await freshTenant()
  await subscribed(other, {}, { credit: 10 })
  const { id: entity_id } = tenant.entity
  await platform(async (trx) => {
    const taken = move(4, { entity_id })
    await reserveCredits(trx, taken)
    await returnCredits(trx, { ...taken, credits: 1, key: newId() })
    await expect(reserveCredits(trx, move(1))).rejects.toMatchObject({ code: 'credit.insufficient' })
    expect((await balanceOf(trx, entity_id)).credit).toBe(7)
    expect((await balanceOf(trx, other.entity.id)).credit).toBe(10)
  })
})

test('a year is credited once, and so is an invoice', async () => {
  await has(1)
  const { id } = tenant.entity
  const invoice = newId()
  const twice = [1, 2]
  for (const _ of twice) await platform((trx) => includeCredits(trx, id, 50, 'year:2026'))
  await Promise.all(twice.map(() => platform((trx) => addBoughtCredits(trx, id, 1_000, invoice))))
  expect(await balance()).toEqual({ credit: 1_051, included: 50, bought: 1_001 })
})

describe('the balance is moved by the ledger alone', () => {
  const direct = (column: string, id: string) =>
    `update platform.subscription set ${column} = ${column} + 1 where entity_id = '${id}'`

  test('no role writes it', async () => {
    const package_id = await has(10)
    for (const role of ['lunas_platform', tenant.place.role])
      for (const column of ['credit', 'included_credit'])
        expect(await codeOf(role, direct(column, tenant.entity.id)), role).toBe('42501')
    const other = await freshTenant()
    const begun = (
      column: string,
    ) => `insert into platform.subscription (id, entity_id, package_id, starts_on,
      expires_on, ${column}) values (gen_random_uuid(), '${other.entity.id}', '${package_id}', '2026-01-01', '2026-12-31', 1)`
    expect(await codeOf('lunas_platform', begun('credit'))).toBe('42501')
    const { ownerUrl } = await testDatabase()
    for (const text of [direct('credit', tenant.entity.id), begun('credit')])
      expect(await constraintOf(asAdmin(ownerUrl, (owner) => owner.query(text)))).toBe(
        'subscription_ledger_check',
      )
  })

  test('nor changes a line, and an organisation adds none that it did not use', async () => {
    await has(10)
    for (const role of ['lunas_platform', tenant.place.role])
      for (const text of ['update platform.credit_entry set delta = 1', 'delete from platform.credit_entry'])
        expect(await codeOf(role, text), role).toBe('42501')
    for (const kind of ['opening', 'included', 'topup', 'grant'])
      expect(
        await codeOf(
          tenant.place.role,
          `insert into platform.credit_entry (id, kind, delta, about_id, reason)
           values (gen_random_uuid(), '${kind}', 5, gen_random_uuid(), ${kind === 'grant' ? "'x'" : 'null'})`,
        ),
        kind,
      ).toBe('42501')
  })

  test('another organisation’s ledger is neither read nor written', async () => {
    await has(10)
    const other = await freshTenant()
    await subscribed(other, {}, { credit: 10 })
    const { rows } = await asRole<{ entity_id: string }>(
      tenant.place.role,
      'select distinct entity_id from platform.credit_entry',
    )
    expect(rows).toEqual([{ entity_id: tenant.entity.id }])
    const foreign = `insert into platform.credit_entry (id, entity_id, kind, delta, about, about_id)
      values (gen_random_uuid(), '${other.entity.id}', 'reserve', -1, 'announcement', gen_random_uuid())`
    expect(await codeOf(tenant.place.role, foreign)).toBe('42501')
    await expect(reserve(move(1, { entity_id: other.entity.id }))).rejects.toMatchObject({
      code: 'credit.insufficient',
    })
  })
})

test('an operator’s grant has its reason and takes no more than there is', async () => {
  await has(10, 4)
  const grant = (change: number) =>
    platform((trx) =>
      grantCredits(trx, { id: newId() }, { entity_id: tenant.entity.id, change, reason: 'Ganti rugi' }),
    )
  expect(await grant(5)).toBe(15)
  expect(await grant(-14)).toBe(1)
  expect(await balance()).toEqual({ credit: 1, included: 0, bought: 1 })
  expect(await constraintOf(grant(-2))).toBe('subscription_credit_check')
})

test('the sum of the ledger is the balance', async () => {
  await has(30, 10)
  await reserve(move(12))
  const sums = await platform((trx) =>
    trx
      .selectFrom('platform.credit_entry')
      .select(sql<number>`sum(delta)::int`.as('credit'))
      .select(sql<number>`sum(included_delta)::int`.as('included'))
      .where('entity_id', '=', tenant.entity.id)
      .executeTakeFirstOrThrow(),
  )
  expect(await balance()).toMatchObject(sums)
})
