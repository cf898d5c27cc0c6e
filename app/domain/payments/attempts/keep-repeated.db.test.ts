import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { bodyOf, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { verifyAc } from '#app/integrations/fpx/answers.ts'
import { inPlatform } from '#db/in-place.ts'
import { keepRepeated } from './gateway-messages.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

/** What FPX's server says of an attempt, as the door finds it. */
async function said(code: string) {
  const attempt = await shop.start([(await shop.bill()).public_code])
  const body = shop.acBody(attempt.request_fields, code)
  const arrives = (text = body) =>
    inPlatform(shop.tenant.database.pool, (trx) => {
      const result = verifyAc(shop.config, text)
      if (!result.ok) throw new Error(result.reason)
      return keepRepeated(trx, systemActor, attempt.order_no, {
        ...{ ring, channel: 'direct', raw: Buffer.from(text), fingerprint: result.fingerprint },
        response_code: result.ac.debit_code,
      })
    })
  const apply = () => shop.tenant.write((trx) => applyAnswer(trx, systemActor, attempt.id, shop.answer(body)))
  return { attempt, body, arrives, apply }
}

test('only a call whose very bytes have booked money is a repetition, and it is kept like any other', async () => {
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

test.each(['09', '51'])('what booked nothing is judged anew each time: %s', async (code) => {
  const { arrives, apply } = await said(code)
  await apply()
  expect(await arrives()).toMatchObject({ repeated: false })
})

test('of an order that nobody made it knows nothing and keeps nothing', async () => {
  const { body } = await said('00')
  const result = verifyAc(shop.config, body)
  if (!result.ok) throw new Error(result.reason)
  const found = await inPlatform(shop.tenant.database.pool, (trx) =>
    keepRepeated(trx, systemActor, 'LN-NONE', {
      ...{ ring, channel: 'direct', raw: Buffer.from(body), fingerprint: result.fingerprint },
      response_code: '00',
    }),
  )
  expect(found).toBeUndefined()
})
