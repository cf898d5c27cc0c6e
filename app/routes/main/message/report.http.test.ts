import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '#app/domain/messaging/delivery/claim.ts'
import { endAnnouncements } from '#app/domain/messaging/delivery/end-announcements.ts'
import { smsSandbox } from '#app/integrations/sms/settings.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { announcementTo, creditsOf, withCredits } from '#tests/support/messaging/delivery-world.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
beforeAll(async () => {
  product = await app()
})
beforeEach(async () => {
  tenant = await sending()
})

const { secret } = smsSandbox

async function sending() {
  const made = await freshTenant()
  await withCredits(made, 10)
  return made
}

/** A message that a gateway has taken, and by which reference and id that knows it. */
async function sent(to: Tenant, channel: 'sms' | 'whatsapp' = 'sms', gateway_id = newId()) {
  const announcement_id = await announcementTo(to, [{ [channel]: '+60123456711' }])
  return to.write(async (trx) => {
    const { id: message_id } = await trx
      .selectFrom('message')
      .select('id')
      .where('announcement_id', '=', announcement_id)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('message_delivery')
      .set({ status: 'sent', sent_at: new Date(), attempts: 1, gateway_id })
      .where('message_id', '=', message_id)
      .where('channel', '=', channel)
      .execute()
    const reference = referenceOf(to.place.id, message_id, channel)
    const entity_id = to.place.id
    await trx
      .insertInto('platform.message_reference')
      .values({ reference, entity_id, message_id, channel, gateway_id })
      .execute()
    await endAnnouncements(trx)
    return { message_id, reference, gateway_id }
  })
}

const report = (fields: Record<string, string>, given: string = secret, channel = 'sms') =>
  product.visitor(mainHost).send(`/message/report/${channel}/${given}`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function state(of: Tenant, message_id: string) {
  const rows = await of.read((db) =>
    db
      .selectFrom('message_delivery')
      .select(['status', 'reason'])
      .where('message_id', '=', message_id)
      .where('channel', '<>', 'inapp')
      .execute(),
  )
  return rows.map(({ status, reason }) => [status, ...(reason ? [reason] : [])].join(' ')).join()
}

/** Reports that wait to be looked at once more. */
const late = (reference: string) =>
  withPlatform(tenant.database.pool, async (trx) => {
    const rows = await trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'message.report')
      .execute()
    return rows.filter(({ payload }) => JSON.stringify(payload).includes(reference)).length
  })

describe('who may report', () => {
  test.each<[string, () => Promise<Response>]>([
    ['a wrong secret', () => report({ id: 'x', status: 'DELIVRD' }, 'wrong-reports-of-messages')],
    ['one with more', () => report({ id: 'x', status: 'DELIVRD' }, `${secret}x`)],
    ['a channel that is none', () => report({ id: 'x', status: 'DELIVRD' }, secret, 'email')],
  ])('%s', async (_what, send) => {
    expect((await send()).status).toBe(404)
  })

  test('a wrong secret changes nothing, whatever the report says', async () => {
    const { message_id, reference } = await sent(tenant)
    await report({ ref: reference, status: 'UNDELIV' }, 'wrong-reports-of-messages')
    expect(await state(tenant, message_id)).toBe('sent')
  })

  test('not at an organisation’s own address', async () => {
    const { message_id, reference } = await sent(tenant)
    const answer = await product.visitor(tenant).send(`/message/report/sms/${secret}`, {
      method: 'POST',
      body: new URLSearchParams({ ref: reference, status: 'UNDELIV' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBeGreaterThanOrEqual(300)
    expect(await state(tenant, message_id)).toBe('sent')
  })

  test('the log holds the secret of no address, be it right or wrong', async () => {
    await report({ id: newId(), status: 'DELIVRD' })
    await report({ id: newId(), status: 'DELIVRD' }, 'wrong-reports-of-messages')
    await product.visitor(mainHost).get(`/message/report/whatsapp/${secret}?status=DELIVRD`)
    const lines = product.log.filter(({ msg }) => msg === 'request')
    expect(lines.map(({ path }) => path)).toContain('/message/report/sms/sand…')
    expect(JSON.stringify(product.log)).not.toMatch(/sandbox-reports|wrong-reports/)
  })
})

describe('what a report does', () => {
  test('out of order and thrice, a message only moves forward', async () => {
    const { message_id, reference, gateway_id } = await sent(tenant)
    for (const status of ['DELIVRD', 'DELIVRD', 'ACCEPTD', 'DELIVRD', 'UNDELIV'])
      expect([status, (await report({ ref: reference, id: gateway_id, status })).status]).toEqual([
        status,
        200,
      ])
    expect(await state(tenant, message_id)).toBe('delivered')
    expect(await creditsOf(tenant)).toEqual({ balance: 9, ledger: 9 })
  })

  test('what did not arrive gives its credits back once, reported thrice and at once', async () => {
    const { message_id, gateway_id } = await sent(tenant)
    const answers = await Promise.all([1, 2, 3].map(() => report({ id: gateway_id, status: 'UNDELIV' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await state(tenant, message_id)).toBe('failed number')
    expect(await creditsOf(tenant)).toEqual({ balance: 10, ledger: 10 })
  })

  test('of an id that nobody knows, it is taken and looked at once more later', async () => {
    const unknown = newId()
    expect((await report({ ref: unknown, status: 'DELIVRD' })).status).toBe(200)
    expect(await late(unknown)).toBe(1)
    for (const fields of [
      {},
      { status: 'DELIVRD' },
      { ref: unknown, status: 'WHO KNOWS' },
      { ref: "' or 1=1", status: 'X' },
    ])
      expect((await report(fields as Record<string, string>)).status).toBe(200)
    expect(await late(unknown)).toBe(1)
  })

  test('changes the message that it names, in its organisation and channel alone', async () => {
    const other = await sending()
    const [own, foreign] = [await sent(tenant), await sent(other)]
    await report({ ref: foreign.reference, status: 'UNDELIV' })
    expect([await state(tenant, own.message_id), await state(other, foreign.message_id)]).toEqual([
      ...['sent', 'failed number'],
    ])
    expect(await creditsOf(tenant)).toEqual({ balance: 9, ledger: 9 })
    // The id of an SMS is nobody's on WhatsApp.
    const entry = [{ changes: [{ value: { statuses: [{ id: own.gateway_id, status: 'failed' }] } }] }]
    const answer = await product.visitor(mainHost).send(`/message/report/whatsapp/${secret}`, {
      method: 'POST',
      body: JSON.stringify({ entry }),
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, await state(tenant, own.message_id)]).toEqual([200, 'sent'])
  })
})
