import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type RedisServer, redisServer, withoutRedis } from '#tests/support/jobs/redis-server.ts'
import { said, startWorkerProcess, taking } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { jobsAtOnce } from './start-worker.ts'

/** Real worker processes whose Redis is killed, emptied, away or encrypted. */
const soon = { timeout: 300_000, interval: 50 }
let tenant: Tenant
let sandbox: MailSandbox
let dataDir: string
let server: RedisServer

describe.skipIf(withoutRedis)(`workers on Redis${withoutRedis ? ` (${withoutRedis})` : ''}`, () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'worker-'))
    sandbox = await createMailSandbox({ folder: join(dataDir, 'sandbox') })
    server = await redisServer()
  })
  beforeEach(async () => {
    tenant = await freshTenant()
  })
  afterAll(async () => {
    await server?.close()
    await sandbox.close()
    await rm(dataDir, { recursive: true })
  })

  const start = (env: Record<string, string> = {}) =>
    startWorkerProcess({ redisUrl: server.url, dataDir, smtpPort: sandbox.smtpPort, env })
  const sent = () =>
    tenant.read((db) =>
      db
        .selectFrom('sent_mail')
        .select('recipient')
        .execute()
        .then((rows) => rows.length),
    )

  test('Redis is killed and comes back empty, and with it a worker: of 50 mails in their tries each is sent, once', async () => {
    sandbox.force('greylist')
    onTestFinished(() => sandbox.force())
    const workers = [await start(), await start()]
    const ids = Array.from({ length: 50 }, () => newId())
    await tenant.write(async (trx) => {
      for (const payment_id of ids) await enqueue(trx, 'receipt.send', { payment_id })
    })
    const failed = () => workers.flatMap((worker) => said(worker, 'it runs again later')).length
    await vi.waitFor(() => expect(failed()).toBeGreaterThan(30), soon)
    await vi.waitFor(async () => expect(await sent()).toBeGreaterThan(3), soon)
    await server.kill()
    workers[0]!.child.kill('SIGKILL')
    await server.start()
    await vi.waitFor(async () => expect(await sent()).toBe(50), soon)
    const recipients = sandbox.mails().map(({ to }) => to[0]!)
    expect(new Set(recipients)).toEqual(new Set(ids.map((id) => `${id}@example.test`)))
    const copies = recipients.length - 50
    // those that the killed worker had handed over and not written down: no more than it works on at once
    expect(copies).toBeLessThanOrEqual(jobsAtOnce)
    expect(sandbox.mails().filter(({ copy }) => copy)).toHaveLength(copies)
    const warnings = workers.flatMap((worker) => said(worker, 'may go out twice'))
    expect(warnings.length).toBeGreaterThanOrEqual(copies)
    figure(`worker: Redis lost 50 mails in their tries, none lost for good, ${copies} sent twice and logged`)
  })

  test('SIGTERM ends a worker while Redis is away, also one in the middle of a job', async () => {
    const workers = [await start(), await start()]
    for (const worker of workers)
      await vi.waitFor(() => expect(said(worker, 'working')).toHaveLength(1), soon)
    await tenant.write((trx) => enqueue(trx, 'invoice.send', { invoice_id: taking(60_000) }))
    const begun = () => workers.flatMap((worker) => said(worker, 'begun')).length
    await vi.waitFor(() => expect(begun()).toBe(1), soon)
    await server.kill()
    onTestFinished(() => server.start())
    for (const worker of workers)
      await vi.waitFor(() => expect(said(worker, 'out of reach')).toHaveLength(1), soon)
    const told = stopwatch()
    for (const { child } of workers) child.kill('SIGTERM')
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0])
    told.within(10_000)
  })

  test('rediss: is spoken encrypted, and only with a server whose certificate is trusted', async () => {
    const { certificate, port } = await encrypted(server.port)
    const trusted = join(dataDir, 'redis.crt')
    await writeFile(trusted, certificate)
    const redisUrl = `rediss://localhost:${port}`
    const strange = await start({ REDIS_URL: redisUrl })
    await vi.waitFor(() => expect(said(strange, 'out of reach')[0]).toMatch(/certificate/), soon)
    await tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
    const good = await start({ REDIS_URL: redisUrl, NODE_EXTRA_CA_CERTS: trusted })
    await vi.waitFor(() => expect(said(good, 'job done')).toHaveLength(1), soon)
    expect(said(good, 'out of reach')).toEqual([])
  })
})

/** A door of TLS before the server at that port, with a certificate of its own. */
async function encrypted(target: number) {
  const altNames = [{ type: 2, value: 'localhost' } as const]
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  const door = createServer({ key: made.private, cert: made.cert }, (near) => {
    const far = connect(target, '127.0.0.1')
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  door.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => door.listen(0, 'localhost', resolve))
  onTestFinished(() => void door.close())
  return { certificate: made.cert, port: (door.address() as AddressInfo).port }
}
