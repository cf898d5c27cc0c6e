import { type Kysely, sql } from 'kysely'
import { closingsOf, month as monthRow } from '#app/domain/accounting/months/find-months.ts'
import { firstDayOf } from '#app/domain/accounting/months/month.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { accountsOf } from './accounts.ts'
import { type Posting, postingsOf } from './postings.ts'
import type { StoredLine } from './shapes.ts'

/** `reopened`: exported, and not closed as it was then. */
export const exportStates = ['open', 'to_export', 'exported', 'reopened'] as const
export type ExportState = (typeof exportStates)[number]

export interface ExportMonth {
  /** `2026-01` */
  month: string
  state: ExportState
  net_sen: number | null
  exports: number
  exported_at: Date | null
  exporter: string | null
}

/** Months that are closed, or were once exported; the latest first. */
export async function exportMonths(db: Kysely<DB>): Promise<ExportMonth[]> {
  const { rows } = await sql<ExportMonth>`
    select to_char(each.month, 'YYYY-MM') as month, closing.net_sen, coalesce(made.exports, 0)::int as exports,
      last.created_at as exported_at, who.name as exporter,
      case when closing.id is null and made.exports > 0 then 'reopened'
        when closing.id is null then 'open'
        when last.closing_id is distinct from closing.id then 'to_export'
        else 'exported' end as state
    from (select distinct month from month_closing) as each
    left join month_closing as closing on closing.month = each.month and closing.reopened_at is null
    left join lateral (select count(*) as exports from accounting_export where month = each.month) as made on true
    left join lateral (select * from accounting_export where month = each.month order by position desc limit 1) as last on true
    left join user_account as who on who.id = last.created_by
    order by each.month desc`.execute(db)
  return rows
}

/** What a month books on one account. */
export interface AccountSum {
  key: string
  /** As the organisation calls it; null where the language files name it. */
  name: string | null
  code: string | null
  debit_sen: number
  credit_sen: number
}

export const accountSumColumns = columnsOf<AccountSum & { account: string }>()(
  { key: 'account', label: 'accounting_export.account', room: 'who' },
  { key: 'code', label: 'accounting_export.code', kind: 'number', none: 'accounting_export.no_code' },
  { key: 'debit_sen', label: 'accounting_export.debit', kind: 'money', total: true },
  { key: 'credit_sen', label: 'accounting_export.credit', kind: 'money', total: true, room: 'much' },
)

/** An export of a month. */
export interface MadeExport {
  id: string
  position: number
  entries: number
  lines: number
  debit_sen: number
  credit_sen: number
  created_at: Date
  exporter: string
}

/** What an export changed: an entry that it reversed, entered anew, or added. */
export interface ChangedEntry {
  position: number
  kind: string
  reference: string | null
  party: string | null
  was_sen: number
  is_sen: number
}

export const changedColumns = columnsOf<ChangedEntry>()(
  { key: 'reference', label: 'accounting_export.reference', kind: 'number', room: 'who' },
  { key: 'kind', label: 'accounting_export.kind', words: 'accounting_export.kinds' },
  { key: 'party', label: 'accounting_export.party' },
  { key: 'was_sen', label: 'accounting_export.was', kind: 'money' },
  { key: 'is_sen', label: 'accounting_export.is', kind: 'money', room: 'much' },
)

/** At most this many changed entries are on the page; the file has all. */
const mostShown = 100

/**
 * A month with its exports, and what it books on each account now; `tie_sen`: what its collections leave over on the accounts of
 * banks and drawer against its closing, 0 as long as the books reconcile. Refuses not_found.month.
 */
export async function exportOf(db: Kysely<DB>, name: string, today: string) {
  const first = firstDayOf(name)
  const [row, closings, made, postings, accounts, changes] = await Promise.all([
    monthRow(db, name, today),
    closingsOf(db, name),
    madeExports(db, first),
    postingsOf(db, first),
    accountsOf(db),
    changedEntries(db, first),
  ])
  const closing =
    row.status === 'closed' ? closings.find(({ reopened_at }) => reopened_at === null) : undefined
  const exported = closing
    ? await db
        .selectFrom('accounting_export')
        .select('id')
        .where('closing_id', '=', closing.id)
        .executeTakeFirst()
    : undefined
  const sums = sumsByAccount(postings, accounts)
  return {
    row,
    made,
    changes,
    sums,
    missing: sums.filter(({ code }) => !code).length,
    collected_sen: collectedSen(postings),
    exported: exported !== undefined,
  }
}

const collecting: ReadonlySet<string> = new Set([
  'payment',
  'rounding',
  'payment_reversed',
  'payment_refunded',
])

/** What collections added to banks and the drawer, in sen; equals the month's net sum. */
export const collectedSen = (postings: readonly Posting[]): number =>
  postings.reduce(
    (sum, { kind, key, sen }) => sum + (collecting.has(kind) && key.startsWith('bank:') ? sen : 0),
    0,
  )

function sumsByAccount(
  postings: readonly Posting[],
  accounts: Awaited<ReturnType<typeof accountsOf>>,
): AccountSum[] {
  const sums = new Map<string, { debit_sen: number; credit_sen: number }>()
  for (const { key, sen } of postings) {
    const sum = sums.get(key) ?? { debit_sen: 0, credit_sen: 0 }
    sums.set(key, {
      debit_sen: sum.debit_sen + Math.max(sen, 0),
      credit_sen: sum.credit_sen + Math.max(-sen, 0),
    })
  }
  return accounts.flatMap(({ key, name, code }) => {
    const sum = sums.get(key)
    return sum ? [{ key, name: name ?? null, code, ...sum }] : []
  })
}

function madeExports(db: Kysely<DB>, first: string): Promise<MadeExport[]> {
  return db
    .selectFrom('accounting_export')
    .innerJoin('user_account as who', 'who.id', 'accounting_export.created_by')
    .select(['accounting_export.id', 'accounting_export.position', 'accounting_export.entries'])
    .select(['accounting_export.lines', 'accounting_export.debit_sen', 'accounting_export.credit_sen'])
    .select(['accounting_export.created_at', 'who.name as exporter'])
    .where('accounting_export.month', '=', first)
    .orderBy('accounting_export.position')
    .execute()
}

/** What exports after the first have changed. The amounts are those of the debits. */
async function changedEntries(db: Kysely<DB>, first: string): Promise<ChangedEntry[]> {
  const { rows } = await sql<ChangedEntry>`
    select export.position, line.kind, max(line.reference) as reference, max(line.party) as party,
      coalesce(sum(-line.sen) filter (where line.reverses and line.sen < 0), 0)::bigint as was_sen,
      coalesce(sum(line.sen) filter (where not line.reverses and line.sen > 0), 0)::bigint as is_sen
    from accounting_posting as line join accounting_export as export on export.id = line.export_id
    where export.month = ${first}::date and export.position > 1
    group by export.position, line.kind, line.about_id order by export.position, min(line.entry) limit ${mostShown}`.execute(
    db,
  )
  return rows
}

/** An export and its month; refuses not_found.accounting_export. */
export async function madeExport(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('accounting_export')
    .select(['id', 'position'])
    .select(sql<string>`to_char(month, 'YYYY-MM')`.as('month'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.accounting_export')
  return row
}

/** Rows that are in memory at once. */
const chunk = 2_000

/** The stored lines of an export in their order. */
export async function* linesOf(db: Kysely<DB>, export_id: string): AsyncGenerator<StoredLine[]> {
  for (let at = 0; ; at += chunk) {
    const rows = await db
      .selectFrom('accounting_posting')
      .select(['entry', 'kind', 'posted_on', 'reference', 'party', 'reverses', 'code', 'sen'])
      .where('export_id', '=', export_id)
      .where('position', '>', at)
      .where('position', '<=', at + chunk)
      .orderBy('position')
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < chunk) return
  }
}
