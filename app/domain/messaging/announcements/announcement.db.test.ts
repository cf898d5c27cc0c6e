import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { messageWords } from '#app/i18n/message-words.ts'
import { newId } from '#db/id.ts'
import { setCredits } from '#tests/support/database/credit-factories.ts'
import { branch, insert, parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { platform } from '#tests/support/people/second-factor.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { announcementStatuses } from '../words.ts'
import { type AnnouncementInput, announcementForm, freeMails } from './announcement.ts'
import {
  addAnnouncementFile,
  cancelAnnouncement,
  createAnnouncement,
  duplicateAnnouncement,
  editAnnouncement,
  removeAnnouncement,
  scheduleAnnouncement,
} from './change-announcement.ts'
import { composeAnnouncements } from './compose.ts'
import { announcement as found } from './find-announcements.ts'
import { reviewOf } from './review.ts'
import {
  prepareAnnouncement,
  sendScope,
  sendTest,
  startScheduled,
  startSending,
} from './send-announcement.ts'
import { audience, insertAnnouncement } from './test-support.ts'

let tenant: Tenant
let admin: Actor & { id: string }
beforeEach(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
  await subscribed(tenant, {}, { credit: 100 })
})

const setting = () => ({ entity: { id: tenant.place.id }, origin: 'https://sinar.lunas.test' })
const row = (id: string) => tenant.read((db) => found(db, everywhere, id))
const draft = (given: Parameters<typeof insertAnnouncement>[1] = {}) =>
  tenant.write((trx) => insertAnnouncement(trx, { created_by: admin.id, ...given }))
const families = (count: number, given: (n: number) => object = () => ({})) =>
  tenant.write(async (trx) => {
    const made = []
    for (let n = 0; n < count; n += 1)
      made.push((await student(trx, {}, { payer: await parent(trx, given(n)) })).payer!)
    return made
  })
const input = (given: Partial<Record<keyof AnnouncementInput, unknown>> = {}) =>
  announcementForm.parse({ title_en: 'Notice', body_en: 'Hello {parent}', who: ['families'], ...given })
const counted = async (id: string, actor = admin) =>
  tenant.read(async (db) => {
    const one = await found(db, everywhere, id)
    const { counted, cost } = await reviewOf(db, actor, one, setting())
    return { version: one.version, counted, cost }
  })
const send = async (id: string, actor = admin) => {
  const seen = await counted(id, actor)
  return tenant.write((trx) => startSending(trx, actor, everywhere, id, seen, setting()))
}
const prepare = (id: string) => prepareAnnouncement(tenant.write, id, setting())
const deliveries = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('message_delivery')
      .innerJoin('message', 'message.id', 'message_delivery.message_id')
      .select(['message.name', 'channel', 'message_delivery.status', 'reason', 'credits'])
      .where('announcement_id', '=', id)
      .orderBy('message.name')
      .orderBy('channel')
      .execute(),
  )
const balance = () =>
  tenant.read(async (db) => {
    const { credit } = await db.selectFrom('platform.subscription').select('credit').executeTakeFirstOrThrow()
    return credit
  })
const jobs = (name: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', name)
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )
const sms = {
  channels: ['inapp', 'sms'],
  sms_en: 'Sports day on Friday',
  sms_my: 'Hari sukan pada hari Jumaat',
}

describe('who may write to whom', () => {
  const create = async (role: 'trainer' | 'class-admin' | 'clerk', given: object) => {
    const actor = await tenant.actor(role)
    const { scope } = {
      scope: { trainer: 'class', 'class-admin': 'branch', clerk: 'branch' }[role] as 'class',
    }
    const reach = { ...everywhere, scope, user_id: actor.id, branch_ids: actor.branch_ids }
    return tenant.write((trx) => createAnnouncement(trx, actor, reach, input(given)))
  }
  test.each([
    ['trainer', { channels: ['email'] }, 'announcement.inapp_only'],
    ['trainer', { who: ['staff'] }, 'announcement.own_classes'],
    ['class-admin', { who: ['overdue'] }, 'announcement.overdue_not_yours'],
    ['clerk', { is_urgent: true }, 'announcement.urgent_not_yours'],
    ['clerk', { branch_ids: [newId()] }, 'not_found.branch'],
    ['clerk', { subject_ids: [newId()] }, 'not_found.subject'],
    ['clerk', { people: 'NOBODY' }, 'announcement.person'],
  ] as const)('a %s who asks for %o is refused', async (role, given, code) => {
    await expect(create(role, given)).rejects.toMatchObject({ code })
  })

  test.each([
    ['class-admin', ['inapp'], ['overdue'], 'announcement.overdue_not_yours'],
    ['trainer', ['inapp', 'email'], ['families'], 'announcement.inapp_only'],
  ] as const)('a %s who sends by %o to %o is refused', async (role, channels, who, code) => {
    const actor = await tenant.actor(role)
    const sends = () =>
      sendScope(actor, { channels: [...channels], audience: audience({ who: [...who] }), is_urgent: false })
    expect(sends).toThrow(expect.objectContaining({ code }))
  })

  test('students of another branch are not found by their number', async () => {
    const other = await tenant.write(async (trx) => {
      const away = await insert(trx, 'branch', { id: newId(), code: 'AWAY', name: 'Jauh' })
      return student(trx, { branch_id: away.id })
    })
    await expect(create('clerk', { people: other.student_no })).rejects.toMatchObject({
      code: 'announcement.person',
    })
  })

  test('a clerk drafts an SMS and cannot send it', async () => {
    const id = await create('clerk', { channels: ['sms'], sms_en: 'Closed on Monday' })
    const clerk = await tenant.actor('clerk')
    const one = await row(id)
    expect(one.channels).toEqual(['inapp', 'sms'])
    expect(() => sendScope(clerk, one)).toThrow('announcement.send_not_yours')
    expect(sendScope(clerk, { ...one, channels: ['inapp', 'email'] })).toMatchObject({ scope: 'branch' })
  })

  test('a channel that the package lacks is refused', async () => {
    const poor = await freshTenant()
    await subscribed(poor, { features: ['announcement_sms'] })
    const actor = await poor.actor('admin')
    const whatsapp = poor.write((trx) =>
      createAnnouncement(trx, actor, everywhere, input({ channels: ['whatsapp'] })),
    )
    await expect(whatsapp).rejects.toMatchObject({ code: 'feature.lacking', field: 'channels' })
  })
})

describe('states', () => {
  const later = { on: addDays(currentDay(), 3), at: '09:30' }
  const verbs = {
    edit: (id: string) => tenant.write((trx) => editAnnouncement(trx, admin, everywhere, id, input())),
    schedule: async (id: string) => {
      const one = await row(id)
      return tenant.write((trx) => scheduleAnnouncement(trx, admin, one, later))
    },
    send: async (id: string) => {
      const { version } = await row(id)
      const { counted: seen } = await counted(id)
      return tenant.write((trx) =>
        startSending(trx, admin, everywhere, id, { version, counted: seen }, setting()),
      )
    },
    cancel: (id: string) => tenant.write((trx) => cancelAnnouncement(trx, admin, everywhere, id)),
    remove: async (id: string) => {
      const { version } = await row(id)
      return tenant.write((trx) => removeAnnouncement(trx, admin, everywhere, id, version))
    },
  } as const
  const becomes: Record<keyof typeof verbs, Partial<Record<string, string>>> = {
    edit: { draft: 'draft', scheduled: 'draft' },
    schedule: { draft: 'scheduled' },
    send: { draft: 'sending', scheduled: 'sending' },
    // A second press is harmless.
    cancel: { scheduled: 'cancelled', sending: 'cancelled', cancelled: 'cancelled' },
    remove: { draft: 'removed', cancelled: 'removed' },
  }

  test.each(Object.keys(verbs) as (keyof typeof verbs)[])('%s, from every state', async (verb) => {
    await families(1)
    for (const status of announcementStatuses) {
      const { id } = await draft({ status })
      const done = await verbs[verb](id).then(
        () => true,
        (error: { code?: string }) => error.code,
      )
      const wanted = becomes[verb][status]
      expect([status, done]).toEqual([status, wanted ? true : 'announcement.state'])
      if (wanted === 'removed')
        await expect(row(id)).rejects.toMatchObject({ code: 'not_found.announcement' })
      else expect([status, (await row(id)).status]).toEqual([status, wanted ?? status])
    }
  })

  test('every change is in the log, a second stop is not', async () => {
    const { id } = await draft({ status: 'scheduled' })
    await verbs.cancel(id)
    expect(await verbs.cancel(id)).toBe(false)
    const log = await tenant.read((db) =>
      db.selectFrom('audit_log').select('action').where('object_id', '=', id).execute(),
    )
    expect(log).toEqual([{ action: 'announcement.cancelled' }])
  })

  test('one that somebody else has changed meanwhile is not overwritten', async () => {
    const { id } = await draft({ version: 4 })
    const stale = tenant.write((trx) => editAnnouncement(trx, admin, everywhere, id, input({ version: '3' })))
    await expect(stale).rejects.toMatchObject({ code: 'version_conflict' })
  })

  test('a time that has passed, or lies too far ahead, is refused at its field', async () => {
    const one = await row((await draft()).id)
    const at = (on: string) =>
      tenant.write((trx) => scheduleAnnouncement(trx, admin, one, { on, at: '09:00' }))
    await expect(at('2020-01-01')).rejects.toMatchObject({ code: 'announcement.past', field: 'on' })
    await expect(at(addDays(currentDay(), 400))).rejects.toMatchObject({
      code: 'announcement.far',
      field: 'on',
    })
  })

  test('a copy is a draft of its own with the same files, which stay when one of both loses them', async () => {
    const { id } = await draft({ status: 'sent' })
    await tenant.write(async (trx) => {
      await trx.updateTable('announcement').set({ status: 'draft' }).where('id', '=', id).execute()
      await addAnnouncementFile(trx, admin, everywhere, id, {
        ...{ kind: 'attachment', name: 'borang.pdf', content_type: 'application/pdf', storage_key: 'key' },
        bytes: Buffer.from('%PDF'),
      })
    })
    const copy = await tenant.write((trx) => duplicateAnnouncement(trx, admin, everywhere, id))
    expect(await row(copy)).toMatchObject({ status: 'draft', title_en: 'Sports day', created_by: admin.id })
    const files = await tenant.read((db) => db.selectFrom('announcement_file').select('file_id').execute())
    expect(new Set(files.map(({ file_id }) => file_id)).size).toBe(1)
    expect(files).toHaveLength(2)
  })
})

describe('sending', () => {
  test('the cost that was shown is the cost that is taken, and what the messages carry', async () => {
    await families(3)
    const { id } = await draft({ ...sms, channels: ['inapp', 'email', 'sms', 'whatsapp'] })
    const { cost } = await counted(id)
    expect(cost).toMatchObject({ recipients: 3, credits: 3 + 6 })
    await send(id)
    expect(await balance()).toBe(91)
    expect(await row(id)).toMatchObject({ status: 'sending', reserved_credits: 9, sent_by: admin.id })
    expect(await prepare(id)).toBe(3)
    const all = await deliveries(id)
    expect(all.reduce((sum, { credits }) => sum + credits, 0)).toBe(9)
    expect(await row(id)).toMatchObject({ recipients: 3, prepared_at: expect.any(Date) })
  })

  test('who has no address, has opted out or shares a number is left out and costs nothing', async () => {
    const [, , , last] = await families(4, (n) => ({
      phone: n < 2 ? '+60112223333' : n === 2 ? '+60312345678' : '+60112224444',
    }))
    await tenant.write((trx) =>
      insert(trx, 'message_opt_out', { id: newId(), parent_id: last!.id, channel: 'sms', source: 'link' }),
    )
    const { id } = await draft(sms)
    const { cost } = await counted(id)
    expect(cost.channels.find(({ channel }) => channel === 'sms')).toEqual({
      ...{ channel: 'sms', count: 1, credits: 1, segments: 1 },
      suppressed: { duplicate: 1, no_address: 1, opted_out: 1 },
    })
    await send(id)
    await prepare(id)
    const texts = (await deliveries(id)).filter(({ channel }) => channel === 'sms')
    expect(texts.map(({ reason }) => reason).toSorted()).toEqual(
      ['duplicate', 'no_address', 'opted_out', null].toSorted(),
    )
  })

  test('names make an SMS longer: the segments of each recipient are counted', async () => {
    await families(2, (n) => ({ name: n === 0 ? 'Ali' : 'Muhammad Ashraf Hakimi bin Abdul Rahman Shah' }))
    const { id } = await draft({
      ...sms,
      sms_en: null,
      sms_my: `{parent} ${'a'.repeat(120)}`,
      title_en: null,
      body_en: null,
    })
    const { cost } = await counted(id)
    expect(cost.channels.find(({ channel }) => channel === 'sms')).toMatchObject({
      count: 2,
      credits: 3,
      segments: 2,
    })
  })

  test('e-mails by the platform: free up to a number a month, then one credit for ten, rounded up', async () => {
    await families(12)
    await draft({ status: 'sent', started_at: new Date(), mails: freeMails - 1 })
    const { id } = await draft({ channels: ['inapp', 'email'] })
    const { cost } = await counted(id)
    // The first is free, eleven are paid.
    expect(cost).toMatchObject({ credits: 2 })
    await send(id)
    await prepare(id)
    expect(await balance()).toBe(98)
    expect(await row(id)).toMatchObject({ mails: 12, mails_before: freeMails - 1 })
  })

  test('e-mails of an earlier month are not counted again', async () => {
    await families(1)
    const started_at = new Date(`${addDays(startOfMonth(currentDay()), -1)}T10:00:00Z`)
    await draft({ status: 'sent', started_at, mails: freeMails })
    const { id } = await draft({ channels: ['inapp', 'email'] })
    expect((await counted(id)).cost).toMatchObject({ credits: 0 })
  })

  test('with too few credits nothing happens', async () => {
    await families(3)
    await platform((trx) => setCredits(trx, tenant.place.id, 2))
    const { id } = await draft(sms)
    await expect(send(id)).rejects.toMatchObject({ code: 'credit.insufficient' })
    expect(await row(id)).toMatchObject({ status: 'draft', reserved_credits: 0 })
    expect(await jobs('announcement.prepare')).toEqual([])
  })

  test('counts that have changed since they were read are shown again', async () => {
    await families(1)
    const { id } = await draft()
    const seen = await counted(id)
    await families(1)
    const late = tenant.write((trx) => startSending(trx, admin, everywhere, id, seen, setting()))
    await expect(late).rejects.toMatchObject({ code: 'announcement.counts_changed' })
  })

  test('without recipients, or by somebody who may not, it is refused', async () => {
    const { id } = await draft()
    await expect(send(id)).rejects.toMatchObject({ code: 'announcement.nobody' })
    await families(1)
    const { id: paid } = await draft(sms)
    await expect(send(paid, await tenant.actor('clerk'))).rejects.toMatchObject({
      code: 'announcement.send_not_yours',
    })
  })
})

describe('making the messages', () => {
  test('a run that was cut off is gone on with: nobody has two, nobody none, the credits are the same', async () => {
    await families(5)
    const { id } = await draft(sms)
    await send(id)
    // The first run ends after its first transaction.
    let runs = 0
    const cutOff: typeof tenant.write = (work) => {
      runs += 1
      if (runs > 2) throw new Error('killed')
      return tenant.write(work)
    }
    await expect(prepareAnnouncement(cutOff, id, setting())).rejects.toThrow('killed')
    expect(await row(id)).toMatchObject({ prepared_at: null })
    await prepare(id)
    await prepare(id)
    const all = await deliveries(id)
    expect(all).toHaveLength(10)
    expect(all.reduce((sum, { credits }) => sum + credits, 0)).toBe(5)
  })

  test('who came since costs more than was reserved, and gets what is free', async () => {
    await families(2)
    const { id } = await draft(sms)
    await send(id)
    await families(1)
    await prepare(id)
    const texts = (await deliveries(id)).filter(({ channel }) => channel === 'sms')
    expect(texts.map(({ reason, credits }) => [reason, credits])).toEqual([
      [null, 1],
      [null, 1],
      ['no_credit', 0],
    ])
  })

  test('who came since a run that was cut off costs no more than was reserved either', async () => {
    await families(2)
    const { id } = await draft(sms)
    await send(id)
    let runs = 0
    const cutOff: typeof tenant.write = (work) => {
      runs += 1
      if (runs > 2) throw new Error('killed')
      return tenant.write(work)
    }
    await expect(prepareAnnouncement(cutOff, id, setting())).rejects.toThrow('killed')
    await families(1)
    await prepare(id)
    const texts = (await deliveries(id)).filter(({ channel }) => channel === 'sms')
    expect(texts.map(({ reason }) => reason).toSorted()).toEqual(['no_credit', null, null].toSorted())
  })

  test('the recipients are within the scope of who sent it, also when the job makes them', async () => {
    await families(1)
    const clerk = await tenant.actor('clerk')
    await tenant.write(async (trx) => {
      const away = await branch(trx)
      await student(trx, { branch_id: away.id }, { payer: await parent(trx, { name: 'Keluarga Jauh' }) })
    })
    const { id } = await draft({ created_by: clerk.id })
    await send(id, clerk)
    expect(await prepare(id)).toBe(1)
    expect((await deliveries(id)).map(({ name }) => name)).not.toContain('Keluarga Jauh')
  })

  test('nothing is made once it was cancelled, and what waits does not leave', async () => {
    await families(2)
    const { id } = await draft(sms)
    await send(id)
    await prepare(id)
    await tenant.write((trx) => cancelAnnouncement(trx, admin, everywhere, id))
    const texts = (await deliveries(id)).filter(({ channel }) => channel === 'sms')
    expect(texts.map(({ status, reason }) => [status, reason])).toEqual([
      ['suppressed', 'stopped'],
      ['suppressed', 'stopped'],
    ])
    const { id: early } = await draft(sms)
    await send(early)
    await tenant.write((trx) => cancelAnnouncement(trx, admin, everywhere, early))
    expect(await prepare(early)).toBe(0)
    expect(await deliveries(early)).toEqual([])
  })
})

describe('at its time', () => {
  const scheduled = async (given: object = sms) => {
    const { id } = await draft(given)
    const one = await row(id)
    const when = { on: addDays(currentDay(), 1), at: '09:00' }
    const at = await tenant.write((trx) => scheduleAnnouncement(trx, admin, one, when))
    return { id, payload: { announcement_id: id, scheduled_at: at.toISOString() } }
  }
  const due = (payload: { announcement_id: string; scheduled_at: string }) =>
    tenant.write((trx) => startScheduled(trx, payload, setting()))

  test('it starts with the recipients and credits of then, once', async () => {
    const { id, payload } = await scheduled()
    expect((await jobs('announcement.start')).map((job) => job.payload)).toEqual([payload])
    await families(2)
    expect(await due(payload)).toBe('started')
    expect(await row(id)).toMatchObject({ status: 'sending', reserved_credits: 2, sent_by: admin.id })
    expect(await due(payload)).toBe('gone')
    expect(await balance()).toBe(98)
  })

  test('with too few credits it becomes a draft again and its author is told', async () => {
    const { id, payload } = await scheduled()
    await families(2)
    await platform((trx) => setCredits(trx, tenant.place.id, 1))
    expect(await due(payload)).toBe('refused')
    expect(await row(id)).toMatchObject({ status: 'draft', scheduled_at: null })
    expect(await balance()).toBe(1)
    const [mail] = await jobs('announcement.not_started')
    expect(mail?.payload).toEqual({ announcement_id: id, user_id: admin.id, reason: 'credit.insufficient' })
  })

  test('whoever scheduled it and may not send any more does not', async () => {
    const { id, payload } = await scheduled()
    await families(1)
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['clerk'] })
        .where('id', '=', admin.id)
        .execute(),
    )
    expect(await due(payload)).toBe('refused')
    expect(await row(id)).toMatchObject({ status: 'draft' })
  })

  test('an earlier time does nothing once it was edited or scheduled anew', async () => {
    const { id, payload } = await scheduled()
    await families(1)
    await tenant.write((trx) => editAnnouncement(trx, admin, everywhere, id, input()))
    expect(await due(payload)).toBe('gone')
    expect(await row(id)).toMatchObject({ status: 'draft' })
  })
})

test('a test goes to the person alone, says what the first recipient would read, and costs the same', async () => {
  await families(2)
  await tenant.write((trx) =>
    trx.updateTable('user_account').set({ phone: '+60113334444' }).where('id', '=', admin.id).execute(),
  )
  const { id } = await draft({ ...sms, channels: ['inapp', 'sms', 'whatsapp'] })
  const test_ = (channels: ('inapp' | 'email' | 'sms' | 'whatsapp')[]) =>
    tenant.write((trx) => sendTest(trx, admin, everywhere, id, { channels, locale: 'my' }, setting()))
  expect(await test_(['inapp', 'sms', 'whatsapp'])).toEqual({ credits: 3 })
  expect(await balance()).toBe(97)
  const [message, ...others] = await tenant.read((db) => db.selectFrom('message').selectAll().execute())
  expect(others).toEqual([])
  expect(message).toMatchObject({ user_id: admin.id, locale: 'my' })
  const composed = await tenant.read((db) =>
    composeAnnouncements(db, [message!.id], { ...setting(), words: messageWords }),
  )
  expect(composed.get(message!.id)).toMatchObject({
    subject: 'TEST · Hari sukan',
    html: `<p>Pada hari <strong>Jumaat</strong>, ${admin.name}.</p>`,
    sms: expect.stringMatching(/^RM0 \[.+\] Hari sukan pada hari Jumaat$/),
  })
  // It is in no list, and the announcement itself is as it was.
  expect(await row(id)).toMatchObject({ status: 'draft' })
  await expect(row(message!.announcement_id!)).rejects.toMatchObject({ code: 'not_found.announcement' })
  await expect(test_(['email'])).rejects.toMatchObject({ code: 'announcement.test_channel' })
})
