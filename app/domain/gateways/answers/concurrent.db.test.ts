import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutes, openShop, ring } from '#app/domain/payments/attempts/test-support.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking, turnOf } from '#tests/support/run/soak.ts'
import { type Circumstances, type Deed, doDeed, inLanes } from './concurrent-work.ts'

const bills = soaking ? 50 : 6

test(`${bills} invoices, twenty at each, in two processes and by all channels at once: no sen is lost or doubled`, async () => {
  const shop = await openShop()
  const dataDir = await mkdtemp(join(tmpdir(), 'at-once-'))
  const { id, name } = await shop.tenant.actor('superadmin')
  const about: Circumstances = { config: shop.config, ring, person: { id, name } }
  const deeds: Deed[] = []
  const attempts: string[] = []
  let debited = 0
  for (let n = 0; n < bills; n++) {
    const bill = await shop.bill(1_000 + n)
    // The first try has lapsed and comes late; meanwhile the payer tries again, the counter takes cash, the office cancels.
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '1M')
    attempts.push(attempt.id)
    debited += attempt.amount_sen
    const body = shop.acBody(attempt.request_fields, '00')
    const bank = (channel: 'direct' | 'indirect' | 'enquiry'): Deed => ({
      ...{ kind: 'bank', attempt_id: attempt.id, channel, body },
    })
    const times = (count: number, deed: Deed) => Array.from({ length: count }, () => deed)
    const sen = Math.ceil(bill.total_sen / (n % 2 ? 1 : 3))
    deeds.push(
      ...[...times(4, bank('direct')), ...times(4, bank('indirect')), ...times(4, bank('enquiry'))],
      ...times(4, { kind: 'counter', invoice_id: bill.id, sen, paid_on: '2026-01-31' }),
      ...times(2, { kind: 'payer', code: bill.public_code, at: minutes(5).toISOString() }),
      ...times(2, { kind: 'office', invoice_id: bill.id }),
    )
  }
  const mixed = deeds
    .map((deed, n) => ({ deed, turn: turnOf(`${n} of all at once`) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ deed }) => deed)
  const [here, there] = [0, 1].map((half) => mixed.filter((_, n) => n % 2 === half))

  const { child, lines } = await startWorkerProcess({
    ...{ dataDir, smtpPort: 1, fixture: 'app/domain/gateways/answers/concurrent.fixture.ts' },
  })
  const { schema, role } = shop.tenant.place
  const other = new Promise<string[]>((resolve, reject) => {
    child.once('message', (done) => resolve(done as string[]))
    child.once('close', () => reject(new Error(lines.join('\n'))))
  })
  const { ring: _, ...told } = about
  child.send({ place: { schema, role }, deeds: there, lanes: 10, about: told })
  const done = [
    ...(await inLanes(10, here!, (deed) => doDeed(shop.tenant.write, deed, about))),
    ...(await other),
  ]
  await rm(dataDir, { recursive: true })
  expect(done).toHaveLength(20 * bills)

  const count = (what: string) => done.filter((one) => one === what).length
  expect(count('post')).toBe(bills)
  expect(count('repeat')).toBe(11 * bills)
  for (const attempt_id of attempts) expect(await shop.paymentOf(attempt_id)).toHaveLength(1)
  const payments = await shop.payments()
  expect(payments.filter(({ method }) => method === 'cash')).toHaveLength(count('taken'))
  expect(payments).toHaveLength(bills + count('taken'))
  const online = payments.filter(({ method }) => method === 'fpx')
  expect(online.reduce((sum, { amount_sen }) => sum + amount_sen, 0)).toBe(debited)
  await shop.balanced()
  const { rows } = await shop.tenant.read((db) =>
    sql<{ sen: number }>`select coalesce(sum(delta_sen), 0) as sen from credit_entry`.execute(db),
  )
  figure(
    `R5: ${bills} invoices, ${done.length} attempts in two processes (bank, payer, counter, office): ${payments.length} payments, RM${(rows[0]!.sen / 100).toFixed(2)} kept as credit, 0 sen lost, 0 doubled, the equation holds`,
  )
})
