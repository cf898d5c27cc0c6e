import { sql } from 'kysely'
import { currentDay } from '#app/domain/core/clock.ts'
import type { DateOrder } from '#app/domain/core/spreadsheets/cells.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { isBusy } from '#db/sharing/busy.ts'
import { checkImport, runImport, undoImportOf } from '#jobs/handlers/enrolment.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { mapImport, startImport, startUndo } from './change-import.ts'
import type { ImportKindName, Problem } from './import.ts'
import { reachOf } from './kind.ts'
import { kindOf } from './kinds.ts'
import { guess, stageImport } from './stage.ts'

export type Sheet = readonly (readonly Cell[])[]

/** An import of a file with these rows, the headings first, whose columns are called as the fields are. */
export function importing(tenant: Tenant, kind: ImportKindName, sheet: Sheet, date_order: DateOrder = 'ymd') {
  const keys = keysIn(tenant)
  const tools = (name: Parameters<typeof jobTools>[1]) => jobTools(tenant, name)
  const actor = () => tenant.actor('admin')
  const scope = async () => reachOf(await actor(), 'import.run')
  let id = ''
  const now = () =>
    tenant.read((db) => db.selectFrom('import').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const one = {
    id: () => id,
    now,
    async stage() {
      const admin = await actor()
      const rows = sheet.map((cells, index) => ({ number: index + 1, cells: [...cells] }))
      id = await tenant.write((trx) =>
        stageImport(trx, admin, keys, {
          ...{ kind, file_name: 'murid.xlsx', date_order, branch_id: tenant.branch.id, rows },
          guess: (headings) => guess(kindOf(kind).fields, ({ key }) => [key], headings),
        }),
      )
      return one
    },
    async map() {
      const [admin, reach, { columns, fixed, version }] = [await actor(), await scope(), await now()]
      const said: string[] = []
      for (const [key, column] of Object.entries(columns as Record<string, number>)) said[column] = key
      const input = {
        columns: Array.from(said, (key) => key ?? undefined),
        fixed: Object.entries(fixed as Record<string, string>).map(([field, value]) => ({ field, value })),
      }
      await tenant.write((trx) =>
        mapImport(trx, admin, reach, keys, { id, version }, { ...input, version }, ({ key }) => key),
      )
      return one
    },
    async check() {
      await checkImport({ import_id: id }, tools('import.check'))
      return one
    },
    /** Uploaded, mapped by its headings, and checked. */
    checked: async () => (await (await one.stage()).map()).check(),
    async start() {
      const { version } = await now()
      const [admin, reach] = [await actor(), await scope()]
      await tenant.write((trx) => startImport(trx, admin, reach, { id, version }))
      return one
    },
    /** As the queue does with a job that waited too long for another, until it has come to its end. */
    async run() {
      const work = (): Promise<void> =>
        runImport({ import_id: id }, tools('import.run')).catch((error) => {
          if (!isBusy(error)) throw error
          return work()
        })
      await work()
      return one
    },
    async undo() {
      const { version } = await now()
      const [admin, reach] = [await actor(), await scope()]
      await tenant.write((trx) => startUndo(trx, admin, reach, { id, version }))
      await undoImportOf({ import_id: id }, tools('import.undo'))
      return now()
    },
    rows: () =>
      tenant.read(async (db) => {
        const rows = await db
          .selectFrom('import_row')
          .select(['id', 'number', 'status', 'problems'])
          .where('import_id', '=', id)
          .orderBy('number')
          .execute()
        return rows.map((row) => ({ ...row, problems: row.problems as unknown as Problem[] }))
      }),
    /** What is wrong, as `3 phone input.phone`, without the values of sentences. */
    async problems() {
      const rows = await one.rows()
      return rows.flatMap(({ number, problems }) =>
        problems.map(({ field, code }) => `${number} ${field} ${code.replace(/\|.*/, '')}`),
      )
    },
  }
  return one
}

/** A checksum of every table of an organisation, but for those that only grow and those of imports. */
export async function checksums(tenant: Tenant): Promise<Record<string, string>> {
  const { rows: tables } = await tenant.read((db) =>
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()
      and tablename not in ('audit_log', 'audit_seal', 'number_series', 'form_submission', 'import', 'import_row',
        'import_write', 'migration', 'migration_lock') order by 1`.execute(db),
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await tenant.read((db) =>
      sql<{ sum: string }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
        from ${sql.table(name)} as t`.execute(db),
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

export const today = currentDay()

/** Headings of a file with a child and up to two parents. */
export const familyHeadings = [
  ...['name', 'born_on', 'gender', 'identity_no', 'birth_cert_no', 'health_conditions', 'allergies'],
  ...['parent_1_name', 'parent_1_relationship', 'parent_1_phone', 'parent_1_identity_no', 'parent_1_email'],
  ...['parent_2_name', 'parent_2_relationship', 'parent_2_phone'],
]

const syllables = ['la', 'mi', 'ro', 'su', 'te', 'ka', 'ni', 'bo', 'du', 'ye']
/** A word for a number; no two are spelled alike, doubled letters or not. */
const inSyllables = (number: number) =>
  [...String(number).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('')

/** A child of a family of their own, whose numbers cannot exist. */
export function familyRow(number: number, given: Record<string, Cell> = {}): Cell[] {
  const row: Record<string, Cell> = {
    name: `Nur Aisyah ${inSyllables(number)}`,
    born_on: '2016-05-04',
    gender: 'Perempuan',
    birth_cert_no: `IM${10_000 + number}`,
    parent_1_name: `Razak ${number}`,
    parent_1_relationship: 'bapa',
    parent_1_phone: `011-${String(20_000_000 + number)}`,
    ...given,
  }
  return familyHeadings.map((key) => row[key] ?? null)
}
