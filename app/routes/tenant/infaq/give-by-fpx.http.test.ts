import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBankWorld } from '#tests/support/bank/bank-world.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'

let world: Awaited<ReturnType<typeof openBankWorld>>
beforeAll(async () => {
  world = await openBankWorld()
})
afterAll(() => world.close())

/** The form of a gift by FPX. */
async function opened(given: object = {}) {
  const { code } = await world.tenant.write((trx) => infaqType(trx, { status: 'active', ...given }))
  return (await world.product.visitor(world.tenant).get(`/infaq/pay?type=${code}`)).text()
}

test('the fee is the organisation’s unless the giver ticks that they add it', async () => {
  const [box] = (await opened()).match(/<input[^>]*name="cover_fee"[^>]*>/)!
  expect(box).not.toContain('checked')
})

test('between which amounts one may give is said once, and is the narrower of the two', async () => {
  const ranges = (html: string) => html.match(/RM[\d,.]+\d to RM[\d,.]+\d/g)
  expect(ranges(await opened({ min_sen: 500, max_sen: 200_000 }))).toEqual(['RM5.00 to RM2,000.00'])
  expect(ranges(await opened())).toEqual(['RM1.00 to RM30,000.00'])
})
