import { type Kysely, sql } from 'kysely'
import {
  blindIndex,
  type Keyring,
  open,
  resealNeeded,
  type SecretColumn,
  seal,
} from '#app/domain/core/secrets.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'

/** Rows that are read and written together; small, so that nobody waits for a lock. */
const batch = 500

export interface Resealed {
  /** The schema. */
  place: string
  /** Values that an older key had sealed and that the newest has sealed now. */
  resealed: number
  /** Cells that no key of the ring opens, such as `parent.identity_no_sealed of 0190…`; they are left as they are. */
  unreadable: string[]
}

/**
 * Answers of an application hold a number by which somebody on file is found: its fingerprint is the one that the number
 * of a parent or student has, wherever those are sealed.
 */
const findsOnFile: Record<string, SecretColumn['table']> = {
  application_parent: 'parent',
  application_student: 'student',
}

interface SealedColumn {
  table: string
  column: string
  /** The fingerprint beside it, when there is one. */
  index: string | null
}

/**
 * Seals anew, with the newest key of the ring, what older keys have sealed: in the platform and in every organisation,
 * and the fingerprints beside it. Every column whose name ends in `_sealed` belongs to it. Safe beside a running product
 * and safe to repeat: a value that somebody changes meanwhile is left to them.
 */
export function resealAll(
  ownerUrl: string,
  ring: Keyring,
  onPlace: (done: Resealed) => void,
): Promise<Resealed[]> {
  return asOwner(ownerUrl, async (owner) => {
    const tenants = await owner
      .selectFrom('platform.entity')
      .select('schema_name')
      .orderBy('schema_name')
      .execute()
    const all: Resealed[] = []
    for (const place of ['platform', ...tenants.map(({ schema_name }) => schema_name)]) {
      const done = await resealPlace(owner, ring, place)
      onPlace(done)
      all.push(done)
    }
    return all
  })
}

async function resealPlace(owner: Kysely<DB>, ring: Keyring, place: string): Promise<Resealed> {
  const done: Resealed = { place, resealed: 0, unreadable: [] }
  for (const column of await sealedColumns(owner, place)) await resealColumn(owner, ring, column, done)
  return done
}

async function sealedColumns(owner: Kysely<DB>, place: string): Promise<SealedColumn[]> {
  const { rows } = await sql<SealedColumn>`
    select c.table_name as table, c.column_name as column,
      (select f.column_name from information_schema.columns f
        where f.table_schema = c.table_schema and f.table_name = c.table_name
          and f.column_name = regexp_replace(c.column_name, '_sealed$', '_index')) as index
    from information_schema.columns c
    where c.table_schema = ${place} and c.column_name like '%\\_sealed'
      and exists (select from information_schema.columns k
        where k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'id')
    order by 1, 2`.execute(owner)
  return rows
}

async function resealColumn(owner: Kysely<DB>, ring: Keyring, of: SealedColumn, done: Resealed) {
  const { place } = done
  const { table, column, index } = of
  const name = sql.table(`${place}.${table}`)
  const at = { place, table, column }
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { id: string; sealed: string }[] } = await sql<{ id: string; sealed: string }>`
      select id::text, ${sql.ref(column)} as sealed from ${name}
      where ${sql.ref(column)} is not null and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${batch}`.execute(owner)
    for (const { id, sealed } of rows.filter((row) => resealNeeded(ring, row.sealed))) {
      const plain = opened(() => open(ring, { ...at, row: id }, sealed))
      if (plain === undefined) {
        done.unreadable.push(`${table}.${column} of ${id}`)
        continue
      }
      const fingerprint = index
        ? sql`, ${sql.ref(index)} = ${blindIndex(ring, at, plain)}`
        : answeredNumber(ring, at, plain)
      const written = await sql`
        update ${name} set ${sql.ref(column)} = ${seal(ring, { ...at, row: id }, plain)}${fingerprint}
        where id = ${id}::uuid and ${sql.ref(column)} = ${sealed}`.execute(owner)
      done.resealed += Number(written.numAffectedRows ?? 0)
    }
    if (rows.length < batch) return
    after = rows.at(-1)!.id
  }
}

/** The fingerprint beside answers that hold an identity number; nothing beside others. */
function answeredNumber(ring: Keyring, { place, table: of, column }: SecretColumn, plain: string) {
  const table = findsOnFile[of]
  const identity_no = table && column === 'answers_sealed' ? JSON.parse(plain).identity_no : undefined
  if (!table || !identity_no) return sql``
  const at = { place, table, column: 'identity_no_sealed' }
  return sql`, identity_no_index = ${blindIndex(ring, at, identity_no)}`
}

function opened(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    if ((error as Error).name === 'SecretUnreadable') return undefined
    throw error
  }
}
