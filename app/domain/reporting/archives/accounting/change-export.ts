import { type Kysely, sql, type Transaction } from 'kysely'
import { firstDayOf, lockMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { accountsOf } from './accounts.ts'
import { type Posting, postingsOf } from './postings.ts'

/** Lines that are inserted by one statement. */
const atOnce = 2_000

/** A line to store: the entry, and its account's code. */
interface Line extends Posting {
  entry: number
  reverses: boolean
  code: string
}

/**
 * Exports a closed month once: stores its postings, from which the files are written. If it was exported, opened and closed
 * again, only what has changed since: each entry that differs is reversed as it was exported, and entered as it is now. Refuses a
 * month that is not closed (month.not_closed), exported already as it is (accounting_export.exported, or
 * accounting_export.unchanged once it was opened again), and accounts without a code (accounting_export.no_codes). Returns the id.
 */
export async function exportMonth(trx: Transaction<DB>, actor: Actor, month: string): Promise<string> {
  const first = firstDayOf(month)
  // As closing and opening do: the month stays as it is until the export is stored, and a second one waits.
  await lockMonth(trx, first)
  const closing = await trx
    .selectFrom('month_closing')
    .select(['id', 'net_sen'])
    .where('month', '=', first)
    .where('reopened_at', 'is', null)
    .executeTakeFirst()
  if (!closing) throw new Refusal('month.not_closed', undefined, { month })
  const before = await trx
    .selectFrom('accounting_export')
    .select(['id', 'closing_id', 'position'])
    .where('month', '=', first)
    .orderBy('position', 'desc')
    .execute()
  if (before.some(({ closing_id }) => closing_id === closing.id))
    throw new Refusal('accounting_export.exported', undefined, { month })
  const lines = await linesToExport(trx, first)
  if (lines.length === 0 && before.length > 0)
    throw new Refusal('accounting_export.unchanged', undefined, { month })
  const id = newId()
  const [head] = before
  const debit_sen = sumOf(lines, (sen) => Math.max(sen, 0))
  const credit_sen = sumOf(lines, (sen) => Math.max(-sen, 0))
  const sums = { entries: lines.at(-1)?.entry ?? 0, lines: lines.length, debit_sen, credit_sen }
  await trx
    .insertInto('accounting_export')
    .values({
      ...{ id, month: first, position: (head?.position ?? 0) + 1, closing_id: closing.id },
      ...{ ...sums, net_sen: closing.net_sen, created_by: actor.id! },
    })
    .execute()
  for (let at = 0; at < lines.length; at += atOnce) {
    const values = lines
      .slice(at, at + atOnce)
      .map((line, index) => ({ export_id: id, position: at + index + 1, ...line }))
    await trx.insertInto('accounting_posting').values(values).execute()
  }
  await record(
    trx,
    actor,
    'accounting_export.made',
    { type: 'month_closing', id: closing.id },
    { after: { month, position: (head?.position ?? 0) + 1, ...sums } },
  )
  return id
}

const sumOf = (lines: readonly Line[], part: (sen: number) => number) =>
  lines.reduce((sum, { sen }) => sum + part(sen), 0)

/**
 * The lines that an export of the month has now: of what was never exported, and of each entry that differs from what was
 * exported before. Refuses accounts without a code (accounting_export.no_codes).
 */
async function linesToExport(db: Kysely<DB>, first: string): Promise<Line[]> {
  const [postings, exported, accounts] = await Promise.all([
    postingsOf(db, first),
    exportedLines(db, first),
    accountsOf(db),
  ])
  const codes = new Map(accounts.map(({ key, code }) => [key, code]))
  const changed = changesOf(postings, exported)
  const missing = new Set(
    changed.flatMap(({ code, key }) => (code === undefined && !codes.get(key) ? [key] : [])),
  )
  if (missing.size > 0) throw new Refusal('accounting_export.no_codes', undefined, { count: missing.size })
  return changed.map((line) => ({ ...line, code: line.code ?? codes.get(line.key)! }))
}

/** A line of an earlier export; reversals are with their own sign, so that all of an entry add up to what is exported of it. */
interface Exported extends Posting {
  code: string
}

async function exportedLines(db: Kysely<DB>, first: string): Promise<Exported[]> {
  const { rows } = await sql<Exported>`
    select kind, about_id, to_char(max(posted_on), 'YYYY-MM-DD') as posted_on, max(reference) as reference,
      max(party) as party, key, code, sum(sen)::bigint as sen
    from accounting_posting as line join accounting_export as export on export.id = line.export_id
    where export.month = ${first}::date
    group by kind, about_id, key, code, case kind when 'credit_moved' then party end
    having sum(sen) <> 0
    order by 3, kind, reference, about_id, sum(sen) < 0, key, code`.execute(db)
  return rows
}

type Changed = Omit<Line, 'code'> & { code: string | undefined }

/**
 * What an export adds to those before it: entries that are new, and those that differ, reversed first as they were exported. The
 * code of an account may have changed meanwhile; that alone changes no entry.
 */
export function changesOf(postings: readonly Posting[], exported: readonly Exported[]): Changed[] {
  const now = entriesOf(postings)
  const then = entriesOf(exported)
  const names = new Set([...then.keys(), ...now.keys()])
  const changed = [...names].filter((name) => signatureOf(now.get(name)) !== signatureOf(then.get(name)))
  const dayOf = (name: string) => (now.get(name) ?? then.get(name))![0]!.posted_on
  // Stable, so that the order within a day is that of the postings.
  const order = new Map([...now.keys()].map((name, index) => [name, index]))
  const placeOf = (name: string) => order.get(name) ?? -1
  changed.sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || placeOf(a) - placeOf(b) || a.localeCompare(b))
  let entry = 0
  return changed.flatMap((name) => {
    const reversal = (then.get(name) ?? []).map(({ sen, ...line }) => ({
      ...line,
      sen: -sen,
      reverses: true,
    }))
    const anew = (now.get(name) ?? []).map((line) => ({ ...line, code: undefined, reverses: false }))
    return [reversal, anew]
      .filter((lines) => lines.length > 0)
      .flatMap((lines) => {
        entry++
        return lines.map((line) => ({ ...line, entry }))
      })
  })
}

function entriesOf<P extends Posting>(lines: readonly P[]): Map<string, P[]> {
  const entries = new Map<string, P[]>()
  for (const line of lines) {
    const name = `${line.kind} ${line.about_id}`
    const known = entries.get(name)
    if (known) known.push(line)
    else entries.set(name, [line])
  }
  return entries
}

/** Equal for two entries with the same day and the same amounts on the same accounts. */
function signatureOf(lines: readonly Posting[] | undefined): string {
  if (!lines) return ''
  const sums = new Map<string, number>()
  for (const { key, sen, party, kind } of lines) {
    const name = kind === 'credit_moved' ? `${key} ${party}` : key
    sums.set(name, (sums.get(name) ?? 0) + sen)
  }
  const parts = [...sums].filter(([, sen]) => sen !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([lines[0]!.posted_on, parts])
}
