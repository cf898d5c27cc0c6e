import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { claimKey, releaseKey, storeAnswer } from './idempotency.ts'

test('a key stands at each place for what was called there, and for nothing that was called elsewhere', async () => {
  const tenant = await freshTenant()
  const atPlatform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
  const call = (content: string) => ({ caller: 'guest:192.0.2.7', key: 'key-1', content })
  const [here, there] = [call('of the organisation'), call('of the platform')]
  const kept = (body: string) => ({ status: 200, body })
  await tenant.write(async (trx) => {
    expect(await claimKey(trx, ring, here)).toBeUndefined()
    await storeAnswer(trx, ring, here, kept('organisation'))
  })
  await atPlatform(async (trx) => {
    expect(await claimKey(trx, ring, there)).toBeUndefined()
    await storeAnswer(trx, ring, there, kept('platform'))
  })
  expect(await atPlatform((trx) => claimKey(trx, ring, there))).toEqual(kept('platform'))
  await expect(atPlatform((trx) => claimKey(trx, ring, here))).toRefuse('api.key_reused')
  expect(await tenant.write((trx) => claimKey(trx, ring, here))).toEqual(kept('organisation'))
  const begun = { ...here, key: 'key-2' }
  await tenant.write((trx) => claimKey(trx, ring, begun))
  await atPlatform((trx) => releaseKey(trx, begun))
  await expect(tenant.write((trx) => claimKey(trx, ring, begun))).toRefuse('api.in_progress')
})

test('a call without an answer is taken for dead after a minute, for the same call alone', async () => {
  const tenant = await freshTenant()
  const call = (content: string) => ({ caller: 'session:1', key: 'key-3', content })
  const claim = (content: string) => tenant.write((trx) => claimKey(trx, ring, call(content)))
  const claimedFor = (seconds: number) =>
    tenant.write((trx) =>
      trx
        .updateTable('platform.idempotency_key')
        .set({ claimed_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
        .where('key', '=', 'key-3')
        .execute(),
    )
  expect(await claim('pay')).toBeUndefined()
  await claimedFor(45)
  await expect(claim('pay')).toRefuse('api.in_progress')
  await claimedFor(61)
  await expect(claim('pay another')).toRefuse('api.key_reused')
  expect(await claim('pay')).toBeUndefined()
  await expect(claim('pay')).toRefuse('api.in_progress')
})

test('a key that has its answer is not released', async () => {
  const tenant = await freshTenant()
  const call = { caller: 'session:1', key: 'key-4', content: 'pay' }
  const answer = { status: 201, body: 'paid' }
  await tenant.write((trx) => claimKey(trx, ring, call))
  await tenant.write((trx) => storeAnswer(trx, ring, call, answer))
  await tenant.write((trx) => releaseKey(trx, call))
  expect(await tenant.write((trx) => claimKey(trx, ring, call))).toEqual(answer)
})
