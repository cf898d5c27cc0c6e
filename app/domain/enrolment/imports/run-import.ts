import { sql, type Transaction } from 'kysely'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { typed } from '#app/domain/enrolment/imports/find-imports.ts'
import { chunkRows, type Problem } from '#app/domain/enrolment/imports/import.ts'
import {
  type About,
  type AnyKind,
  coded,
  type Parsed,
  type Wrote,
} from '#app/domain/enrolment/imports/kind.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import type { DB } from '#db/types.ts'
import { openCells, readRow } from './stage.ts'

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** A row was refused while writing; its transaction is rolled back and the refusal stored separately. */
class RowRefused extends Error {
  readonly id: string
  readonly problem: Problem
  constructor(id: string, problem: Problem) {
    super(problem.code)
    this.id = id
    this.problem = problem
  }
}

/**
 * Writes the next chunk of rows in one transaction with their outcome, so that a killed process neither repeats nor loses a
 * row. A refused row rolls its chunk back; each row of that chunk is then written in its own transaction. Returns whether
 * there is more to do.
 */
export async function writeNext(withTenant: WithTenant, import_id: string, about: About): Promise<boolean> {
  try {
    return (await withTenant((trx) => writeChunk(trx, import_id, about, chunkRows))) > 0
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error
  }
  for (let one = 0; one < chunkRows; one++) {
    const more = await withTenant((trx) => writeChunk(trx, import_id, about, 1)).catch(async (error) => {
      if (!(error instanceof RowRefused)) throw error
      await withTenant((trx) => storeRefusal(trx, import_id, error))
      return 1
    })
    if (more === 0) return false
  }
  return true
}

/** Locks the import, so that two runs of the same job write one after the other. */
async function writeChunk(
  trx: Transaction<DB>,
  import_id: string,
  about: About,
  limit: number,
): Promise<number> {
  const row = await lockImport(trx, import_id)
  if (row?.status !== 'running') return 0
  const kind = kindOf(row.kind)
  const next = await trx
    .selectFrom('import_row')
    .select(['id', 'number', 'cells_sealed'])
    .where('import_id', '=', import_id)
    .where('status', '=', 'ready')
    .orderBy('number')
    .limit(limit)
    .execute()
  if (next.length === 0) return 0
  const parsed = next.map(({ id, number, cells_sealed }): Parsed<unknown> => {
    const read = readRow(kind, row, about, openCells(about.keys, id, cells_sealed))
    if ('problems' in read) throw new RowRefused(id, read.problems[0]!)
    return { number, row: read.row }
  })
  const known = await kind.find(trx, about, parsed)
  const wrote: (Wrote & { number: number })[] = []
  for (const [index, { number, row: one }] of parsed.entries())
    wrote.push(
      ...(await writeOne(trx, kind, about, next[index]!.id, one, known)).map((each) => ({ ...each, number })),
    )
  await noteWrites(trx, import_id, wrote)
  await trx
    .updateTable('import_row')
    .set({ status: 'written' })
    .where(
      'id',
      'in',
      next.map(({ id }) => id),
    )
    .execute()
  return next.length
}

async function writeOne(
  trx: Transaction<DB>,
  kind: AnyKind,
  about: About,
  id: string,
  row: unknown,
  known: unknown,
) {
  try {
    return await kind.write(trx, about, row, known)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const { code, field = null, values } = refusal
    throw new RowRefused(id, { field, code: Object.keys(values).length > 0 ? coded(code, values) : code })
  }
}

/** Stores what was written, with the present versions. */
async function noteWrites(
  trx: Transaction<DB>,
  import_id: string,
  wrote: readonly (Wrote & { number: number })[],
) {
  for (const [type, rows] of Map.groupBy(wrote, (one) => one.type)) {
    await sql`
      insert into import_write (import_id, number, object_type, object_id, object_version)
      select ${import_id}::uuid, said.number, ${type}, said.id, object.version
      from unnest(${rows.map(({ number }) => number)}::int[], ${rows.map(({ id }) => id)}::uuid[]) as said (number, id)
      join ${sql.table(type)} as object on object.id = said.id`.execute(trx)
  }
}

async function storeRefusal(
  trx: Transaction<DB>,
  import_id: string,
  { id, problem }: RowRefused,
): Promise<void> {
  await lockImport(trx, import_id)
  await trx
    .updateTable('import_row')
    .set({ status: 'failed', problems: JSON.stringify([problem]) })
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
}

/** Marks the import as done, once. */
export async function finishImport(trx: Transaction<DB>, import_id: string, about: About): Promise<void> {
  const row = await lockImport(trx, import_id)
  if (row?.status !== 'running') return
  const { written, failed } = await trx
    .selectFrom('import_row')
    .select([
      sql<number>`count(*) filter (where status = 'written')`.as('written'),
      sql<number>`count(*) filter (where status = 'failed')`.as('failed'),
    ])
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow()
  await end(trx, import_id, failed > 0 ? 'done_with_errors' : 'done', null)
  const after = { file_name: row.file_name, kind: row.kind, written, failed }
  await record(trx, about.actor, 'import.finished', { type: 'import', id: import_id }, { after })
}

/** Marks the import as failed; what it wrote stays and can be undone. */
export async function failImport(trx: Transaction<DB>, import_id: string, error_code: string): Promise<void> {
  const row = await lockImport(trx, import_id)
  if (row && ['mapped', 'running'].includes(row.status)) await end(trx, import_id, 'failed', error_code)
}

async function end(
  trx: Transaction<DB>,
  id: string,
  status: string,
  error_code: string | null,
): Promise<void> {
  await trx
    .updateTable('import')
    .set({
      status,
      error_code,
      finished_at: sql<Date>`now()`,
      ...touched,
    })
    .where('id', '=', id)
    .execute()
}

/** Locks an import; undefined if it was removed. */
export async function lockImport(trx: Transaction<DB>, id: string) {
  const row = await trx.selectFrom('import').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && typed(row)
}
