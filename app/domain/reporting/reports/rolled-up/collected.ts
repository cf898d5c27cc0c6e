import { sql } from 'kysely'
import type { CollectionSource } from '#app/domain/accounting/collections/collection.ts'
import { type PaymentMethod, paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import type { Source } from '#app/domain/reporting/reports/report.ts'

/** A column for each method, in sen. */
export type ByMethod = { [Method in PaymentMethod as `${Method}_sen`]: number }

/** What came in less what went out, in sen; donations are in the methods as well. */
export interface Collected extends ByMethod {
  infaq_sen: number
  zakat_sen: number
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  fees_sen: number
  net_sen: number
  lines: number
}

/** Methods that most organisations use are on narrower screens, too. */
const common: ReadonlySet<string> = new Set(['fpx', 'cash', 'bank_transfer'])

/** Columns of a table of collections; all methods add up to what was collected, and less the fees to the net. */
export const collectedColumns = [
  ...paymentMethods.map(
    (method) =>
      ({
        // without the currency, so that all of them have room on paper
        ...{ key: `${method}_sen`, label: `payment.methods.${method}`, kind: 'amount', total: true },
        room: common.has(method) ? 'wide' : 'widest',
      }) as { key: keyof ByMethod; label: string; kind: 'amount'; total: true; room: 'wide' | 'widest' },
  ),
  {
    key: 'infaq_sen',
    label: 'report_money.rolled_up.of_infaq',
    kind: 'money',
    total: true,
    only: 'file',
    room: 'below',
  },
  {
    key: 'zakat_sen',
    label: 'report_money.rolled_up.of_zakat',
    kind: 'money',
    total: true,
    only: 'file',
    room: 'below',
  },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', total: true, sort: true, room: 'much' },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', total: true, room: 'wide' },
  { key: 'net_sen', label: 'collection.net', kind: 'money', total: true, room: 'table' },
  {
    key: 'payer_fee_sen',
    label: 'collection.payer_fee',
    kind: 'money',
    total: true,
    only: 'file',
    room: 'below',
  },
  {
    key: 'tenant_fee_sen',
    label: 'collection.tenant_fee',
    kind: 'money',
    total: true,
    only: 'file',
    room: 'below',
  },
  { key: 'lines', label: 'collection.lines', kind: 'count', total: true, only: 'file', room: 'below' },
] as const

const sum = (what: string, where?: ReturnType<typeof sql>) =>
  sql`coalesce(sum(part.${sql.ref(what)})${where ? sql` filter (where ${where})` : sql``}, 0)::bigint`

/** The SQL of {@link Collected}, of rows of `partsBetween` named `part`. */
export const collectedSums = sql.join(
  [
    ...paymentMethods.map(
      (method) =>
        sql`${sum('gross_sen', sql`part.method = ${sql.lit(method)}`)} as ${sql.ref(`${method}_sen`)}`,
    ),
    ...(['infaq', 'zakat'] as const).map(
      (source) =>
        sql`${sum('gross_sen', sql`part.source = ${sql.lit(source)}`)} as ${sql.ref(`${source}_sen`)}`,
    ),
    ...['gross_sen', 'payer_fee_sen', 'tenant_fee_sen', 'net_sen', 'lines'].map(
      (name) => sql`${sum(name)} as ${sql.ref(name)}`,
    ),
    sql`(${sum('payer_fee_sen')} + ${sum('tenant_fee_sen')}) as fees_sen`,
  ],
  sql`, `,
)

interface Rows {
  from: string | undefined
  to: string | undefined
  branch_id: string | undefined
  source: CollectionSource | undefined
}

/** From each figure to the lines of the collections that make it; `rowsOf` says which days and branch a row is of. */
export function collectedSources<Row, Search>(rowsOf: (row: Row, search: Search) => Rows) {
  const to =
    (sumOf: string, more: Record<string, string> = {}) =>
    (row: Row, search: Search): Source => ({
      ...{ list: 'collection', search: { ...rowsOf(row, search), ...more }, sum: sumOf },
    })
  const methods = paymentMethods.map((method) => [`${method}_sen`, to('gross_sen', { method })])
  const whole = ['gross_sen', 'fees_sen', 'net_sen', 'payer_fee_sen', 'tenant_fee_sen'].map((key) => [
    key,
    to(key),
  ])
  const donation = (source: CollectionSource) => (row: Row, search: Search) => {
    const { source: chosen } = rowsOf(row, search)
    return chosen && chosen !== source ? undefined : to('gross_sen', { source })(row, search)
  }
  return {
    ...(Object.fromEntries([...methods, ...whole]) as Record<
      Exclude<keyof Collected, 'lines' | 'infaq_sen' | 'zakat_sen'>,
      (row: Row, search: Search) => Source
    >),
    infaq_sen: donation('infaq'),
    zakat_sen: donation('zakat'),
  }
}
