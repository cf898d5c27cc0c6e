import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chunkRows } from '#app/domain/enrolment/imports/import.ts'
import {
  checksums,
  familyHeadings,
  familyRow,
  importing,
} from '#app/domain/enrolment/imports/test-support.ts'
import { lockLast } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'

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
    fixture: 'app/domain/enrolment/imports/writing/worker.fixture.ts',
  })
const patience = { timeout: 60_000, interval: 5 }

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
