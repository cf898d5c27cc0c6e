import { sql } from 'kysely'
import { checkCollectionSums } from '#app/domain/accounting/reconciliation/collection-sums.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { allReports } from '#app/domain/reporting/reports/all-reports.ts'
import { collectedByMonth } from '#app/domain/reporting/roll-ups/collected-by-month.ts'
import { paths } from '#app/paths.ts'
import { buildWhenStale } from '#app/start/building/build.ts'
import { asOwner } from '#db/owner.ts'
import { readWithTenant, withTenant } from '#db/with-tenant.ts'
import { withLongTransactions } from '#jobs/without-time-limits.ts'
import { atMost, exact, type Findings, ratio } from '../benchmark.ts'
import { newTenants } from '../new-tenants.ts'
import { signInAs } from '../people.ts'
import { visit, waits } from '../process/arrivals.ts'
import { postgresCpuMs } from '../process/postgres-cpu.ts'
import { inTurns, median, medianRatios, percentile, type Side } from '../rounds.ts'
import { type Product, type Stage, startProduct } from '../stage.ts'
import { threeYears } from './three-years.ts'

export const title =
  'Reports of an organisation with 200,000 invoices: processor time of web and Postgres for a page'

const invoices = 200_000
const ofNeighbour = 2_000
/** Requests of a turn: Postgres tells its processor time in steps of ten milliseconds. */
const inTurn = 4
const deep = 5_000
const people = 4
const pages = 100

/**
 * Every report that this organisation has, Home, and lists far down, beside the first page of the list of invoices in the same
 * run; then the list page of another organisation while four people of this one open its reports without end.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const [database] = await Promise.all([stage.database(), buildWhenStale(stage.signal)])
  const { pool, ownerUrl } = database
  const [large, small] = await newTenants(ownerUrl, 2)
  const today = currentDay()
  for (const [place, count] of [
    [large!, invoices],
    [small!, ofNeighbour],
  ] as const)
    await threeYears(
      withLongTransactions((work) => withTenant(pool, place, work)),
      { invoices: count, today },
    )
  await asOwner(ownerUrl, (owner) => sql`vacuum analyze`.execute(owner))
  const product = await startProduct(database)
  stage.atEnd(() => product.stop())
  const visitorOf = async (subdomain: string): Promise<Visitor> => ({
    host: `${subdomain}.${product.mainHost}`,
    cookie: (await signInAs(pool, subdomain, 'superadmin'))!,
  })
  const [visitor, neighbour] = [
    await visitorOf(await subdomainOf(ownerUrl, large!)),
    await visitorOf(await subdomainOf(ownerUrl, small!)),
  ]
  const reports = await offered(product, visitor, today)
  const program = await readWithTenant(pool, large!, (db) =>
    db.selectFrom('program').select('id').executeTakeFirstOrThrow(),
  )
  const measured = [...reports, ...dearer(today, program.id)]

  /** Processor time of a request, in milliseconds. */
  const costOf = (path: string, who = visitor): Side => {
    return async () => {
      const before = (await product.cpuMs()) + (await postgresCpuMs(pool))
      for (let nth = 0; nth < inTurn; nth++) waits([await visit(product, path, who)])
      return ((await product.cpuMs()) + (await postgresCpuMs(pool)) - before) / inTurn
    }
  }
  const list = `${paths.invoice.list()}?q=`
  const book = `${paths.collection.list()}?q=`
  const sides: Record<string, Side> = {
    list: costOf(list),
    [`page ${deep} of invoices`]: costOf(`${list}&page=${deep}`),
    book: costOf(book),
    [`page ${deep} of collections`]: costOf(`${book}&page=${deep}`),
    Home: costOf(paths.dashboard()),
    ...Object.fromEntries(measured.map(({ name, path }) => [name, costOf(path)])),
    direct: () => costOfQuery(stage, large!, direct(today)),
    kept: () => costOfQuery(stage, large!, (db) => collectedByMonth(db, everywhere, { today, count: 24 })),
  }
  for (const side of Object.values(sides)) await side()
  const cost = await inTurns(sides, { rounds: 5, budgetMs: 150_000 })

  const statuses: number[] = []
  const p99 = async () => {
    const times: number[] = []
    for (let nth = 0; nth < pages; nth++) {
      const { status, ms } = await visit(product, paths.invoice.list(), neighbour)
      statuses.push(status)
      times.push(ms)
    }
    return percentile(times, 0.99)
  }
  let opened = 0
  const besideReports = async () => {
    let going = true
    const open = async (first: number) => {
      for (let nth = first; going; nth++) {
        await visit(product, reports[nth % reports.length]!.path, visitor)
        opened += 1
      }
    }
    const crowd = Array.from({ length: people }, (_, nth) => open(nth))
    const ms = await p99()
    going = false
    await Promise.all(crowd)
    return ms
  }
  await p99()
  const slow = await inTurns({ quiet: p99, besideReports }, { rounds: 7, budgetMs: 120_000 })
  const differing = await readWithTenant(pool, large!, checkCollectionSums)

  const to = (name: string, of = 'list') => medianRatios(cost[name]!, cost[of]!)
  return {
    figures: [
      ...['Home', ...measured.map(({ name }) => name)].map((name) =>
        ratio(`${name} ÷ page 1 of invoices`, to(name), atMost(3)),
      ),
      ratio(`page ${deep} of invoices ÷ page 1`, to(`page ${deep} of invoices`), atMost(1.5)),
      ratio(`page ${deep} of collections ÷ page 1`, to(`page ${deep} of collections`, 'book'), atMost(1.5)),
      ratio(
        '24 months of collections from their rows ÷ from the kept sums, by the clock',
        to('direct', 'kept'),
      ),
      exact('kept sums that are not those of the rows', differing.count, '', atMost(0)),
      ratio(
        'P14: p99 of another organisation’s list beside reports without end ÷ quiet',
        medianRatios(slow.besideReports, slow.quiet),
        atMost(3),
      ),
      exact('… of its pages refused', statuses.filter((status) => status !== 200).length, '', atMost(0)),
    ],
    notes: [
      `page 1 of invoices here: ${median(cost.list!).toFixed(0)} ms, Home ${median(cost.Home!).toFixed(0)} ms`,
      `24 months: ${median(cost.direct!).toFixed(2)} ms from rows, ${median(cost.kept!).toFixed(2)} ms from sums`,
      `${opened} reports were opened beside the other organisation`,
    ],
  }
}

const subdomainOf = (ownerUrl: string, { id }: { id: string }) =>
  asOwner(ownerUrl, async (owner) => {
    const query = owner.selectFrom('platform.entity').select('subdomain').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).subdomain
  })

interface Visitor extends Record<string, string> {
  host: string
  cookie: string
}

/** The reports that the organisation has, each with the last whole month or its year chosen. */
async function offered(product: Product, visitor: Visitor, today: string) {
  const last = addMonths(startOfMonth(today), -1)
  const days = { from: last, to: addDays(startOfMonth(today), -1) }
  const asked: { name: string; path: string }[] = []
  for (const { list } of allReports) {
    const months = 'month' in list.filters ? [{ month: last.slice(0, 7) }, { month: last.slice(5, 7) }] : [{}]
    const searches = months.map((month) => ({ ...days, year: last.slice(0, 4), on: days.to, ...month }))
    const search =
      searches.find((one) => (list.search.parse(one) as { month?: string }).month !== undefined) ??
      searches[0]!
    const path = paths.listed(list.name, `${new URLSearchParams(search)}`)
    if ((await visit(product, path, visitor)).status === 200) asked.push({ name: list.name, path })
  }
  return asked
}

/** What may be asked of the reports of money that costs most: a whole year, one program of it, kinds of fees, no period at all. */
function dearer(today: string, program_id: string): { name: string; path: string }[] {
  const year = addMonths(startOfMonth(today), -1).slice(0, 4)
  const days = { from: `${year}-01-01`, to: `${year}-12-31` }
  const cases: [list: string, what: string, search: Record<string, string>][] = [
    ['paymentList', 'a year', days],
    ['paymentList', 'a year of a program', { ...days, program_id }],
    ['paymentMonthly', 'kinds of fees', { by: 'category' }],
    ['paymentYearly', 'no period', { q: '' }],
    ['paymentYearly', 'a program', { year, program_id }],
    ['paymentYearly', 'by kind', { year, group_by: 'kind' }],
    ['invoiceList', 'a year of a program', { ...days, program_id }],
    ['invoiceYearly', 'no period', { q: '' }],
    ['invoiceYearly', 'a program', { year, program_id }],
  ]
  return cases.map(([list, what, search]) => ({
    name: `report/payment/${list}, ${what}`,
    path: paths.listed(`report/payment/${list}`, `${new URLSearchParams(search)}`),
  }))
}

type Query = (db: Parameters<typeof collectedByMonth>[0]) => Promise<unknown>

/** What Home's months would cost without kept sums. */
const direct =
  (today: string): Query =>
  (db) =>
    sql`select date_trunc('month', collected_on), sum(gross_sen - payer_fee_sen) filter (where gross_sen > 0),
        sum(gross_sen - payer_fee_sen), sum(payer_fee_sen)
      from collection where collected_on >= ${startOfMonth(addMonths(today, -23))}::date and collected_on <= ${today}::date
      group by 1`.execute(db)

/** Milliseconds of the database's clock for a query, the best of five. */
async function costOfQuery(
  stage: Stage,
  place: Parameters<typeof readWithTenant>[1],
  query: Query,
): Promise<number> {
  const { pool } = await stage.database()
  return readWithTenant(pool, place, async (db) => {
    const times: number[] = []
    for (let nth = 0; nth < 5; nth++) {
      const begun = performance.now()
      await query(db)
      times.push(performance.now() - begun)
    }
    return Math.min(...times)
  })
}
