import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '#app/domain/messaging/delivery/claim.ts'
import { createMessages, finishMessages } from '#app/domain/messaging/delivery/create-messages.ts'
import { takeLane } from '#app/domain/messaging/delivery/lane.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { insert, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'
import { composed } from '#tests/support/messaging/composed.ts'
import {
  announcementOf,
  announcementTo,
  composeAll,
  creditsOf,
  forgetfulGateway,
  nextRuns,
  type Outside,
  openOutside,
  sending,
  statesOf,
  tomorrowAt,
  withCredits,
} from '#tests/support/messaging/delivery-world.ts'

let folder: string
let outside: Outside
let tenant: Tenant
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'))
  outside = await openOutside(folder)
})
afterAll(async () => {
  await outside.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  outside.phones.switch('normal')
  outside.mail.force()
  tenant = await freshTenant()
  await withCredits(tenant, 100)
})

let last = 0
/** A mobile whose last two digits say how the sandbox treats it. */
const mobile = (end = '11') => `+6012${String(10_000 + ++last).slice(-5)}${end}`
const arrived = (number: string) => outside.phones.messages().filter(({ to }) => `+${to}` === number).length
const run = (channel: 'email' | 'sms' | 'whatsapp', options: Parameters<typeof sending>[2] = {}) =>
  sending(tenant, outside.settings, options)(channel)

describe('by each channel', () => {
  test('what leaves arrives once, and then the announcement is over and has used what it cost', async () => {
    const [sms, whatsapp, email] = [mobile(), mobile(), `a${newId()}@ibu.test`]
    const id = await announcementTo(tenant, [{ sms, whatsapp, email }])
    await run('sms')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'sent' })
    await run('email')
    expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sending', used_credits: null })
    await run('whatsapp')
    await run('sms')
    expect([arrived(sms), arrived(whatsapp)]).toEqual([1, 1])
    const [letter, ...more] = await lettersTo(outside.mail, email)
    expect([letter!.subject, more]).toEqual(['Sports day', []])
    expect(letter!.headers).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
    expect(await announcementOf(tenant, id)).toMatchObject({
      ...{ status: 'sent', reserved_credits: 3, used_credits: 3, finished_at: expect.any(Date) },
    })
    expect(await creditsOf(tenant)).toEqual({ balance: 97, ledger: 97 })
  })

  test('a WhatsApp message ends with the link by which its reader leaves the channel, an SMS has none', async () => {
    const [sms, whatsapp] = [mobile(), mobile()]
    await announcementTo(tenant, [{ sms, whatsapp }])
    await run('sms')
    await run('whatsapp')
    const textTo = (number: string) => outside.phones.messages().find(({ to }) => `+${to}` === number)?.text
    expect(textTo(whatsapp)).toMatch(/\n\nStop these WhatsApp messages: http\S+\/opt-out\/[\w-]{47}\?lng=en$/)
    expect(textTo(sms)).toBe(composed.sms)
  })

  test('an answer of 200 may hold an error, and a number or an address may be broken', async () => {
    const [good, noSms, noCredit, webPage] = [mobile(), mobile('96'), mobile('91'), mobile('92')]
    const [broken, nobody] = [`refuse-${newId()}@ibu.test`, `b${newId()}@ibu.test`]
    const id = await announcementTo(tenant, [
      { sms: good, email: broken },
      { sms: noSms, email: nobody },
      { sms: webPage },
    ])
    await run('sms')
    await run('email')
    expect(await statesOf(tenant, id, 'sms')).toEqual({
      ...{ [good]: 'sent', [noSms]: 'failed number' },
      // The gateway that can be asked says that it never had it.
      [webPage]: 'queued',
    })
    expect(await statesOf(tenant, id, 'email')).toEqual({ [broken]: 'failed address', [nobody]: 'sent' })
    const second = await announcementTo(tenant, [{ sms: noCredit }])
    await run('sms')
    expect(await statesOf(tenant, second, 'sms')).toEqual({ [noCredit]: 'queued' })
  })

  test('a gateway that takes a message and never answers: asked where it can be, else nobody is sent a second one', async () => {
    const silent = mobile('95')
    const id = await announcementTo(tenant, [{ sms: silent }])
    const short = { ...forgetfulGateway(outside.settings) }
    await sending(tenant, { ...outside.settings, smsGateway: short }, {})('sms')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [silent]: 'failed unsure' })
    // It may have arrived, so it is paid for until a report says that it has not.
    expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent_with_errors', used_credits: 1 })
    const known = mobile('95')
    const other = await announcementTo(tenant, [{ sms: known }])
    await run('sms')
    expect(await statesOf(tenant, other, 'sms')).toEqual({ [known]: 'sent' })
    expect([arrived(silent), arrived(known)]).toEqual([1, 1])
  }, 60_000)
})

test('an SMS says what the rules allow, and one that breaks them costs nothing', async () => {
  const [fine, link] = [mobile(), mobile()]
  const said = {
    [fine]: 'RM0 [CAHAYA] Invois INV-26-001006, RM1,250.00 sebelum 31/12/2026, 8.00-10.30 pagi',
    [link]: 'RM0 [CAHAYA] Yuran: cahaya.my/bayar',
  }
  const id = await announcementTo(tenant, [{ sms: fine }, { sms: link }])
  const compose = async (db: Kysely<DB>, messages: readonly { id: string }[]) => {
    const rows = await db
      .selectFrom('message_delivery')
      .select(['message_id', 'address'])
      .where(sql<boolean>`message_id = any(${messages.map((one) => one.id)}::uuid[])`)
      .where('channel', '=', 'sms')
      .execute()
    return new Map(rows.map(({ message_id, address }) => [message_id, { ...composed, sms: said[address!]! }]))
  }
  await run('sms', { deliver: { compose } })
  expect(await statesOf(tenant, id, 'sms')).toEqual({ [fine]: 'sent', [link]: 'failed text' })
  expect(outside.phones.messages().find(({ to }) => `+${to}` === fine)?.text).toBe(said[fine])
  expect(await creditsOf(tenant)).toEqual({ balance: 99, ledger: 99 })
})

describe('what has happened since it was made', () => {
  test('who has opted out gets nothing by this channel, and the credits come back', async () => {
    const [out, stays] = [mobile(), mobile()]
    const id = await announcementTo(tenant, [{ sms: out, whatsapp: out }, { sms: stays }])
    await tenant.write(async (trx) => {
      const { parent_id } = await trx
        .selectFrom('message')
        .innerJoin('message_delivery', 'message_delivery.message_id', 'message.id')
        .select('parent_id')
        .where('address', '=', out)
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('message_opt_out')
        .values({ id: newId(), parent_id, channel: 'sms', source: 'link' })
        .execute()
    })
    await run('sms')
    await run('whatsapp')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [out]: 'suppressed opted_out', [stays]: 'sent' })
    expect(await statesOf(tenant, id, 'whatsapp')).toEqual({ [out]: 'sent' })
    expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent', used_credits: 3 })
    expect(await creditsOf(tenant)).toEqual({ balance: 97, ledger: 97 })
  })

  test('a member of staff who has opted out gets nothing either', async () => {
    const [out, stays] = [mobile(), mobile()]
    const id = await announcementTo(tenant, [{ sms: stays }])
    await tenant.write(async (trx) => {
      const { id: user_id, name } = await user(trx)
      await createMessages(trx, [
        {
          ...{ kind: 'announcement', announcement_id: id, parent_id: null, user_id, name, locale: 'my' },
          ...{ facts: {}, deliveries: [{ channel: 'sms', address: out, credits: 0 }] },
        },
      ])
      await insert(trx, 'message_opt_out', { id: newId(), user_id, channel: 'sms', source: 'self' })
    })
    await run('sms')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [out]: 'suppressed opted_out', [stays]: 'sent' })
  })

  test('what waits to be tried again when somebody cancels does not leave', async () => {
    const sms = mobile()
    const id = await announcementTo(tenant, [{ sms }])
    await tenant.write((trx) =>
      trx
        .updateTable('announcement')
        .set({ status: 'cancelled', stopped_at: new Date() })
        .where('id', '=', id)
        .execute(),
    )
    await run('sms')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'suppressed stopped' })
    expect(arrived(sms)).toBe(0)
  })

  test('at night only what is urgent leaves, and the rest is asked for at 8', async () => {
    const [usual, urgent] = [mobile(), mobile()]
    const one = await announcementTo(tenant, [{ sms: usual }])
    const other = await announcementTo(tenant, [{ sms: urgent }], { is_urgent: true })
    await run('sms', { at: tomorrowAt(23) })
    expect(await statesOf(tenant, one, 'sms')).toEqual({ [usual]: 'queued' })
    expect(await statesOf(tenant, other, 'sms')).toEqual({ [urgent]: 'sent' })
    expect((await nextRuns(tenant))[0]).toEqual({ payload: { channel: 'sms' }, run_at: tomorrowAt(32) })
  })

  test('cancelled in the middle, twice: the rest does not leave, and its credits come back once', async () => {
    const readers = Array.from({ length: 6 }, () => ({ sms: mobile() }))
    const id = await announcementTo(tenant, readers)
    await run('sms', { deliver: { batch: { messages: 2, ms: 10_000 } } })
    const cancel = () =>
      tenant.write(async (trx) => {
        await trx
          .updateTable('announcement')
          .set({ status: 'cancelled', stopped_at: new Date() })
          .where('id', '=', id)
          .execute()
        await finishMessages(trx, id)
      })
    await cancel()
    await cancel()
    await run('email')
    await run('sms')
    await run('sms')
    const states = Object.values(await statesOf(tenant, id, 'sms'))
    expect(states.toSorted()).toEqual(['sent', 'sent', ...Array(4).fill('suppressed stopped')])
    expect(await announcementOf(tenant, id)).toMatchObject({ status: 'cancelled', used_credits: 2 })
    expect(await creditsOf(tenant)).toEqual({ balance: 98, ledger: 98 })
  })
})

describe('a gateway or a mail server in trouble', () => {
  test('is left alone, and after a day what waited has expired and costs nothing', async () => {
    outside.phones.switch('down')
    const readers = Array.from({ length: 5 }, () => ({ sms: mobile() }))
    const id = await announcementTo(tenant, readers)
    await run('sms')
    await run('sms', { at: new Date(tomorrowAt(10).getTime() + 26 * 3_600_000) })
    await run('sms', { at: new Date(tomorrowAt(10).getTime() + 27 * 3_600_000) })
    expect(Object.values(await statesOf(tenant, id, 'sms'))).toEqual(Array(5).fill('failed expired'))
    expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent_with_errors', used_credits: 0 })
    expect(await creditsOf(tenant)).toEqual({ balance: 100, ledger: 100 })
    expect(outside.phones.messages().filter(({ to }) => readers.some(({ sms }) => sms === `+${to}`))).toEqual(
      [],
    )
  })

  test('works again, and everybody gets one message', async () => {
    outside.phones.switch('down')
    const readers = Array.from({ length: 5 }, () => ({ sms: mobile() }))
    const id = await announcementTo(tenant, readers)
    await run('sms')
    outside.phones.switch('normal')
    for (const hours of [1, 2, 3])
      await run('sms', { at: new Date(tomorrowAt(10).getTime() + hours * 3_600_000) })
    expect(Object.values(await statesOf(tenant, id, 'sms'))).toEqual(Array(5).fill('sent'))
    expect(readers.map(({ sms }) => arrived(sms))).toEqual(Array(5).fill(1))
  })

  test('an address that is greylisted gets its mail later', async () => {
    const email = `greylist-${newId()}@ibu.test`
    const id = await announcementTo(tenant, [{ email }])
    await run('email')
    expect(await statesOf(tenant, id, 'email')).toEqual({ [email]: 'queued' })
    await run('email', { at: tomorrowAt(11) })
    expect(await statesOf(tenant, id, 'email')).toEqual({ [email]: 'sent' })
    expect(await lettersTo(outside.mail, email)).toHaveLength(1)
  })

  test('a mail that was handed over without an answer is not sent again', async () => {
    const email = `lost-${newId()}@ibu.test`
    const id = await announcementTo(tenant, [{ email }])
    await run('email')
    await run('email', { at: tomorrowAt(20) })
    expect(await statesOf(tenant, id, 'email')).toEqual({ [email]: 'failed unsure' })
    expect(await lettersTo(outside.mail, email)).toHaveLength(1)
  })
})

describe('after a worker died in the middle', () => {
  /** Claims one as a run does, lets `sent` happen, and is never heard of again. */
  async function die(smsGateway: Outside['settings']['smsGateway'], sent: boolean) {
    const sms = mobile()
    const id = await announcementTo(tenant, [{ sms }])
    const job = { id: newId() }
    const settings = { ...outside.settings, smsGateway }
    const dead = sending(tenant, settings, {
      job,
      deliver: {
        transport: async () => ({
          ...{ atOnce: 1, perSecond: 20, recover: async () => 'copy' as const },
          send: async ({ message_id }) => {
            if (sent) await sendDirectly(message_id, sms)
            throw new Error('killed')
          },
        }),
      },
    })
    await expect(dead('sms')).rejects.toThrow('killed')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'sending' })
    return { id, sms, again: () => sending(tenant, settings, { job })('sms') }
  }
  const sendDirectly = (message_id: string, sms: string) =>
    outside.phones.handle(
      new Request('http://phones.test/sandbox/sms/send', {
        method: 'POST',
        body: new URLSearchParams({
          ...{ un: 'lunas', pwd: 'sandbox', dstno: sms.slice(1), msg: 'Sports day' },
          ref: referenceOf(tenant.entity.id, message_id, 'sms'),
        }),
      }),
    )

  test.each([true, false])('a gateway that can tell sends one message, had it gone out: %s', async (sent) => {
    const { id, sms, again } = await die(undefined, sent)
    await again()
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'sent' })
    expect(arrived(sms)).toBe(1)
  })

  test('one that cannot is sent a second one, which is kept beside it', async () => {
    const { id, sms, again } = await die(forgetfulGateway(outside.settings), false)
    await again()
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'sent resent' })
    expect(arrived(sms)).toBe(1)
  })

  test('another job waits until the first one has been silent for a while, and one is left for the next', async () => {
    const sms = mobile()
    const id = await announcementTo(tenant, [{ sms }])
    const held = await tenant.write((trx) => takeLane(trx, 'sms', newId()))
    await run('sms')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'queued' })
    await withPlatform(tenant.database.pool, async () => {})
    await tenant.write((trx) =>
      trx
        .updateTable('message_lane')
        .set({ renewed_at: new Date(Date.now() - 180_000) })
        .where('run_id', '=', held!.run_id)
        .execute(),
    )
    await run('sms')
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'sent' })
  })

  test('a job that the queue soon gives up on goes on in a new one', async () => {
    const sms = mobile()
    const id = await announcementTo(tenant, [{ sms }])
    const before = (await nextRuns(tenant)).length
    await run('sms', { job: { nearlyExhausted: true } as Partial<TenantTools['job']> })
    expect(await statesOf(tenant, id, 'sms')).toEqual({ [sms]: 'queued' })
    expect(await nextRuns(tenant)).toHaveLength(before + 1)
  })
})

test('one run sends a batch and asks for the next', async () => {
  const readers = Array.from({ length: 5 }, () => ({ sms: mobile() }))
  const id = await announcementTo(tenant, readers)
  const before = (await nextRuns(tenant)).length
  await run('sms', { deliver: { compose: composeAll, batch: { messages: 3, ms: 10_000 } } })
  const states = Object.values(await statesOf(tenant, id, 'sms')).toSorted()
  expect(states).toEqual(['queued', 'queued', 'sent', 'sent', 'sent'])
  expect(await nextRuns(tenant)).toHaveLength(before + 1)
})
