import { type Kysely, sql, type Transaction } from 'kysely'
import { isOpenOn } from '#app/domain/accounting/months/month.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { onStatement } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'
import { sameMoneyDays } from '../bank-statement.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import type { Directory } from './directory.ts'
import { type Facts, judge, type Line, type Owed, type Verdict } from './judge.ts'

interface Statement {
  statement_id: string
  branch_id: string | null
  addsUp: boolean
}

/**
 * Judges lines in their order; `take` processes each verdict before the next line is judged. Reads the facts of all lines at
 * once, and again only for families whose line was taken.
 */
export async function judgeLines<L extends Line>(
  trx: Transaction<DB>,
  statement: Statement,
  directory: Directory,
  lines: readonly L[],
  take: (line: L, verdict: Verdict) => Promise<boolean>,
): Promise<void> {
  const read = lines.map((line) => ({ line, candidates: candidatesOf(line, directory) }))
  const families = [...new Set(read.flatMap(({ candidates }) => familiesOf(candidates)))]
  let facts = await findFacts(trx, statement, families, lines)
  const months = new Map<string, boolean>()
  const changed = new Set<string>()
  for (const { line, candidates } of read) {
    const month = line.booked_on.slice(0, 7)
    if (!months.has(month)) months.set(month, await isOpenOn(trx, line.booked_on))
    if (familiesOf(candidates).some((family) => changed.has(family))) {
      facts = await findFacts(trx, statement, families, lines)
      changed.clear()
    }
    const about = { addsUp: statement.addsUp, monthOpen: months.get(month)! }
    const verdict = judge(line, candidates, (family) => facts(family, line), about)
    if ((await take(line, verdict)) && verdict.family) changed.add(verdict.family)
  }
}

const familiesOf = (candidates: readonly Candidate[]) => candidates.map(({ family }) => family)

interface Made {
  number: string
  family: string | null
  amount_sen: number
  paid_on: string
  reference_no: string | null
  statement_id: string | null
}

/**
 * Open invoices of families, the oldest first, and their payments that may be the same money as a line: with its sum and about
 * its date, or with its reference, recorded by hand or from another statement. Two queries in all.
 */
async function findFacts(
  db: Kysely<DB>,
  { statement_id, branch_id }: { statement_id: string; branch_id: string | null },
  families: readonly string[],
  lines: readonly Line[],
): Promise<(family: string, line: Line) => Facts> {
  const owed = await db
    .selectFrom('invoice')
    .select(['id', 'number', 'payer_parent_id', 'balance_sen', 'issued_on', 'due_on', 'status'])
    .where('status', 'in', ['unpaid', 'pending'])
    .where(sql<boolean>`payer_parent_id = any(${[...families]}::uuid[])`)
    .$if(branch_id !== null, (query) => query.where('branch_id', '=', branch_id))
    .orderBy('due_on')
    .orderBy('number')
    .execute()
  const days = lines.map(({ booked_on }) => booked_on).sort()
  const made = days.length === 0 ? [] : await paymentsAbout(db, families, lines, [days[0]!, days.at(-1)!])
  const owedBy = new Map<string, Owed[]>()
  for (const { id, number, payer_parent_id, balance_sen, issued_on, due_on, status } of owed) {
    const one = { id, number: number!, issued_on: issued_on!, due_on, pending: status === 'pending' }
    const others = owedBy.get(payer_parent_id)
    if (others) others.push({ ...one, balance_sen: Number(balance_sen) })
    else owedBy.set(payer_parent_id, [{ ...one, balance_sen: Number(balance_sen) }])
  }
  const madeBy = Map.groupBy(made, ({ amount_sen }) => Number(amount_sen))
  return (family, line) => ({
    owed: owedBy.get(family) ?? [],
    duplicate:
      (madeBy.get(line.amount_sen) ?? []).find((one) => isSameMoney(one, family, line, statement_id)) ?? null,
  })
}

async function paymentsAbout(
  db: Kysely<DB>,
  families: readonly string[],
  lines: readonly Line[],
  [first, last]: [string, string],
): Promise<Made[]> {
  const references = lines.flatMap(({ reference }) => (reference ? [reference.toLowerCase()] : []))
  return db
    .selectFrom('payment')
    .leftJoin('bank_line_payment', 'bank_line_payment.payment_id', 'payment.id')
    .leftJoin('bank_line', 'bank_line.id', 'bank_line_payment.line_id')
    .select(['payment.number', 'payment.payer_parent_id as family', 'payment.amount_sen', 'payment.paid_on'])
    .select(['payment.reference_no', 'bank_line.statement_id'])
    .where('payment.status', 'in', ['paid', 'pending'])
    .where('payment.method', 'in', onStatement)
    .where('payment.paid_on', '>=', addDays(first, -sameMoneyDays))
    .where('payment.paid_on', '<=', addDays(last, sameMoneyDays))
    .where(
      sql<boolean>`(payment.payer_parent_id = any(${[...families]}::uuid[])
        or lower(payment.reference_no) = any(${references}::text[]))`,
    )
    .execute()
}

/** Lines of the same statement are always different money. */
function isSameMoney(made: Made, family: string, line: Line, statement_id: string): boolean {
  if (made.statement_id === statement_id) return false
  const near =
    made.paid_on >= addDays(line.booked_on, -sameMoneyDays) &&
    made.paid_on <= addDays(line.booked_on, sameMoneyDays)
  const named = line.reference !== null && made.reference_no?.toLowerCase() === line.reference.toLowerCase()
  return near && (made.family === family || named)
}
