import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { collect } from '#app/domain/accounting/collections/change-collection.ts'
import { collectionList, collectionSums } from '#app/domain/accounting/collections/find-collections.ts'
import { aYear } from '#app/domain/accounting/reconciliation/test-support.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { allReports } from '#app/domain/reporting/reports/all-reports.ts'
import type { AnyReport, Source } from '#app/domain/reporting/reports/report.ts'
import { collectedByMonth } from '#app/domain/reporting/roll-ups/collected-by-month.ts'
import { printables } from '#app/print/lists.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import {
  branch,
  feeCategory,
  feeType,
  insert,
  program,
  subject,
  subjectFee,
  user,
} from '#tests/support/database/factories.ts'
import { everyRow, listed, reader } from '#tests/support/database/lists.ts'
import { allocation, creditNote, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { billedLinesList } from './billed-lines.ts'
import { billingSummaryList } from './billing-summary.ts'
import { branchCollectionsList } from './branch-collections.ts'
import { collectionYearlyList } from './collection-yearly.ts'

const today = '2026-12-20'
const at = { today }
let tenant: Tenant
let far: string

beforeAll(async () => {
  tenant = await freshTenant()
  await aYear(tenant, 80)
  await tenant.write(async (trx) => {
    far = (await branch(trx)).id
    for (const [on, source] of [
      ['2025-12-31', 'invoice'],
      ['2026-01-01', 'infaq'],
      ['2026-12-20', 'zakat'],
    ] as const) {
      const row = await payment(trx, { branch_id: far, paid_on: on, amount_sen: 12_345 })
      await collect(trx, {
        ...{ payment_id: row.id, branch_id: far, source, method: 'cash', collected_on: on },
        ...{ reference: row.number, gateway_transaction_id: null, gross_sen: 12_345 },
        ...{ payer_fee_sen: 0, tenant_fee_sen: 0, rounding_sen: -2 },
      })
    }
    await billedMonth(trx)
  })
})

type Trx = Parameters<Parameters<Tenant['write']>[0]>[0]

/** Invoices of two and three lines of two programs and of none; paid, part paid, credited, written off, cancelled. */
async function billedMonth(trx: Trx): Promise<void> {
  const random = randomOf('a month that was billed')
  const types = [await feeType(trx), await feeType(trx, { fee_category_id: (await feeCategory(trx)).id })]
  const fees: Awaited<ReturnType<typeof subjectFee>>[] = []
  for (let index = 0; index < 2; index++) {
    const { id } = await subject(trx, { program_id: (await program(trx)).id })
    for (const type of types) fees.push(await subjectFee(trx, { subject_id: id, fee_type_id: type.id }))
  }
  const clerk = await user(trx)
  for (let nth = 0; nth < 24; nth++) {
    const lines = Array.from({ length: 1 + (nth % 3) }, (_, index) => {
      const fee = nth % 8 === 7 ? undefined : fees[(nth + index) % fees.length]!
      const price_sen = random.int(1, 20_000)
      const discount_sen = random.pick([0, Math.floor(price_sen / 3)])
      return {
        ...{ price_sen, discount_sen, amount_sen: price_sen - discount_sen },
        ...(fee ? { subject_fee_id: fee.id, fee_type_id: fee.fee_type_id } : {}),
        tax_sen: random.pick([0, 7]),
      }
    })
    const sum = (key: 'amount_sen' | 'tax_sen' | 'discount_sen') =>
      lines.reduce((total, line) => total + line[key], 0)
    const total_sen = sum('amount_sen') + sum('tax_sen')
    const bill = await invoice(
      trx,
      {
        ...{ issued_on: nth === 23 ? '2026-10-01' : '2026-09-30', due_on: '2026-10-07' },
        ...(nth < 22 ? { issued_on: `2026-09-${String(1 + nth).padStart(2, '0')}` } : {}),
        ...{ sub_total_sen: sum('amount_sen'), tax_total_sen: sum('tax_sen'), total_sen },
        discount_total_sen: sum('discount_sen'),
        ...(nth === 20 ? { status: 'cancelled', cancel_reason: 'Dibilkan dua kali' } : {}),
      },
      lines,
    )
    if (nth === 20) continue
    let left = total_sen
    if (nth % 4 === 1) left -= await credited(trx, bill, clerk.id)
    if (nth % 4 === 2) left -= await writtenOff(trx, bill, clerk.id, Math.floor(left / 3))
    const paid = random.pick([0, left, Math.floor(left / 2)])
    if (paid > 0) {
      const row = await payment(trx, { branch_id: bill.branch_id, amount_sen: paid, paid_on: '2026-09-30' })
      await allocation(trx, row.id, bill.id, paid)
      await sql`update invoice set paid_sen = ${paid}, status = case when balance_sen = ${paid} then 'paid' else status end,
        paid_on = case when balance_sen = ${paid} then date '2026-09-30' end where id = ${bill.id}`.execute(
        trx,
      )
    }
  }
}

type Bill = Awaited<ReturnType<typeof invoice>>

/** A part of the last line, by an approved note. */
async function credited(trx: Trx, bill: Bill, decided_by: string): Promise<number> {
  const line = bill.items.at(-1)!
  const sen = Math.ceil(line.amount_sen / 2)
  const note = await creditNote(trx, {
    ...{ invoice_id: bill.id, branch_id: bill.branch_id, sub_total_sen: sen, status: 'approved' },
    ...{ number: `CN-${bill.number}`, issued_on: '2026-09-30', decided_by, decided_at: new Date() },
  })
  await insert(trx, 'credit_note_item', {
    credit_note_id: note.id,
    invoice_item_id: line.id,
    amount_sen: sen,
  })
  await trx.updateTable('invoice').set({ credited_sen: sen }).where('id', '=', bill.id).execute()
  return sen
}

/** A debt that was given up names no line. */
async function writtenOff(trx: Trx, bill: Bill, decided_by: string, sen: number): Promise<number> {
  if (sen === 0) return 0
  await creditNote(trx, {
    ...{ kind: 'write_off', invoice_id: bill.id, branch_id: bill.branch_id, sub_total_sen: sen },
    ...{ status: 'approved', issued_on: '2026-09-30', decided_by, decided_at: new Date() },
  })
  await trx.updateTable('invoice').set({ credited_sen: sen }).where('id', '=', bill.id).execute()
  return sen
}

const lines = () => tenant.read((db) => db.selectFrom('collection').selectAll().execute())
type Line = Awaited<ReturnType<typeof lines>>[number]

/** What a row of a table of collections must say of these lines. */
function expected(own: readonly Line[]) {
  const sum = (value: (line: Line) => number) => own.reduce((total, line) => total + value(line), 0)
  const gross = (of: (line: Line) => boolean) => sum((line) => (of(line) ? line.gross_sen : 0))
  return {
    ...Object.fromEntries(
      paymentMethods.map((method) => [`${method}_sen`, gross((line) => line.method === method)]),
    ),
    infaq_sen: gross(({ source }) => source === 'infaq'),
    zakat_sen: gross(({ source }) => source === 'zakat'),
    gross_sen: gross(() => true),
    payer_fee_sen: sum((line) => line.payer_fee_sen),
    tenant_fee_sen: sum((line) => line.tenant_fee_sen),
    fees_sen: sum((line) => line.payer_fee_sen + line.tenant_fee_sen),
    net_sen: sum((line) => line.net_sen),
    lines: own.length,
  }
}

describe('what was collected in a year', () => {
  test('is the sum of the lines of each month, the running one to today', async () => {
    const all = await lines()
    for (const [query, of] of [
      [{}, () => true],
      [{ branch_id: far }, (line: Line) => line.branch_id === far],
      [{ source: 'infaq' }, (line: Line) => line.source === 'infaq'],
      [{ year: '2025' }, (line: Line) => line.collected_on < '2026'],
      [{ year: '2023' }, () => true],
    ] as const) {
      const year = 'year' in query ? query.year : '2026'
      const { rows, totals } = await listed(tenant, collectionYearlyList, { year, ...query }, at)
      expect(rows.map(({ month }) => month)).toEqual(
        Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
      )
      for (const { id: _, month, until: __, ...row } of rows)
        expect(row, month).toEqual(
          expected(
            all.filter(
              (line) => of(line) && line.collected_on.slice(0, 7) === month && line.collected_on <= today,
            ),
          ),
        )
      expect(totals.gross_sen).toBe(rows.reduce((sum, row) => sum + row.gross_sen, 0))
    }
  })

  test('ties to the sums of the collections and to Home', async () => {
    const { rows, totals } = await listed(tenant, collectionYearlyList, { year: '2026' }, at)
    const { total, parts } = await tenant.read((db) =>
      collectionSums(db, reader(at), collectionList.search.parse({ from: '2026-01-01', to: today })),
    )
    expect(totals).toMatchObject({
      ...{ gross_sen: total.gross_sen, fees_sen: total.fees_sen, net_sen: total.net_sen, lines: total.lines },
    })
    for (const { key, gross_sen } of parts.method) expect(totals[`${key}_sen`]).toBe(gross_sen)
    const home = await tenant.read((db) => figures(db, everywhere, today))
    const months = await tenant.read((db) => collectedByMonth(db, everywhere, { today, count: 12 }))
    expect(home.months.map(({ before_sen: _, ...month }) => month)).toEqual(months)
    expect(months.map(({ sen }) => sen)).toEqual(rows.map((row) => row.gross_sen - row.payer_fee_sen))
  })
})

test('what each branch collected from a day to another is the sum of its lines', async () => {
  const all = await lines()
  for (const [from, to] of [
    ['2026-01-01', '2026-12-31'],
    ['2026-02-11', '2026-02-19'],
    ['2026-03-17', '2026-11-05'],
    ['2025-12-31', '2026-01-01'],
    ['', ''],
  ] as const) {
    const { rows } = await listed(tenant, branchCollectionsList, { from, to }, at)
    const inside = all.filter((line) => !from || (line.collected_on >= from && line.collected_on <= to))
    const own = (id: string) => inside.filter((line) => line.branch_id === id)
    expect(Object.fromEntries(rows.map(({ id, branch: _, ...row }) => [id, row]))).toEqual(
      Object.fromEntries(
        [tenant.branch.id, far].filter((id) => own(id).length > 0).map((id) => [id, expected(own(id))]),
      ),
    )
  }
  const narrow = { ...everywhere, scope: 'branch', branch_ids: [far] } as const
  const { rows } = await listed(tenant, branchCollectionsList, {}, { ...at, scope: narrow })
  expect(rows.map(({ id }) => id)).toEqual([far])
})

test('a branch that was removed is still in the sums of what it took', async () => {
  const gone = await tenant.write((trx) => branch(trx, { name: 'Cawangan Lama', deleted_at: new Date() }))
  await tenant.write(async (trx) => {
    const row = await payment(trx, { branch_id: gone.id, paid_on: '2024-05-05', amount_sen: 500 })
    await collect(trx, {
      ...{ payment_id: row.id, branch_id: gone.id, source: 'invoice', method: 'cheque' },
      ...{ collected_on: '2024-05-05', reference: row.number, gateway_transaction_id: null },
      ...{ gross_sen: 500, payer_fee_sen: 0, tenant_fee_sen: 0 },
    })
  })
  const span = { from: '2024-05-01', to: '2024-05-31' }
  const { rows } = await listed(tenant, branchCollectionsList, span, at)
  expect(rows).toMatchObject([{ branch: 'Cawangan Lama', cheque_sen: 500, net_sen: 500 }])
})

describe('what was billed in a month', () => {
  const month = '2026-09'
  const chosen = { year: '2026', month: '09' }

  test('is the sum of its lines, each with its exact part of what was credited and paid', async () => {
    const found = await tenant.read(async (db) => ({
      bills: await db
        .selectFrom('invoice')
        .selectAll()
        .where('status', '<>', 'cancelled')
        .where('issued_on', '>=', '2026-09-01')
        .where('issued_on', '<=', '2026-09-30')
        .execute(),
      items: await db
        .selectFrom('invoice_item')
        .leftJoin('subject_fee', 'subject_fee.id', 'invoice_item.subject_fee_id')
        .leftJoin('subject', 'subject.id', 'subject_fee.subject_id')
        .leftJoin('fee_type', 'fee_type.id', 'invoice_item.fee_type_id')
        .selectAll('invoice_item')
        .select(['subject.program_id', 'fee_type.fee_category_id'])
        .orderBy('position')
        .execute(),
      noted: await db
        .selectFrom('credit_note_item')
        .innerJoin('credit_note', 'credit_note.id', 'credit_note_item.credit_note_id')
        .where('credit_note.status', '=', 'approved')
        .select(['invoice_item_id', 'amount_sen', 'tax_sen'])
        .select('credit_note_item.amount_sen')
        .execute(),
    }))
    const sums = new Map<string, Record<string, number>>()
    for (const bill of found.bills) {
      const own = found.items.filter(({ invoice_id }) => invoice_id === bill.id)
      const noted = own.map(({ id }) =>
        found.noted
          .filter(({ invoice_item_id }) => invoice_item_id === id)
          .reduce((sum, one) => sum + one.amount_sen, 0),
      )
      const due = own.map((line, index) => line.amount_sen + line.tax_sen - noted[index]!)
      const others = shares(bill.credited_sen - noted.reduce((sum, sen) => sum + sen, 0), due)
      const left = due.map((sen, index) => sen - others[index]!)
      const paid = shares(bill.paid_sen, left)
      own.forEach((line, index) => {
        const key = `${month}:${line.program_id ?? '-'}:${line.fee_category_id ?? '-'}`
        const credited_sen = noted[index]! + others[index]!
        const part = {
          ...{ billed_sen: line.amount_sen + line.discount_sen, discount_sen: line.discount_sen },
          ...{ tax_sen: line.tax_sen, total_sen: line.amount_sen + line.tax_sen, credited_sen },
          ...{ collected_sen: paid[index]!, outstanding_sen: left[index]! - paid[index]! },
        }
        const before = sums.get(key)
        sums.set(
          key,
          Object.fromEntries(Object.entries(part).map(([name, sen]) => [name, sen + (before?.[name] ?? 0)])),
        )
      })
    }
    expect(sums.size).toBe(5)
    const { rows } = await listed(tenant, billingSummaryList, chosen, at)
    const told = rows.map(
      ({
        id,
        program: _,
        program_id: __,
        month: _____,
        fee_category: ___,
        fee_category_id: ____,
        ...row
      }) => [id, row],
    )
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(sums))
    for (const row of rows) {
      expect(row.outstanding_sen).toBe(row.total_sen - row.credited_sen - row.collected_sen)
      expect(row.outstanding_sen).toBeGreaterThanOrEqual(0)
      expect(row.total_sen).toBe(row.billed_sen - row.discount_sen + row.tax_sen)
    }
  })

  test('ties to the invoices that were issued in it', async () => {
    const { totals } = await listed(tenant, billingSummaryList, chosen, at)
    const days = { issued_from: '2026-09-01', issued_to: '2026-09-30' }
    const invoices = (await listed(tenant, invoiceList, days, at)).totals
    expect(totals).toMatchObject({
      ...{ total_sen: invoices.total_sen, credited_sen: invoices.credited_sen },
      ...{ collected_sen: invoices.paid_sen, outstanding_sen: invoices.balance_sen },
    })
    const { totals: next } = await listed(tenant, billingSummaryList, { year: '2026', month: '10' }, at)
    expect(next.total_sen).toBeGreaterThan(0)
    const { totals: ever } = await listed(tenant, billingSummaryList, {}, at)
    expect(ever.total_sen).toBe((await listed(tenant, invoiceList, {}, at)).totals.total_sen)
  })

  test('is, of every row, the sum of the lines that it leads to', async () => {
    const { rows } = await listed(tenant, billingSummaryList, chosen, at)
    for (const row of rows) await leadsTo('report/invoice/billingSummary', row, chosen)
    const each = await everyRow(tenant, billedLinesList, chosen, at)
    expect(each.length).toBeGreaterThan(30)
  })
})

test('every figure of the collections is the sum of the lines that it leads to', async () => {
  const month = (await listed(tenant, collectionYearlyList, { year: '2026' }, at)).rows
  for (const row of month) await leadsTo('report/payment/collectionYearly', row, {})
  const span = { from: '2026-02-11', to: '2026-09-19' }
  for (const row of (await listed(tenant, branchCollectionsList, span, at)).rows)
    await leadsTo('report/branch/collections', row, span)
})

/** Follows each source of a row, and compares its sum with the figure. */
async function leadsTo(name: string, row: object, search: object): Promise<void> {
  const report = allReports.find(({ list }) => list.name === name) as AnyReport
  const sources = Object.entries(report.sources ?? {}) as [
    string,
    (row: object, search: object) => Source | undefined,
  ][]
  expect(sources.length).toBeGreaterThan(5)
  for (const [key, sourceOf] of sources) {
    const source = sourceOf(row, search)!
    const list = printables[source.list]!
    const query = Object.fromEntries(Object.entries(source.search).filter(([, value]) => value !== undefined))
    const parsed = list.search.parse(query)
    // A value that the list does not understand would be ignored, and lead to more.
    expect(parsed).toMatchObject(query)
    const { totals } = await tenant.read((db) => readPage(list, db, reader(at), parsed))
    expect([key, totals[source.sum!]]).toEqual([key, (row as Record<string, number>)[key]])
  }
}

/** Cut where the shares before it end. */
function shares(sen: number, of: readonly number[]): number[] {
  const whole = of.reduce((sum, one) => sum + one, 0)
  let upto = 0
  return of.map((own) => {
    const before = upto
    upto += own
    return whole === 0 ? 0 : Math.floor((sen * upto) / whole) - Math.floor((sen * before) / whole)
  })
}

test('a page far down a list has the rows that are there', async () => {
  const crowd = tenantList<{ id: number; odd: number; word: string }>()({
    ...{ name: 'crowd', title: '', access: {}, defaultSort: '-odd', filters: {} },
    columns: [
      { key: 'odd', label: '', sort: true, total: true },
      { key: 'word', label: '' },
    ],
    query: (db) =>
      db
        .selectFrom(
          sql<{ id: number; odd: number; word: string }>`(select id, id % 2 as odd, 'word ' || id as word
            from generate_series(1, 1300) as id)`.as('row'),
        )
        .selectAll(),
  })
  const page = (number: string, sort?: string) =>
    tenant.read((db) =>
      readPage(crowd, db, reader(), crowd.search.parse({ page: number, ...(sort ? { sort } : {}) })),
    )
  expect((await page('47')).rows).toEqual(
    Array.from({ length: 25 }, (_, index) => ({
      id: 300 - 2 * index,
      odd: 0,
      word: `word ${300 - 2 * index}`,
    })),
  )
  const last = await page('90', 'odd')
  expect(last).toMatchObject({ page: 52, total: 1_300, totals: { odd: 650 } })
  expect(last.rows.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => 1_251 + 2 * index))
})
