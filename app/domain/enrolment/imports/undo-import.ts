import { type Kysely, sql, type Transaction } from 'kysely'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { About, Blocked, Written } from '#app/domain/enrolment/imports/kind.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import type { DB } from '#db/types.ts'
import { lockImport } from './run-import.ts'

/** Rows that belong to another row and are deleted with it, by their foreign key column. */
const belongings: Readonly<Record<string, readonly [column: string, owner: string]>> = {
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
  await holdWritten(trx, import_id, kind.tables)
  const blocked = kind.takeBack
    ? await kind.takeBack(trx, about, await writtenBy(trx, import_id))
    : await blockedRows(trx, import_id, kind.tables)
  if (blocked.length > 0) return failImportUndo(trx, import_id, blocked)
  if (!kind.takeBack) for (const table of kind.tables) await removeWritten(trx, import_id, table)
  await trx.deleteFrom('import_write').where('import_id', '=', import_id).execute()
  await keep(trx, import_id, { status: 'undone', undone_at: sql`now()` })
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
  await keep(trx, import_id, { status, blocked: blocked && JSON.stringify(blocked), undone_by: null })
}

async function keep(trx: Transaction<DB>, id: string, values: Record<string, unknown>): Promise<void> {
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
async function holdWritten(
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
  const found = new Map<number, Blocked['reason']>()
  for (const table of tables) {
    const { rows } = await sql<{ number: number }>`
      select said.number from import_write as said left join ${sql.table(table)} as object on object.id = said.object_id
      where said.import_id = ${import_id} and said.object_type = ${table}
        and (object.id is null or object.version is distinct from said.object_version)`.execute(db)
    for (const { number } of rows) found.set(number, 'changed')
  }
  for (const reference of await referencesTo(db, tables)) {
    const { rows } = await sql<{ number: number }>`
      select distinct said.number from import_write as said
      join ${sql.table(reference.table)} as other on other.${sql.ref(reference.column)} = said.object_id
      where said.import_id = ${import_id} and said.object_type = ${reference.target}
        and not ${ownOf(import_id, reference, tables)}`.execute(db)
    for (const { number } of rows) if (!found.has(number)) found.set(number, 'used')
  }
  return [...found]
    .map(([number, reason]) => ({ number, reason }))
    .sort((a, b) => a.number - b.number)
    .slice(0, 50)
}

/** SQL condition: the referencing row was written by the same import, or belongs to a row that was. */
function ownOf(import_id: string, { table }: Reference, tables: readonly string[]) {
  if (tables.includes(table)) return sql`other.id in (${idsOf(import_id, table)})`
  const belongs = belongings[table]
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
  for (const [belonging, [column, owner]] of Object.entries(belongings))
    if (owner === table)
      await sql`delete from ${sql.table(belonging)} where ${sql.ref(column)} in (${idsOf(import_id, table)})`.execute(
        trx,
      )
  await sql`delete from ${sql.table(table)} where id in (${idsOf(import_id, table)})`.execute(trx)
}
