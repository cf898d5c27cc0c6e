import { type Kysely, sql, type Transaction } from 'kysely'
import { touched } from '#app/domain/core/changed.ts'
import { countLimited, type Limited, type Limits, limitsOf } from '#app/domain/core/features/limits.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { personOf } from '#app/domain/identity/accounts/accounts.ts'
import type { DB } from '#db/types.ts'
import { typed } from './find-imports.ts'
import type { Problem } from './import.ts'
import { type About, coded, type Parsed } from './kind.ts'
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
  return kind.adds ? within(kind.adds, await limitsOf(db), await countLimited(db), checked) : checked
}

/** Problems of rows beyond the package's limit, in the order of the file; invalid rows do not count towards it. */
function within(
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
