import { type Insertable, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

type Table = keyof DB & string

/** Rows by table, in the order in which they refer to each other. */
export type Rows = { [T in Table]?: Insertable<DB[T]>[] }

const rowsInOneStatement = 2_000

/**
 * Inserts many rows in few statements: they travel as one JSON text and Postgres makes rows of it. All rows of a table
 * have the columns of its first; others get their defaults.
 */
export async function insertRows(trx: Transaction<DB>, rows: Rows): Promise<void> {
  for (const [table, all] of Object.entries(rows) as [Table, Record<string, unknown>[]][]) {
    if (all.length === 0) continue
    const names = Object.keys(all[0]!)
    const other = all.find((row) => Object.keys(row).join() !== names.join())
    if (other) throw new Error(`rows of ${table} have different columns: ${names} and ${Object.keys(other)}`)
    const columns = sql.join(names.map((column) => sql.ref(column)))
    for (let first = 0; first < all.length; first += rowsInOneStatement) {
      const json = JSON.stringify(all.slice(first, first + rowsInOneStatement), bytesAsHex)
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json})`.execute(trx)
    }
  }
}

/** Postgres reads bytes as `\x0a1b…`; JSON on its own would spell them out as a list of numbers. */
function bytesAsHex(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key]
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value
}
