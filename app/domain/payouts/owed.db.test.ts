import { beforeAll, expect, test } from 'vitest'
import { ring } from '#app/domain/attempts/test-support.ts'
import { heldForPayout } from '#app/domain/platform/pictures.server.ts'
import { askAdjustment, decideAdjustment } from './adjustments/adjust.server.ts'
import { releasePayout } from './decide.server.ts'
import { waitingFor } from './owed.server.ts'
import { openPayee, operator } from './test-support.ts'

let payee: Awaited<ReturnType<typeof openPayee>>

beforeAll(async () => {
  payee = await openPayee()
})

const held = () => payee.platform((trx) => heldForPayout(trx))
const waiting = () => payee.shop.tenant.read((db) => waitingFor(db, payee.entity_id, '2026-02-03'))

test('what is in a payout waits for none, on the dashboard and on the page of the organisation', async () => {
  await payee.settled(2)
  expect(await held()).toEqual({ sen: 24_000, entities: 1 })
  expect(await waiting()).toEqual({ sen: 24_000, next_on: '2026-02-04' })
  await payee.turn()
  expect(await payee.payouts()).toMatchObject([{ net_sen: 24_000 }])
  expect(await held()).toEqual({ sen: 0, entities: 0 })
  expect(await waiting()).toMatchObject({ sen: 0 })
})

test('what two people have agreed to take is less to wait for, what one has asked for is not yet', async () => {
  const [asker, decider] = [operator('Finance'), operator('Owner')]
  const [payout] = await payee.payouts()
  await payee.platform((trx) => releasePayout(trx, ring, asker, payout!))
  const asked = { entity_id: payee.entity_id, kind: 'correction' as const, sen: -1_500 }
  const reason = 'Fi kad dikenakan dua kali'
  const id = await payee.platform((trx) => askAdjustment(trx, asker, { ...asked, reason }))
  expect(await waiting()).toMatchObject({ sen: 0 })
  await payee.platform((trx) => decideAdjustment(trx, decider, id, { status: 'approved' }))
  expect(await waiting()).toMatchObject({ sen: -1_500 })
  await payee.settled(1)
  expect(await waiting()).toMatchObject({ sen: 12_000 - 1_500 })
})
