import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lockLast } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { chunkLines } from './bank-statement.ts'
import { csvOf, type Family, familyOf, owedBy, uploaded } from './test-support.ts'

/** Real worker processes, killed while they post the lines of a statement. */
let tenant: Tenant
let dataDir: string

beforeAll(async () => {
  tenant = await freshTenant()
  dataDir = await mkdtemp(join(tmpdir(), 'bank-statement-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const kills = soaking ? 6 : 1
const count = soaking ? 600 : 2 * chunkLines + 5

const startProcess = () =>
  startWorkerProcess({
    dataDir,
    smtpPort: 1,
    fixture: 'app/domain/payments/bank-statements/worker.fixture.ts',
  })
const patience = { timeout: 60_000, interval: 5 }

test(`kill -9, ${kills} of them: no line is posted twice, none forgotten, and not a sen is lost`, async () => {
  const families: Family[] = []
  for (let index = 0; index < count; index++)
    families.push(await familyOf(tenant, `Keluarga Bilangan ${index}`, 5_000, 5_000))
  const lines = families.map(({ code }, index) => ({ reference: code, in: index % 2 ? '60.00' : '50.00' }))
  const statement = await uploaded(tenant, csvOf(lines), { matched: false })
  const posted = async () => (await statement.lines()).filter(({ status }) => status === 'matched').length
  const ended = async () => (await statement.now()).status !== 'matching'
  let killed = 0
  // however slow this process is, the end is not there before all have been killed
  const last = await lockLast(tenant, 'bank_line', 'number')
  while (!(await ended())) {
    const had = await posted()
    if (killed === kills) await last.letGo()
    const worker = await startProcess()
    await vi.waitFor(async () => expect((await ended()) || (await posted()) > had).toBe(true), patience)
    if (killed < kills) killed += 1
    else await vi.waitFor(async () => expect(await ended()).toBe(true), patience)
    worker.child.kill('SIGKILL')
    await worker.ended
  }
  expect(killed).toBe(kills)
  expect(await statement.now()).toMatchObject({ status: 'ready' })
  expect(await posted()).toBe(count)
  const payments = await tenant.read((db) => db.selectFrom('payment').select('payer_parent_id').execute())
  expect(new Set(payments.map(({ payer_parent_id }) => payer_parent_id)).size).toBe(count)
  expect(payments).toHaveLength(count)
  expect(await owedBy(tenant, families[0]!)).toEqual([0, 5_000])
  expect(await owedBy(tenant, families[1]!)).toEqual([0, 4_000])
  expect(await tenant.read(imbalance)).toEqual({})
  figure(
    `bank statement: a worker killed ${killed} times while it posted ${count} lines: none twice, none forgotten, 0 sen lost`,
  )
})
