import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { remindAll } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { addOperator } from '#tests/support/people/second-factor.ts'
import { notifyOperatorsOfException, remindOfExceptions } from './payments.ts'

const mailException = handlerOf('exception.mail')
const mailOperatorException = handlerOf('exception.mail_operator')

let shop: Shop
let sandbox: MailSandbox
let admin: { id: string; email: string }

beforeAll(async () => {
  shop = await openShop()
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  const { id } = await shop.tenant.actor('admin')
  await shop.tenant.actor('clerk')
  const row = await shop.tenant.read((db) =>
    db.selectFrom('user_account').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  admin = { id, email: row.email! }
  return () => sandbox.close()
})

const tools = (name: TenantTools['job']['name']) =>
  jobTools(shop.tenant, name, { settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` } })

async function raised() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00', { fpx_txnAmount: '100.00' })
  const [row] = await exceptionsOf(shop, attempt.id)
  return row!
}

const asked = (name: string) =>
  withPlatform(shop.tenant.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select(['payload', 'entity_id']).where('name', '=', name).execute(),
  )

async function lastTo(address: string) {
  const mail = sandbox.mails().find(({ to }) => to.includes(address))
  const { text } = await PostalMime.parse((await sandbox.source(mail!.id))!)
  return `${mail!.subject}\n${text}`
}

test('who settles it is told once: what happened, how much, and where; a clerk is not', async () => {
  const { id, order_no } = await raised()
  const mails = (await asked('exception.mail')).filter(({ payload }) => JSON.stringify(payload).includes(id))
  expect(mails.map(({ payload }) => payload)).toEqual([{ user_id: admin.id, exception_id: id }])
  await mailException({ user_id: admin.id, exception_id: id }, tools('exception.mail'))
  const text = await lastTo(admin.email)
  for (const part of ['Answer does not match', 'RM100.00', order_no, `/payment-exception/view/${id}`])
    expect(text).toContain(part)
})

test('operators who look after money are told too, by the platform', async () => {
  const owner = await addOperator({ role: 'owner' })
  const { id } = await raised()
  const given = tools('exception.notify_operators')
  await notifyOperatorsOfException({ exception_id: id }, given)
  const mails = (await asked('exception.mail_operator')).filter(({ payload }) =>
    JSON.stringify(payload).includes(id),
  )
  expect(mails).toContainEqual({ payload: { operator_id: owner.id, exception_id: id }, entity_id: null })
  await mailOperatorException(
    { operator_id: owner.id, exception_id: id },
    { ...given, withTenant: given.withPlatform },
  )
  expect(await lastTo(owner.email)).toContain(`/admin/payment-exception/view/${id}`)
})

test('what nobody has taken for a week becomes somebody’s, and is in the mail of each day', async () => {
  const { id, attempt_id } = await raised()
  const { pool } = shop.tenant.database
  const become = (set: { raised_at: Date }) =>
    withPlatform(pool, (trx) =>
      trx.updateTable('platform.payment_exception').set(set).where('id', '=', id).execute(),
    )
  expect(await withPlatform(pool, (trx) => remindAll(trx, { id: newId() }))).toBe(0)
  await become({ raised_at: new Date(Date.now() - 8 * 86_400_000) })
  expect(await withPlatform(pool, (trx) => remindAll(trx, { id: newId() }))).toBe(1)
  expect((await asked('exception.remind')).map(({ entity_id }) => entity_id)).toEqual([shop.tenant.place.id])
  await remindOfExceptions({}, tools('exception.remind'))
  await mailException({ user_id: admin.id, exception_id: null }, tools('exception.mail'))
  expect(await lastTo(admin.email)).toContain('1 payment exception has been waiting for a week')
  const [row] = await exceptionsOf(shop, attempt_id!)
  expect(row).toMatchObject({ owner_id: admin.id, state: 'open' })
  // It stays in the mail of who has it until it is settled.
  expect(await withPlatform(pool, (trx) => remindAll(trx, { id: newId() }))).toBe(1)
  await become({ raised_at: new Date() })
  expect(await withPlatform(pool, (trx) => remindAll(trx, { id: newId() }))).toBe(0)
})

test('a run that was cut off after it had asked for the mails asks for no other when it is repeated', async () => {
  await addOperator({ role: 'owner' })
  const { id } = await raised()
  const { pool } = shop.tenant.database
  await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.payment_exception')
      .set({ raised_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', id)
      .execute(),
  )
  const [telling, reminding, night] = [
    tools('exception.notify_operators'),
    tools('exception.remind'),
    tools('exception.remind_all'),
  ]
  const run = async () => {
    await notifyOperatorsOfException({ exception_id: id }, telling)
    await remindOfExceptions({}, reminding)
    await withPlatform(pool, (trx) => remindAll(trx, night.job))
  }
  const names = ['exception.mail_operator', 'exception.mail', 'exception.remind']
  const all = async () => (await Promise.all(names.map(asked))).map(({ length }) => length)
  const before = await all()
  await run()
  const once = await all()
  for (const [n, length] of once.entries()) expect(length, names[n]).toBeGreaterThan(before[n]!)
  await run()
  expect(await all()).toEqual(once)
})
