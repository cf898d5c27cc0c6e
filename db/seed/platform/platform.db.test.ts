import { beforeAll, expect, test } from 'vitest'
import { daysBetween } from '#app/domain/core/dates.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { platformRef } from '#db/pool.ts'
import { type Demo, demo, demoSubdomains, demoToday } from '#tests/support/database/demo.ts'
import { readAt } from '#tests/support/database/tenant.ts'
import { endsSoon } from './own-invoices.ts'

let seeded: Demo
beforeAll(async () => {
  seeded = await demo()
})

test('the books of both organisations were held against each other and agree', async () => {
  const found = await readAt(seeded.database, platformRef, (db) =>
    db.selectFrom('platform.equation').select(['state', 'on_day', 'fault']).execute(),
  )
  expect(found).toEqual(demoSubdomains.map(() => ({ state: 'green', on_day: demoToday, fault: null })))
})

test('one change of bank account waits and one went back with a reason, and nobody is mailed about them', async () => {
  const [changes, mails] = await readAt(seeded.database, platformRef, async (db) => [
    await db
      .selectFrom('platform.entity_bank_change')
      .select(['status', 'decision_reason', 'letter_bytes'])
      .where('letter_key', 'is not', null)
      .orderBy('status')
      .execute(),
    await db.selectFrom('platform.outbox').select('id').where('name', '=', 'bank.notify').execute(),
  ])
  expect(changes).toMatchObject([
    { status: 'pending', decision_reason: null },
    { status: 'refused', decision_reason: expect.stringContaining('Surat bank') },
  ])
  expect(mails).toEqual([])
})

test('one organisation asks for another payout day', async () => {
  const asked = await readAt(seeded.database, platformRef, (db) =>
    db
      .selectFrom('platform.payout_day_request')
      .select(['entity_id', 'status', 'payout_frequency', 'payout_day'])
      .execute(),
  )
  expect(asked).toEqual([
    {
      ...{ entity_id: seeded.entity('cahaya').id, status: 'pending' },
      ...{ payout_frequency: 'weekly', payout_day: 5 },
    },
  ])
})

test('each first year is paid and earned, and the renewal of the one that ends in fifty days is open', async () => {
  const [invoices, [sold], earned] = await readAt(seeded.database, platformRef, async (db) => [
    await db
      .selectFrom('platform.platform_invoice')
      .select(['kind', 'status'])
      .where('entity_id', 'is not', null)
      .orderBy('number')
      .execute(),
    await db
      .selectFrom('platform.subscription')
      .select('expires_on')
      .where('entity_id', '=', seeded.entity(endsSoon).id)
      .execute(),
    await db.selectFrom('platform.revenue').select('type').where('type', '=', 'yearly_fee').execute(),
  ])
  const years = invoices.filter(({ kind }) => kind !== 'credit_topup')
  expect(years.filter(({ status }) => status === 'paid')).toHaveLength(2)
  expect(years.filter(({ status }) => status === 'unpaid')).toEqual([{ kind: 'renewal', status: 'unpaid' }])
  expect(daysBetween(demoToday, sold!.expires_on)).toBe(50)
  expect(earned).toHaveLength(2)
})

test('payouts of a year are paid, one went back, one is at the bank and one waits, and nobody is mailed about them', async () => {
  const { payouts, mails, turns, gap } = await readAt(seeded.database, platformRef, async (db) => ({
    payouts: await db
      .selectFrom('platform.payout as payout')
      .innerJoin('platform.entity as entity', 'entity.id', 'payout.entity_id')
      .select(['entity.subdomain', 'payout.status', 'payout.net_sen', 'payout.payout_on'])
      .orderBy('payout.payout_on')
      .execute(),
    mails: await db.selectFrom('platform.outbox').select('id').where('name', 'like', 'payout.%').execute(),
    turns: await db.selectFrom('platform.payout_turn').select('due_on').execute(),
    gap: await db
      .selectFrom('platform.ledger')
      .select('id')
      .where('payout_id', 'is not', null)
      .where('status', 'not in', ['paid_out', 'settled', 'reversed'])
      .execute(),
  }))
  const statuses = (subdomain: string) =>
    payouts.filter((row) => row.subdomain === subdomain).map(({ status }) => status)
  expect(statuses('demo').at(-1)).toBe('draft')
  expect(statuses('cahaya').at(-1)).toBe('processing')
  expect(statuses('demo').filter((status) => status === 'failed')).toHaveLength(1)
  for (const subdomain of demoSubdomains)
    expect(statuses(subdomain).filter((status) => status === 'paid').length).toBeGreaterThan(8)
  expect(turns).toHaveLength(payouts.length)
  expect(mails).toEqual([])
  expect(gap).toEqual([])
})

test('the platform itself is a seller, and one gift has its limits and a picture that is there', async () => {
  const issuer = await readAt(seeded.database, platformRef, platformIssuer)
  expect(issuer).toMatchObject({ fpx_seller_id: 'SE00000099', transfer: expect.stringContaining('Lunas') })
  for (const subdomain of demoSubdomains) {
    const types = await seeded.read(subdomain, (db) =>
      db
        .selectFrom('infaq_type')
        .select(['min_sen', 'max_sen', 'image_file'])
        .where('image_file', 'is not', null)
        .execute(),
    )
    expect(types).toEqual([{ min_sen: 500, max_sen: 200_000, image_file: expect.any(String) }])
  }
})
