import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { duty, enrolled, writer } from '#app/domain/catalogue/subjects/test-support.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { insert, subject, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { addSession, cancelSession, moveSession, restoreSession } from './change-session.ts'
import { classSession, historyOf } from './find-sessions.ts'
import { planSessions } from './plan-sessions.ts'
import { addForm, cancelForm, moveForm } from './session.ts'
import { clearSessions, session } from './test-support.ts'

const today = '2026-03-02'
const reason = 'The trainer is ill today'
let tenant: Tenant
let admin: Actor & { id: string }
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})
beforeEach(() => tenant.write(clearSessions))

const write = writer(() => tenant)
const see = (id: string) => tenant.read((db) => classSession(db, everywhere, id))
const place = { held_on: today, starts: '10:00', ends: '11:00', version: 1 }
const move = (id: string, given: object, actor: Actor = admin, scope: RowScope = everywhere) =>
  write((trx) => moveSession(trx, actor, scope, id, moveForm.parse({ ...place, ...given }), today))
const cancel = (id: string, version = 1) =>
  write((trx) => cancelSession(trx, admin, everywhere, id, cancelForm.parse({ reason, version }), today))
const restore = (id: string, version = 2, on = today) =>
  write((trx) => restoreSession(trx, admin, everywhere, { id, version }, on))
const add = (given: object, scope: RowScope = everywhere) =>
  write((trx) => addSession(trx, admin, scope, addForm.parse({ kind: 'extra', ...place, ...given }), today))
const made = (given: Parameters<typeof session>[1] = {}) => write((trx) => session(trx, given))
const trainer = () => write((trx) => user(trx, { roles: ['trainer'] }))

describe('times', () => {
  test.each([
    ['11:00', '10:00', 'class_session.ends_first'],
    ['23:30', '00:30', 'class_session.ends_first'],
    ['10:00', '10:00', 'class_session.ends_first'],
    ['10:00', '10:14', 'class_session.too_short'],
    ['08:00', '16:01', 'class_session.too_long'],
  ])('from %s to %s are refused at the end', (starts, ends, code) => {
    const { error } = moveForm.safeParse({ ...place, starts, ends })
    expect(error?.issues).toMatchObject([{ path: ['ends'], message: code }])
  })

  test('from 15 minutes to 8 hours are taken', () => {
    for (const ends of ['08:15', '16:00'])
      expect(moveForm.safeParse({ ...place, starts: '08:00', ends }).success).toBe(true)
  })
})

describe('moving', () => {
  test('gives another day, time, room and trainer, with both in the log', async () => {
    const { id } = await made({ room: 'A' })
    const { id: trainer_user_id, name } = await trainer()
    expect(
      await move(id, { held_on: '2026-03-05', starts: '14:00', ends: '15:30', room: 'B', trainer_user_id }),
    ).toMatchObject({ moved: true })
    expect(await see(id)).toMatchObject({
      ...{ held_on: '2026-03-05', starts: '14:00', ends: '15:30', minutes: 90, room: 'B', trainer: name },
      ...{ is_edited: true, version: 2 },
    })
    const [entry] = await tenant.read((db) =>
      db.selectFrom('audit_log').select(['action', 'before', 'after']).where('object_id', '=', id).execute(),
    )
    expect(entry).toMatchObject({
      action: 'class_session.moved',
      before: { held_on: today, starts: '10:00', room: 'A', trainer: null },
      after: { held_on: '2026-03-05', starts: '14:00', room: 'B', trainer: name },
    })
  })

  test('is not planning: a note alone leaves it to the planner', async () => {
    const { id } = await made({})
    expect(await move(id, { note: 'Bring the abacus' })).toMatchObject({ moved: false })
    expect(await see(id)).toMatchObject({ is_edited: false, note: 'Bring the abacus', version: 2 })
  })

  test('to a trainer or a room that is taken is refused at the field, and leads to the other session', async () => {
    const { id: trainer_user_id } = await trainer()
    const other = await made({ trainer_user_id, room: 'Lab' })
    const { id } = await made({})
    await expect(move(id, { trainer_user_id })).toRefuse('class_session.trainer_taken', 'trainer_user_id')
    await expect(move(id, { room: 'lab' })).toRefuse('class_session.room_taken', 'room')
    await expect(move(id, { trainer_user_id }).catch((error) => error)).resolves.toMatchObject({
      blockers: [{ to: 'class_session', id: other.id }],
    })
    const apart: RowScope = { ...everywhere, scope: 'class', user_id: admin.id }
    await write((trx) =>
      trx
        .selectFrom('class_session')
        .select('subject_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
        .then(({ subject_id }) => duty(trx, subject_id, admin.id)),
    )
    await expect(move(id, { room: 'LAB' }, admin, apart)).toRefuse(
      'class_session.room_taken_elsewhere',
      'room',
    )
    await move(id, { trainer_user_id, room: 'Lab', starts: '11:00', ends: '12:00' })
  })

  test('of what is being marked stays on its day; what is confirmed or cancelled stays as it is', async () => {
    const open = await made({ status: 'open', opened_at: new Date() })
    await expect(move(open.id, { held_on: '2026-03-03' })).toRefuse('class_session.opened', 'held_on')
    await move(open.id, { ends: '11:30' })
    const confirmed = await made({
      status: 'confirmed',
      confirmed_at: new Date(),
      starts: '12:00',
      ends: '13:00',
    })
    await expect(move(confirmed.id, {})).toRefuse('class_session.confirmed')
    await cancel((await made({ starts: '14:00', ends: '15:00' })).id)
  })

  test('keeps to the window of the role, the dates of the class and its people', async () => {
    const teacher = await tenant.actor('trainer')
    const { id: subject_id } = await write((trx) =>
      subject(trx, { starts_on: '2026-01-01', ends_on: '2026-03-31' }),
    )
    await write((trx) => duty(trx, subject_id, teacher.id, 'main'))
    const own: RowScope = { ...everywhere, scope: 'class', user_id: teacher.id }
    const { id } = await made({ subject_id })
    await expect(move(id, { held_on: addDays(today, -8) }, teacher, own)).toRefuse(
      'class_session.window',
      'held_on',
    )
    await expect(move(id, { held_on: '2026-04-01' }, teacher, own)).toRefuse(
      'class_session.outside_class',
      'held_on',
    )
    await expect(move(id, { trainer_user_id: (await trainer()).id }, teacher, own)).toRefuse(
      'not_found.trainer',
      'trainer_user_id',
    )
    const old = await made({ subject_id, held_on: addDays(today, -8) })
    await expect(move(old.id, { held_on: today }, teacher, own)).toRefuse('class_session.window')
    const strange = await made({})
    await expect(move(strange.id, {}, teacher, own)).toRefuse('not_found.class_session')
    await move(id, { held_on: addDays(today, -7), trainer_user_id: teacher.id }, teacher, own)
    await write((trx) =>
      trx
        .updateTable('subject')
        .set({ status: 'closed', closed_on: today })
        .where('id', '=', subject_id)
        .execute(),
    )
    await expect(move(id, { version: 2 })).toRefuse('class_session.class_closed')
  })

  test('over what somebody else saved meanwhile is refused', async () => {
    const { id } = await made({})
    await move(id, { room: 'A' })
    await expect(move(id, { room: 'B' })).toRefuse('version_conflict')
  })

  test('warns once of a closed day and of students who have another session then', async () => {
    const { id, subject_id } = await made({})
    await write(async (trx) => {
      const other = await session(trx, { held_on: '2026-03-05' })
      const { student_id } = await enrolled(trx, subject_id, {}, 'Nur Contoh binti Ujian')
      await enrolled(trx, other.subject_id, { student_id })
      // Has left, so there is no clash.
      const gone = await enrolled(trx, subject_id, { status: 'ended', ends_on: '2026-03-01' })
      await enrolled(trx, other.subject_id, { student_id: gone.student_id })
      await insert(trx, 'closure', {
        ...{ id: newId(), name: 'Sukan tahunan', starts_on: '2026-03-05', ends_on: '2026-03-05' },
      })
    })
    const to = { held_on: '2026-03-05' }
    await expect(move(id, to)).toRefuse('class_session.check')
    await expect(move(id, to).catch((error) => error)).resolves.toMatchObject({
      found: [{ closing: 'Sukan tahunan', count: 1, students: [{ student: 'Nur Contoh binti Ujian' }] }],
    })
    await move(id, { ...to, confirmed: true })
  })
})

describe('cancelling and restoring', () => {
  test('says why and comes back on the same day, without what is taken by now', async () => {
    const { id: trainer_user_id } = await trainer()
    const { id } = await made({ trainer_user_id, room: 'Lab' })
    await cancel(id)
    expect(await see(id)).toMatchObject({ status: 'cancelled', cancel_reason: reason, canceller: admin.name })
    await made({ trainer_user_id })
    expect(await restore(id)).toMatchObject({ clash: 'trainer' })
    expect(await see(id)).toMatchObject({
      status: 'planned',
      trainer: null,
      room: 'Lab',
      clash: 'trainer',
      cancel_reason: null,
    })
    const history = await tenant.read((db) => historyOf(db, id))
    expect(history.map(({ action }) => action)).toEqual(['class_session.cancelled', 'class_session.restored'])
  })

  test('a reason has ten characters at least', () => {
    expect(cancelForm.safeParse({ reason: 'Ill', version: 1 }).success).toBe(false)
  })

  test('a day that is over is not restored, but on the day on which it was cancelled', async () => {
    const old = { held_on: '2026-03-01', status: 'cancelled', cancel_reason: reason }
    const { id } = await made({ ...old, cancelled_at: sql`'2026-03-01T02:00:00Z'` as never })
    await expect(restore(id, 1)).toRefuse('class_session.restore_late')
    const { id: now } = await made({ ...old, cancelled_at: sql`'2026-03-02T02:00:00Z'` as never })
    await restore(now, 1)
  })

  test('what was confirmed is not cancelled', async () => {
    const { id } = await made({ status: 'confirmed', confirmed_at: new Date() })
    await expect(cancel(id)).toRefuse('class_session.confirmed')
  })

  test('what the planner cancelled and a person restored is left to the person', async () => {
    const { id: subject_id } = await write((trx) => subject(trx))
    await write((trx) =>
      insert(trx, 'subject_schedule', { subject_id, weekday: 1, starts: '10:00', ends: '11:00', room: null }),
    )
    await write((trx) =>
      insert(trx, 'closure', { id: newId(), name: 'Cuti', starts_on: '2026-03-10', ends_on: '2026-03-10' }),
    )
    const plan = () => write((trx) => planSessions(trx, today, { schedule: 's', class: 'c' }))
    await plan()
    await write((trx) => trx.updateTable('closure').set({ starts_on: '2026-03-09' }).execute())
    expect(await plan()).toMatchObject({ cancelled: 1 })
    const { id } = await tenant.read((db) =>
      db
        .selectFrom('class_session')
        .select('id')
        .where('held_on', '=', '2026-03-09')
        .executeTakeFirstOrThrow(),
    )
    await restore(id)
    expect(await plan()).toMatchObject({ cancelled: 0 })
    expect(await see(id)).toMatchObject({ status: 'planned', is_edited: true })
  })
})

describe('adding', () => {
  test('an extra session of an active class within its dates', async () => {
    const { id: subject_id } = await write((trx) => subject(trx, { ends_on: '2026-03-31' }))
    const { id } = await add({ subject_id, topic: 'Ulang kaji' })
    expect(await see(id)).toMatchObject({
      kind: 'extra',
      planned_on: null,
      topic: 'Ulang kaji',
      status: 'planned',
    })
    await expect(add({ subject_id, held_on: '2026-04-01' })).toRefuse(
      'class_session.outside_class',
      'held_on',
    )
    const closed = await write((trx) => subject(trx, { status: 'inactive' }))
    await expect(add({ subject_id: closed.id })).toRefuse('class_session.class_closed')
    const elsewhere: RowScope = { ...everywhere, scope: 'branch', branch_ids: [] }
    await expect(add({ subject_id }, elsewhere)).toRefuse('not_found.subject', 'subject_id')
  })

  test('a make-up session stands for one cancelled session of its class, once', async () => {
    const { id: replaces_id, subject_id } = await made({})
    const later = { subject_id, replaces_id, held_on: '2026-03-07' }
    await expect(add(later)).toRefuse('class_session.not_cancelled')
    await cancel(replaces_id)
    const { id } = await add(later)
    expect(await see(id)).toMatchObject({ kind: 'makeup', replaces_id })
    await expect(add({ ...later, held_on: '2026-03-08' })).toRefuse('class_session.made_up')
    await expect(restore(replaces_id)).toRefuse('class_session.made_up')
    await cancel(id)
    await restore(replaces_id)
    await expect(restore(id)).toRefuse('class_session.made_up')
  })

  test('two at once do not give one trainer two places', async () => {
    const { id: trainer_user_id } = await trainer()
    const [one, other] = await write(async (trx) => [await subject(trx), await subject(trx)])
    const both = await Promise.allSettled([
      add({ subject_id: one!.id, trainer_user_id }),
      add({ subject_id: other!.id, trainer_user_id }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
