import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import {
  approvePayout,
  markFailed,
  markPaid,
  releasePayout,
} from '#app/domain/platform/payouts/change-payout.ts'
import { exportPayouts } from '#app/domain/platform/payouts/export-payouts.ts'
import {
  acceptPayoutDay,
  refusePayoutDay,
  requestPayoutDay,
} from '#app/domain/platform/payouts/payout-day.ts'
import { prepareNow } from '#app/domain/platform/payouts/prepare-payouts.ts'
import { openPayee, operator } from '#app/domain/platform/payouts/test-support.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { JobName, Payload } from '#app/outbox/catalogue.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { setOwnMailServer } from '#tests/support/jobs/own-mail-server.ts'

const mailPayout = handlerOf('payout.mail')
const mailPayoutDay = handlerOf('payout.mail_day')
const tellPayout = handlerOf('payout.notify')
const tellPayoutDay = handlerOf('payout.notify_day')

let platformServer: MailSandbox
let ownServer: MailSandbox
let payee: Awaited<ReturnType<typeof openPayee>>
const [finance, owner] = [operator('Finance'), operator('Owner')]
const now = { payout_on: '2026-02-04', now: new Date('2026-02-04T04:00:00Z') }

beforeAll(async () => {
  platformServer = await createMailSandbox({ folder: environment.dataDir })
  ownServer = await createMailSandbox({ folder: environment.dataDir })
  payee = await openPayee()
  const { tenant } = payee.shop
  const { id } = await tenant.actor('superadmin')
  await tenant.actor('clerk')
  await tenant.write(async (trx) => {
    const keeper = { email: 'pengetua@sekolah.test', locale: 'my' }
    await trx.updateTable('user_account').set(keeper).where('id', '=', id).execute()
  })
  // Whoever got in may have set up a server of their own, which would keep these mails to itself.
  await setOwnMailServer(tenant.database.pool, payee.entity_id, ownServer.smtpPort, {
    contact_name: 'Puan Rohana',
    contact_email: 'pejabat@sekolah.test',
    default_locale: 'en',
  })
  return () => Promise.all([platformServer.close(), ownServer.close()])
})

/** What waits in the outbox under a name, and is taken out of it. */
const taken = <N extends JobName>(name: N) =>
  payee.platform(async (trx) => {
    const rows = await trx
      .deleteFrom('platform.outbox')
      .where('name', '=', name)
      .returning('payload')
      .execute()
    return rows.map(({ payload }) => payload as Payload<N>)
  })

/** A payout that is at the bank. */
async function sent() {
  await payee.settled(1)
  const id = await payee.platform((trx) => prepareNow(trx, ring, finance, payee.entity_id, now))
  const seen = async () => (await payee.payouts()).find((one) => one.id === id)!
  const first = await seen()
  if (first.status === 'on_hold') await payee.platform((trx) => releasePayout(trx, ring, finance, first))
  const draft = await seen()
  await payee.platform((trx) => approvePayout(trx, ring, owner, draft))
  await payee.platform((trx) =>
    exportPayouts(trx, ring, finance, { payout_on: now.payout_on, layout: 'comma' }),
  )
  return seen()
}

/** Works off what was asked for; the mails that came of it, by who got them. */
async function told(): Promise<Record<string, { subject?: string; text?: string }>> {
  const before = platformServer.mails().length
  const settings = { smtpUrl: `smtp://127.0.0.1:${platformServer.smtpPort}` }
  const tools = (name: JobName) => jobTools(payee.shop.tenant, name, { settings })
  for (const payload of await taken('payout.notify')) await tellPayout(payload, tools('payout.notify'))
  for (const payload of await taken('payout.mail')) await mailPayout(payload, tools('payout.mail'))
  for (const payload of await taken('payout.notify_day'))
    await tellPayoutDay(payload, tools('payout.notify_day'))
  for (const payload of await taken('payout.mail_day')) await mailPayoutDay(payload, tools('payout.mail_day'))
  expect(ownServer.mails()).toEqual([])
  const mails = platformServer.mails()
  const fresh = mails.slice(0, mails.length - before)
  return Object.fromEntries(
    await Promise.all(
      fresh.map(async ({ id, to }) => {
        const { subject = '', text = '' } = await PostalMime.parse((await platformServer.source(id))!)
        return [String(to), { subject, text }] as const
      }),
    ),
  )
}

test('who keeps the account and the contact are told what was paid, in their own language and by the platform’s server', async () => {
  const { id, version, number } = await sent()
  expect(await taken('payout.notify')).toEqual([])
  const paid = { version, bank_reference: 'M2E-4711', paid_on: '2026-12-31' }
  await payee.platform((trx) => markPaid(trx, finance, id, paid, '2026-12-31'))
  const mails = await told()
  expect(Object.keys(mails).sort()).toEqual(['pejabat@sekolah.test', 'pengetua@sekolah.test'])
  for (const { text } of Object.values(mails)) {
    for (const word of [number, 'RM120.00', 'M2E-4711', '•••• 4455', `/payout/view/${id}`])
      expect(text).toContain(word)
    expect(text).not.toContain('1122334455')
    for (const { name } of [finance, owner]) expect(text).not.toContain(name)
  }
  expect(mails['pengetua@sekolah.test']!.text).toContain('Rujukan bank')
  expect(mails['pejabat@sekolah.test']!.text).toContain('Bank reference')
})

test('what the bank did not pay is told with its reason', async () => {
  const { id, version, number } = await sent()
  const failed = { version, fail_reason: 'Akaun penerima ditutup' }
  await payee.platform((trx) => markFailed(trx, finance, id, failed))
  const { subject, text } = (await told())['pejabat@sekolah.test']!
  expect(subject).toContain(`${number} was not paid`)
  expect(text).toContain('Akaun penerima ditutup')
  expect(text).toContain('comes with your next payout')
})

test('what became of a payout day that was asked for is told, with the reason of a no', async () => {
  const { tenant } = payee.shop
  const chief = await tenant.actor('superadmin')
  const ask = () =>
    tenant.write((trx) =>
      requestPayoutDay(trx, chief, payee.entity_id, { payout_frequency: 'monthly', payout_day: 12 }),
    )
  const first = await ask()
  await payee.platform((trx) => refusePayoutDay(trx, finance, first, 'Setiap minggu sahaja buat masa ini'))
  const no = await told()
  expect(Object.keys(no).sort()).toEqual(['pejabat@sekolah.test', 'pengetua@sekolah.test'])
  for (const { text } of Object.values(no)) {
    expect(text).toContain('Setiap minggu sahaja')
    expect(text).not.toContain(finance.name)
  }
  const second = await ask()
  await payee.platform((trx) => acceptPayoutDay(trx, finance, second))
  const yes = await told()
  expect(yes['pejabat@sekolah.test']!.text).toContain('on day 12 of each month from now on')
  expect(yes['pengetua@sekolah.test']!.text).toContain('pada 12 hari bulan setiap bulan mulai sekarang')
})
