import { type Kysely, sql, type Transaction } from 'kysely'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { countLimited, type Limited, type Limits, limitsOf } from '#app/domain/core/features/limits.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { type UndoLink, undoPages } from '#app/domain/core/undo/undo-plan.ts'
import { personOf } from '#app/domain/identity/accounts/accounts.ts'
import type { DB } from '#db/types.ts'
import { typed } from './find-imports.ts'
import { chunkRows, type Problem } from './import.ts'
import {
  type About,
  type AnyKind,
  type Blocked,
  coded,
  type Parsed,
  type Written,
  type Wrote,
} from './kind.ts'
import { kindOf } from './kinds.ts'
import { openCells, readRow } from './stage.ts'

interface Checked {
  id: string
  problems: Problem[]
}

/**
 * Problems of each row that is not skipped, by the permissions in `about`. Reads the database in a few queries, whatever the
 * number of rows, and writes nothing. Yields to the event loop now and then.
 */
export async function checkRows(
  db: Kysely<DB>,
  keys: Keys,
  import_id: string,
  about: About,
): Promise<Checked[]> {
  const row = typed(
    await db.selectFrom('import').selectAll().where('id', '=', import_id).executeTakeFirstOrThrow(),
  )
  const kind = kindOf(row.kind)
  const staged = await db
    .selectFrom('import_row')
    .select(['id', 'number', 'cells_sealed'])
    .where('import_id', '=', import_id)
    .where('status', 'in', ['pending', 'ready', 'wrong'])
    .orderBy('number')
    .execute()
  const wrong = new Map<number, Problem[]>()
  const parsed: Parsed<unknown>[] = []
  for (const [index, { id, number, cells_sealed }] of staged.entries()) {
    if (index % 50 === 49) await new Promise(setImmediate)
    const read = readRow(kind, row, about, openCells(keys, id, cells_sealed))
    if ('problems' in read) wrong.set(number, read.problems)
    else parsed.push({ number, row: read.row })
  }
  const found = kind.check(parsed, await kind.find(db, about, parsed), about)
  const checked = staged.map(({ id, number }) => ({
    id,
    problems: wrong.get(number) ?? found.get(number) ?? [],
  }))
  return kind.adds ? overLimit(kind.adds, await limitsOf(db), await countLimited(db), checked) : checked
}

/** Problems of rows beyond the package's limit, in the order of the file; invalid rows do not count towards it. */
function overLimit(
  noun: Limited,
  limits: Limits,
  counts: Record<Limited, number>,
  checked: readonly Checked[],
): Checked[] {
  const limit = limits[noun]
  if (limit === null) return [...checked]
  let room = limit - counts[noun]
  const full = { field: null, code: coded(`package_limit.${noun}`, { limit }) }
  return checked.map((row) => (row.problems.length > 0 || room-- > 0 ? row : { ...row, problems: [full] }))
}

/** Stores the problems, unless the rows were changed or checked by another run in the meantime. */
export async function saveChecked(
  trx: Transaction<DB>,
  import_id: string,
  version: number,
  checked: readonly Checked[],
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('import')
    .set({ status: 'checked', ...touched })
    .where('id', '=', import_id)
    .where('status', '=', 'mapped')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return
  await sql`
    update import_row set problems = found.problems,
      status = case when found.problems = '[]'::jsonb then 'ready' else 'wrong' end
    from unnest(${checked.map(({ id }) => id)}::uuid[], ${checked.map(({ problems }) => JSON.stringify(problems))}::jsonb[])
      as found (id, problems)
    where import_row.id = found.id and import_row.import_id = ${import_id}
      and import_row.status in ('pending', 'ready', 'wrong')`.execute(trx)
}

/** The context in which an import's rows are checked; undefined when its person has left or lost the permission. */
export async function aboutOf(
  db: Kysely<DB>,
  keys: Keys,
  today: string,
  { user_id, branch_id }: { user_id: string | null; branch_id: string },
  wordsIn: (locale: About['locale']) => About['words'],
): Promise<About | undefined> {
  const person = await personOf(db, user_id)
  if (!person) return undefined
  const { actor, locale } = person
  return { actor, keys, today, branch_id, locale, words: wordsIn(locale) }
}

/** Rows that belong to another row and are deleted with it, by their foreign key column. */
const ownedRows: Readonly<Record<string, readonly [column: string, owner: string]>> = {
  student_parent: ['student_id', 'student'],
  staff_branch: ['staff_id', 'staff'],
  subject_trainer: ['subject_id', 'subject'],
  invitation: ['user_id', 'user_account'],
  recovery_token: ['user_id', 'user_account'],
}

interface Reference {
  table: string
  column: string
  target: string
}

/**
 * Undoes an import, all of it or nothing: nothing while a written row was changed since or is referenced by a row that the
 * import did not write; the blocking rows are stored for the import's page. Rows of people and classes are deleted; issued
 * invoices are cancelled, since numbers must have no gaps.
 */
export async function undoImport(trx: Transaction<DB>, import_id: string, about: About): Promise<void> {
  const row = await lockImport(trx, import_id)
  if (row?.status !== 'undoing') return
  const kind = kindOf(row.kind)
  await lockWritten(trx, import_id, kind.tables)
  const blocked = kind.takeBack
    ? await kind.takeBack(trx, about, await writtenBy(trx, import_id))
    : await blockedRows(trx, import_id, kind.tables)
  if (blocked.length > 0) return failImportUndo(trx, import_id, blocked)
  if (!kind.takeBack) for (const table of kind.tables) await removeWritten(trx, import_id, table)
  await trx.deleteFrom('import_write').where('import_id', '=', import_id).execute()
  await endUndo(trx, import_id, { status: 'undone', undone_at: sql`now()` })
  const after = { file_name: row.file_name, kind: row.kind, run_by: about.actor.name }
  await record(trx, about.actor, 'import.undone', { type: 'import', id: import_id }, { after })
}

/** Marks the undo as failed, with the blocking rows, if any. */
export async function failImportUndo(
  trx: Transaction<DB>,
  import_id: string,
  blocked: readonly Blocked[] | null = null,
): Promise<void> {
  const status = sql<string>`case when error_code is not null then 'failed'
    when exists (select from import_row where import_id = import.id and import_row.status = 'failed')
    then 'done_with_errors' else 'done' end`
  await endUndo(trx, import_id, { status, blocked: blocked && JSON.stringify(blocked), undone_by: null })
}

async function endUndo(trx: Transaction<DB>, id: string, values: Record<string, unknown>): Promise<void> {
  await trx
    .updateTable('import')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'undoing')
    .execute()
}

const writtenBy = (db: Kysely<DB>, import_id: string): Promise<Written[]> =>
  db
    .selectFrom('import_write')
    .select(['number', 'object_type', 'object_id', 'object_version'])
    .where('import_id', '=', import_id)
    .orderBy('number')
    .execute()

const idsOf = (import_id: string, table: string) =>
  sql`select object_id from import_write where import_id = ${import_id} and object_type = ${table}`

/** Locks the written rows, so that they are neither changed nor referenced until the undo is done. */
async function lockWritten(
  trx: Transaction<DB>,
  import_id: string,
  tables: readonly string[],
): Promise<void> {
  for (const table of [...tables].reverse())
    await sql`select id from ${sql.table(table)} where id in (${idsOf(import_id, table)}) order by id for update`.execute(
      trx,
    )
}

/** Rows of the file that block the undo, the first fifty, each once. */
async function blockedRows(db: Kysely<DB>, import_id: string, tables: readonly string[]): Promise<Blocked[]> {
  const found = new Map<number, Omit<Blocked, 'number'>>()
  for (const table of tables) {
    const { rows } = await sql<{ number: number; object_id: string }>`
      select said.number, said.object_id from import_write as said left join ${sql.table(table)} as object on object.id = said.object_id
      where said.import_id = ${import_id} and said.object_type = ${table}
        and (object.id is null or object.version is distinct from said.object_version)`.execute(db)
    for (const { number, object_id } of rows)
      found.set(number, { reason: 'changed', link: linkTo(table, object_id) })
  }
  for (const reference of await referencesTo(db, tables)) {
    const { rows } = await sql<{ number: number; object_id: string }>`
      select distinct said.number, said.object_id from import_write as said
      join ${sql.table(reference.table)} as other on other.${sql.ref(reference.column)} = said.object_id
      where said.import_id = ${import_id} and said.object_type = ${reference.target}
        and not ${ownOf(import_id, reference, tables)}`.execute(db)
    for (const { number, object_id } of rows)
      if (!found.has(number)) found.set(number, { reason: 'used', link: linkTo(reference.target, object_id) })
  }
  return [...found]
    .map(([number, why]) => ({ number, ...why }))
    .sort((a, b) => a.number - b.number)
    .slice(0, 50)
}

/** The page of a written row, where its table has one. */
function linkTo(table: string, id: string): UndoLink | undefined {
  const to = undoPages.find((page) => page === table)
  return to && { to, id }
}

/** SQL condition: the referencing row was written by the same import, or belongs to a row that was. */
function ownOf(import_id: string, { table }: Reference, tables: readonly string[]) {
  if (tables.includes(table)) return sql`other.id in (${idsOf(import_id, table)})`
  const belongs = ownedRows[table]
  if (!belongs || !tables.includes(belongs[1])) return sql`false`
  return sql`other.${sql.ref(belongs[0])} in (${idsOf(import_id, belongs[1])})`
}

/** All foreign keys that reference these tables, from the database's catalogue. */
async function referencesTo(db: Kysely<DB>, tables: readonly string[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select source.relname as table, attribute.attname as column, target.relname as target
    from pg_constraint as c
    join pg_class as source on source.oid = c.conrelid
    join pg_class as target on target.oid = c.confrelid
    join pg_attribute as attribute on attribute.attrelid = c.conrelid and attribute.attnum = c.conkey[1]
    where c.contype = 'f' and target.relname = any(${tables}::text[])
      and target.relnamespace = current_schema()::regnamespace and source.relnamespace = target.relnamespace
    order by 1, 2`.execute(db)
  return rows
}

async function removeWritten(trx: Transaction<DB>, import_id: string, table: string): Promise<void> {
  for (const [belonging, [column, owner]] of Object.entries(ownedRows))
    if (owner === table)
      await sql`delete from ${sql.table(belonging)} where ${sql.ref(column)} in (${idsOf(import_id, table)})`.execute(
        trx,
      )
  await sql`delete from ${sql.table(table)} where id in (${idsOf(import_id, table)})`.execute(trx)
}

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
