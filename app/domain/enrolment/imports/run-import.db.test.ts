import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { branch, parent, student, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { besides, lockLast } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { correctRow, mapImport, removeImport, startImport } from './change-import.ts'
import { chunkRows } from './import.ts'
import { reachOf } from './kind.ts'
import { aboutOf, saveChecked, writeNext } from './run-import.ts'
import { stageImport } from './stage.ts'
import { checksums, familyHeadings, familyRow, importing, today } from './test-support.ts'

describe('running an import', () => {
  let tenant: Tenant
  let admin: Awaited<ReturnType<Tenant['actor']>>
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
  })

  const students = () =>
    tenant.read((db) =>
      db.selectFrom('student').select(['birth_cert_no', 'name']).orderBy('birth_cert_no').execute(),
    )
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

  test('a process that is killed in the middle writes no row twice and forgets none', async () => {
    const all = numbers(100, 3 * chunkRows + 4)
    const file = importing(tenant, 'students', [familyHeadings, ...all.map((number) => familyRow(number))])
    await (await file.checked()).start()
    const row = await file.now()
    const about = await tenant.read((db) =>
      aboutOf(db, keysIn(tenant), today, { ...row, user_id: row.run_by }, () => ({
        balance: '',
        undone: '',
      })),
    )
    await writeNext(tenant.write, row.id, about!)
    let begun = 0
    const dies: typeof tenant.write = (work) =>
      tenant.write(async (trx) => {
        await work(trx)
        if (begun++ === 0) throw new Error('killed')
        return undefined as never
      })
    await expect(writeNext(dies, row.id, about!)).rejects.toThrow('killed')
    expect((await file.rows()).filter(({ status }) => status === 'written')).toHaveLength(chunkRows)
    // Two workers that were given the same job go on together.
    await Promise.all([file.run(), file.run()])
    expect(await file.now()).toMatchObject({ status: 'done' })
    expect((await students()).map(({ birth_cert_no }) => birth_cert_no)).toEqual(
      all.map((number) => `IM${10_000 + number}`),
    )
    const finished = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('action')
        .where('object_id', '=', row.id)
        .orderBy('position')
        .execute(),
    )
    expect(finished.map(({ action }) => action)).toEqual([
      'import.uploaded',
      'import.started',
      'import.finished',
    ])
  })

  test('two workers that were given the same job write each row once, also where nothing else would keep them from it', async () => {
    await tenant.write((trx) => student(trx, { student_no: '990001' }))
    const rows = numbers(1, 2 * chunkRows).map((number) => ['990001', number, `Baki ${number}`])
    const file = importing(tenant, 'balances', [['student_no', 'amount', 'description'], ...rows])
    await (await file.checked()).start()
    await Promise.all([file.run(), file.run(), file.run()])
    expect(await file.now()).toMatchObject({ status: 'done' })
    const invoices = await tenant.read((db) =>
      db.selectFrom('invoice').select('total_sen').orderBy('total_sen').execute(),
    )
    expect(invoices.map(({ total_sen }) => total_sen / 100)).toEqual(numbers(1, 2 * chunkRows))
  })

  test('an import that is begun twice runs once', async () => {
    const file = await importing(tenant, 'students', [familyHeadings, familyRow(300)]).checked()
    const { id, version } = await file.now()
    const admin = await tenant.actor('admin')
    const start = () =>
      tenant
        .write((trx) => startImport(trx, admin, reachOf(admin, 'import.run'), { id, version }))
        .catch((error) => asRefusal(error)?.code ?? error)
    expect((await Promise.all([start(), start()])).sort()).toEqual(['import.state', undefined])
  })

  test('what is refused only when it is written is listed with its reason, and the rows around it are written', async () => {
    const all = numbers(400, 5)
    const file = importing(tenant, 'students', [familyHeadings, ...all.map((number) => familyRow(number))])
    await file.checked()
    await tenant.write((trx) => student(trx, { birth_cert_no: 'IM10402' }))
    await (await file.start()).run()
    expect(await file.now()).toMatchObject({ status: 'done_with_errors' })
    expect((await file.rows()).map(({ status }) => status)).toEqual([
      'written',
      'written',
      'failed',
      'written',
      'written',
    ])
    expect(await file.problems()).toEqual(['4 birth_cert_no duplicate.student'])
  })

  test('an import whose rows were changed or used since is not undone, and they are named', async () => {
    const file = importing(tenant, 'students', [
      familyHeadings,
      ...numbers(500, 4).map((number) => familyRow(number)),
    ])
    await (await (await file.checked()).start()).run()
    const before = await checksums(tenant)
    await tenant.write(async (trx) => {
      const changed = trx.updateTable('student').set({ version: 2 })
      await changed.where('birth_cert_no', '=', 'IM10501').execute()
      const { id } = await trx
        .selectFrom('parent')
        .select('id')
        .where('name', '=', 'Razak 502')
        .executeTakeFirstOrThrow()
      await student(trx, {}, { payer: { id } })
      await parent(trx)
    })
    expect(await file.undo()).toMatchObject({
      status: 'done',
      blocked: [
        { number: 3, reason: 'changed' },
        { number: 4, reason: 'used' },
      ],
    })
    const after = await checksums(tenant)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      'parent',
      'student',
      'student_parent',
    ])
    expect((await file.rows()).filter(({ status }) => status === 'written')).toHaveLength(4)
  })

  test('an undo waits for who is just changing a row of the import, and then leaves it', async () => {
    const file = importing(tenant, 'students', [familyHeadings, familyRow(550)])
    await (await (await file.checked()).start()).run()
    const undone = await besides(
      tenant,
      (held) =>
        tenant.write(async (trx) => {
          const change = trx.updateTable('student').set({ version: 2 })
          await change.where('birth_cert_no', '=', 'IM10550').execute()
          await held()
        }),
      () => file.undo(),
    )
    expect(undone).toMatchObject({
      value: { status: 'done', blocked: [{ number: 2, reason: 'changed' }] },
    })
  })

  test('whoever may not import any more writes nothing, and the page says so', async () => {
    const file = await (
      await importing(tenant, 'students', [familyHeadings, familyRow(600)]).checked()
    ).start()
    const admin = await tenant.actor('admin')
    const set = (status: string) =>
      tenant.write((trx) =>
        trx.updateTable('user_account').set({ status }).where('id', '=', admin.id).execute(),
      )
    await set('inactive')
    await file.run()
    await set('active')
    expect(await file.now()).toMatchObject({ status: 'failed', error_code: 'import.nobody' })
    expect((await file.rows()).map(({ status }) => status)).toEqual(['ready'])
    await (await file.start()).run()
    expect(await file.now()).toMatchObject({ status: 'done', error_code: null })
  })

  const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)

  test('an import is undone within seven days of its end', async () => {
    const ended = async (number: number, passed: string) => {
      const file = await importing(tenant, 'students', [familyHeadings, familyRow(number)]).checked()
      await (await file.start()).run()
      await tenant.write((trx) =>
        trx
          .updateTable('import')
          .set({ finished_at: sql<Date>`now() - ${passed}::interval` })
          .where('id', '=', file.id())
          .execute(),
      )
      return file
    }
    const late = await ended(1, '7 days')
    await expect(late.undo().catch(said)).toRefuse('import.undo_over')
    expect(await late.now()).toMatchObject({ status: 'done' })
    expect(await (await ended(2, '6 days 23 hours')).undo()).toMatchObject({ status: 'undone' })
  })

  test('nothing is written while a row is wrong, or when every row is left out', async () => {
    const file = await importing(tenant, 'students', [
      familyHeadings,
      familyRow(10),
      familyRow(11, { born_on: 'kelmarin' }),
    ]).checked()
    await expect(file.start().catch(said)).toRefuse('import.not_ready')
    const leave = (status: string) =>
      tenant.write((trx) =>
        trx
          .updateTable('import_row')
          .set({ status: 'left_out' })
          .where('import_id', '=', file.id())
          .where('status', '=', status)
          .execute(),
      )
    await leave('ready')
    await leave('wrong')
    await expect(file.start().catch(said)).toRefuse('import.not_ready')
  })

  test('a clerk neither reads nor changes the rows of a colleague', async () => {
    const file = await importing(tenant, 'students', [familyHeadings, familyRow(20)]).checked()
    const usual = await tenant.actor('clerk')
    const other = await tenant.write((trx) =>
      user(trx, { roles: ['clerk'] }, { branch_id: tenant.branch.id }),
    )
    const clerk: Actor & { id: string } = { ...usual, id: other.id }
    const [row] = await file.rows()
    const [keys, scope, { id, version }] = [keysIn(tenant), reachOf(clerk, 'import.upload'), await file.now()]
    const mend = { cells: [{ column: 0, text: 'Lain' }], version }
    await expect(
      tenant.write((trx) => correctRow(trx, clerk, scope, keys, row!.id, mend)).catch(said),
    ).toRefuse('import.not_yours')
    const staged = await importing(tenant, 'students', [familyHeadings, familyRow(21)]).stage()
    const at = { id: staged.id(), version: (await staged.now()).version }
    const map = { columns: ['name'], fixed: [], version: at.version }
    await expect(
      tenant.write((trx) => mapImport(trx, clerk, scope, keys, at, map, ({ key }) => key)).catch(said),
    ).toRefuse('import.not_yours')
    expect(id).not.toBe(at.id)
  })

  test('a column is one thing, and a file is for a branch within reach', async () => {
    const clerk = await tenant.actor('clerk')
    const twice = await importing(tenant, 'students', [familyHeadings, familyRow(30)]).stage()
    const [keys, scope, { version }] = [keysIn(tenant), reachOf(admin, 'import.upload'), await twice.now()]
    const map = { columns: ['name', 'name'], fixed: [], version }
    const at = { id: twice.id(), version }
    await expect(
      tenant.write((trx) => mapImport(trx, admin, scope, keys, at, map, ({ key }) => key)).catch(said),
    ).toRefuse('import.column_twice', 'columns[1]')
    const far = await tenant.write((trx) => branch(trx))
    const staged = (actor: Actor & { id: string }, branch_id: string) =>
      tenant.write((trx) =>
        stageImport(trx, actor, keys, {
          ...{
            kind: 'students',
            file_name: 'a.csv',
            date_order: 'dmy',
            branch_id,
            rows: [1, 2].map((number) => ({ number, cells: ['x'] })),
          },
          guess: () => ({ columns: {}, fixed: {} }),
        }),
      )
    await expect(staged(clerk, far.id).catch(said)).toRefuse('not_found.branch', 'branch_id')
    expect(await staged(clerk, tenant.branch.id)).toBeTruthy()
  })

  test('an import that stopped is removed while nothing of it was written', async () => {
    const file = await importing(tenant, 'students', [familyHeadings, familyRow(40)]).checked()
    await (await file.start()).run()
    const remove = async () => {
      const { id, version } = await file.now()
      const scope = reachOf(admin, 'import.upload')
      return tenant.write((trx) => removeImport(trx, admin, scope, { id, version })).catch(said)
    }
    const set = (status: string) =>
      tenant.write((trx) => trx.updateTable('import').set({ status }).where('id', '=', file.id()).execute())
    await set('failed')
    await expect(remove()).toRefuse('import.state')
    await set('done')
  })

  test('a check of columns that were said anew meanwhile says nothing', async () => {
    const file = await (await importing(tenant, 'students', [familyHeadings, familyRow(50)]).stage()).map()
    const { version } = await file.now()
    await (await file.check()).map()
    const keep = (seen: number) => tenant.write((trx) => saveChecked(trx, file.id(), seen, []))
    await keep(version)
    expect((await file.now()).status).toBe('mapped')
    await keep((await file.now()).version)
    expect((await file.now()).status).toBe('checked')
  })
})

describe('a killed worker', () => {
  /** Real worker processes, killed while they write the rows of a file. */
  let tenant: Tenant
  let dataDir: string

  beforeAll(async () => {
    tenant = await freshTenant()
    await tenant.actor('admin')
    dataDir = await mkdtemp(join(tmpdir(), 'import-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  const kills = soaking ? 8 : 1
  const count = soaking ? 1_000 : 3 * chunkRows

  const startProcess = () =>
    startWorkerProcess({
      dataDir,
      smtpPort: 1,
      fixture: 'app/domain/enrolment/imports/worker.fixture.ts',
    })
  const patience = { timeout: 300_000, interval: 5 }

  test(`kill -9, ${kills} of them: no row twice, none missing, the import goes on by itself, and undo leaves nothing of it`, async () => {
    const before = await checksums(tenant)
    const rows = Array.from({ length: count }, (_, index) => familyRow(20_000 + index))
    const file = await (await importing(tenant, 'students', [familyHeadings, ...rows]).checked()).start()
    const written = async () => (await file.rows()).filter(({ status }) => status === 'written').length
    const ended = async () => (await file.now()).status !== 'running'
    let killed = 0
    // however slow this process is, the end is not there before all have been killed
    const last = await lockLast(tenant, 'import_row', 'number')
    while (!(await ended())) {
      const had = await written()
      if (killed === kills) await last.letGo()
      const worker = await startProcess()
      await vi.waitFor(async () => expect((await ended()) || (await written()) > had).toBe(true), patience)
      if (killed < kills) killed += 1
      else await vi.waitFor(async () => expect(await ended()).toBe(true), patience)
      worker.child.kill('SIGKILL')
      await worker.ended
    }
    expect(killed).toBe(kills)
    expect(await file.now()).toMatchObject({ status: 'done' })
    expect(await written()).toBe(count)
    const numbers = await tenant.read((db) =>
      db.selectFrom('student').select('birth_cert_no').orderBy('birth_cert_no').execute(),
    )
    expect(numbers.map(({ birth_cert_no }) => birth_cert_no)).toEqual(
      rows.map((_, index) => `IM${10_000 + 20_000 + index}`),
    )
    expect(await file.undo()).toMatchObject({ status: 'undone' })
    expect(await checksums(tenant)).toEqual(before)
    figure(
      `imports: a worker killed ${killed} times while it wrote ${count} families: none missing, none double, undone to the same checksums`,
    )
  })
})
