import { type Kysely, sql, type Transaction } from 'kysely'
import { isOpenOn } from '#app/domain/accounting/months/month.ts'
import { type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import type { Directory } from '#app/domain/payments/bank-statements/matching/directory.ts'
import {
  type Candidate,
  candidatesOf,
  type Facts,
  type JudgedLine,
  judge,
  type Owed,
  type Verdict,
} from '#app/domain/payments/bank-statements/matching/judge.ts'
import { onStatement } from '#app/domain/payments/payments/payment.ts'
import {
  bareOf,
  bareReference,
  isTelling,
  isTellingInSql,
  lockTransfers,
  partOfLine,
  readOf,
  readReference,
  sharePart,
  tellingParts,
} from '#app/domain/payments/payments/same-transfer.ts'
import type { DB } from '#db/types.ts'
import {
  chunkLines,
  type Evidence,
  invoiceNumbersOf,
  type StatementStatus,
  sameMoneyDays,
  wordsOf,
} from './bank-statement.ts'
import { assignLine } from './change-line.ts'

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** A payment of a line was refused; the transaction is rolled back, and on the next run the line is left to a person. */
class LineRefused extends Error {
  readonly id: string
  readonly code: string
  constructor(id: string, code: string) {
    super(code)
    this.id = id
    this.code = code
  }
}

/**
 * Matches the next chunk of lines and records certain ones as payments, in one transaction with each outcome, so that a killed
 * process neither repeats nor loses a line. Returns whether there is more to do.
 */
export async function matchNext(
  withTenant: WithTenant,
  statement_id: string,
  directory: Directory,
  today: string,
): Promise<boolean> {
  const refused = new Map<string, string>()
  for (;;) {
    try {
      return (await withTenant((trx) => matchChunk(trx, statement_id, directory, today, refused))) > 0
    } catch (error) {
      if (!(error instanceof LineRefused) || refused.has(error.id)) throw error
      refused.set(error.id, error.code)
    }
  }
}

/**
 * Locks the statement, so that two runs of the same job work one after the other. What is the own family's of who uploaded it
 * waits for a colleague: anybody can write a line into such a file.
 */
async function matchChunk(
  trx: Transaction<DB>,
  statement_id: string,
  directory: Directory,
  today: string,
  refused: ReadonlyMap<string, string>,
): Promise<number> {
  const statement = await lockStatement(trx, statement_id)
  if (statement?.status !== 'matching') return 0
  const { branch_id, created_by } = statement
  const lines = await trx
    .selectFrom('bank_line')
    .select(['id', 'booked_on', 'amount_sen', 'assigned_sen', 'payer_name', 'reference', 'description'])
    .where('statement_id', '=', statement_id)
    .where('status', '=', 'new')
    .orderBy('number')
    .limit(chunkLines)
    .execute()
  // Before any invoice is locked: a slip with the same transfer may be confirmed at this moment.
  await lockTransfers(
    trx,
    lines.map(({ amount_sen }) => amount_sen),
    lines.map(wordsOf),
  )
  const about = { statement_id, branch_id, addsUp: addsUp(statement) }
  const rules = { scope: scopeOf(branch_id), today }
  await judgeLines(trx, about, directory, lines, async (line, { certain, ...verdict }) => {
    const code = refused.get(line.id)
    const isUploaders =
      certain && (await isOwnFamily(trx, { id: created_by }, { type: 'parent', ids: [verdict.family!] }))
    const part =
      certain && (await partOfLine(trx, { paid_on: line.booked_on, words: wordsOf(line) }, verdict.family!))
    const doubts: Evidence[] = [
      ...(code ? [{ kind: 'refused' as const, text: code }] : []),
      ...(isUploaders ? [{ kind: 'uploaders' as const }] : []),
      ...(part ? [{ kind: 'part' as const, text: part.number, sen: part.other_sen! }] : []),
    ]
    const evidence = [...verdict.evidence, ...doubts]
    await storeVerdict(trx, line.id, { ...verdict, evidence })
    if (!certain || doubts.length > 0) return false
    const posting = {
      parent_id: verdict.family!,
      amount_sen: line.amount_sen,
      first: invoiceNumbersOf(evidence),
      issued: 'by_then',
    } as const
    await assignLine(trx, systemActor, line, posting, rules).catch((error) => {
      const refusal = asRefusal(error)
      throw refusal ? new LineRefused(line.id, refusal.code) : error
    })
    return true
  })
  return lines.length
}

const storeVerdict = (trx: Transaction<DB>, id: string, { family, evidence }: Omit<Verdict, 'certain'>) =>
  trx
    .updateTable('bank_line')
    .set({
      ...{ parent_id: family, evidence: JSON.stringify(evidence) },
      ...{ status: family ? 'suggested' : 'unmatched', ...touched },
    })
    .where('id', '=', id)
    .where('status', '=', 'new')
    .execute()

/** The scope of automatic matching: the statement's branch, or all. */
export const scopeOf = (branch_id: string | null): RowScope => ({
  scope: branch_id === null ? 'all' : 'branch',
  ...{ branch_ids: branch_id === null ? [] : [branch_id], parent_id: null, user_id: '' },
})

interface JudgedStatement {
  statement_id: string
  branch_id: string | null
  addsUp: boolean
}

/**
 * Judges lines in their order; `take` processes each verdict before the next line is judged. Reads the facts of all lines at
 * once, and again only for families whose line was taken.
 */
async function judgeLines<L extends JudgedLine>(
  trx: Transaction<DB>,
  statement: JudgedStatement,
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
  lines: readonly JudgedLine[],
): Promise<(family: string, line: JudgedLine) => Facts> {
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
  lines: readonly JudgedLine[],
  [first, last]: [string, string],
): Promise<Made[]> {
  const references = lines.flatMap(({ reference }) => (reference ? [bareOf(reference)] : []))
  const words = lines.map((line) => readOf(wordsOf(line)))
  const parts = [...new Set(lines.flatMap((line) => tellingParts(wordsOf(line))))]
  const bare = bareReference(sql.ref('payment.reference_no'))
  const read = sql<string>`said.reference`
  const once = sql<{
    reference: string
  }>`(select ${readReference(sql.ref('payment.reference_no'))} as reference offset 0)`
  return db
    .selectFrom('payment')
    .innerJoinLateral(once.as('said'), (join) => join.onTrue())
    .leftJoin('bank_line_payment', 'bank_line_payment.payment_id', 'payment.id')
    .leftJoin('bank_line', 'bank_line.id', 'bank_line_payment.line_id')
    .select(['payment.number', 'payment.payer_parent_id as family', 'payment.amount_sen', 'payment.paid_on'])
    .select(['bank_line.statement_id', 'payment.reference_no'])
    .where('payment.status', 'in', ['paid', 'pending'])
    .where('payment.method', 'in', onStatement)
    .where('payment.paid_on', '>=', addDays(first, -sameMoneyDays))
    .where('payment.paid_on', '<=', addDays(last, sameMoneyDays))
    .where(
      sql<boolean>`(payment.payer_parent_id = any(${[...families]}::uuid[])
        or ${bare} = any(${references}::text[])
        or (payment.amount_sen = any(${lines.map(({ amount_sen }) => amount_sen)}::bigint[])
          and (exists (select from unnest(${parts}::text[]) as part where position(part in ${read}) > 0)
            or (${isTellingInSql(read)}
              and exists (select from unnest(${words}::text[]) as word where position(${read} in word) > 0)))))`,
    )
    .execute()
}

/** Lines of the same statement are always different money. */
function isSameMoney(made: Made, family: string, line: JudgedLine, statement_id: string): boolean {
  if (made.statement_id === statement_id) return false
  const near =
    made.paid_on >= addDays(line.booked_on, -sameMoneyDays) &&
    made.paid_on <= addDays(line.booked_on, sameMoneyDays)
  const named = made.reference_no !== null && namesSame(made.reference_no, line, made.statement_id !== null)
  return near && (made.family === family || named)
}

/**
 * Whether a payment's reference is on a line. Banks repeat numbers, such as that of an account, on lines of different
 * money, so that of two lines all of a reference must be there.
 */
function namesSame(theirs: string, line: JudgedLine, is_line: boolean): boolean {
  if (bareOf(theirs) !== '' && readOf(theirs) === readOf(line.reference ?? '')) return true
  const words = wordsOf(line)
  if (!is_line) return sharePart(theirs, words)
  return isTelling(readOf(theirs)) && readOf(words).includes(readOf(theirs))
}

interface Sums {
  opening_sen: number | null
  closing_sen: number | null
  credit_sen: number
  debit_sen: number
  broken_row: number | null
}

/** Whether opening balance and lines add up to the closing balance; true for a file without balances. */
export function addsUp({ opening_sen, closing_sen, credit_sen, debit_sen, broken_row }: Sums): boolean {
  if (broken_row !== null) return false
  if (opening_sen === null || closing_sen === null) return true
  return Number(opening_sen) + Number(credit_sen) - Number(debit_sen) === Number(closing_sen)
}

/** Marks the statement as ready, once. */
export async function finishMatching(trx: Transaction<DB>, statement_id: string): Promise<void> {
  const statement = await lockStatement(trx, statement_id)
  if (statement?.status !== 'matching') return
  const counts = await trx
    .selectFrom('bank_line')
    .select([
      sql<number>`count(*) filter (where status = 'matched')`.as('matched'),
      sql<number>`count(*) filter (where status in ('suggested','unmatched'))`.as('to_decide'),
      sql<number>`count(*) filter (where status = 'repeated')`.as('repeated'),
    ])
    .where('statement_id', '=', statement_id)
    .executeTakeFirstOrThrow()
  await endMatching(trx, statement_id, 'ready', null)
  const after = { file_name: statement.file_name, ...counts }
  await record(
    trx,
    systemActor,
    'bank_statement.matched',
    { type: 'bank_statement', id: statement_id },
    { after },
  )
}

/** Marks the statement as failed; recorded payments stay and can be undone. */
export async function failMatching(trx: Transaction<DB>, statement_id: string): Promise<void> {
  const statement = await lockStatement(trx, statement_id)
  if (statement?.status === 'matching')
    await endMatching(trx, statement_id, 'failed', 'bank_statement.job_failed')
}

const endMatching = (trx: Transaction<DB>, id: string, status: string, error_code: string | null) =>
  trx
    .updateTable('bank_statement')
    .set({ status, error_code, finished_at: sql<Date>`now()`, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'matching')
    .execute()

/** Locks a statement; undefined if it was removed. */
export async function lockStatement(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('bank_statement')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && (row as Omit<typeof row, 'status'> & { status: StatementStatus })
}
