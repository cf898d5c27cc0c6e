import type { Transaction } from 'kysely'
import { branchesToChoose } from '#app/domain/catalogue/branches/options.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Columns } from './guess.ts'
import type { DateOrder, ImportKindName } from './import.ts'
import { reachOf } from './kind.ts'
import { sealCells, sealHeadings } from './staged.ts'

interface Upload {
  kind: ImportKindName
  file_name: string
  date_order: DateOrder
  branch_id: string
  rows: readonly SheetRow[]
  /** Of the headings, which are the first row. */
  guess(headings: readonly string[]): { columns: Columns; fixed: Record<string, string> }
}

/** Rows that are written in one statement. */
const batch = 500

/** Keeps the rows of a file, sealed, and what its headings seem to say. Refuses a branch out of reach. Returns the id. */
export async function stageImport(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  keys: Keys,
  { rows, guess, ...upload }: Upload,
): Promise<string> {
  const branches = await branchesToChoose(trx, reachOf(actor, 'import.upload'))
  if (!branches.some(({ id }) => id === upload.branch_id)) throw new Refusal('not_found.branch', 'branch_id')
  const id = newId()
  const [first, ...others] = rows
  const headings = first!.cells.map((cell) => shown(cell).replace(/\s+/g, ' ').trim().slice(0, 100))
  const { columns, fixed } = guess(headings)
  await trx
    .insertInto('import')
    .values({
      ...{ id, ...upload, headings_sealed: sealHeadings(keys, id, headings), row_count: others.length },
      ...{ columns: JSON.stringify(columns), fixed: JSON.stringify(fixed) },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  for (let from = 0; from < others.length; from += batch)
    await trx
      .insertInto('import_row')
      .values(
        others.slice(from, from + batch).map(({ number, cells }) => {
          const row = newId()
          return { id: row, import_id: id, number, cells_sealed: sealCells(keys, row, cells) }
        }),
      )
      .execute()
  const after = { kind: upload.kind, file_name: upload.file_name, row_count: others.length }
  await record(trx, actor, 'import.uploaded', { type: 'import', id }, { after })
  return id
}
