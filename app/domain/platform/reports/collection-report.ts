import { type Kysely, sql } from 'kysely'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  type OperatorReader,
  operatorList,
  type SearchOf,
  type Selected,
} from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { DB } from '#db/types.ts'

const columns = [
  { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
  { key: 'method', label: 'collection.method', words: 'payment.methods' },
  { key: 'lines', label: 'collection.lines', kind: 'count', total: true, room: 'wide' },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', total: true, sort: true, room: 'much' },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', total: true, room: 'table' },
  { key: 'net_sen', label: 'collection.net', kind: 'money', total: true, room: 'table' },
] as const

const about = {
  title: 'admin.report.collection',
  access: { view: 'admin.collection.view', print: 'admin.collection.print' },
  filters: {
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
    entity_id: oneEntry('collection.entity', entityChoices),
    method: oneOf('collection.method', paymentMethods, 'payment.methods'),
  },
  defaultSort: '-period',
} as const

/** Collections by organisation, month and method, less reversals and refunds. */
export const collectionReport = operatorList<Selected<typeof byMonth>>()({
  ...about,
  name: 'report/collection',
  columns: [{ key: 'period', label: 'admin.report.month', kind: 'month', sort: true }, ...columns],
  query: (db, _reader, search) => narrowed(byMonth(db), search),
})

/** The same by day. */
export const dailyReport = operatorList<Selected<typeof byDay>>()({
  ...about,
  name: 'report/daily',
  columns: [{ key: 'period', label: 'collection.collected_on', kind: 'date', sort: true }, ...columns],
  query: (db, _reader, search) => narrowed(byDay(db), search),
})

type Asked = Pick<ReportSearch, 'q' | 'from' | 'to' | 'entity_id' | 'method'>
type ReportSearch = SearchOf<typeof about.filters>

const byMonth = (db: Kysely<DB>) => summed(db, sql<string>`to_char(ledger.collected_on, 'YYYY-MM')`)
const byDay = (db: Kysely<DB>) => summed(db, sql<string>`ledger.collected_on::text`)

function summed(db: Kysely<DB>, period: ReturnType<typeof sql<string>>) {
  return db
    .selectFrom('platform.ledger as ledger')
    .innerJoin('platform.entity as entity', 'entity.id', 'ledger.entity_id')
    .select([period.as('period'), 'entity.name as entity', 'ledger.method', 'ledger.entity_id'])
    .select([
      sql<string>`${period} || ledger.entity_id::text || ledger.method`.as('id'),
      sql<number>`count(*)`.as('lines'),
      sql<number>`sum(ledger.gross_sen)::bigint`.as('gross_sen'),
      sql<number>`sum(ledger.payer_fee_sen + ledger.tenant_fee_sen)::bigint`.as('fees_sen'),
      sql<number>`sum(ledger.net_sen)::bigint`.as('net_sen'),
    ])
    .groupBy([period, 'entity.name', 'ledger.method', 'ledger.entity_id'])
}

function narrowed(given: ReturnType<typeof summed>, { q, from, to, entity_id, method }: Asked) {
  let query = given
  if (from) query = query.where('ledger.collected_on', '>=', from)
  if (to) query = query.where('ledger.collected_on', '<=', to)
  if (entity_id) query = query.where('ledger.entity_id', '=', entity_id)
  if (method) query = query.where('ledger.method', '=', method)
  if (q) query = query.where((eb) => contains(eb, q, ['entity.name']))
  return query
}

/** Bars in a chart. */
const mostPeriods = 31

/** Totals of a search by month or day: the latest 31 periods, the earliest first. */
export async function reportSums(
  db: Kysely<DB>,
  list: typeof collectionReport | typeof dailyReport,
  reader: OperatorReader,
  search: ReportSearch,
): Promise<ReportSum[]> {
  const { rows } = await sql<ReportSum>`
    select * from (select period, sum(lines)::int as lines, sum(gross_sen)::bigint as sen
      from ${list.query(db, reader, search).as('row')}
      group by period order by period desc limit ${mostPeriods}) as latest
    order by period`.execute(db)
  return rows
}

/** Collections less reversals in a month or on a day; money in sen. */
export interface ReportSum {
  /** `YYYY-MM` or `YYYY-MM-DD` */
  period: string
  lines: number
  sen: number
}

const sums = [
  { key: 'lines', label: 'collection.lines', kind: 'count', room: 'table', total: true },
  { key: 'sen', label: 'collection.gross', kind: 'money', room: 'much', total: true },
] as const

export const monthSumColumns = columnsOf<ReportSum>()(
  { key: 'period', label: 'admin.report.month', kind: 'month', room: 'who' },
  ...sums,
)
export const daySumColumns = columnsOf<ReportSum>()(
  { key: 'period', label: 'collection.collected_on', kind: 'date', room: 'who' },
  ...sums,
)
