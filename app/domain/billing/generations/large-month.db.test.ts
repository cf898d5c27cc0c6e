import { sql, type Transaction } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { pdfRows } from '#app/domain/core/documents/document.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { copyLines, fill } from '#tests/bench/billing/month.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { billChunk } from './bill-chunk.ts'
import { aClass, billing, nextMonth } from './test-support.ts'

describe('printing', () => {
  test('a preview with names of 150 letters can be printed, with as many rows as a print may have', async () => {
    const tenant = await freshTenant()
    const taught = await tenant.write((trx) => aClass(trx))
    const students = Math.min(5_000, pdfRows)
    await tenant.write(async (trx) => {
      // The limits are those of a page; a busy machine needs longer to make up so many names.
      await sql`select set_config('statement_timeout', '0', true), set_config('transaction_timeout', '0', true)`.execute(
        trx,
      )
      await manyPupils(trx, taught.id, students)
      await sql`update student set name = rpad(student_no || ' ', 150, 'Nur Aisyah Humaira binti Abdullah ')`.execute(
        trx,
      )
    })
    const one = await billing(tenant).preview()
    expect(await one.counts()).toMatchObject({ ready: students })
    const scope = { scope: 'all' as const, user_id: newId(), branch_ids: [], parent_id: null }
    const id = await tenant.write((trx) =>
      requestDocument(trx, systemActor, {
        kind: 'list',
        fingerprint: newId(),
        parameters: { name: 'generation-student', query: `generation=${one.id()}`, format: 'pdf', scope },
        locale: 'my',
      }),
    )
    const here = jobTools(tenant, 'document.render')
    const sheets: string[] = []
    const render: typeof here.pdf.render = (html, options) => {
      sheets.push(html)
      return soaking ? here.pdf.render(html, options) : Promise.reject(new Error('not today'))
    }
    await renderDocument({ document_id: id }, { ...here, pdf: { ...here.pdf, render } }).catch(
      () => undefined,
    )
    const names = await one.students()
    expect(names).toHaveLength(students)
    expect(sheets).toHaveLength(1)
    expect(sheets[0]!.match(/<tr\b/g)!.length).toBeGreaterThan(students)
    expect(sheets[0]).toContain('Nur Aisyah Humaira binti Abdullah Nur Aisyah')
  })
})

describe('statistics of the database', () => {
  const students = 1_000
  const chunk = 50
  const small = 20
  const tables = ['generation_student', 'generation_item', 'billed_fee', 'invoice', 'invoice_item']

  /** Rows of each table that this connection has read, by whatever way. */
  async function readSoFar(trx: Transaction<DB>): Promise<Record<string, number>> {
    const { rows } = await sql<{ table: string; read: number }>`
    select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where schemaname = current_schema()`.execute(trx)
    return Object.fromEntries(rows.map(({ table, read }) => [table, read]))
  }

  /** One more run of the same students, as there are after some time. */
  async function copyOf(trx: Transaction<DB>, generation_id: string): Promise<void> {
    const id = newId()
    await sql`insert into generation
    select (jsonb_populate_record(row, jsonb_build_object('id', ${id}::text))).*
    from generation as row where id = ${generation_id}`.execute(trx)
    await sql`insert into generation_student
    select (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid(), 'generation_id', ${id}::text))).*
    from generation_student as row where generation_id = ${generation_id}`.execute(trx)
  }

  test('a chunk reads only the rows of its students, whatever the statistics of the month are', async () => {
    const tenant = await freshTenant()
    const analyze = () => asOwner(tenant.database.ownerUrl, (owner) => sql`analyze`.execute(owner))
    const taught = await tenant.write((trx) => aClass(trx))
    await tenant.write((trx) => manyPupils(trx, taught.id, students))
    const actor = await tenant.actor('admin')

    /** What a chunk of a run reads of what is kept for each student, after statistics that were taken at some time. */
    const readOf = async (month: string, known: { before: boolean; after: boolean }) => {
      if (known.before) await analyze()
      const one = await (await billing(tenant, { month }).preview()).start()
      await tenant.write((trx) =>
        trx.updateTable('generation').set({ checked_at: new Date() }).where('id', '=', one.id()).execute(),
      )
      if (known.after) await analyze()
      return tenant.write(async (trx) => {
        const before = await readSoFar(trx)
        expect(await billChunk(trx, one.id(), actor, { limit: chunk })).toBe(chunk)
        const after = await readSoFar(trx)
        return Object.fromEntries(tables.map((table) => [table, after[table]! - before[table]!]))
      })
    }

    const months = [0, 1, 2, 3].map((ahead) => addMonths(`${nextMonth}-01`, ahead).slice(0, 7))
    const past = await billing(tenant, { month: months[0]! }).preview()
    await past.run()
    for (let count = 0; count < 20; count++) await tenant.write((trx) => copyOf(trx, past.id()))
    const read = [
      await readOf(months[1]!, { before: false, after: false }),
      await readOf(months[2]!, { before: true, after: false }),
      await readOf(months[3]!, { before: true, after: true }),
    ]
    for (const rows of read.flatMap((each) => Object.values(each))) expect(rows).toBeLessThan(chunk * 8)
  })

  /** What each chunk of a run reads; in one transaction, so that all have the connection with its plans. */
  async function readByChunks(trx: Transaction<DB>, generation_id: string, actor: Actor, limit: number) {
    let before = await readSoFar(trx)
    const chunks: Record<string, number>[] = []
    while ((await billChunk(trx, generation_id, actor, { limit })) > 0) {
      const after = await readSoFar(trx)
      chunks.push(Object.fromEntries(tables.map((table) => [table, after[table]! - before[table]!])))
      before = after
    }
    return chunks
  }

  test('the last chunk of a run reads no more than the first, though its plans were made while there were no invoices', async () => {
    const tenant = await freshTenant()
    const taught = await tenant.write((trx) => aClass(trx))
    await tenant.write((trx) => manyPupils(trx, taught.id, 20 * small))
    const actor = await tenant.actor('admin')
    const one = await (await billing(tenant).preview()).start()
    await tenant.write((trx) =>
      trx.updateTable('generation').set({ checked_at: new Date() }).where('id', '=', one.id()).execute(),
    )
    await asOwner(tenant.database.ownerUrl, (owner) => sql`analyze`.execute(owner))
    const read = await tenant.write((trx) => readByChunks(trx, one.id(), actor, small))
    expect(read).toHaveLength(20)
    for (const table of ['billed_fee', 'invoice', 'invoice_item'])
      expect(read.at(-1)![table]).toBeLessThan(small * 8)
  })

  test('foreign-key checks of an organisation’s first month, without statistics, read only what a chunk has written', async () => {
    const tenant = await freshTenant()
    const [many, large] = [5_000, 1_000]
    await tenant.write((trx) => fill(trx, many))
    await asOwner(tenant.database.ownerUrl, (owner) => sql`analyze`.execute(owner))
    const month = await tenant.write((trx) => copyLines(trx, { no: 1, students: many }))
    const read = await tenant.write((trx) => readByChunks(trx, month.id, systemActor, large))
    expect(read).toHaveLength(many / large)
    const lines = 3 * large
    for (const table of ['billed_fee', 'invoice', 'invoice_item'])
      expect(read.at(-1)![table]).toBeLessThan(lines * 4)
  })

  test('the result of a student is a heap-only update: no index has it, and each page has room for it', async () => {
    const tenant = await freshTenant()
    const { rows } = await tenant.read((db) =>
      sql<{ column: string; room: string }>`
      select distinct held.attname as column, array_to_string(told.reloptions, ',') as room
      from pg_class as told
        join pg_index as one on one.indrelid = told.oid
        join pg_attribute as held on held.attrelid = told.oid and held.attnum = any(one.indkey)
      where told.oid = 'generation_student'::regclass and one.indpred is null order by 1`.execute(db),
    )
    expect(rows.map(({ column }) => column)).toEqual(['generation_id', 'id', 'position', 'student_id'])
    expect(rows[0]!.room).toBe('fillfactor=50')
  })
})
