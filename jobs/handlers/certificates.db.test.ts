import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { makePair } from '#app/integrations/fpx/test-support.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import type { JobTools } from '#jobs/handler.ts'
import { handlerOf, platformTools } from '#tests/support/jobs/job-tools.ts'
import { addOperator, platform } from '#tests/support/people/second-factor.ts'
import { watchCertificates } from './platform.ts'

const warnOperator = handlerOf('fpx.warn')
const tellUnwritten = handlerOf('fpx.unwritten')

let sandbox: MailSandbox
let tools: JobTools
let folder: string
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000 + 3_600_000).toISOString()

beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  folder = join(environment.dataDir, 'fpx')
  await mkdir(folder)
  const own = await makePair('2025-01-01', inDays(900))
  await writeFile(join(folder, 'own.key'), own.key)
  const fpx = {
    ...{ url: 'http://127.0.0.1:9', exchangeId: 'EX00012345', sellerBankCode: undefined },
    ...{ privateKeyFile: join(folder, 'own.key'), ownCertificateFile: undefined },
    certificates: [join(folder, 'fpx.cer')],
  }
  const mail = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`, mainHost: 'lunas.test' }
  tools = platformTools('fpx.watch', { ...mail, fpx })
  return () => sandbox.close()
})

async function endsIn(days: number) {
  const { certificate } = await makePair('2025-01-01', inDays(days))
  await writeFile(join(folder, 'fpx.cer'), certificate)
}

/** Runs the watch and says whom it wants to be told since the last time. */
async function watched(): Promise<Payload<'fpx.warn'>[]> {
  await watchCertificates({}, tools)
  return platform(async (trx) => {
    const rows = await trx
      .deleteFrom('platform.outbox')
      .where('name', '=', 'fpx.warn')
      .returning('payload')
      .execute()
    return rows.map(({ payload }) => payload as Payload<'fpx.warn'>)
  })
}

test('each step is told once, to who may look at FPX, and not before its time', async () => {
  const told = await Promise.all([
    addOperator({ role: 'owner', locale: 'my' }),
    addOperator({ role: 'support' }),
  ])
  await addOperator({ role: 'finance' })
  await addOperator({ role: 'support', status: 'inactive' })
  await endsIn(61)
  expect(await watched()).toEqual([])
  const { certificate } = await makePair('2025-01-01', inDays(58))
  await writeFile(join(folder, 'fpx.cer'), certificate)
  const first = await watched()
  expect(first.map(({ operator_id }) => operator_id).sort()).toEqual(told.map(({ id }) => id!).sort())
  expect(await watched()).toEqual([])

  // The certificate itself does not change from step to step; here another one stands for the same a month later.
  await endsIn(29)
  expect(await watched()).toHaveLength(2)
  expect(await watched()).toEqual([])
  await endsIn(-5)
  expect(await watched()).toHaveLength(2)

  const payload = first.find(({ operator_id }) => operator_id === told[0]!.id)!
  await warnOperator(payload, { ...tools, job: { ...tools.job, id: newId(), name: 'fpx.warn' } })
  const [mail] = sandbox.mails().filter(({ to }) => to.includes(told[0]!.email))
  const { text } = await PostalMime.parse((await sandbox.source(mail!.id))!)
  expect(mail!.subject).toBe('Sijil FPX tamat dalam 58 hari')
  expect(text).toContain('http://lunas.test/admin/fpx')
  expect(text).toContain(payload.fingerprint)
})

test('messages that were given up are told to who may look at FPX, with their orders', async () => {
  const { id, email } = await addOperator({ role: 'support' })
  const left = await addOperator({ role: 'support', status: 'inactive' })
  const about = { count: 2, since: '2026-01-31T04:00:00Z', order_nos: ['LN-65A7-5R8G-ZH5Q'] }
  const job = () => ({ ...tools, job: { ...tools.job, id: newId(), name: 'fpx.unwritten' as const } })
  await tellUnwritten({ operator_id: id, ...about }, job())
  await tellUnwritten({ operator_id: left.id, ...about }, job())
  const [mail] = sandbox.mails().filter(({ to }) => to.includes(email))
  const { text } = await PostalMime.parse((await sandbox.source(mail!.id))!)
  expect(mail!.subject).toBe('2 answers of FPX could not be kept')
  for (const part of ['LN-65A7-5R8G-ZH5Q', '31 Jan 2026, 12:00 pm', 'http://lunas.test/admin/fpx'])
    expect(text).toContain(part)
  expect(sandbox.mails().filter(({ to }) => to.includes(left.email))).toEqual([])
})
