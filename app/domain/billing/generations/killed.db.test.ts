import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addMonths } from '#app/domain/core/dates.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { runGeneration } from '#jobs/handlers/generations.ts'
import { withLongTransactions } from '#jobs/without-time-limits.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { aClass, billing, gapsAndDoubles, nextMonth, pupils } from './test-support.ts'

/** Real worker processes, killed in the middle of a month's billing. */
let tenant: Tenant
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'billing-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const kills = soaking ? 50 : 1
const students = soaking ? 10_000 : 2_500

const startProcess = () =>
  startWorkerProcess({ dataDir, smtpPort: 1, fixture: 'app/domain/billing/generations/worker.fixture.ts' })
const patience = { timeout: 300_000, interval: 5 }

/** Months that one organisation is billed for. */
const mostMonths = 10

/** An organisation with all its students in one class. */
async function openTaught() {
  tenant = await freshTenant()
  await tenant.write(async (trx) => manyPupils(trx, (await aClass(trx)).id, students))
}

/** Mails would be asked for by thousands; they wait for their hour, beyond this test. */
const forgetMails = () =>
  withPlatform(tenant.database.pool, (trx) =>
    sql`delete from platform.outbox where name = 'invoice.send' and entity_id = ${tenant.entity.id}`.execute(
      trx,
    ),
  )

/** Numbers of a run that are not in the order of its students, although chunks are worked on side by side. */
const numbersAstray = async (generation_id: string) => {
  const { rows } = await withLongTransactions(tenant.write)((db) =>
    sql`select number from (
      select number, told.position, lag(told.position) over (order by number) as before
      from invoice join generation_student as told using (generation_id, student_id)
      where generation_id = ${generation_id}) as numbered
    where before > position`.execute(db),
  )
  return rows
}

test(`kill -9, ${kills} of them: each student is billed once, no number is missing, and the run continues`, async () => {
  let killed = 0
  let months = 0
  let slowest = 0
  while (killed < kills || months === 0) {
    // no month further off than a year is billed, so that the next ones are another organisation's
    if (months % mostMonths === 0) await openTaught()
    const month = addMonths(`${nextMonth}-01`, months++ % mostMonths).slice(0, 7)
    const one = await (await billing(tenant, { month }).preview()).start()
    const billed = async () => (await one.counts()).created
    const ended = async () => (await one.now()).status !== 'running'
    while (!(await ended())) {
      const before = await billed()
      const worker = await startProcess()
      const begun = performance.now()
      await vi.waitFor(async () => expect((await ended()) || (await billed()) > before).toBe(true), patience)
      slowest = Math.max(slowest, performance.now() - begun)
      if (killed < kills) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 120))
        if (!(await ended())) killed += 1
      } else await vi.waitFor(async () => expect(await ended()).toBe(true), patience)
      worker.child.kill('SIGKILL')
      await worker.ended
    }
    expect(await one.now()).toMatchObject({ status: 'completed', error_code: null })
    expect(await one.counts()).toMatchObject({ created: students, failed: 0, ready: 0 })
    expect(await one.invoices()).toHaveLength(students)
    expect(await gapsAndDoubles(tenant)).toEqual({})
    expect(await numbersAstray(one.id())).toEqual([])
    expect(await withLongTransactions(tenant.write)(imbalance)).toEqual({})
    await forgetMails()
  }
  figure(
    `R10: a worker killed ${killed} times in ${months} runs of ${students} invoices: none missing, none double, no number ` +
      `left out; the next worker went on within ${(slowest / 1_000).toFixed(1)} s of its start`,
  )
}, 1_800_000)

describe('an interrupted run', () => {
  const begun = async () => {
    const at = await freshTenant()
    const taught = await at.write((trx) => aClass(trx))
    await at.write((trx) => pupils(trx, taught.id, 2))
    const one = await (await billing(at).preview()).start()
    const asked = () =>
      withPlatform(at.database.pool, (trx) =>
        trx
          .selectFrom('platform.outbox')
          .select('name')
          .where('entity_id', '=', at.entity.id)
          .orderBy('run_at')
          .orderBy('id')
          .execute(),
      )
    const work = (job: Partial<TenantTools['job']>) =>
      runGeneration({ generation_id: one.id() }, jobTools(at, 'generation.run', { job }))
    return { at, one, asked, work }
  }

  test('continues, and does not wait behind the mails that it has enqueued', async () => {
    const { one, asked, work } = await begun()
    await work({ interrupted: true })
    expect(await one.now()).toMatchObject({ status: 'completed' })
    expect((await asked()).filter(({ name }) => name === 'generation.run')).toHaveLength(1)
  })

  test('whose job the queue would soon give up on continues in a new job, which goes before all mails', async () => {
    const { at, one, asked, work } = await begun()
    await withPlatform(at.database.pool, (trx) =>
      sql`delete from platform.outbox where entity_id = ${at.entity.id}`.execute(trx),
    )
    await at.write((trx) => enqueue(trx, 'invoice.send', { invoice_id: newId() }))
    await work({ interrupted: true, nearlyExhausted: true })
    expect(await one.now()).toMatchObject({ status: 'running' })
    expect(await one.counts()).toMatchObject({ created: 0, ready: 2 })
    expect((await asked()).map(({ name }) => name)).toEqual(['generation.run', 'invoice.send'])
  })
})
