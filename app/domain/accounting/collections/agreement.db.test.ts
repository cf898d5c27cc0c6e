import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addDays, endOfMonth } from '#app/domain/core/dates.ts'
import { pageOf } from '#app/domain/core/lists/read-list.ts'
import { confirmRefund, resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { desk, exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { newTxn, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { recordAtCounter } from '#app/domain/payments/counter/take.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { overview } from '#app/domain/platform/overview/overview.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { inPlatform } from '#db/in-place.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import { branch } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { collectionList, ledgerList } from './find-collections.ts'

const months = ['2026-02', '2026-03', '2026-04', '2026-05']
const random = randomOf('books that agree')
let shop: Shop
let branches: string[]
let clerk: Actor
let admin: Actor
let refunded = 0

beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  admin = await shop.tenant.actor('admin')
  branches = [shop.tenant.branch.id, (await shop.tenant.write((trx) => branch(trx))).id]
})

const firstOf = (month: string) => `${month}-01`
const spanOf = (month: string) => ({ from: firstOf(month), to: endOfMonth(firstOf(month)) })

/** An invoice that is paid: online, or at the counter on a day of the same month; then the payment is returned. */
async function pay(on: string): Promise<string | undefined> {
  const branch_id = random.pick(branches)
  const sen = random.int(2, 400) * 50
  const bill = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id, issued_on: '2026-01-31' }, [{ price_sen: sen }]),
  )
  if (random.chance(0.3)) {
    const at = new Date(`${on}T03:00:00Z`)
    const attempt = await shop.start([bill.public_code], { at })
    await shop.say(attempt, '00', {}, at)
    // The bank debits it once more: the family's credit, and money in as any other.
    if (random.chance(0.3)) {
      await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn() }, at)
      if (random.chance(0.8)) await refund(attempt.id, on)
    }
    return undefined
  }
  const amount = random.chance(0.5) ? sen : Math.max(100, Math.floor(sen / 2))
  // Cash that is rounded, on the page of the counter.
  if (random.chance(0.3)) {
    const input = { method: 'cash' as const, amount: amount - random.int(0, 4) }
    const rules = { scope: scopes.all(clerk), today: on }
    const posted = await shop.tenant.write((trx) =>
      recordAtCounter(trx, clerk, bill.payer_parent_id, input, rules),
    )
    return posted.payment_id
  }
  const back = Math.min(random.int(0, 20), Number(on.slice(8)) - 1)
  const input = { method: 'cash' as const, amount, paid_on: addDays(on, -back) }
  const rules = { scope: scopes.all(clerk), today: on, backdate_days: 30 }
  const { payment_id } = await shop.tenant.write((trx) => recordPayment(trx, clerk, bill.id, input, rules))
  return payment_id
}

/** The organisation sends a second debit back on the same day. */
async function refund(attempt_id: string, on: string) {
  const owner = await shop.tenant.actor('superadmin')
  const [row] = await exceptionsOf(shop, attempt_id)
  const decision = { decision: 'refunded', version: 1, refunded_on: on, reference: 'MBB-1' } as const
  const about = { environment: 'uat', ring, at: new Date(`${on}T03:00:00Z`), today: on }
  await shop.tenant.write((trx) => resolveException(trx, admin, desk, row!.id, decision, about))
  await shop.tenant.write((trx) => confirmRefund(trx, owner, desk, row!.id, about))
  refunded += 1
}

const takeBack = (id: string, today: string) =>
  shop.tenant.write((trx) =>
    cancelPayment(trx, admin, scopes.all(admin), id, {
      reason: 'Ditaip dua kali di kaunter',
      today,
      version: null,
    }),
  )

/** What each place says of a month at a branch, or at all of them, in sen with the payers' fees. */
async function said(month: string, branch_id?: string) {
  const { tenant } = shop
  const { from, to } = spanOf(month)
  const query = { from, to, limit: '1', ...(branch_id ? { branch_id } : {}) }
  const { rows } = await tenant.read((db) =>
    sql<{ gross: number; fees: number }>`
      select coalesce(sum(ledger.gross_sen), 0) as gross, coalesce(sum(ledger.payer_fee_sen), 0) as fees
      from platform.ledger join collection on collection.id = ledger.collection_id
      where ledger.collected_on between ${from} and ${to}
        and (${branch_id ?? null}::uuid is null or branch_id = ${branch_id ?? null})`.execute(db),
  )
  const { gross, fees } = rows[0]!
  const scope: RowScope = branch_id
    ? { scope: 'branch', user_id: '', branch_ids: [branch_id], parent_id: null }
    : everywhere
  const board = await tenant.read((db) => figures(db, scope, to))
  const next = await tenant.read((db) => figures(db, scope, addDays(to, 1)))
  return {
    ledger: gross,
    payments: (await listed(tenant, paymentList, query)).totals.amount_sen,
    collections: (await listed(tenant, collectionList, query)).totals.gross_sen,
    dashboard: board.collected.sen + fees,
    dashboardOfNextMonth: next.collected.last_sen + fees,
  }
}

/** What the dashboard said on each day of a month that had come in on that day. */
async function dayByDay(month: string): Promise<number> {
  const { from, to } = spanOf(month)
  let sen = 0
  for (let on = from; on <= to; on = addDays(on, 1))
    sen += (await shop.tenant.read((db) => figures(db, everywhere, on))).received.sen
  return sen
}

async function operators(month: string) {
  const { from, to } = spanOf(month)
  const { pool } = shop.tenant.database
  const search = ledgerList.search.parse({ from, to })
  return inPlatform(pool, async (db) => ({
    ledger: (await pageOf(ledgerList, db, { id: '', role: 'owner' }, search)).totals.gross_sen,
    overview: (await overview(db, to)).money.month_sen,
  }))
}

test('ledger, dashboards and lists say the same of each month and branch, and a month that is over stays', async () => {
  const standing: string[] = []
  const atItsEnd = new Map<string, unknown>()
  let month = months[0]!
  for (let on = '2026-02-01'; on <= '2026-05-31'; on = addDays(on, random.int(1, 3))) {
    if (!on.startsWith(month)) {
      atItsEnd.set(month, await said(month))
      month = on.slice(0, 7)
    }
    const paid = await pay(on)
    if (paid) standing.push(paid)
    if (standing.length > 0 && random.chance(0.4)) {
      const [one] = standing.splice(random.int(0, standing.length - 1), 1)
      await takeBack(one!, on)
    }
  }
  for (const each of months) {
    for (const branch_id of [undefined, ...branches]) {
      const all = await said(each, branch_id)
      expect([...new Set(Object.values(all))], `${each} ${branch_id} ${JSON.stringify(all)}`).toHaveLength(1)
    }
    const { ledger } = await said(each)
    expect(await operators(each)).toEqual({ ledger, overview: ledger })
    const { sen } = await shop.tenant.read(
      async (db) => (await figures(db, everywhere, spanOf(each).to)).collected,
    )
    expect(await dayByDay(each)).toBe(sen)
    if (atItsEnd.has(each)) expect(await said(each), each).toEqual(atItsEnd.get(each))
  }
  expect(refunded).toBeGreaterThan(2)
  const { total } = await listed(shop.tenant, paymentList, { status: 'reversed' })
  expect(total).toBeGreaterThan(5)
  await shop.balanced()
})
