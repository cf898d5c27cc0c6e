import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addDays, endOfMonth } from '#app/domain/core/dates.ts'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import { confirmRefund, resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { desk, exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { newTxn, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { manualMethods } from '#app/domain/payments/payments/payment.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { overview } from '#app/domain/platform/overview/overview.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { newId } from '#db/id.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { branch, insert } from '#tests/support/database/factories.ts'
import { listed, reader } from '#tests/support/database/lists.ts'
import { invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { settleCollections } from './change-collection.ts'
import { refundedSen } from './collection.ts'
import { collectionList, collectionSums, ledgerList } from './find-collections.ts'

describe('sums', () => {
  const today = '2026-04-15'
  let tenant: Tenant
  let far: string
  let clerk: string

  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = (await tenant.actor('clerk')).id
    await tenant.write(async (trx) => {
      const branch = await insert(trx, 'branch', { id: newId(), code: 'FAR', name: 'Kajang' })
      far = branch.id
      const book = async (
        given: { branch_id?: string; received_by?: string | null },
        line: { method: string; gross_sen: number; fee?: number; on?: string; source?: string },
      ) => {
        const { method, gross_sen, fee = 0, on = today, source = 'invoice' } = line
        const row = await payment(trx, { ...given, method, amount_sen: gross_sen, paid_on: on })
        const sums = (sign: number) => ({
          ...{ gross_sen: sign * gross_sen, tenant_fee_sen: sign * fee, net_sen: sign * (gross_sen - fee) },
        })
        const whole = { payment_id: row.id, branch_id: row.branch_id, source, method, collected_on: on }
        await insert(trx, 'collection', { id: newId(), ...whole, ...sums(1) })
        return () =>
          insert(trx, 'collection', {
            id: newId(),
            ...whole,
            ...sums(-1),
            collected_on: today,
            status: 'reversed',
          })
      }
      await book({ received_by: clerk }, { method: 'cash', gross_sen: 5_000 })
      const takeBack = await book(
        { received_by: clerk },
        { method: 'cash', gross_sen: 1_200, on: '2026-04-14' },
      )
      await takeBack()
      await book({ branch_id: far, received_by: null }, { method: 'fpx', gross_sen: 20_100, fee: 100 })
      await book({ received_by: null }, { method: 'fpx', gross_sen: 3_000, source: 'zakat' })
    })
  })

  const sums = (search: object = {}, who = reader({ today })) =>
    tenant.read((db) => collectionSums(db, who, collectionList.search.parse(search)))

  test('each part adds up to all that came in, less what was taken back', async () => {
    const { total, parts, days } = await sums()
    expect(total).toEqual({ lines: 5, gross_sen: 28_100, fees_sen: 100, net_sen: 28_000 })
    for (const rows of Object.values(parts))
      expect(rows.reduce((sum, { net_sen }) => sum + net_sen, 0)).toBe(28_000)
    expect(parts.method).toMatchObject([
      { key: 'fpx', lines: 2, gross_sen: 23_100, fees_sen: 100, net_sen: 23_000 },
      { key: 'cash', lines: 3, gross_sen: 5_000, net_sen: 5_000 },
    ])
    expect(parts.source).toMatchObject([
      { key: 'invoice', net_sen: 25_000 },
      { key: 'zakat', net_sen: 3_000 },
    ])
    expect(parts.branch).toMatchObject([{ key: far, name: 'Kajang' }, { net_sen: 8_000 }])
    expect(parts.clerk).toMatchObject([
      { key: null, name: null, net_sen: 23_000 },
      { key: clerk, net_sen: 5_000 },
    ])
    expect(parts.day).toMatchObject([
      { key: today, net_sen: 26_800 },
      { key: '2026-04-14', net_sen: 1_200 },
    ])
    expect(days).toBe(2)
  })

  test('is narrowed as the lines are, and reaches no further than the reader', async () => {
    expect((await sums({ method: 'cash', to: '2026-04-14' })).total).toMatchObject({
      lines: 1,
      net_sen: 1_200,
    })
    const scope = { scope: 'branch', user_id: newId(), branch_ids: [far], parent_id: null } as const
    const { total, parts } = await sums({}, reader({ scope, today }))
    expect(total).toMatchObject({ lines: 1, gross_sen: 20_100 })
    expect(parts.branch.map(({ name }) => name)).toEqual(['Kajang'])
  })

  test('of nothing it is nothing', async () => {
    expect(await sums({ from: '2026-05-01' })).toEqual({
      total: { lines: 0, gross_sen: 0, fees_sen: 0, net_sen: 0 },
      parts: { method: [], source: [], branch: [], clerk: [], day: [] },
      days: 0,
    })
  })

  test('the lines of one payment are found without a look at all others, also those that were sent back', async () => {
    const plan = await tenant.write(async (trx) => {
      // A table as small as this one is read whole where that is allowed.
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select ${refundedSen(sql`${newId()}::uuid`)},
        (select count(*) from collection where payment_id = ${newId()}::uuid)`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('settling', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    await withPlatform(shop.tenant.database.pool, (trx) =>
      trx
        .insertInto('platform.closure_date')
        .values({
          id: newId(),
          name: 'Hari Thaipusam',
          closed_on: '2026-02-02',
          yearly: false,
          state: 'W.P. Kuala Lumpur',
        })
        .execute(),
    )
  })

  /** A payment by FPX on Saturday, 31 January 2026, and one in cash. */
  async function paid() {
    const { public_code } = await shop.bill()
    await shop.say(await shop.start([public_code]), '00')
    await shop.cash((await shop.bill()).id, 5_000)
  }

  const books = () =>
    shop.tenant.read(async (db) => {
      const read = (table: 'collection' | 'platform.ledger') =>
        db.selectFrom(table).select(['method', 'settles_on', 'status']).orderBy('method').execute()
      return { own: await read('collection'), platform: await read('platform.ledger') }
    })

  const settle = (today: string) => shop.tenant.write((trx) => settleCollections(trx, today))

  test('what FPX collected is settled on the next working day of the banks, once, in both books', async () => {
    await paid()
    // Monday is a holiday where the banks clear.
    const line = { method: 'fpx', settles_on: '2026-02-03', status: 'collected' }
    const cash = { method: 'cash', settles_on: null, status: 'collected' }
    expect(await books()).toEqual({ own: [cash, line], platform: [cash, line] })
    expect(await settle('2026-02-02')).toBe(0)
    expect(await Promise.all([settle('2026-02-03'), settle('2026-02-03')])).toContain(1)
    expect(await settle('2026-02-04')).toBe(0)
    const settled = { ...line, status: 'settled' }
    expect(await books()).toEqual({ own: [cash, settled], platform: [cash, settled] })
    const entries = await shop.tenant.read((db) =>
      db.selectFrom('audit_log').select('after').where('action', '=', 'collection.settled').execute(),
    )
    expect(entries).toEqual([{ after: { count: 1, net_sen: 12_000, settles_on: '2026-02-03' } }])
    await shop.balanced()
  })

  test.each(manualMethods)('what came by %s has no day on which a bank settles it', async (method) => {
    const bill = await shop.bill()
    const clerk = await shop.tenant.actor('clerk')
    const taken = { method, amount: 12_000, paid_on: '2026-01-31', reference_no: '12345678' }
    const rules = { scope: scopes.branch(clerk), today: '2026-01-31', backdate_days: 30 }
    await shop.tenant.write((trx) => recordPayment(trx, clerk, bill.id, { ...taken, confirmed: 'on' }, rules))
    const { own, platform } = await books()
    const line = { method, settles_on: null, status: 'collected' }
    expect(own.filter((row) => row.method === method)).toContainEqual(line)
    expect(platform).toEqual(own)
  })
})

describe('agreement of both books', () => {
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
    return withPlatform(pool, async (db) => ({
      ledger: (await readPage(ledgerList, db, { id: '', role: 'owner' }, search)).totals.gross_sen,
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
        expect([...new Set(Object.values(all))], `${each} ${branch_id} ${JSON.stringify(all)}`).toHaveLength(
          1,
        )
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
})
