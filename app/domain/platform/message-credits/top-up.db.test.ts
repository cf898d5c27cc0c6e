import type { Transaction } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcileBooks } from '#app/domain/accounting/reconciliation/reconcile.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { payPlatformInvoice } from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { settlePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { cancelStaleUpgrades } from '#app/domain/platform/subscriptions/advance-subscriptions.ts'
import { ownSubscription } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { setCredits } from '#tests/support/database/credit-factories.ts'
import { databaseForMany, testDatabase } from '#tests/support/database/database.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { balanceOf } from './move-credits.ts'
import { cancelTopUp, openTopUps, orderTopUp, topUp, topUpOffers } from './top-up.ts'

beforeAll(databaseForMany)

const today = '2026-07-02'
const t = i18nOf('en').getFixedT('en')
let tenant: Tenant

beforeEach(async () => {
  tenant = await freshTenant()
  await subscribed(tenant, {}, { credit: 40, included_credit: 40 })
})

const platform = <R>(work: (trx: Transaction<DB>) => Promise<R>) => withPlatform(tenant.database.pool, work)
const said = <R>(work: Promise<R>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))
const order = async (sen: number) => {
  const actor = await tenant.actor('admin')
  return said(tenant.write((trx) => orderTopUp(trx, actor, t, tenant.place.id, sen, today)))
}
const seen = (id: string) => tenant.read((db) => topUp(db, tenant.place.id, id))
const settle = (id: string, method: 'fpx' | 'bank_transfer' = 'fpx') =>
  said(platform((trx) => settlePlatformInvoice(trx, systemActor, id, { on: today, method }, today)))
const balance = () => tenant.read((db) => balanceOf(db))
const mails = () =>
  platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'subscription.notify_topup')
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )

test('the credits of the offer are there once it is paid, bought, with revenue and a mail', async () => {
  await platform((trx) => writeIssuer(trx, systemActor, { name: 'Lunas', rate_bp: 800 }))
  const [offer] = await tenant.read((db) => topUpOffers(db, [500_00]))
  expect(offer).toEqual({
    sub_total_sen: 500_00,
    tax_sen: 40_00,
    total_sen: 540_00,
    credits: 5_250,
    bonus: 250,
  })
  const id = await order(500_00)
  expect(await seen(id)).toMatchObject({ status: 'unpaid', total_sen: 540_00, credits: 5_250, bonus: 250 })
  expect((await balance()).credit).toBe(40)
  await settle(id)
  expect(await balance()).toEqual({ credit: 5_290, included: 40, bought: 5_250 })
  const revenue = await platform((trx) =>
    trx
      .selectFrom('platform.revenue')
      .select(['type', 'gross_sen'])
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )
  expect(revenue).toEqual([{ type: 'credit_topup', gross_sen: 500_00 }])
  expect(await mails()).toEqual([{ payload: { invoice_id: id } }])
  await platform((trx) => writeIssuer(trx, systemActor, { name: 'Lunas', rate_bp: 0 }))
})

test('paid by FPX, by transfer and twice at once: the credits come once', async () => {
  const id = await order(100_00)
  const all = await Promise.allSettled([
    ...[1, 2, 3].map(() => settle(id)),
    platform((trx) =>
      payPlatformInvoice(trx, systemActor, { id, version: 1 }, { paid_on: today, reference: 'TT 1' }, today),
    ),
  ])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(settle(id, 'bank_transfer')).rejects.toMatchObject({ code: 'action_not_allowed' })
  expect((await balance()).credit).toBe(1_040)
  expect(await mails()).toHaveLength(1)
})

test('several may be open beside a renewal, none is owed, and one that is not wanted is cancelled', async () => {
  const ids = [await order(100_00), await order(100_00), await order(300_00)]
  const open = await tenant.read((db) => openTopUps(db, tenant.place.id))
  expect(open.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect((await tenant.read((db) => ownSubscription(db, tenant.place.id)))!.open).toEqual([])
  const actor = await tenant.actor('admin')
  const cancel = (id: string) =>
    said(tenant.write((trx) => cancelTopUp(trx, actor, tenant.place.id, { id, version: 1 })))
  await cancel(ids[0]!)
  await expect(cancel(ids[0]!)).rejects.toMatchObject({ code: 'action_not_allowed' })
  await expect(settle(ids[0]!)).rejects.toMatchObject({ code: 'action_not_allowed' })
  await settle(ids[1]!)
  await expect(cancel(ids[1]!)).rejects.toMatchObject({ code: 'action_not_allowed' })
  expect((await balance()).credit).toBe(1_040)
  expect(await platform((trx) => cancelStaleUpgrades(trx, '2026-07-30'))).toBe(0)
  expect(await platform((trx) => cancelStaleUpgrades(trx, '2026-07-31'))).toBe(1)
  expect((await seen(ids[2]!)).status).toBe('cancelled')
})

describe('is refused', () => {
  test.each([50_00, 150_00, 0, 10_100_00])('%i sen', async (sen) => {
    await expect(order(sen)).rejects.toMatchObject({ code: 'input.hundreds', field: 'amount' })
  })

  test('without a subscription', async () => {
    tenant = await freshTenant()
    await expect(order(100_00)).rejects.toMatchObject({ code: 'not_found.subscription' })
  })

  test('of another organisation: neither read nor cancelled', async () => {
    const id = await order(100_00)
    const other = await freshTenant()
    const actor = await other.actor('admin')
    await expect(other.read((db) => topUp(db, tenant.place.id, id))).rejects.toMatchObject({
      code: 'not_found.invoice',
    })
    await expect(
      other.write((trx) => cancelTopUp(trx, actor, tenant.place.id, { id, version: 1 })),
    ).rejects.toMatchObject({ code: 'action_not_allowed' })
  })

  test('by the database: one that says it is paid, and one without its credits', async () => {
    const row = (given: string) => `insert into platform.platform_invoice
      (id, number, entity_id, kind, issued_on, due_on, sub_total_sen, total_sen, status, paid_on, credits)
      values (gen_random_uuid(), 'PI-X', '${tenant.place.id}', 'credit_topup', '2026-07-02', '2026-07-16', ${given})`
    expect(await codeOf(tenant.place.role, row("10000, 10000, 'paid', '2026-07-02', 1000"))).toBe('42501')
    expect(await codeOf(tenant.place.role, row("10000, 10000, 'unpaid', null, null"))).toBe('23514')
    expect(await codeOf(tenant.place.role, row("15000, 15000, 'unpaid', null, 1500"))).toBe('23514')
    expect(await codeOf(tenant.place.role, row("10000, 10000, 'unpaid', null, 1000"))).toBe('1 rows')
  })
})

describe('the nightly comparison', () => {
  const changed = async (text: string) => {
    const { ownerUrl } = await testDatabase()
    await asAdmin(ownerUrl, (owner) =>
      owner.query(`begin; set local session_replication_role = replica; ${text}; commit`),
    )
    return tenant.read(reconcileBooks)
  }
  const ours = () => `where entity_id = '${tenant.place.id}'`

  test('is green after a top-up, and red for one credit more or fewer', async () => {
    await settle(await order(100_00))
    expect(await tenant.read(reconcileBooks)).toMatchObject({ faults: 0, fault: null })
    const more = await changed(`update platform.subscription set credit = credit + 1 ${ours()}`)
    const found = { fault_expected_sen: 1_040, fault_found_sen: 1_041 }
    expect(more).toMatchObject({ faults: 1, fault: 'credits_differ', ...found })
    await changed(`update platform.subscription set credit = credit - 1 ${ours()}`)
    const kind = await changed(
      `update platform.subscription set included_credit = included_credit - 1 ${ours()}`,
    )
    expect(kind).toMatchObject({ faults: 1, fault: 'included_differ', fault_found_sen: 39 })
  })

  test('is red where a paid top-up added nothing', async () => {
    const id = await order(200_00)
    const gone = await changed(
      `update platform.platform_invoice set status = 'paid', paid_on = '2026-07-02' where id = '${id}'`,
    )
    expect(gone).toMatchObject({ faults: 1, fault: 'top_up_missing', fault_expected_sen: 2_000 })
  })

  test('is green without a subscription, and after an operator’s change', async () => {
    await platform((trx) => setCredits(trx, tenant.place.id, 3))
    expect(await tenant.read(reconcileBooks)).toMatchObject({ faults: 0 })
    tenant = await freshTenant()
    expect(await tenant.read(reconcileBooks)).toMatchObject({ faults: 0 })
  })
})
