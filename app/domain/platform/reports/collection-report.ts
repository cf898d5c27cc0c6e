import { type Kysely, sql } from 'kysely'
import { entityChoices } from '#app/domain/accounting/collections/find-collections.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  type OperatorReader,
  operatorList,
  type SearchOf,
  type Selected,
} from '#app/domain/core/lists/list.ts'
import { paymentMethods } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'
import type { ReportSum } from './report.ts'

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
  standard: '-period',
} as const

/** What came in by organisation, month and method, less what was taken back or sent back then. */
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
export type ReportSearch = SearchOf<typeof about.filters>

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

/** Bars of a chart at most, the latest ones. */
const mostPeriods = 31

/** What the rows of a search come to by month or day, the earliest of the latest 31 first. */
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
