import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { creditBalance } from '#app/domain/accounting/credits/find-credits.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { reachOf } from '#app/domain/enrolment/imports/kind.ts'
import { takeInvoices } from '#app/domain/payments/attempts/invoice-locks.ts'
import { undoGenerationOf } from '#jobs/handlers/generations.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { discount } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { allocation, credit, payment, paymentAttempt } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { aClass, allIsWell, billing, gapsAndDoubles, pupils, refusalOf, today } from './test-support.ts'

const sendInvoice = handlerOf('invoice.send')

/** A month that was billed, of so many students. */
async function billed(tenant: Tenant, count: number) {
  const taught = await tenant.write((trx) => aClass(trx, 10_000))
  await tenant.write((trx) => pupils(trx, taught.id, count))
  const one = await billing(tenant).preview()
  await one.run()
  return { one, taught, bills: await one.invoices() }
}

const statuses = async (one: ReturnType<typeof billing>) => (await one.invoices()).map(({ status }) => status)

beforeAll(databaseForMany)

test('an undone run leaves its numbers cancelled, frees what it billed, and sends no mail that waits', async () => {
  const tenant = await freshTenant()
  const { one, bills } = await billed(tenant, 3)
  expect((await one.undo()).undone_at).not.toBeNull()
  expect(await statuses(one)).toEqual(Array(3).fill('cancelled'))
  expect((await one.invoices()).map(({ number }) => number)).toEqual(bills.map(({ number }) => number))
  expect((await one.students()).map(({ result }) => result)).toEqual(Array(3).fill('undone'))
  expect(await tenant.read((db) => db.selectFrom('billed_fee').selectAll().execute())).toEqual([])
  await sendInvoice({ invoice_id: bills[0]!.id }, jobTools(tenant, 'invoice.send'))
  expect(await tenant.read((db) => db.selectFrom('sent_mail').selectAll().execute())).toEqual([])
  const entries = await tenant.read((db) =>
    db.selectFrom('audit_log').select('after').where('action', '=', 'generation.undone').execute(),
  )
  expect(entries).toMatchObject([
    { after: { cancelled: 3, staying: 0, invoices: bills.map(({ id }) => id).toSorted() } },
  ])
  const corrected = await billing(tenant).preview()
  expect(await corrected.counts()).toMatchObject({ ready: 3 })
  expect(await corrected.run()).toMatchObject({ status: 'completed' })
  await allIsWell(tenant)
})

test('what came back for paying ahead is settled with the rest when the run is undone', async () => {
  const tenant = await freshTenant()
  const taught = await tenant.write((trx) => aClass(trx, 10_000))
  const [child] = await tenant.write((trx) => pupils(trx, taught.id, 1))
  const parent_id = child!.payer!.id
  await tenant.write(async (trx) => {
    await discount(trx, { type: 'early', days_early: 1, percent_bp: 500 })
    await trx.updateTable('fee_category').set({ discountable: true }).execute()
    await credit(trx, { parent_id, delta_sen: 10_000, reason: 'adjust' })
  })
  const one = await billing(tenant).preview()
  await one.run()
  const balance = () => tenant.read((db) => creditBalance(db, parent_id))
  expect(await statuses(one)).toEqual(['paid'])
  expect(await balance()).toBe(500)
  await one.undo()
  expect(await statuses(one)).toEqual(['cancelled'])
  expect(await balance()).toBe(10_000)
  await allIsWell(tenant)
})

test('what credit has paid of the invoices is no payment: it goes back when they are undone', async () => {
  const tenant = await freshTenant()
  const taught = await tenant.write((trx) => aClass(trx, 10_000))
  const [child] = await tenant.write((trx) => pupils(trx, taught.id, 2))
  const parent_id = child!.payer!.id
  await tenant.write(async (trx) => {
    const money = await payment(trx, { amount_sen: 10_000, payer_parent_id: parent_id })
    await credit(trx, { parent_id, delta_sen: 10_000, payment_id: money.id })
  })
  const one = await billing(tenant).preview()
  await one.run()
  const balance = () => tenant.read((db) => creditBalance(db, parent_id))
  expect((await statuses(one)).toSorted()).toEqual(['paid', 'unpaid'])
  expect(await balance()).toBe(0)
  await one.undo()
  expect(await statuses(one)).toEqual(['cancelled', 'cancelled'])
  expect(await balance()).toBe(10_000)
  await (await billing(tenant).preview()).run()
  expect(await balance()).toBe(0)
  const broken = await tenant.read(imbalance)
  expect(broken).toEqual({ payments_less_collections: 10_000 })
})

test('what is paid, is being paid or was changed stays and is named; it is not billed twice afterwards', async () => {
  const tenant = await freshTenant()
  const { one, bills } = await billed(tenant, 5)
  const [paid, pending, amended, cancelled] = bills
  const admin = await tenant.actor('admin')
  const scope = reachOf(admin, 'invoice.cancel')
  await tenant.write(async (trx) => {
    const money = await payment(trx, { amount_sen: 10_000, payer_parent_id: paid!.payer_parent_id })
    await allocation(trx, money.id, paid!.id, 10_000)
    const set = { status: 'paid', paid_sen: 10_000, version: 2 }
    await trx.updateTable('invoice').set(set).where('id', '=', paid!.id).execute()
    const attempt = await paymentAttempt(trx, {})
    await takeInvoices(trx, attempt.id, [pending!.public_code], new Date(Date.now() + 600_000))
    const change = {
      due_on: addDays(today, 20),
      remark: '',
      internal_note: '',
      reason: 'Ibu bapa minta masa',
    }
    await amendInvoice(trx, admin, scope, amended!.id, 1, change, today)
    await cancelInvoice(trx, admin, scope, cancelled!.id, 1, 'Dibilkan dua kali')
  })
  await one.undo()
  expect(await statuses(one)).toEqual(['paid', 'pending', 'unpaid', 'cancelled', 'cancelled'])
  expect((await one.students()).map(({ result }) => result)).toEqual([
    ...Array(3).fill('created'),
    ...Array(2).fill('undone'),
  ])
  const [entry] = await tenant.read((db) =>
    db.selectFrom('audit_log').select('after').where('action', '=', 'generation.undone').execute(),
  )
  const stayed = [paid, pending, amended].map((bill) => bill!.number)
  expect(entry).toMatchObject({ after: { cancelled: 1, staying: 3, stayed, invoices: [bills[4]!.id] } })
  const again = await billing(tenant).preview()
  // The one that somebody cancelled by hand keeps its key: nobody has said to bill it again.
  expect(await again.counts()).toMatchObject({ ready: 1, skipped: 4 })
  expect(await gapsAndDoubles(tenant)).toEqual({})
  // The payment was written down by hand, without the book of what came in.
  expect(await tenant.read(imbalance)).toEqual({ payments_less_collections: 10_000 })
})

test('of an undo and a payment of one of its invoices one wins, wherever they meet', async () => {
  const tenant = await freshTenant()
  const { one, bills } = await billed(tenant, 12)
  await one.askUndo()
  const pay = (code: string) =>
    tenant.write(async (trx) => {
      const attempt = await paymentAttempt(trx, {})
      return takeInvoices(trx, attempt.id, [code], new Date(Date.now() + 600_000))
    })
  const [, ...paying] = await Promise.all([
    undoGenerationOf({ generation_id: one.id() }, jobTools(tenant, 'generation.undo')),
    ...bills.map(({ public_code }) => refusalOf(pay(public_code))),
  ])
  const now = await statuses(one)
  expect(paying.map((refusal) => (refusal === undefined ? 'pending' : 'cancelled'))).toEqual(now)
  const { rows } = await tenant.read((db) =>
    sql`select invoice.id from invoice left join billed_fee on billed_fee.invoice_id = invoice.id
      where (invoice.status = 'cancelled') = (billed_fee.invoice_id is not null)`.execute(db),
  )
  expect(rows).toEqual([])
  expect(await tenant.read(imbalance)).toEqual({})
})

test('a run is undone within 48 hours and once, by two jobs as by one', async () => {
  const tenant = await freshTenant()
  const { one } = await billed(tenant, 2)
  const ended = (passed: string) =>
    tenant.write((trx) =>
      trx
        .updateTable('generation')
        .set({ finished_at: sql<Date>`now() - ${passed}::interval` })
        .where('id', '=', one.id())
        .execute(),
    )
  await ended('48 hours')
  expect(await refusalOf(one.askUndo())).toBe('generation.undo_over')
  await ended('47 hours')
  await one.askUndo()
  const undo = () => undoGenerationOf({ generation_id: one.id() }, jobTools(tenant, 'generation.undo'))
  await Promise.all([undo(), undo()])
  expect(await refusalOf(one.askUndo())).toBe('generation.undo_over')
  const entries = await tenant.read((db) =>
    db.selectFrom('audit_log').select('id').where('action', '=', 'generation.undone').execute(),
  )
  expect(entries).toHaveLength(1)
  await allIsWell(tenant)
})
