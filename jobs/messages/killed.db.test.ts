import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { referenceOf } from '#app/domain/messaging/delivery/claim.ts'
import { gatewayOf } from '#app/integrations/sms/settings.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { countMails } from '#tests/support/messaging/counting-mail.ts'
import {
  announcementOf,
  announcementTo,
  creditsOf,
  forgetfulGateway,
  openOutside,
  withCredits,
} from '#tests/support/messaging/delivery-world.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'

// Real worker processes, killed while an announcement goes out by a mail server and an SMS gateway that cannot tell whether they
// had a message already, and by a gateway for WhatsApp that can.

const kills = soaking ? 20 : 2
const recipients = soaking ? 15_000 : 300
const reserved = recipients * 3

test(`kill -9, ${kills} of them: nobody of ${recipients} is left out, nobody gets two, and the credits are exact`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'))
  const [outside, mail, tenant] = [await openOutside(folder), await countMails(), await freshTenant()]
  onTestFinished(async () => {
    await Promise.all([outside.close(), mail.close()])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await withCredits(tenant, reserved + 7)
  const readers = Array.from({ length: recipients }, (_, n) => ({
    // Half of the addresses are broken, and no number is treated differently.
    email: `${n % 2 ? 'refuse-' : 'r'}${n}@family.test`,
    sms: `+6011${String(n).padStart(5, '0')}01`,
    whatsapp: `+6011${String(n).padStart(5, '0')}02`,
  }))
  const id = await announcementTo(tenant, readers, { is_urgent: true })
  const start = () =>
    startWorkerProcess({
      ...{ dataDir: folder, smtpPort: mail.port, fixture: 'jobs/messages/worker.fixture.ts' },
      env: {
        SMS_GATEWAY: JSON.stringify({ ...forgetfulGateway(outside.settings), per_second: 100 }),
        WHATSAPP_GATEWAY: JSON.stringify({ ...gatewayOf(outside.settings, 'whatsapp')!, per_second: 100 }),
        MAILS_PER_SECOND: '200',
      },
    })
  const begun = performance.now()
  const isOver = async () => (await announcementOf(tenant, id)).finished_at !== null
  let killed = 0
  while (!(await isOver())) {
    const before = await settledOf(tenant, id)
    const worker = await start()
    // as long as the test itself: a hang, and not a machine that is busy, ends it
    const patience = { timeout: 3_000_000, interval: 100 }
    const goesOn = async () => expect((await isOver()) || (await settledOf(tenant, id)) > before).toBe(true)
    await vi.waitFor(goesOn, patience)
    if (killed < kills) {
      await sleep(Math.random() * 1_500)
      if (!(await isOver())) killed += 1
    } else await vi.waitFor(async () => expect(await isOver()).toBe(true), patience)
    worker.child.kill('SIGKILL')
    await worker.ended
  }
  expect(killed).toBe(kills)

  const rows = await deliveriesOf(tenant, id)
  const timesOf = (channel: string, message_id: string, address: string) =>
    channel === 'email'
      ? (mail.counts.get(address) ?? 0)
      : (outside.phones
          .taken()
          .get(`${channel} ${referenceOf(tenant.entity.id, message_id, channel as 'sms')}`) ?? 0)
  const logged = { sms: 0, email: 0, whatsapp: 0 }
  const twice = { sms: 0, email: 0, whatsapp: 0 }
  for (const { message_id, channel, address, status, resent_at } of rows) {
    const [name, times] = [channel as keyof typeof logged, timesOf(channel, message_id, address!)]
    const isBroken = address!.startsWith('refuse-')
    expect([address, status]).toEqual([address, isBroken ? 'failed' : 'sent'])
    if (resent_at) logged[name] += 1
    if (times > 1) twice[name] += 1
    expect([address, times]).toEqual([address, isBroken ? 0 : resent_at && times > 1 ? 2 : 1])
  }
  expect(rows).toHaveLength(3 * recipients)
  expect([logged.whatsapp, twice.whatsapp]).toEqual([0, 0])
  expect(logged.sms).toBeLessThanOrEqual(kills)
  expect(logged.email).toBeLessThanOrEqual(kills)
  expect(await announcementOf(tenant, id)).toMatchObject({
    status: 'sent_with_errors',
    used_credits: reserved,
  })
  expect(await creditsOf(tenant)).toEqual({ balance: 7, ledger: 7 })
  figure(
    `messages: a worker killed ${killed} times while ${recipients} families were written to by three channels, in ` +
      `${Math.round((performance.now() - begun) / 1_000)} s: nobody left out; possible copies logged ${logged.sms} SMS and ` +
      `${logged.email} e-mails, really copied ${twice.sms} and ${twice.email}; WhatsApp 0; credits exact`,
  )
}, 3_600_000)

/** How many have left by any channel, or surely never will. */
async function settledOf(tenant: Tenant, id: string): Promise<number> {
  const { rows } = await tenant.read((db) =>
    sql<{
      count: number
    }>`select count(*)::int as count from message_delivery join message on message.id = message_id
      where announcement_id = ${id} and status in ('sent', 'failed')`.execute(db),
  )
  return rows[0]!.count
}

const deliveriesOf = (tenant: Tenant, id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('message_delivery as delivery')
      .innerJoin('message', 'message.id', 'delivery.message_id')
      .select(['message_id', 'channel', 'address', 'status', 'resent_at'])
      .where('announcement_id', '=', id)
      .where('channel', '<>', 'inapp')
      .execute(),
  )
