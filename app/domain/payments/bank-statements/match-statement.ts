import { sql, type Transaction } from 'kysely'
import { type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { assignLine } from './assign-line.ts'
import { chunkLines, type StatementStatus } from './bank-statement.ts'
import type { Directory } from './matching/directory.ts'
import type { Evidence } from './matching/evidence.ts'
import type { Verdict } from './matching/judge.ts'
import { judgeLines } from './matching/judge-lines.ts'

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

/** Locks the statement, so that two runs of the same job work one after the other. */
async function matchChunk(
  trx: Transaction<DB>,
  statement_id: string,
  directory: Directory,
  today: string,
  refused: ReadonlyMap<string, string>,
): Promise<number> {
  const statement = await lockStatement(trx, statement_id)
  if (statement?.status !== 'matching') return 0
  const { branch_id } = statement
  const lines = await trx
    .selectFrom('bank_line')
    .select(['id', 'booked_on', 'amount_sen', 'assigned_sen', 'payer_name', 'reference', 'description'])
    .where('statement_id', '=', statement_id)
    .where('status', '=', 'new')
    .orderBy('number')
    .limit(chunkLines)
    .execute()
  const about = { statement_id, branch_id, addsUp: addsUp(statement) }
  const rules = { scope: scopeOf(branch_id), today }
  await judgeLines(trx, about, directory, lines, async (line, { certain, ...verdict }) => {
    const code = refused.get(line.id)
    const evidence: Evidence[] = code
      ? [...verdict.evidence, { kind: 'refused', text: code }]
      : verdict.evidence
    await storeVerdict(trx, line.id, { ...verdict, evidence })
    if (!certain || code) return false
    const posting = {
      parent_id: verdict.family!,
      amount_sen: line.amount_sen,
      first: namedIn(evidence),
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

/** Invoice numbers that a line names; these are paid first. */
export const namedIn = (evidence: readonly Evidence[]) =>
  evidence.flatMap(({ kind, text }) => (kind === 'invoice' && text ? [text] : []))

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
