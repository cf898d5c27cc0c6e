import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { prepareNow } from '#app/domain/platform/payouts/prepare-payouts.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { checkEquationOf } from '#jobs/handlers/daily.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { addOperator } from '#tests/support/people/second-factor.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { reconciliationCounts } from './find-reconciliations.ts'
import { reconcileBooks, storeReconciliation } from './reconcile.ts'
import { aYear, balanceAfter } from './test-support.ts'

const payments = soaking ? 4_000 : 60
const organisations: Tenant[] = []
let one: Tenant

beforeAll(async () => {
  for (let index = 0; index < 3; index++) organisations.push(await freshTenant())
  for (const tenant of organisations) await aYear(tenant, payments)
  one = organisations[0]!
})

test('a year of each organisation is green, and each sen of it is somewhere', async () => {
  for (const tenant of organisations) {
    const found = await tenant.read(reconcileBooks)
    expect(found).toMatchObject({ faults: 0, difference_sen: 0, fault: null })
    for (const part of [
      'gross_sen',
      'fees_sen',
      'paid_sen',
      'held_sen',
      'reversed_sen',
      'outside_sen',
    ] as const)
      expect(found[part], part).toBeGreaterThan(0)
    const { fees_sen, paid_sen, held_sen, reversed_sen } = found
    expect(found.gross_sen).toBe(fees_sen + paid_sen + held_sen + reversed_sen)
  }
})

const aLine = "(select id from collection where method = 'fpx' and status = 'settled' order by id limit 1)"
const itsEntry = `(select id from platform.ledger where collection_id = ${aLine})`
const ofLine = `(select number from payment where id = (select payment_id from collection where id = ${aLine}))`

describe('one sen or one row that is not as it should be is found and named', () => {
  test.each([
    [
      'a sen more in the organisation’s book',
      `update collection set gross_sen = gross_sen + 1, net_sen = net_sen + 1 where id = ${aLine}`,
      'payment_differs',
      1,
    ],
    [
      'a sen less in the platform’s ledger',
      `update platform.ledger set gross_sen = gross_sen - 1, net_sen = net_sen - 1 where id = ${itsEntry}`,
      'books_differ',
      0,
    ],
    [
      'a sen between fee and net',
      `update platform.ledger set tenant_fee_sen = tenant_fee_sen + 1, net_sen = net_sen - 1 where id = ${itsEntry}`,
      'books_differ',
      1,
    ],
    [
      'another sum of the payment',
      `update payment set amount_sen = amount_sen + 1 where number = ${ofLine}`,
      'payment_differs',
      0,
    ],
    [
      'a line that is gone from the organisation’s book',
      `delete from collection where id = ${aLine}`,
      'line_missing',
      -1,
    ],
    [
      'a line that is gone from the ledger',
      `delete from platform.ledger where id = ${itsEntry}`,
      'ledger_missing',
      0,
    ],
    [
      'another day',
      `update platform.ledger set collected_on = collected_on + 1 where id = ${itsEntry}`,
      'books_differ',
      0,
    ],
    [
      'a line that is paid out in one book alone',
      `update platform.ledger set status = 'paid_out' where id = ${itsEntry}`,
      'books_differ',
      0,
    ],
    [
      'a payout of the organisation’s book that the ledger does not know',
      `update collection set payout_id = gen_random_uuid() where id = ${aLine}`,
      'books_differ',
      0,
    ],
    [
      'a fee of a sen more',
      `update platform.revenue set gross_sen = gross_sen + 1, net_sen = net_sen + 1 where source_id = ${itsEntry}`,
      'fee_differs',
      -1,
    ],
    [
      'a fee of a sen less',
      `update platform.revenue set gross_sen = gross_sen - 1, net_sen = net_sen - 1 where source_id = ${itsEntry}`,
      'fee_differs',
      1,
    ],
    ['a fee that is gone', `delete from platform.revenue where source_id = ${itsEntry}`, 'fee_missing', 1],
  ])('%s', async (_what, text, fault, sign) => {
    const named = await one.read((db) =>
      sql<{ number: string }>`select ${sql.raw(ofLine)} as number`.execute(db),
    )
    const found = await balanceAfter(one, text)
    expect(found).toMatchObject({ fault, fault_reference: named.rows[0]!.number })
    expect(found.faults).toBeGreaterThanOrEqual(1)
    if (sign !== 0) expect(Math.sign(found.difference_sen)).toBe(sign)
  })

  test('a fee without a line', async () => {
    const found = await balanceAfter(
      one,
      `insert into platform.revenue (on_day, type, entity_id, source_type, source_id, reference, gross_sen, net_sen)
       values ('2026-05-01', 'transaction_fee', %entity, 'ledger', gen_random_uuid(), 'RCP-X', 1, 1)`,
    )
    expect(found).toMatchObject({
      faults: 1,
      fault: 'fee_unfounded',
      fault_reference: 'RCP-X',
      difference_sen: -1,
    })
  })
})

test('a payout of a sen more than its lines is found and named', async () => {
  const paid = (net: string) =>
    `insert into platform.payout (id, number, entity_id, period_start, period_end, payout_on, lines, gross_sen, fees_sen, net_sen)
       select gen_random_uuid(), 'PO-X', entity_id, collected_on, collected_on, settles_on, 1, gross_sen ${net},
         gross_sen - net_sen, net_sen ${net} from platform.ledger where id = ${itsEntry};
     update platform.ledger set payout_id = (select id from platform.payout where number = 'PO-X') where id = ${itsEntry}`
  expect(await balanceAfter(one, paid(''))).toMatchObject({ faults: 0, difference_sen: 0 })
  expect(await balanceAfter(one, paid('+ 1'))).toMatchObject({
    ...{ faults: 1, fault: 'payout_differs', fault_reference: 'PO-X' },
  })
})

test('a payout that is held is held money, and breaks nothing', async () => {
  const tenant = organisations[2]!
  const before = await tenant.read(reconcileBooks)
  const now = new Date('2027-01-20T04:00:00Z')
  const made = await withPlatform(tenant.database.pool, async (trx) => {
    const id = await prepareNow(trx, ring, systemActor, tenant.place.id, { payout_on: '2027-01-20', now })
    return trx.selectFrom('platform.payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  })
  expect(made).toMatchObject({ status: 'on_hold', hold_reason: 'bank_unverified' })
  expect(made.net_sen).toBeGreaterThan(0)
  expect(await tenant.read(reconcileBooks)).toEqual(before)
})

describe('the night', () => {
  const last = (tenant: Tenant) =>
    tenant.read((db) => db.selectFrom('platform.equation').selectAll().execute())
  const mails = () =>
    withPlatform(one.database.pool, (trx) =>
      trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'equation.mail').execute(),
    )

  test('keeps one result a day, green without a word to anybody, red with a mail to each owner', async () => {
    const owner = await addOperator({ role: 'owner' })
    await addOperator({ role: 'finance' })
    const tools = jobTools(one, 'equation.check')
    await checkEquationOf({}, tools)
    await checkEquationOf({}, tools)
    expect(await last(one)).toMatchObject([{ state: 'green', on_day: currentDay(), faults: 0 }])
    expect(await mails()).toEqual([])
    // A product that forgets the other book would do this; the organisation's own role may.
    await one.write((trx) =>
      trx
        .updateTable('collection')
        .set({ status: 'paid_out' })
        .where(sql<boolean>`id = ${sql.raw(aLine)}`)
        .execute(),
    )
    await checkEquationOf({}, tools)
    await checkEquationOf({}, tools)
    const [row] = await last(one)
    expect(row).toMatchObject({ state: 'red', fault: 'books_differ', faults: 1 })
    expect(await mails()).toEqual([{ payload: { operator_id: owner.id, equation_id: row!.id } }])
    await organisations[1]!.write((trx) => storeReconciliation(trx, currentDay()))
    const now = await withPlatform(one.database.pool, (trx) => reconciliationCounts(trx, currentDay()))
    expect(now).toEqual({ red: 1, green: 1 })
    expect(await last(organisations[1]!)).toHaveLength(1)
  })
})
