import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { applyAnswer, storeOrphan } from '#app/domain/gateways/answers/apply-answer.ts'
import { answerOf, operatorException } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { openDeskOnce } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { environment } from '#app/environment.ts'
import { verifyAc } from '#app/integrations/fpx/answers.ts'
import { resealAll } from '#db/command/reseal.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { cleanMessageBodies } from '#jobs/handlers/upkeep.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { deleteOldBodies, openBody, sealBodies, storeIfRepeated, storeMessage } from './gateway-messages.ts'
import { bodyOf, openShop, ring, type Shop, at as when } from './test-support.ts'

const { at, shop } = openDeskOnce()

const asPlatform = <R>(work: (trx: Transaction<DB>) => Promise<R>) =>
  withPlatform(shop.tenant.database.pool, work)

const runJob = () =>
  cleanMessageBodies({}, { ...jobTools(shop.tenant, 'message.bodies'), withTenant: asPlatform })

/** The first message about an attempt, so old, and as messages were kept before if `plain`. */
async function aged(attempt_id: string, months: number, plain = false) {
  const [message] = await shop.messagesOf(attempt_id)
  const body = bodyOf(message)
  await asPlatform((trx) =>
    trx
      .updateTable('platform.gateway_message')
      .set({
        received_at: sql<Date>`now() - make_interval(months => ${months}, days => 1)`,
        ...(plain ? { raw_body: body, body_sealed: null } : {}),
      })
      .where('id', '=', message!.id)
      .execute(),
  )
  return { id: message!.id, body, now: async () => (await shop.messagesOf(attempt_id))[0]! }
}

async function paid() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  return attempt
}

test('a message is stored sealed, byte for byte, together with its outcome', async () => {
  const attempt = await paid()
  const [message] = await shop.messagesOf(attempt.id)
  expect(message).toMatchObject({ raw_body: null, outcome: 'post', response_code: '00' })
  expect(message!.body_sealed).toMatch(/^v1\./)
  expect(JSON.stringify(message)).not.toContain('Aisyah')
  expect(verifyAc(shop.config, bodyOf(message).toString(), when)).toMatchObject({ ok: true })

  const bytes = randomBytes(3_000)
  const id = await asPlatform((trx) =>
    storeMessage(trx, systemActor, {
      ...{ ring, gateway: 'fpx', channel: 'direct', raw: bytes, fingerprint: 'x', attempt_id: null },
      ...{ response_code: null, outcome: 'orphan', note: null },
    }),
  )
  const row = await asPlatform((trx) =>
    trx.selectFrom('platform.gateway_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(bodyOf(row)).toEqual(bytes)
  const elsewhere = { ...row, id: message!.id }
  expect(() => openBody(ring, elsewhere)).toThrow('cannot be opened')
})

test('older bodies are sealed by a job, which two workers may run at once, and read as before', async () => {
  const attempts = [await paid(), await paid(), await paid()]
  const old = await Promise.all(attempts.map(({ id }) => aged(id, 1, true)))
  await Promise.all([1, 2].map(() => runJob()))
  await asPlatform(async (trx) => {
    while (!(await sealBodies(trx, ring, 2)).last);
  })
  for (const { now, body } of old) {
    const message = await now()
    expect(message).toMatchObject({ raw_body: null, outcome: 'post', response_code: '00' })
    expect(bodyOf(message)).toEqual(body)
  }
  expect(await asPlatform((trx) => sealBodies(trx, ring))).toEqual({ sealed: 0, last: true })
})

test('a body is deleted after two years and its outcome is not; the body of an open exception stays', async () => {
  const [young, over, plain] = [await paid(), await paid(), await paid()]
  const [kept, gone, bare] = [
    await aged(young.id, 23),
    await aged(over.id, 24),
    await aged(plain.id, 30, true),
  ]
  const doubt = await at.mismatch()
  const waiting = await aged(doubt.attempt.id, 40)

  expect((await asPlatform((trx) => deleteOldBodies(trx, 1))).last).toBe(false)
  await runJob()

  for (const { now } of [gone, bare]) {
    const message = await now()
    expect(message).toMatchObject({ raw_body: null, body_sealed: null, outcome: 'post', response_code: '00' })
    expect(message.body_sha256).toHaveLength(32)
    expect(openBody(ring, message)).toBeNull()
    expect(await shop.tenant.read((db) => answerOf(db, ring, message.id))).toBeNull()
  }
  expect(bodyOf(await kept.now())).toEqual(kept.body)
  expect(bodyOf(await waiting.now())).toEqual(waiting.body)

  await at.resolve(doubt.id, { decision: 'wrong_alarm', words: 'Bank mengesahkan tiada wang masuk' })
  await asPlatform((trx) => deleteOldBodies(trx))
  expect(await waiting.now()).toMatchObject({ raw_body: null, body_sealed: null })
})

test('an operator sees every field of an orphan while its body is stored, and its facts afterwards', async () => {
  const { request_fields } = await paid()
  const stranger = { fpx_sellerExOrderNo: 'LN-NOBODYS-ORDER', fpx_sellerOrderNo: 'LN-NOBODYS-ORDER' }
  const message = shop.answer(shop.acBody(request_fields, '00', stranger))
  const verified = verifyAc(shop.config, Buffer.from(message.raw).toString(), when)
  if (!verified.ok) throw new Error('not signed')
  await asPlatform((trx) => storeOrphan(trx, { ...message, report: verified.ac, actor: systemActor }))
  const { id, message_id } = await asPlatform((trx) =>
    trx
      .selectFrom('platform.payment_exception')
      .select(['id', 'message_id'])
      .where('order_no', '=', 'LN-NOBODYS-ORDER')
      .executeTakeFirstOrThrow(),
  )
  const seen = () => asPlatform((trx) => operatorException(trx, ring, id))
  expect(Object.fromEntries((await seen()).message!.fields)).toMatchObject({
    fpx_sellerExOrderNo: 'LN-NOBODYS-ORDER',
    fpx_debitAuthCode: '00',
  })
  await asPlatform((trx) =>
    trx
      .updateTable('platform.gateway_message')
      .set({ body_sealed: null })
      .where('id', '=', message_id)
      .execute(),
  )
  expect((await seen()).message).toMatchObject({ kind: 'direct', fields: [] })
})

test('a change of APP_KEY seals the bodies again', async () => {
  const attempt = await paid()
  const [before] = await shop.messagesOf(attempt.id)
  const body = bodyOf(before)
  const newKey = randomBytes(32)
  await resealAll(shop.tenant.database.ownerUrl, keyringOf(newKey, [environment.appKey]), () => {})
  const [after] = await shop.messagesOf(attempt.id)
  expect(openBody(keyringOf(newKey), after!)).toEqual(body)
  expect(() => bodyOf(after)).toThrow('cannot be opened')
})

describe('a call that FPX repeats', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })

  /** What FPX's server says of an attempt, as the door finds it. */
  async function said(code: string) {
    const attempt = await shop.start([(await shop.bill()).public_code])
    const body = shop.acBody(attempt.request_fields, code)
    const arrives = (text = body) =>
      withPlatform(shop.tenant.database.pool, (trx) => {
        const result = verifyAc(shop.config, text)
        if (!result.ok) throw new Error(result.reason)
        return storeIfRepeated(trx, systemActor, attempt.order_no, {
          ...{ ring, channel: 'direct', raw: Buffer.from(text), fingerprint: result.fingerprint },
          response_code: result.ac.debit_code,
        })
      })
    const apply = () =>
      shop.tenant.write((trx) => applyAnswer(trx, systemActor, attempt.id, shop.answer(body)))
    return { attempt, body, arrives, apply }
  }

  test('only a call whose bytes have posted money is a repetition, and it is stored like any other', async () => {
    const { attempt, body, arrives, apply } = await said('00')
    const whose = { entity_id: shop.tenant.entity.id, attempt_id: attempt.id }
    expect(await arrives()).toEqual({ ...whose, repeated: false })
    expect(await shop.messagesOf(attempt.id)).toEqual([])
    await apply()
    for (const _ of [1, 2, 3]) expect(await arrives()).toEqual({ ...whose, repeated: true })
    const other = shop.acBody(attempt.request_fields, '00')
    expect(await arrives(other)).toEqual({ ...whose, repeated: false })
    const kept = await shop.messagesOf(attempt.id)
    expect(kept.map(({ outcome }) => outcome).sort()).toEqual(['post', 'repeat', 'repeat', 'repeat'])
    for (const message of kept) {
      expect(message).toMatchObject({ kind: 'direct', verified: true, response_code: '00' })
      expect(bodyOf(message).toString()).toBe(body)
    }
    await shop.balanced()
  })

  test.each(['09', '51'])('a message that posted nothing is applied again each time: %s', async (code) => {
    const { arrives, apply } = await said(code)
    await apply()
    expect(await arrives()).toMatchObject({ repeated: false })
  })

  test('a message about an unknown order is neither found nor stored here', async () => {
    const { body } = await said('00')
    const result = verifyAc(shop.config, body)
    if (!result.ok) throw new Error(result.reason)
    const found = await withPlatform(shop.tenant.database.pool, (trx) =>
      storeIfRepeated(trx, systemActor, 'LN-NONE', {
        ...{ ring, channel: 'direct', raw: Buffer.from(body), fingerprint: result.fingerprint },
        response_code: '00',
      }),
    )
    expect(found).toBeUndefined()
  })
})
