import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, test } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { issuePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { setCredits } from '#tests/support/database/credit-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { setOwnMailServer } from '#tests/support/jobs/own-mail-server.ts'
import { subscribed } from '#tests/support/product/packages.ts'

const mailCreditLow = handlerOf('subscription.credit_mail')
const tellCreditLow = handlerOf('subscription.credit_low')
const mailChipFee = handlerOf('subscription.mail_fee')
const mailSubscription = handlerOf('subscription.mail')
const tellChipFee = handlerOf('subscription.notify_fee')
const tellSubscription = handlerOf('subscription.notify')

let platformServer: MailSandbox
let ownServer: MailSandbox
let tenant: Tenant
const expires_on = '2027-03-01'

beforeAll(async () => {
  platformServer = await createMailSandbox({ folder: environment.dataDir })
  ownServer = await createMailSandbox({ folder: environment.dataDir })
  tenant = await freshTenant()
  await subscribed(tenant, { name: 'Pakej Plus' }, { starts_on: '2026-03-01', expires_on })
  const accounts = [
    { role: 'superadmin', email: 'pengetua@sekolah.test', locale: 'my' },
    { role: 'admin', email: 'office@sekolah.test', locale: 'en' },
    { role: 'clerk', email: 'kerani@sekolah.test', locale: 'my' },
  ] as const
  for (const { role, ...account } of accounts) {
    const { id } = await tenant.actor(role)
    await tenant.write((trx) => trx.updateTable('user_account').set(account).where('id', '=', id).execute())
  }
  // A server of the organisation's own that keeps what it is given, and would keep these mails to itself.
  await setOwnMailServer(tenant.database.pool, tenant.entity.id, ownServer.smtpPort)
  return () => Promise.all([platformServer.close(), ownServer.close()])
})

const settings = () => ({ smtpUrl: `smtp://127.0.0.1:${platformServer.smtpPort}` })
const mailsAsked = (name = 'subscription.mail') =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['id', 'payload'])
      .where('name', '=', name)
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  )
/** Does what the outbox has, each under its id, as the worker would. */
async function mailAll() {
  for (const { id, payload } of await mailsAsked()) {
    const tools = jobTools(tenant, 'subscription.mail', { settings: settings(), job: { id } })
    await mailSubscription(payload as Payload<'subscription.mail'>, tools)
  }
}
const received = () =>
  Promise.all(
    platformServer.mails().map(async ({ id, to }) => {
      const { text = '', subject = '' } = await PostalMime.parse((await platformServer.source(id))!)
      return { to: String(to), subject, text }
    }),
  )

test('who sees the subscription is told of its end in their own language, by the platform’s server, once', async () => {
  const told = jobTools(tenant, 'subscription.notify', { settings: settings() })
  await tellSubscription({ expires_on, days: 14 }, told)
  // A run that is repeated asks for the same mails.
  await tellSubscription({ expires_on, days: 14 }, told)
  expect(await mailsAsked()).toHaveLength(2)
  await mailAll()
  await mailAll()

  expect(ownServer.mails()).toEqual([])
  const mails = (await received()).sort((a, b) => a.to.localeCompare(b.to))
  expect(mails.map(({ to }) => to)).toEqual(['office@sekolah.test', 'pengetua@sekolah.test'])
  const [english, malay] = mails as [(typeof mails)[0], (typeof mails)[0]]
  expect(english.subject).toContain('14 days left')
  expect(english.text).toContain('ends in 14 days')
  expect(english.text).toContain('Pakej Plus')
  expect(malay.subject).toContain('14 hari')
  expect(malay.text).not.toContain('days')
  for (const { text } of mails) expect(text).toMatch(/\/setting\/subscription\b/)
})

test('nobody is told of an end that was moved meanwhile', async () => {
  const before = platformServer.mails().length
  const moved = todayIn(new Date('2028-03-01T04:00:00Z'))
  await withPlatform(tenant.database.pool, (trx) =>
    trx
      .updateTable('platform.subscription')
      .set({ expires_on: moved })
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  )
  const tools = jobTools(tenant, 'subscription.notify', { settings: settings() })
  await tellSubscription({ expires_on, days: 7 }, tools)
  await mailAll()
  expect(platformServer.mails().length).toBe(before)
})

test('who sees the subscription is told what payments by CHIP cost, until it is paid', async () => {
  const before = platformServer.mails().length
  const { id, number } = await withPlatform(tenant.database.pool, (trx) =>
    issuePlatformInvoice(trx, {
      ...{ entity_id: tenant.entity.id, kind: 'chip_fee', package_id: null, years: null, method: null },
      ...{ period: '2026-10-01', issued_on: '2026-11-01', due_on: '2026-11-15', created_by: null },
      lines: [{ description: 'CHIP', quantity: 25, price_sen: 50, earns: 'transaction_fee' }],
    }),
  )
  const told = jobTools(tenant, 'subscription.notify_fee', { settings: settings() })
  for (const _ of 'ab') await tellChipFee({ invoice_id: id }, told)
  const asked = await mailsAsked('subscription.mail_fee')
  expect(asked).toHaveLength(2)
  const mailAllFees = async () => {
    for (const { id: job, payload } of asked)
      await mailChipFee(
        payload as Payload<'subscription.mail_fee'>,
        jobTools(tenant, 'subscription.mail_fee', { settings: settings(), job: { id: job } }),
      )
  }
  for (const _ of 'ab') await mailAllFees()
  const mails = (await received())
    .filter(({ subject }) => subject.includes(number))
    .sort((a, b) => a.to.localeCompare(b.to))
  expect(mails.map(({ to }) => to)).toEqual(['office@sekolah.test', 'pengetua@sekolah.test'])
  const [english, malay] = mails as [(typeof mails)[0], (typeof mails)[0]]
  expect(english.subject).toContain(`Oct 2026: invoice ${number}`)
  for (const text of ['RM12.50', number, 'Oct 2026', '15 Nov 2026']) expect(english.text).toContain(text)
  for (const text of ['RM12.50', number, 'Okt 2026', '15 Nov 2026', 'Cara membayarnya'])
    expect(malay.text).toContain(text)
  for (const { text } of mails) expect(text).toMatch(/\/setting\/subscription\b/)

  await withPlatform(tenant.database.pool, (trx) =>
    trx.updateTable('platform.platform_invoice').set({ status: 'cancelled' }).where('id', '=', id).execute(),
  )
  const { payload } = asked[0]!
  await mailChipFee(
    payload as Payload<'subscription.mail_fee'>,
    jobTools(tenant, 'subscription.mail_fee', { settings: settings(), job: { id: newId() } }),
  )
  expect(platformServer.mails()).toHaveLength(before + 2)
})

describe('few message credits', () => {
  const setTo = (credit: number, credit_warned_at: Date | null = new Date()) =>
    withPlatform(tenant.database.pool, async (trx) => {
      await setCredits(trx, tenant.entity.id, credit)
      await trx
        .updateTable('platform.subscription')
        .set({ credit_warned_at })
        .where('entity_id', '=', tenant.entity.id)
        .execute()
    })
  const asked = async () => {
    await tellCreditLow({}, jobTools(tenant, 'subscription.credit_low', { settings: settings() }))
    const rows = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select(['id', 'payload'])
        .where('name', '=', 'subscription.credit_mail')
        .where('entity_id', '=', tenant.entity.id)
        .execute(),
    )
    const before = platformServer.mails().length
    for (const { id, payload } of rows) {
      const tools = jobTools(tenant, 'subscription.credit_mail', { settings: settings(), job: { id } })
      await mailCreditLow(payload as Payload<'subscription.credit_mail'>, tools)
    }
    return (await received()).slice(0, platformServer.mails().length - before)
  }

  test('nobody is told of what was added to meanwhile', async () => {
    await setTo(100, null)
    expect(await asked()).toEqual([])
  })

  test('are told, too, when the message that found them few has come back meanwhile', async () => {
    await setTo(100)
    expect((await asked())[0]!.text).toContain('100 message credits are left')
  })

  test('are told to who sees the subscription, with how many there are and what happens without', async () => {
    await setTo(42)
    const mails = (await asked()).sort((a, b) => a.to.localeCompare(b.to))
    expect(new Set(mails.map(({ to }) => to))).toEqual(
      new Set(['office@sekolah.test', 'pengetua@sekolah.test']),
    )
    expect(mails[0]!.text).toContain('42 message credits are left')
    expect(mails[0]!.text).toContain('Without credits we can’t send SMS')
    expect(mails.at(-1)!.text).toContain('Tinggal 42 kredit mesej')
    for (const { text } of mails) expect(text).toMatch(/\/message-credit\b/)
  })
})
