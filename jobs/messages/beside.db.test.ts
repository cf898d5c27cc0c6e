import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { gatewayOf } from '#app/integrations/sms/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { type CountingMail, countMails } from '#tests/support/messaging/counting-mail.ts'
import { announcementTo, openOutside, withCredits } from '#tests/support/messaging/delivery-world.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'

const recipients = soaking ? 15_000 : 200
/** Mails of the other organisation, in each of the two times. */
const mails = soaking ? 300 : 20

test(`while ${recipients} families are written to, the mails of another organisation arrive as before`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'))
  // A mail server that takes its time, for both organisations, and gateways that do.
  const [outside, mail] = [await openOutside(folder, { slowMs: 300 }), await countMails({ ms: 50 })]
  outside.phones.switch('slow')
  onTestFinished(async () => {
    await Promise.all([outside.close(), mail.close()])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const [busy, other] = [await freshTenant(), await freshTenant()]
  await withCredits(busy, recipients * 3)
  // A process of its own, as in the product: what the world outside does here takes no time from it.
  await startWorkerProcess({
    ...{ dataDir: folder, smtpPort: mail.port, fixture: 'jobs/messages/beside.fixture.ts' },
    env: {
      SMS_GATEWAY: JSON.stringify(gatewayOf(outside.settings, 'sms')),
      WHATSAPP_GATEWAY: JSON.stringify(gatewayOf(outside.settings, 'whatsapp')),
    },
  })
  // What the first mails take says how long a worker needs to begin.
  await slowness(other, mail, 5)
  const quiet = await slowness(other, mail)
  const readers = Array.from({ length: recipients }, (_, n) => ({
    email: `${n % 2 ? 'refuse-' : 'r'}${n}@family.test`,
    sms: `+6011${String(n).padStart(5, '0')}01`,
    whatsapp: `+6011${String(n).padStart(5, '0')}02`,
  }))
  await announcementTo(busy, readers, { is_urgent: true })
  await vi.waitFor(() => expect(outside.phones.taken().size).toBeGreaterThan(0), { timeout: 60_000 })
  const full = await slowness(other, mail)
  const ratio = full / quiet
  figure(
    `R22: mails of another organisation while ${recipients} families are written to, half of the addresses broken: p95 ` +
      `${Math.round(full)} ms, alone ${Math.round(quiet)} ms, ${ratio.toFixed(2)} times`,
  )
  if (soaking) expect(ratio).toBeLessThanOrEqual(1.5)
}, 900_000)

const addressOf = (payment_id: string) => `${payment_id}@other.test`

/** Milliseconds until a mail has arrived, of all but the slowest twentieth; one is asked for every tenth of a second. */
async function slowness(tenant: Tenant, { arrivals }: CountingMail, count = mails): Promise<number> {
  const asked = new Map<string, number>()
  for (let n = 0; n < count; n++) {
    const payment_id = newId()
    asked.set(addressOf(payment_id), performance.now())
    await tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id }))
    await sleep(100)
  }
  await vi.waitFor(() => expect([...asked.keys()].filter((address) => !arrivals.has(address))).toEqual([]), {
    timeout: 300_000,
    interval: 50,
  })
  const took = [...asked].map(([address, at]) => arrivals.get(address)! - at).toSorted((a, b) => a - b)
  return took[Math.floor(took.length * 0.95)]!
}
