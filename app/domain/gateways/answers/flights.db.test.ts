import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { inPlace } from '#db/in-place.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { countedPool } from '#tests/support/database/own-pool.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

/** An attempt that pays both at once. */
async function ofTwo() {
  const { branch } = shop.tenant
  const bills = await shop.tenant.write(async (trx) => {
    const one = await invoice(trx, { branch_id: branch.id }, [{ price_sen: 7_000 }])
    const { payer_parent_id } = one
    return [
      one,
      await invoice(trx, { branch_id: branch.id, payer_parent_id }, [{ price_sen: 5_000 }]),
    ] as const
  })
  const attempt = await shop.start(bills.map(({ public_code }) => public_code))
  return { attempt, bills, answer: shop.answer(shop.acBody(attempt.request_fields, '00')) }
}

test('a payment is booked in five flights, all that hangs on it among them, since others wait for each', async () => {
  const { attempt, bills, answer } = await ofTwo()
  const { pool, writes } = await countedPool()
  const { effect } = await inPlace(pool, shop.tenant.place, (trx) =>
    applyAnswer(trx, systemActor, attempt.id, answer),
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

test('an invoice for which the money does not reach any more is free again, too', async () => {
  const { branch } = shop.tenant
  const first = await shop.bill(7_000)
  const paid = (paid_sen: number) =>
    shop.tenant.write((trx) =>
      trx.updateTable('invoice').set({ paid_sen }).where('id', '=', first.id).execute(),
    )
  await paid(6_000)
  const { payer_parent_id } = first
  const second = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id: branch.id, payer_parent_id }, [{ price_sen: 500 }]),
  )
  const attempt = await shop.start([first.public_code, second.public_code])
  await paid(0)
  await shop.say(attempt, '00')
  const free = { status: 'unpaid', locked_until: null, locked_by_attempt_id: null }
  expect(await shop.invoiceNow(first.id)).toMatchObject({ paid_sen: 1_500, ...free })
  expect(await shop.invoiceNow(second.id)).toMatchObject({ paid_sen: 0, ...free })
})
