import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
import { filesOf } from '#app/integrations/files/files.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { eachQueue } from '#tests/support/jobs/queues.ts'
import { said, startWorkerProcess, taking, type WorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { jobsAtOnce } from './start-worker.ts'

/** A hang, and not a machine that is busy, ends a wait. */
const soon = { timeout: 300_000 }

/** Real worker processes, killed and stopped in the middle of their work. */
let tenant: Tenant
let sandbox: MailSandbox
let dataDir: string

const rowsOf = <T extends 'stored_file' | 'sent_mail'>(table: T) =>
  tenant.read((db) =>
    db
      .selectFrom(table as 'sent_mail')
      .selectAll()
      .execute(),
  )
const queueEmpty = async () => {
  const { pool } = await testDatabase()
  const left = await withPlatform(pool, (trx) => trx.selectFrom('platform.outbox').select('id').execute())
  expect(left).toEqual([])
}

eachQueue((queue, tellIn) => {
  const startProcess = () =>
    startWorkerProcess({ redisUrl: queue.redisUrl, dataDir, smtpPort: sandbox.smtpPort })

  beforeAll(async () => {
    tenant = await freshTenant()
    dataDir = await mkdtemp(join(tmpdir(), 'worker-'))
    sandbox = await createMailSandbox({ folder: join(dataDir, 'sandbox') })
  })
  afterAll(async () => {
    await sandbox.close()
    await rm(dataDir, { recursive: true })
  })

  /** What an earlier test has left in the queue is not for the next one. */
  beforeEach(async () => {
    const inside = await queue.open('lunas')
    await inside.obliterate({ force: true })
  })

  tellIn('Postgres')(
    'kill -9 in the middle of PDFs and mails: nothing is lost, rows are exact, copies of mails are few and logged',
    async () => {
      const count = soaking ? 60 : 24
      const ids = Array.from({ length: count }, () => newId())
      await tenant.write(async (trx) => {
        for (const id of ids) {
          await enqueue(trx, 'document.render', { document_id: id })
          await enqueue(trx, 'receipt.send', { payment_id: id })
        }
      })
      const processes: WorkerProcess[] = []
      const kills = soaking ? 3 : 1
      for (let kill = 0; kill < kills; kill += 1) {
        const worker = await startProcess()
        processes.push(worker)
        await vi.waitFor(() => expect(said(worker, 'job done').length).toBeGreaterThan(4), {
          ...soon,
          interval: 5,
        })
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
        worker.child.kill('SIGKILL')
        await worker.ended
      }
      processes.push(await startProcess())
      await vi.waitFor(
        async () => {
          expect(await rowsOf('stored_file')).toHaveLength(count)
          expect(await rowsOf('sent_mail')).toHaveLength(count)
        },
        { ...soon, interval: 200 },
      )
      await queueEmpty()

      const files = filesOf({ dataDir }, tenant.place.schema)
      for (const id of ids.slice(0, 10)) {
        expect((await textOf(await files.get(`test/${id}.pdf`))).text).toContain(`document ${id} ends`)
      }
      const recipients = sandbox.mails().map(({ to }) => to[0]!)
      expect(new Set(recipients)).toEqual(new Set(ids.map((id) => `${id}@example.test`)))
      const copies = recipients.length - count
      // those that a killed worker had handed over and not written down: no more than it works on at once
      expect(copies).toBeLessThanOrEqual(kills * jobsAtOnce)
      expect(sandbox.mails().filter(({ copy }) => copy)).toHaveLength(copies)
      const warnings = processes.flatMap((worker) => said(worker, 'may go out twice'))
      expect(warnings.length).toBeGreaterThanOrEqual(copies)
      figure(
        `worker: killed ${kills} times among ${2 * count} jobs, none lost, ${copies} mails sent twice and logged`,
      )
    },
    240_000,
  )

  tellIn('Redis')(
    'the jobs of a killed worker come back to another',
    async () => {
      const dying = await startProcess()
      await tenant.write((trx) => enqueue(trx, 'invoice.send', { invoice_id: taking(60_000) }))
      await vi.waitFor(() => expect(said(dying, 'begun')).toHaveLength(1), soon)
      const heir = await startProcess()
      await vi.waitFor(() => expect(said(heir, 'working')).toHaveLength(1), soon)
      const killed = stopwatch()
      dying.child.kill('SIGKILL')
      await vi.waitFor(() => expect(said(heir, 'begun')).toHaveLength(1), { ...soon, interval: 20 })
      killed.within(10_000)
    },
    240_000,
  )

  describe('a worker that is told to stop', () => {
    tellIn('Redis')(
      'finishes the jobs that it has, takes no more, and ends',
      async () => {
        const worker = await startProcess()
        await vi.waitFor(() => expect(said(worker, 'working')).toHaveLength(1), soon)
        const ids = Array.from({ length: 30 }, () => taking(700))
        await tenant.write(async (trx) => {
          for (const invoice_id of ids) await enqueue(trx, 'invoice.send', { invoice_id })
        })
        await vi.waitFor(() => expect(said(worker, 'begun').length).toBeGreaterThanOrEqual(8), {
          ...soon,
          interval: 5,
        })
        const told = stopwatch()
        worker.child.kill('SIGTERM')
        expect(await worker.ended).toBe(0)
        told.within(6_000)
        expect(said(worker, 'job done')).toHaveLength(said(worker, 'begun').length)
        const keys = (await rowsOf('sent_mail')).map((row) => row.key)
        const done = ids.filter((id) => keys.includes(id)).length
        expect(done).toBe(said(worker, 'begun').length)
        expect(done).toBeLessThan(30)

        await startProcess()
        await vi.waitFor(
          async () => {
            const all = (await rowsOf('sent_mail')).map((row) => row.key)
            expect(ids.filter((id) => all.includes(id))).toHaveLength(30)
          },
          { ...soon, interval: 100 },
        )
      },
      240_000,
    )

    tellIn('Postgres')(
      'gives back at once what it cannot finish',
      async () => {
        const worker = await startProcess()
        const invoice_id = taking(60_000)
        await tenant.write((trx) => enqueue(trx, 'invoice.send', { invoice_id }))
        await vi.waitFor(() => expect(said(worker, invoice_id)).not.toHaveLength(0), soon)
        const heir = await startProcess()
        await vi.waitFor(() => expect(said(heir, 'working')).toHaveLength(1), soon)
        const told = stopwatch()
        worker.child.kill('SIGTERM')
        expect(await worker.ended).toBe(0)
        told.within(10_000)
        expect(said(worker, 'job done')).toEqual([])
        const gone = stopwatch()
        await vi.waitFor(() => expect(said(heir, invoice_id)).not.toHaveLength(0), {
          ...soon,
          interval: 10,
        })
        gone.within(2_000)
      },
      240_000,
    )
  })
})
