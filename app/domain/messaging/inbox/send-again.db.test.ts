import { beforeEach, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { insertAnnouncement } from '#app/domain/messaging/announcements/test-support.ts'
import { applyReport } from '#app/domain/messaging/delivery/apply-report.ts'
import { claimDeliveries } from '#app/domain/messaging/delivery/claim.ts'
import { createMessages, finishMessages } from '#app/domain/messaging/delivery/create-messages.ts'
import { endAnnouncements } from '#app/domain/messaging/delivery/end-announcements.ts'
import { takeLane } from '#app/domain/messaging/delivery/lane.ts'
import { settleDeliveries } from '#app/domain/messaging/delivery/settle.ts'
import { wakeDeliveries } from '#app/domain/messaging/delivery/wake.ts'
import { messageWords } from '#app/i18n/message-words.ts'
import { newId } from '#db/id.ts'
import { insert, parent } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  announcementOf,
  creditsOf,
  lookAndMoveCredits,
  tomorrowAt,
  withCredits,
} from '#tests/support/messaging/delivery-world.ts'
import { sendMessageAgain } from './send-again.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let admin: Actor
let id: string
let message_id: string
let parent_id: string
beforeEach(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
  await withCredits(tenant, 10)
  await tenant.write(async (trx) => {
    const family = await parent(trx, { phone: '+60123456711', email: null })
    const announcement = await insertAnnouncement(trx, {
      ...{ status: 'sending', channels: ['inapp', 'sms'], sms_en: 'Sports day is on Friday.' },
      sms_my: 'Hari sukan pada hari Jumaat.',
    })
    ;[id, parent_id] = [announcement.id, family.id]
    await createMessages(trx, [
      {
        ...{ kind: 'announcement', announcement_id: id, parent_id, user_id: null, name: family.name },
        ...{ locale: 'my', facts: {} },
        deliveries: [{ channel: 'inapp', address: null, credits: 0 }],
      },
    ])
    await finishMessages(trx, id)
    await endAnnouncements(trx)
    message_id = (await trx.selectFrom('message').select('id').executeTakeFirstOrThrow()).id
  })
})

const again = () =>
  tenant.write((trx) =>
    sendMessageAgain(trx, admin, everywhere, message_id, 'sms', {
      ...{ entity: { id: tenant.place.id }, origin: 'https://sinar.test', words: messageWords },
    }),
  )
const claim = () =>
  tenant.write(async (trx) => {
    const lane = (await takeLane(trx, 'sms', newId()))!
    const most = { entity_id: tenant.place.id, most: 10, time: tomorrowAt(10) }
    return (await claimDeliveries(trx, lane, most))!.claimed
  })

test('what is sent again costs its credits once, and gives them back once when it fails at once', async () => {
  await again()
  expect(await creditsOf(tenant)).toEqual({ balance: 9, ledger: 9 })
  expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent', used_credits: 1 })
  const [copy, ...others] = await claim()
  expect(others).toEqual([])
  const fail = () =>
    tenant.write((trx) =>
      settleDeliveries(
        trx,
        'sms',
        [{ claimed: copy!, outcome: { status: 'failed', reason: 'number' } }],
        new Date(),
      ),
    )
  await Promise.all([fail(), fail()])
  await tenant.write((trx) => applyReport(trx, 'sms', copy!.message_id, { status: 'failed', isNumber: true }))
  await tenant.write((trx) => endAnnouncements(trx))
  expect(await creditsOf(tenant)).toEqual({ balance: 10, ledger: 10 })
  expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent_with_errors', used_credits: 0 })
})

test('who leaves the channel between the button and the gateway gets nothing, and it costs nothing', async () => {
  await again()
  await tenant.write((trx) =>
    insert(trx, 'message_opt_out', { id: newId(), parent_id, channel: 'sms', source: 'link' }),
  )
  expect(await claim()).toEqual([])
  expect(await creditsOf(tenant)).toEqual({ balance: 10, ledger: 10 })
  await expect(again()).toRefuse('message.again.opted_out')
})

test('what is sent again is looked after, also where everything else has left', async () => {
  const watched = () => tenant.read((db) => db.selectFrom('platform.message_watch').select('since').execute())
  await tenant.write((trx) => wakeDeliveries(trx, new Date()))
  expect(await watched()).toEqual([])
  await again()
  expect(await watched()).toHaveLength(1)
})

test('sending again and the look at what waits lock in one order', async () => {
  expect(await besides(tenant, (held) => lookAndMoveCredits(tenant, held), again)).toMatchObject({
    status: 'fulfilled',
  })
  expect(await creditsOf(tenant)).toEqual({ balance: 8, ledger: 8 })
})
