import { afterAll, beforeAll, expect, test } from 'vitest'
import { chipAccount, chipConfig } from '#app/domain/payments/chip/account.ts'
import { createPurchase } from '#app/integrations/chip/calls.ts'
import { asOwner } from '#db/owner.ts'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'

let world: ChipWorld
beforeAll(async () => {
  world = await openChipWorld()
})
afterAll(() => world.close())

/** Made at CHIP by somebody else who holds the organisation's keys, and paid there: CHIP tells us of it many times. */
async function madeElsewhere(reference: string) {
  const { tenant, main } = world
  const config = await tenant.read((db) => chipConfig(db, world.toGateways(tenant).chip))
  const made = await createPurchase(config, {
    ...{ reference, amount_sen: 4_200, name: 'Yuran', email: 'siti@keluarga.test', full_name: null },
    ...{ language: 'ms', methods: ['visa'], due: new Date(Date.now() + 3_600_000), back: main },
    callback: `${main}/chip/callback/${tenant.place.id}`,
  })
  expect(made.kind).toBe('made')
  await world.control('play', { of: reference, scenario: 'doubled' })
}

/** What operators find on their desk of it. */
const raised = (order_no: string) =>
  asOwner(world.tenant.database.ownerUrl, (owner) =>
    owner
      .selectFrom('platform.payment_exception')
      .select(['kind', 'amount_sen', 'entity_id', 'message_id'])
      .where('order_no', '=', order_no)
      .execute(),
  )

/** How CHIP was answered. */
const answers = () =>
  world.product.log.flatMap(({ path, status }) => (String(path).startsWith('/chip/') ? [status] : []))

test('a genuine message with a reference of ours that was never given is for the operator, once', async () => {
  await madeElsewhere('LN-NVR-GVN')
  expect(await raised('LN-NVR-GVN')).toEqual([
    { kind: 'orphan', amount_sen: 4_200, entity_id: null, message_id: expect.any(String) },
  ])
  expect(new Set(answers())).toEqual(new Set([200]))
})

test('what the organisation sells elsewhere under the same brand is none of ours', async () => {
  await madeElsewhere('KANTIN-77')
  expect(await raised('KANTIN-77')).toEqual([])
})

// here, where CHIP repeats no forgery: the first signature that does not fit uses the one fetching that is allowed in a while
test('keys that were changed are fetched once', async () => {
  const { code, bill, of } = await world.toChip()
  const before = await world.tenant.read((db) => chipAccount(db))
  await world.control('rotate')
  await world.control('play', { of, scenario: 'paid' })
  expect(await world.books(code, bill.id)).toEqual({ state: 'paid', payments: 1, invoice: 'paid' })
  const after = await world.tenant.read((db) => chipAccount(db))
  expect(after!.public_key).not.toBe(before!.public_key)
})
