import { beforeAll, describe, expect, test } from 'vitest'
import { collectionList, collectionSums } from '#app/domain/accounting/collections/find-collections.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import { monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import type { Reader, TenantList } from '#app/domain/core/lists/list.ts'
import { cancelledList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { familyBalance } from '#app/domain/people/parents/find-parents.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import type { AnyReport } from '#app/domain/reporting/reports/report.ts'
import { everyRow, listed } from '#tests/support/database/lists.ts'
import { invoiceReport, invoiceReportList } from './invoice-list.ts'
import { invoiceYearlyList, invoiceYearlyReport } from './invoice-yearly.ts'
import { paymentReportList } from './payment-list.ts'
import { paymentMonthlyList, paymentMonthlyReport } from './payment-monthly.ts'
import { paymentYearlyList, paymentYearlyReport } from './payment-yearly.ts'
import { aYear, lastDay, year } from './test-support.ts'

let at: Awaited<ReturnType<typeof aYear>>
let raw: Awaited<ReturnType<typeof rawRows>>
const who = { today: lastDay } satisfies Partial<Reader>

beforeAll(async () => {
  at = await aYear()
  raw = await rawRows()
}, 240_000)

/** The tables as they are. */
function rawRows() {
  return at.tenant.read(async (db) => ({
    collections: await db.selectFrom('collection').selectAll().execute(),
    payments: new Map((await db.selectFrom('payment').selectAll().execute()).map((row) => [row.id, row])),
    allocations: await db.selectFrom('payment_allocation').selectAll().execute(),
    invoices: new Map((await db.selectFrom('invoice').selectAll().execute()).map((row) => [row.id, row])),
    items: await db.selectFrom('invoice_item').selectAll().execute(),
    types: new Map((await db.selectFrom('fee_type').selectAll().execute()).map((row) => [row.id, row])),
    fees: new Map((await db.selectFrom('subject_fee').selectAll().execute()).map((row) => [row.id, row])),
    subjects: new Map((await db.selectFrom('subject').selectAll().execute()).map((row) => [row.id, row])),
    students: new Map((await db.selectFrom('student').selectAll().execute()).map((row) => [row.id, row])),
  }))
}

const monthsOfYear = monthKeys.map((month) => `${year}-${month.slice(1)}`)
const spanOf = (month: string) => ({ from: `${month}-01`, to: endOfMonth(`${month}-01`) })
const sum = <Row>(rows: readonly Row[], sen: (row: Row) => number | null | undefined) =>
  rows.reduce((total, row) => total + (sen(row) ?? 0), 0)

const everyone: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
const ofBranch = (id: string): RowScope => ({ ...everyone, scope: 'branch', branch_ids: [id] })
const reaches = ({ scope, branch_ids }: RowScope, branch_id: string) =>
  scope === 'all' || branch_ids.includes(branch_id)

const isOf = (invoice_id: string, program_id: string) =>
  raw.items.some(
    (item) =>
      item.invoice_id === invoice_id &&
      item.subject_fee_id !== null &&
      raw.subjects.get(raw.fees.get(item.subject_fee_id)!.subject_id)!.program_id === program_id,
  )

interface Part {
  line: string
  day: string
  kind: string
  student: string | null
  category: string | null
  sen: number
}

/** Each line of the books taken apart once more, by arithmetic alone. */
function partsOf(scope: RowScope, program_id?: string): Part[] {
  return raw.collections
    .filter(({ branch_id }) => reaches(scope, branch_id))
    .flatMap((line): Part[] => {
      const whole = line.gross_sen - line.payer_fee_sen
      const other = { line: line.id, day: line.collected_on, student: null, category: null }
      if (line.source !== 'invoice') return program_id ? [] : [{ ...other, kind: line.source, sen: whole }]
      const paying =
        line.status === 'refunded'
          ? []
          : raw.allocations.filter(({ payment_id }) => payment_id === line.payment_id)
      const direction = line.gross_sen < 0 ? -1 : 1
      const rest = whole - direction * sum(paying, ({ amount_sen }) => amount_sen)
      const ofFees = paying
        .filter(({ invoice_id }) => !program_id || isOf(invoice_id, program_id))
        .flatMap(({ invoice_id, amount_sen }) => {
          const items = raw.items
            .filter((item) => item.invoice_id === invoice_id)
            .toSorted((a, b) => a.position - b.position)
          const billed = sum(items, (item) => item.amount_sen + item.tax_sen)
          let [before, given] = [0, 0]
          return items.map((item): Part => {
            before += item.amount_sen + item.tax_sen
            const upto = Number((BigInt(amount_sen) * BigInt(before)) / BigInt(billed))
            const sen = upto - given
            given = upto
            return {
              ...other,
              kind: 'fees',
              student: raw.invoices.get(invoice_id)!.student_id,
              category: item.fee_type_id && raw.types.get(item.fee_type_id)!.fee_category_id,
              sen: direction * sen,
            }
          })
        })
      return program_id || rest === 0 ? ofFees : [...ofFees, { ...other, kind: 'credit', sen: rest }]
    })
}

/** What parts add up to by a key; nothing is no entry. */
function added(parts: readonly Part[], keyOf: (part: Part) => string): Record<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts) sums.set(keyOf(part), (sums.get(keyOf(part)) ?? 0) + part.sen)
  return Object.fromEntries([...sums].filter(([, sen]) => sen !== 0))
}

const cases = () => [
  { scope: everyone, query: {} as Record<string, string>, program: undefined as string | undefined },
  ...at.branches.map((id) => ({ scope: ofBranch(id), query: {}, program: undefined })),
  { scope: everyone, query: { branch_id: at.branches[1]! }, program: undefined },
  ...at.programs.map((id) => ({ scope: everyone, query: { program_id: id }, program: id })),
]

const within = ({ scope, query }: { scope: RowScope; query: Record<string, string> }) =>
  query.branch_id ? ofBranch(query.branch_id) : scope

test('all that may happen has happened', () => {
  expect([...at.done.keys()]).toEqual(expect.arrayContaining(at.names))
  const kinds = new Set(partsOf(everyone).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['credit', 'fees', 'infaq', 'rounding'])
  expect(new Set(raw.collections.map(({ status }) => status))).toContain('refunded')
  expect(
    raw.collections.filter(({ status, gross_sen }) => status === 'reversed' && gross_sen < 0).length,
  ).toBeGreaterThan(5)
  expect(raw.collections.some(({ payer_fee_sen }) => payer_fee_sen > 0)).toBe(true)
})

describe('payments received', () => {
  test('each row is what the books and the payment say', async () => {
    for (const { scope, query, program } of cases()) {
      const rows = await everyRow(
        at.tenant,
        paymentReportList,
        { ...query, from: `${year}-01-01` },
        { ...who, scope },
      )
      const reach = within({ scope, query })
      const expected = raw.collections
        .filter(({ source, branch_id }) => source !== 'rounding' && reaches(reach, branch_id))
        .flatMap((line) => {
          const paid = raw.payments.get(line.payment_id)!
          const rounded = line.status === 'refunded' ? 0 : Math.sign(line.gross_sen) * paid.rounding_sen || 0
          const of = raw.allocations.filter(
            ({ payment_id, invoice_id }) => payment_id === paid.id && (!program || isOf(invoice_id, program)),
          )
          const part = sum(
            partsOf(reach, program).filter((one) => one.line === line.id),
            ({ sen }) => sen,
          )
          if (program && part === 0) return []
          const names = [
            ...new Set(
              of.map(({ invoice_id }) => raw.students.get(raw.invoices.get(invoice_id)!.student_id)!.name),
            ),
          ]
          return [
            {
              id: line.id,
              booked_on: line.collected_on,
              number: paid.number,
              students: names.length > 0 ? names.toSorted().join(', ') : null,
              method: line.method,
              source: line.source,
              movement:
                line.gross_sen > 0 ? 'received' : line.status === 'refunded' ? 'refunded' : 'reversed',
              amount_sen: program ? part : line.gross_sen - line.payer_fee_sen + rounded,
              payer_fee_sen: line.payer_fee_sen || null,
              rounding_sen: program ? null : rounded || null,
              remark: line.gross_sen < 0 && line.status === 'reversed' ? paid.cancel_reason : paid.remark,
            },
          ]
        })
      const byId = (list: readonly { id: string }[]) => list.toSorted((a, b) => a.id.localeCompare(b.id))
      expect(byId(rows)).toEqual(byId(expected).map((row) => expect.objectContaining(row)))
    }
  })

  test('filters and totals say the same', async () => {
    const rows = await everyRow(at.tenant, paymentReportList, {}, who)
    const total = async (query: Record<string, string>) =>
      (await listed(at.tenant, paymentReportList, query, who)).totals.amount_sen
    for (const source of ['invoice', 'infaq'])
      expect(await total({ source })).toBe(
        sum(
          rows.filter((row) => row.source === source),
          (row) => row.amount_sen,
        ),
      )
    for (const movement of ['received', 'reversed', 'refunded'])
      expect(await total({ movement })).toBe(
        sum(
          rows.filter((row) => row.movement === movement),
          (row) => row.amount_sen,
        ),
      )
    for (const method of new Set(rows.map((row) => row.method)))
      expect(await total({ method })).toBe(
        sum(
          rows.filter((row) => row.method === method),
          (row) => row.amount_sen,
        ),
      )
    expect(await total({})).toBe(sum(raw.collections, (line) => line.gross_sen - line.payer_fee_sen))
  })

  test('cancelled ones add up to the cancelled payments, on the days of the books', async () => {
    for (const month of monthsOfYear) {
      const reversed = await listed(
        at.tenant,
        paymentReportList,
        { ...spanOf(month), movement: 'reversed' },
        who,
      )
      const cancelled = await listed(at.tenant, cancelledList, spanOf(month), who)
      expect(cancelled.totals.amount_sen).toBe(0 - reversed.totals.amount_sen!)
      expect(cancelled.total).toBe(reversed.total)
    }
  })
})

describe('payments by day and by month', () => {
  const views = [
    { by: '', keyOf: ({ kind, student }: Part) => `${kind} ${student}` },
    { by: 'category', keyOf: ({ kind, category }: Part) => `${kind} ${category}` },
    { by: 'day', keyOf: () => '' },
  ]

  test('each figure is what the parts of the books add up to', async () => {
    for (const { scope, query, program } of cases())
      for (const { by, keyOf } of views) {
        const rows = await everyRow(at.tenant, paymentMonthlyList, { ...query, by }, { ...who, scope })
        const parts = partsOf(within({ scope, query }), program)
        const said = rows.flatMap((row) =>
          Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0')).flatMap((day) => {
            const sen = row[`d${day}` as 'd01']!
            return sen === null
              ? []
              : [[`${by === 'day' ? '' : `${row.kind} ${row.ref}`} ${row.month}-${day}`, sen]]
          }),
        )
        expect(Object.fromEntries(said)).toEqual(added(parts, (part) => `${keyOf(part)} ${part.day}`))
        const months = Object.fromEntries(
          rows
            .map((row) => [`${by === 'day' ? row.on : `${row.kind} ${row.ref} ${row.month}`}`, row.total_sen])
            .filter(([, sen]) => sen !== 0),
        )
        expect(months).toEqual(
          added(parts, (part) => (by === 'day' ? part.day : `${keyOf(part)} ${part.day.slice(0, 7)}`)),
        )
      }
  })

  test('a year is its months, for each student and other money', async () => {
    for (const { scope, query, program } of cases()) {
      const rows = await everyRow(at.tenant, paymentYearlyList, { ...query, year }, { ...who, scope })
      const said = rows.flatMap((row) =>
        monthKeys.flatMap((month) =>
          row[month] === null ? [] : [[`${row.kind} ${row.ref} ${month}`, row[month]]],
        ),
      )
      const parts = partsOf(within({ scope, query }), program).filter(({ day }) => day.startsWith(year))
      expect(Object.fromEntries(said)).toEqual(
        added(parts, ({ kind, student, day }) => `${kind} ${student} m${day.slice(5, 7)}`),
      )
      for (const row of rows) expect(row.total_sen).toBe(sum(monthKeys, (month) => row[month]))
    }
  })

  test('the year as such is for those who may see it', async () => {
    const clerk = { ...who, roles: ['clerk'] as const }
    for (const list of [paymentYearlyList, invoiceYearlyList] as unknown as TenantList[]) {
      const { totals } = await listed(at.tenant, list, { year }, clerk)
      expect(Object.keys(totals)).toEqual([...monthKeys])
    }
  })
})

describe('invoices', () => {
  const billed = (scope: RowScope, program?: string) =>
    [...raw.invoices.values()].filter(
      ({ status, branch_id, id }) =>
        ['unpaid', 'pending', 'paid'].includes(status) &&
        reaches(scope, branch_id) &&
        (!program || isOf(id, program)),
    )
  const owedOf = ({ status, balance_sen }: { status: string; balance_sen: number }) =>
    status === 'paid' ? 0 : balance_sen

  test('each row, and the totals without what was cancelled', async () => {
    for (const { scope, query, program } of cases()) {
      const rows = await everyRow(at.tenant, invoiceReportList, query, { ...who, scope })
      const { totals } = await listed(at.tenant, invoiceReportList, query, { ...who, scope })
      const reach = within({ scope, query })
      const all = [...raw.invoices.values()].filter(
        ({ status, branch_id, id }) =>
          status !== 'draft' && reaches(reach, branch_id) && (!program || isOf(id, program)),
      )
      const figuresOf = (row: (typeof all)[number]) => ({
        ...{ id: row.id, total_sen: row.total_sen, credited_sen: row.credited_sen, paid_sen: row.paid_sen },
        balance_sen: row.status === 'cancelled' ? 0 : owedOf(row),
      })
      const byId = <Row extends { id: string }>(list: readonly Row[]) =>
        list.toSorted((a, b) => a.id.localeCompare(b.id))
      expect(byId(rows)).toEqual(byId(all.map(figuresOf)).map((row) => expect.objectContaining(row)))
      const issued = billed(reach, program)
      expect(totals).toEqual({
        total_sen: sum(issued, (row) => row.total_sen),
        credited_sen: sum(issued, (row) => row.credited_sen),
        paid_sen: sum(issued, (row) => row.paid_sen),
        balance_sen: sum(issued, owedOf),
      })
      expect(totals.total_sen! - totals.credited_sen! - totals.paid_sen!).toBe(totals.balance_sen)
    }
  })

  test('by month: each figure of each student, and the list of invoices', async () => {
    const of = {
      '': (row: { total_sen: number }) => row.total_sen,
      credited: (row: { credited_sen: number }) => row.credited_sen,
      paid: (row: { paid_sen: number }) => row.paid_sen,
      balance: owedOf,
    } as Record<string, (row: ReturnType<typeof billed>[number]) => number>
    for (const { scope, query, program } of cases())
      for (const [figure, senOf] of Object.entries(of)) {
        const rows = await everyRow(
          at.tenant,
          invoiceYearlyList,
          { ...query, year, figure },
          { ...who, scope },
        )
        const expected: Record<string, number> = {}
        for (const row of billed(within({ scope, query }), program)) {
          if (!row.issued_on!.startsWith(year)) continue
          const key = `${row.student_id} m${row.issued_on!.slice(5, 7)}`
          expected[key] = (expected[key] ?? 0) + senOf(row)
        }
        const said = rows.flatMap((row) =>
          monthKeys.flatMap((month) =>
            row[month] === null ? [] : [[`${row.student_id} ${month}`, row[month]]],
          ),
        )
        expect(Object.fromEntries(said), figure).toEqual(expected)
        for (const row of rows) {
          expect(row.total_sen).toBe(sum(monthKeys, (month) => row[month]))
          expect(row.billed_sen - row.credited_sen - row.paid_sen).toBe(row.balance_sen)
          expect(row[`${(figure || 'billed') as 'billed'}_sen`]).toBe(row.total_sen)
        }
      }
  })
})

describe('reports tie', () => {
  test('of each month and branch: payments, days, months, Home and the collections', async () => {
    const { tenant } = at
    for (const scope of [everyone, ...at.branches.map(ofBranch)]) {
      const reading = { ...who, scope }
      const board = await tenant.read((db) => figures(db, scope, lastDay))
      const yearly = (await listed(tenant, paymentYearlyList, { year }, reading)).totals
      for (const [index, month] of monthsOfYear.entries()) {
        const total = async (by: string) =>
          (await listed(tenant, paymentMonthlyList, { year, month: month.slice(5), by }, reading)).totals
            .total_sen
        const lines = (await listed(tenant, collectionList, spanOf(month), reading)).totals
        const sums = await tenant.read((db) =>
          collectionSums(
            db,
            { ...reading, roles: ['superadmin'] },
            collectionList.search.parse(spanOf(month)),
          ),
        )
        const said = {
          list: (await listed(tenant, paymentReportList, spanOf(month), reading)).totals.amount_sen,
          students: await total(''),
          categories: await total('category'),
          days: await total('day'),
          year: yearly[monthKeys[index]!],
          home: board.months.find((one) => one.month.startsWith(month))!.sen,
          collections: sums.total.gross_sen - lines.payer_fee_sen!,
        }
        expect(new Set(Object.values(said)), `${month} ${JSON.stringify(said)}`).toHaveProperty('size', 1)
      }
    }
  })

  test('invoices, and what came in, with the statements of all families', async () => {
    const { tenant, families } = at
    const span = { from: '2020-01-01', to: '2099-12-31' }
    const accounts = await tenant.read((db) =>
      Promise.all(families.map(({ payer_parent_id }) => statementOf(db, everyone, payer_parent_id, span))),
    )
    const balances = await tenant.read((db) =>
      Promise.all(families.map(({ payer_parent_id }) => familyBalance(db, everyone, payer_parent_id))),
    )
    const moved = (...kinds: string[]) =>
      sum(
        accounts.flatMap(({ rows }) => rows),
        (row) => (kinds.includes(row.movement) ? (row.charged_sen ?? 0) - (row.paid_sen ?? 0) : 0),
      )
    const invoices = (await listed(tenant, invoiceReportList, {}, who)).totals
    expect(
      moved('invoice', 'invoice_amended', 'invoice_cancelled', 'credit_note', 'note_reversed', 'write_off'),
    ).toBe(invoices.total_sen! - invoices.credited_sen!)
    expect(sum(accounts, ({ closing_sen }) => closing_sen)).toBe(
      invoices.balance_sen! - sum(balances, ({ credit_sen }) => credit_sen),
    )
    const ofPart = async (part: string) =>
      (await listed(tenant, paymentReportList, { part }, who)).totals.amount_sen!
    const refunded = (await listed(tenant, paymentReportList, { movement: 'refunded' }, who)).totals
      .amount_sen!
    expect(moved('payment', 'payment_cancelled')).toBe(
      0 - (await ofPart('fees')) - (await ofPart('credit')) + refunded,
    )
  })

  test('each figure is the total of the rows that its link shows', async () => {
    const byName = new Map<string, TenantList>(
      [paymentReportList, invoiceReportList].map((list) => [list.name, list as unknown as TenantList]),
    )
    const reading = { ...who }
    const checked = async (
      report: AnyReport,
      rows: readonly object[],
      search: Record<string, string>,
      keys: readonly string[],
    ) => {
      let count = 0
      for (const row of rows)
        for (const key of keys) {
          const source = report.sources?.[key]?.(row, report.list.search.parse(search) as never)
          const figure = (row as Record<string, number | null>)[key]!
          if (!source) {
            expect(figure).toBeNull()
            continue
          }
          const query = Object.fromEntries(
            Object.entries(source.search).filter(([, value]) => value),
          ) as Record<string, string>
          const { totals } = await listed(at.tenant, byName.get(source.list)!, query, reading)
          expect(totals[source.sum!], `${report.list.name} ${key} ${JSON.stringify(query)}`).toBe(figure)
          count += 1
        }
      return count
    }
    const of = (report: unknown) => report as AnyReport
    let count = 0
    for (const query of [{}, { branch_id: at.branches[1]! }, { program_id: at.programs[0]! }] as Record<
      string,
      string
    >[]) {
      for (const by of ['', 'category', 'day']) {
        const search = { ...query, by, year, month: '05' }
        const rows = await everyRow(at.tenant, paymentMonthlyList, search, reading)
        count += await checked(of(paymentMonthlyReport), rows, search, [
          'total_sen',
          'd05',
          'd09',
          'd13',
          'd21',
        ])
      }
      const ofYear = { ...query, year }
      const paid = await everyRow(at.tenant, paymentYearlyList, ofYear, reading)
      count += await checked(of(paymentYearlyReport), paid, ofYear, ['total_sen', ...monthKeys])
      for (const figure of ['', 'paid', 'balance']) {
        const search = { ...ofYear, figure }
        const rows = await everyRow(at.tenant, invoiceYearlyList, search, reading)
        count += await checked(of(invoiceYearlyReport), rows, search, [
          'total_sen',
          'credited_sen',
          'm02',
          'm07',
        ])
      }
    }
    expect(count).toBeGreaterThan(200)
    expect(invoiceReport.list).toBe(invoiceReportList)
  })
})
