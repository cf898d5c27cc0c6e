import { expect, test } from 'vitest'
import { systemActor } from '#app/domain/actor.ts'
import { inPlace } from '#db/in-place.ts'
import { countedPool } from '#tests/support/database/own-pool.ts'
import { applyAnswer } from './apply-answer.server.ts'
import { openShop } from './test-support.ts'

test('a payment is booked in five flights, all that hangs on it among them, since others wait for each', async () => {
  const shop = await openShop()
  const bills = [await shop.bill(), await shop.bill()]
  const attempt = await shop.start(bills.map(({ public_code }) => public_code))
  const body = shop.acBody(attempt.request_fields, '00')
  const { pool, writes } = await countedPool()
  const { effect } = await inPlace(pool, shop.tenant.place, (trx) =>
    applyAnswer(trx, systemActor, attempt.id, shop.answer(body)),
  )
  expect(effect).toBe('post')
  // The attempt, FPX's transaction, what must be known, all that is written, and the end.
  expect(writes()).toBe(5)
  for (const { id } of bills)
    expect(await shop.invoiceNow(id)).toMatchObject({
      status: 'paid',
      locked_until: null,
      locked_by_attempt_id: null,
    })
  await shop.balanced()
})
