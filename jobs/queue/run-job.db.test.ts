import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { retryFailedJob } from '#app/outbox/failed-jobs.ts'
import { newId } from '#db/id.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { sendOnce } from '#jobs/mail/send-letter.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, readAt, type Tenant } from '#tests/support/database/tenant.ts'
import { eachQueue } from '#tests/support/jobs/queues.ts'
import { Postponed } from './postponed.ts'

let alpha: Tenant
let beta: Tenant
let dataDir: string
let sandbox: MailSandbox

beforeAll(async () => {
  alpha = await freshTenant()
  beta = await freshTenant()
  dataDir = await mkdtemp(join(tmpdir(), 'run-'))
  sandbox = await createMailSandbox({ folder: join(dataDir, 'sandbox') })
})
afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

const failedJobs = async (name: string) => {
  const database = await testDatabase()
  return readAt(database, platformRef, (db) =>
    db.selectFrom('platform.failed_job').selectAll().where('name', '=', name).orderBy('failed_at').execute(),
  )
}
const receipt = (tenant: Tenant, payment_id = newId()) =>
  tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id }))
const until = (check: () => void | Promise<void>, timeout = 60_000) =>
  vi.waitFor(check, { timeout, interval: 10 })

eachQueue((queue) => {
  test('a job works in the schema of the organisation that enqueued it, and nowhere else', async () => {
    const worked: { id: string; reports: boolean; stores: boolean }[] = []
    await queue.working({
      'receipt.send': async (
        { payment_id },
        { withTenant, report, entity, files, environment: settings },
      ) => {
        await withTenant((trx) =>
          trx.insertInto('sent_mail').values({ key: payment_id, recipient: 'a@b.test' }).execute(),
        )
        const file = `test/${payment_id}.txt`
        await files.put(file, Buffer.from('x'), 'text/plain')
        const read = await report((db) => db.selectFrom('sent_mail').select('key').execute())
        worked.push({
          id: entity.id,
          reports: read.some(({ key }) => key === payment_id),
          stores: await filesOf(settings, entity.schema_name).exists(file),
        })
      },
    })
    const mine = (tenant: Tenant, payment_id: string) =>
      tenant.read((db) => db.selectFrom('sent_mail').select('key').where('key', '=', payment_id).execute())
    const expected: typeof worked = []
    for (const [own, other] of [
      [alpha, beta],
      [beta, alpha],
    ] as const) {
      const payment_id = newId()
      await receipt(own, payment_id)
      expected.push({ id: own.place.id, reports: true, stores: true })
      await until(() => expect(worked).toEqual(expected))
      expect(await mine(own, payment_id)).toHaveLength(1)
      expect(await mine(other, payment_id)).toHaveLength(0)
    }
  })

  test('a job that fails comes again with the same id until it succeeds', async () => {
    const runs: { id: string; attempt: number }[] = []
    await queue.working({
      'document.render': async (_payload, { job }) => {
        runs.push(job)
        if (runs.length < 3) throw new Error('not yet')
      },
    })
    await alpha.write((trx) => enqueue(trx, 'document.render', { document_id: newId() }))
    await until(() => expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3]))
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
    expect(await failedJobs('document.render')).toEqual([])
  })

  describe('a job that is given up', () => {
    test('is stored at once when it can never succeed, without secrets and in one line, and can be retried', async () => {
      let broken = true
      let runs = 0
      await queue.working({
        'invoice.send': async () => {
          runs += 1
          if (broken)
            throw new MailError('refused', true, { detail: 'no such user\r\nX-Evil: 1', answer: 'secret' })
        },
      })
      const invoice_id = newId()
      await alpha.write((trx) => enqueue(trx, 'invoice.send', { invoice_id }))
      await until(async () => expect(await failedJobs('invoice.send')).toHaveLength(1))
      const [failed] = await failedJobs('invoice.send')
      expect(failed).toMatchObject({
        entity_id: alpha.place.id,
        payload: { invoice_id },
        attempts: 1,
        error: 'MailError: mail refused: no such user X-Evil: 1',
        retried_at: null,
      })

      broken = false
      const { pool } = await testDatabase()
      expect(await withPlatform(pool, (trx) => retryFailedJob(trx, failed!.id))).toBe(true)
      expect(await withPlatform(pool, (trx) => retryFailedJob(trx, failed!.id))).toBe(false)
      await until(() => expect(runs).toBe(2))
      expect((await failedJobs('invoice.send'))[0]!.retried_at).not.toBeNull()
    })

    test('is stored after its last try', async () => {
      const { pool } = await testDatabase()
      await queue.working({})
      const id = newId()
      await withPlatform(pool, (trx) =>
        trx
          .insertInto('platform.outbox')
          .values({
            id,
            name: 'payment.enquire',
            payload: '{"attempt_id":"not an id"}',
            entity_id: alpha.place.id,
          })
          .execute(),
      )
      await until(async () => expect(await failedJobs('payment.enquire')).toHaveLength(1))
      expect((await failedJobs('payment.enquire'))[0]).toMatchObject({
        id,
        error: 'UnknownJob: the payload does not fit: attempt_id',
      })
    })

    test('is logged with what broke, and without a value of the row that broke it', async () => {
      const logged: string[] = []
      await queue.working(
        {
          'credit_note.send': ({ credit_note_id }, { withTenant }) =>
            withTenant(async (trx) => {
              const row = { key: `of ${credit_note_id}`, recipient: 'siti@family.test' }
              await trx.insertInto('sent_mail').values([row, row]).execute()
            }),
        },
        { log: pino({}, { write: (line: string) => void logged.push(line) }) },
      )
      const credit_note_id = newId()
      await alpha.write((trx) => enqueue(trx, 'credit_note.send', { credit_note_id }))
      await until(() => expect(logged.join('')).toContain('sent_mail_pkey'))
      expect(logged.join('')).not.toContain(credit_note_id)
      expect(logged.join('')).not.toContain('siti@family.test')
    })

    test('is not stored when its organisation is gone', async () => {
      const { pool } = await testDatabase()
      let runs = 0
      await queue.working({
        'receipt.send': async () => {
          runs += 1
        },
      })
      const gone = {
        id: newId(),
        name: 'receipt.send',
        payload: JSON.stringify({ payment_id: newId() }),
        entity_id: newId(),
      }
      await withPlatform(pool, (trx) => trx.insertInto('platform.outbox').values(gone).execute())
      await receipt(alpha)
      await until(() => expect(runs).toBe(1))
      expect((await failedJobs('receipt.send')).filter(({ id }) => id === gone.id)).toEqual([])
    })
  })

  test('a postponed job comes back without using up a try', async () => {
    const attempts: number[] = []
    await queue.working({
      'receipt.send': async (_payload, { job }) => {
        attempts.push(job.attempt)
        if (attempts.length < 4) throw new Postponed(20, 'busy')
      },
    })
    await receipt(alpha)
    await until(() => expect(attempts).toEqual([1, 1, 1, 1]))
  })

  test('a report waits for a connection without blocking another job, and without using up a try', async () => {
    const reading = new Set<string>()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const done: number[] = []
    let sent = 0
    const settings = { ...environment, reportConnections: 1 }
    await queue.working(
      {
        'document.render': async ({ document_id }, { report, job }) => {
          await report(() => {
            reading.add(document_id)
            return held
          })
          done.push(job.attempt)
        },
        'receipt.send': async () => {
          sent += 1
        },
      },
      { settings, concurrency: 2 },
    )
    for (let one = 0; one < 3; one++)
      await alpha.write((trx) => enqueue(trx, 'document.render', { document_id: newId() }))
    await until(() => expect(reading.size).toBe(1))
    await receipt(beta)
    await until(() => expect(sent).toBe(1))
    expect(reading.size).toBe(1)
    letGo()
    await until(() => expect(done).toEqual([1, 1, 1]), 20_000)
  })

  test('a mail is sent once, however often its job runs', async () => {
    let runs = 0
    await queue.working({
      'receipt.send': async ({ payment_id }, tools) => {
        const server = { host: '127.0.0.1', port: sandbox.smtpPort, tls: 'never', trusted: true } as const
        const settings = { server, from: { address: 'a@lunas.test' } }
        await sendOnce(tools, settings, {
          to: { address: `once-${payment_id}@b.test` },
          subject: 'Resit',
          text: 'x',
        })
        runs += 1
        if (runs === 1) throw new Error('after the mail')
      },
    })
    const payment_id = newId()
    await receipt(alpha, payment_id)
    await until(() => expect(runs).toBe(2), 15_000)
    expect(sandbox.mails().filter(({ to }) => to[0] === `once-${payment_id}@b.test`)).toHaveLength(1)
  })
})
