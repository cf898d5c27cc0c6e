import { beforeEach, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { insert, parent, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { platform } from '#tests/support/people/second-factor.ts'
import { createMessages, enqueueDeliveries, finishMessages, type KeyedMessage } from './create-messages.ts'

let tenant: Tenant
let family: { id: string; name: string }
let staff: { id: string; name: string }
beforeEach(async () => {
  tenant = await freshTenant()
  family = await tenant.write((trx) => parent(trx))
  staff = await tenant.write((trx) => user(trx))
})

const announcement = () =>
  tenant.write((trx) =>
    insert(trx, 'announcement', {
      ...{ id: newId(), title_en: 'Sports day', body_en: 'On Friday.', status: 'sending' },
      ...{ channels: ['inapp', 'email', 'sms'], audience: JSON.stringify({}) },
    }),
  )
const toFamily = (announcement_id: string | null): KeyedMessage => ({
  ...{
    kind: announcement_id ? 'announcement' : 'absence',
    announcement_id,
    parent_id: family.id,
    user_id: null,
  },
  ...{ name: family.name, locale: 'my', facts: { parent: family.name } },
  deliveries: [
    { channel: 'inapp', address: null, credits: 0 },
    { channel: 'email', address: 'a@b.test', credits: 0 },
    { channel: 'sms', address: '+60123456789', credits: 2 },
    { channel: 'whatsapp', address: null, credits: 0, suppressed: 'no_address' },
  ],
})
const toStaff = (announcement_id: string): KeyedMessage => ({
  ...{ kind: 'announcement', announcement_id, parent_id: null, user_id: staff.id },
  ...{ name: staff.name, locale: 'en', facts: {} },
  deliveries: [{ channel: 'inapp', address: null, credits: 0 }],
})
const make = (messages: KeyedMessage[]) => tenant.write((trx) => createMessages(trx, messages))
const found = () =>
  tenant.read(async (db) => ({
    messages: await db.selectFrom('message').selectAll().orderBy('locale', 'desc').execute(),
    deliveries: await db
      .selectFrom('message_delivery')
      .select(['channel', 'status', 'reason', 'address', 'credits'])
      .orderBy('credits', 'desc')
      .orderBy('channel')
      .execute(),
  }))
const jobs = () =>
  platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'message.deliver')
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )

test('each recipient has one message of an announcement, however often it is made', async () => {
  const { id } = await announcement()
  expect(await make([toFamily(id), toStaff(id)])).toHaveLength(2)
  expect(await make([toFamily(id), toStaff(id), toFamily((await announcement()).id)])).toHaveLength(1)
  const { messages, deliveries } = await found()
  expect(messages).toMatchObject([
    { parent_id: family.id, locale: 'my', facts: { parent: family.name } },
    { parent_id: family.id },
    { user_id: staff.id, locale: 'en' },
  ])
  expect(deliveries.slice(0, 2)).toEqual(
    Array(2).fill({ channel: 'sms', status: 'queued', reason: null, address: '+60123456789', credits: 2 }),
  )
  expect(deliveries.filter(({ channel }) => channel === 'inapp').map(({ status }) => status)).toEqual(
    Array(3).fill('delivered'),
  )
  expect(deliveries).toContainEqual({
    ...{ channel: 'whatsapp', status: 'suppressed', reason: 'no_address', address: null, credits: 0 },
  })
})

test('what is no announcement is made once for its key', async () => {
  const key = `absence ${newId()}`
  expect(await make([{ ...toFamily(null), key }])).toHaveLength(1)
  expect(await make([{ ...toFamily(null), key }])).toEqual([])
  expect(await make([{ ...toFamily(null), key: `${key} of the next day` }])).toHaveLength(1)
})

test('asks for the channels on which something waits', async () => {
  const { id } = await announcement()
  await make([toStaff(id)])
  await tenant.write((trx) => enqueueDeliveries(trx))
  expect(await jobs()).toEqual([])
  await make([toFamily(id)])
  await tenant.write((trx) => enqueueDeliveries(trx))
  expect((await jobs()).map(({ payload }) => payload)).toEqual(
    expect.arrayContaining([{ channel: 'email' }, { channel: 'sms' }]),
  )
  await tenant.write((trx) => finishMessages(trx, id))
  const row = await tenant.read((db) =>
    db.selectFrom('announcement').select('prepared_at').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row.prepared_at).toBeInstanceOf(Date)
})
