import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { auditOf } from '#app/domain/people/parents/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { insert, student, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { markedSession, markLines } from './find-marking.ts'
import type { MarkEntry, MarkInput } from './mark.ts'
import { chooseMark, confirmSession, markSession, reopenSession } from './mark-session.ts'
import { remindUnconfirmed } from './reminder.ts'
import { saveMarking } from './save-marking.ts'
import { taughtSession } from './test-support.ts'

let tenant: Tenant
let admin: Actor & { id: string }
let ahmad: Actor & { id: string }
let siti: Actor & { id: string }
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
  ahmad = await tenant.actor('trainer')
  const other = await tenant.write((trx) => user(trx, { roles: ['class-assistant'] }))
  siti = { ...(await tenant.actor('class-assistant')), id: other.id, name: other.name }
})

const today = currentDay()
const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)
const made = (given: Parameters<typeof taughtSession>[1] = {}) =>
  tenant.write((trx) => taughtSession(trx, given))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const entry = (
  student_id: string,
  mark: MarkEntry['mark'],
  minutes: number,
  more: Partial<MarkEntry> = {},
) => ({
  ...{ id: randomUUID(), student_id, mark, late_minutes: null, remark: null, makeup_for_id: null },
  ...{ is_trial: false, marked_at: minutesAgo(minutes) },
  ...more,
})
const sent = (actor: Actor, id: string, entries: MarkEntry[], source: 'form' | 'phone' = 'phone') =>
  tenant.write((trx) => markSession(trx, actor, everywhere, id, entries, source)).catch(said)
const confirm = (id: string, actor: Actor = admin) =>
  tenant.write((trx) => confirmSession(trx, actor, everywhere, id)).catch(said)
const lines = (id: string) =>
  tenant.read(async (db) => markLines(db, await markedSession(db, everywhere, id)))
const marksOf = async (id: string) =>
  Object.fromEntries((await lines(id)).map(({ student_id, mark }) => [student_id, mark]))
const statusOf = async (id: string) => (await tenant.read((db) => markedSession(db, everywhere, id))).status

describe('two people who mark one session without network', () => {
  test('end with the same marks whatever arrives first, and both stay visible', async () => {
    const [one, two] = [await made({ students: 3 }), await made({ students: 3 })]
    const batches = (students: string[]) =>
      [
        [ahmad, [entry(students[0]!, 'present', 60), entry(students[1]!, 'absent', 20)]],
        [siti, [entry(students[0]!, 'absent', 55), entry(students[1]!, 'present', 50)]],
        [ahmad, [entry(students[2]!, 'late', 30, { late_minutes: 10 })]],
        [siti, [entry(students[2]!, 'late', 10, { late_minutes: 5 })]],
      ] as const
    for (const [actor, entries] of batches(one.students)) await sent(actor, one.id, [...entries])
    for (const [actor, entries] of [...batches(two.students)].reverse())
      await sent(actor, two.id, [...entries])
    for (const { id, students } of [one, two]) {
      expect(await marksOf(id)).toEqual({
        [students[0]!]: 'absent',
        [students[1]!]: 'absent',
        [students[2]!]: 'late',
      })
      const [first, , third] = await lines(id)
      expect(first!.entries.map(({ mark, by, counts }) => [mark, by, counts])).toEqual([
        ['absent', siti.name, true],
        ['present', ahmad.name, false],
      ])
      expect(third!.late_minutes).toBe(5)
    }
  })

  test('may tap at one instant: one of both counts, the same in either order', async () => {
    const at = minutesAgo(5)
    const [one, two] = [await made({ students: 1 }), await made({ students: 1 })]
    const [low, high] = [randomUUID(), randomUUID()].sort() as [string, string]
    const tap = (student: string, id: string, mark: MarkEntry['mark']) =>
      entry(student, mark, 0, { id, marked_at: at })
    await sent(ahmad, one.id, [tap(one.students[0]!, low, 'present')])
    await sent(siti, one.id, [tap(one.students[0]!, high, 'absent')])
    const [other, another] = [randomUUID(), randomUUID()].sort() as [string, string]
    await sent(siti, two.id, [tap(two.students[0]!, another, 'absent')])
    await sent(ahmad, two.id, [tap(two.students[0]!, other, 'present')])
    expect(await marksOf(one.id)).toEqual({ [one.students[0]!]: 'absent' })
    expect(await marksOf(two.id)).toEqual({ [two.students[0]!]: 'absent' })
  })

  test('are settled by who decides', async () => {
    const { id, students } = await made({ students: 1 })
    const first = entry(students[0]!, 'present', 10)
    await sent(ahmad, id, [first])
    await sent(siti, id, [entry(students[0]!, 'absent', 5)])
    await tenant.write((trx) => chooseMark(trx, admin, everywhere, id, first.id, randomUUID()))
    expect(await marksOf(id)).toEqual({ [students[0]!]: 'present' })
  })
})

describe('a batch of a phone', () => {
  test('that is sent twice is one', async () => {
    const { id, students } = await made()
    const batch = [entry(students[0]!, 'present', 9), entry(students[1]!, 'absent', 8)]
    expect((await sent(ahmad, id, batch)).won).toHaveLength(2)
    const { version } = await tenant.read((db) => markedSession(db, everywhere, id))
    expect(await sent(ahmad, id, batch)).toEqual({ won: [], lost: [], kept: [] })
    expect(await tenant.read((db) => markedSession(db, everywhere, id))).toMatchObject({
      version,
      status: 'open',
    })
    const stored = await tenant.read((db) =>
      db.selectFrom('attendance_entry').select('id').where('session_id', '=', id).execute(),
    )
    expect(stored).toHaveLength(2)
  })

  test('loses nothing when the session was confirmed or cancelled meanwhile', async () => {
    const { id, students } = await made({ students: 1 })
    await sent(ahmad, id, [entry(students[0]!, 'present', 30)])
    await confirm(id)
    const { kept } = await sent(siti, id, [entry(students[0]!, 'absent', 5)])
    expect(kept.map(({ reason }) => reason)).toEqual(['confirmed'])
    const [line] = await lines(id)
    expect(line!.mark).toBe('present')
    expect(line!.entries.map(({ mark, reason }) => [mark, reason])).toEqual([
      ['absent', 'confirmed'],
      ['present', null],
    ])

    const off = await made({ students: 1 })
    await tenant.write((trx) =>
      trx
        .updateTable('class_session')
        .set({ status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'Cuti umum negeri' })
        .where('id', '=', off.id)
        .execute(),
    )
    const answer = await sent(siti, off.id, [entry(off.students[0]!, 'absent', 5)])
    expect(answer.kept.map(({ reason }) => reason)).toEqual(['cancelled'])
    expect(await statusOf(off.id)).toBe('cancelled')
    await expect(sent(siti, off.id, [entry(off.students[0]!, 'absent', 1)], 'form')).rejects.toMatchObject({
      code: 'marking.cancelled',
    })
  })

  test('of a student who does not exist is left out, also where the session is over', async () => {
    const { id, students } = await made({ students: 1 })
    await sent(ahmad, id, [entry(students[0]!, 'present', 30)])
    await confirm(id)
    const { kept } = await sent(siti, id, [entry(randomUUID(), 'absent', 5)])
    expect(kept.map(({ reason }) => reason)).toEqual(['confirmed'])
  })

  test('that is older than the window is kept and does not count', async () => {
    const { id, students } = await made({ students: 1, held_on: addDays(today, -8) })
    expect((await sent(ahmad, id, [entry(students[0]!, 'present', 5)])).kept).toHaveLength(1)
    expect(await marksOf(id)).toEqual({ [students[0]!]: null })
    expect((await sent(admin, id, [entry(students[0]!, 'absent', 1)])).won).toHaveLength(1)
  })
})

describe('who may be marked', () => {
  test('a student who left yesterday stays where they were marked, and is refused elsewhere', async () => {
    const { id, students } = await made({ students: 2 })
    await sent(ahmad, id, [entry(students[0]!, 'present', 5)])
    await tenant.write((trx) =>
      trx
        .updateTable('enrolment')
        .set({ status: 'ended', ends_on: addDays(today, -1) })
        .where('student_id', 'in', students)
        .execute(),
    )
    expect((await lines(id)).map(({ student_id, beyond }) => [student_id, beyond])).toEqual([
      [students[0], 'left'],
    ])
    expect((await sent(ahmad, id, [entry(students[0]!, 'late', 1)], 'form')).won).toHaveLength(1)
    await expect(sent(ahmad, id, [entry(students[1]!, 'present', 1)], 'form')).rejects.toMatchObject({
      code: 'marking.not_enrolled',
    })
    const { kept } = await sent(ahmad, id, [entry(students[1]!, 'present', 1)])
    expect(kept.map(({ reason }) => reason)).toEqual(['not_enrolled'])
  })

  test('a trial student within reach, who never keeps a session from being confirmed', async () => {
    const { id } = await made({ students: 0 })
    const [near, far] = await tenant.write(async (trx) => [await student(trx), await student(trx)])
    const trial = (student_id: string, reach: typeof everywhere) =>
      tenant
        .write((trx) =>
          markSession(
            trx,
            ahmad,
            everywhere,
            id,
            [entry(student_id, 'present', 1, { is_trial: true })],
            'form',
            {
              students: reach,
            },
          ),
        )
        .catch(said)
    expect((await trial(near!.id, everywhere)).won).toHaveLength(1)
    const nobodys = { ...everywhere, scope: 'class' as const, user_id: ahmad.id }
    await expect(trial(far!.id, nobodys)).rejects.toMatchObject({ code: 'marking.not_enrolled' })
    await confirm(id)
    expect((await lines(id)).map(({ beyond }) => beyond)).toEqual(['trial'])
  })

  test('a make-up names a missed session of the class once', async () => {
    const missed = await made({ students: 1, held_on: addDays(today, -3) })
    const { subject_id, students } = missed
    await sent(ahmad, missed.id, [entry(students[0]!, 'absent', 1)])
    await confirm(missed.id)
    const [first, second] = await tenant.write(async (trx) => [
      await session(trx, { subject_id, held_on: addDays(today, -1) }),
      await session(trx, { subject_id, held_on: today, starts: '14:00', ends: '15:00' }),
    ])
    const makeup = (session_id: string) =>
      sent(ahmad, session_id, [entry(students[0]!, 'present', 1, { makeup_for_id: missed.id })])
    await makeup(first!.id)
    await makeup(second!.id)
    const [one] = await lines(first!.id)
    const [two] = await lines(second!.id)
    expect(one!.makeup_for_id).toBe(missed.id)
    expect(one!.absences.map(({ session_id }) => session_id)).toEqual([missed.id])
    expect(two).toMatchObject({ mark: 'present', makeup_for_id: null, absences: [] })
  })
})

describe('confirming', () => {
  test('needs everybody marked, counts once, and tells families later where it is wanted', async () => {
    await tenant.write((trx) =>
      insert(trx, 'setting', {
        key: 'attendance',
        value: JSON.stringify({ absence_alert: { on: true, whatsapp: false } }),
      }),
    )
    const { id, students } = await made({ students: 2 })
    await sent(ahmad, id, [entry(students[0]!, 'present', 1)])
    await expect(confirm(id)).rejects.toMatchObject({ code: 'marking.unmarked', values: { count: 1 } })
    await sent(ahmad, id, [entry(students[1]!, 'absent', 1)])
    await confirm(id)
    await expect(confirm(id)).rejects.toMatchObject({ code: 'marking.confirmed' })
    const jobs = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select(['payload', 'run_at'])
        .where('name', '=', 'absence.alert')
        .execute(),
    )
    expect(jobs.map(({ payload }) => payload)).toEqual([{ session_id: id }])
    expect(jobs[0]!.run_at.getTime() - Date.now()).toBeGreaterThan(29 * 60_000)
    await tenant.write((trx) => trx.deleteFrom('setting').where('key', '=', 'attendance').execute())
  })

  test('is undone with a reason, and the version of the page', async () => {
    const { id, students } = await made({ students: 1 })
    await sent(ahmad, id, [entry(students[0]!, 'present', 1)])
    const reopen = (version: number) =>
      tenant
        .write((trx) =>
          reopenSession(trx, admin, everywhere, id, { reason: 'Salah tanda seorang murid', version }),
        )
        .catch(said)
    await expect(reopen(1)).rejects.toMatchObject({ code: 'marking.not_confirmed' })
    await confirm(id)
    const { version } = await tenant.read((db) => markedSession(db, everywhere, id))
    await expect(reopen(version - 1)).rejects.toMatchObject({ code: 'version_conflict' })
    await reopen(version)
    expect(await statusOf(id)).toBe('open')
    const log = await auditOf(tenant, id)
    expect(log.filter(({ action }) => /confirmed|reopened/.test(action))).toMatchObject([
      { action: 'class_session.confirmed', after: { present: 1, absent: 0 } },
      { action: 'class_session.reopened', after: { reason: 'Salah tanda seorang murid' } },
    ])
    expect((await sent(ahmad, id, [entry(students[0]!, 'absent', 0)], 'form')).won).toHaveLength(1)
  })

  test('is not undone after the days of the role', async () => {
    const { id } = await made({ students: 0, held_on: addDays(today, -8) })
    await confirm(id)
    const { version } = await tenant.read((db) => markedSession(db, everywhere, id))
    const reopen = (actor: Actor) =>
      tenant
        .write((trx) => reopenSession(trx, actor, everywhere, id, { reason: 'Salah tanda', version }))
        .catch(said)
    await expect(reopen(ahmad)).rejects.toMatchObject({ code: 'marking.window' })
    await reopen(admin)
    expect(await statusOf(id)).toBe('open')
  })

  test('never of a session to come', async () => {
    const { id } = await made({ students: 0, held_on: addDays(today, 1) })
    await expect(confirm(id)).rejects.toMatchObject({ code: 'marking.too_early' })
  })
})

describe('the page of a session', () => {
  const opened = async (id: string) => {
    const { version, topic, note } = await tenant.read((db) => markedSession(db, everywhere, id))
    return { version, topic_was: topic ?? '', note_was: note ?? '', shown_at: Date.now() }
  }
  const save = (actor: Actor, id: string, input: MarkInput) =>
    tenant.write((trx) => saveMarking(trx, actor, everywhere, id, input, everywhere)).catch(said)
  const all = (students: string[], mark: MarkEntry['mark']) =>
    students.map((student_id) => ({ student_id, mark }))

  test('does not overrule a colleague by a proposal that was left as it was', async () => {
    const { id, students } = await made({ students: 2 })
    const page = { ...(await opened(id)), shown_at: Date.now() - 60_000 }
    await sent(siti, id, [entry(students[0]!, 'absent', 0)], 'form')
    expect(await save(ahmad, id, { ...page, marks: all(students, 'present'), act: 'confirm' })).toEqual({
      lost: 1,
      confirmed: 'changed',
    })
    expect(await marksOf(id)).toEqual({ [students[0]!]: 'absent', [students[1]!]: 'present' })
    const [first] = await lines(id)
    expect(first!.entries.map(({ by, counts }) => [by, counts])).toEqual([
      [siti.name, true],
      [ahmad.name, false],
    ])
  })

  test('marks and confirms everybody at once, and saved again changes nothing', async () => {
    const { id, students } = await made({ students: 3 })
    const page = await opened(id)
    const marks = all(students, 'present')
    expect(await save(ahmad, id, { ...page, marks, act: 'save' })).toEqual({ lost: 0, confirmed: false })
    const again = await opened(id)
    await save(ahmad, id, { ...again, marks, topic: 'Pecahan', act: 'confirm' })
    expect(await tenant.read((db) => markedSession(db, everywhere, id))).toMatchObject({
      ...{ status: 'confirmed', topic: 'Pecahan' },
    })
    const entries = await tenant.read((db) =>
      db.selectFrom('attendance_entry').select('id').where('session_id', '=', id).execute(),
    )
    expect(entries).toHaveLength(3)
  })

  test('keeps the topic of somebody else, unless it was typed after that', async () => {
    const { id } = await made({ students: 0 })
    const [mine, theirs] = [await opened(id), await opened(id)]
    await save(siti, id, { ...theirs, marks: [], topic: 'Geometri' })
    await save(ahmad, id, { ...mine, marks: [], topic: '' })
    expect(await tenant.read((db) => markedSession(db, everywhere, id))).toMatchObject({ topic: 'Geometri' })
    await expect(save(ahmad, id, { ...mine, marks: [], topic: 'Algebra' })).rejects.toMatchObject({
      code: 'version_conflict',
    })
  })
})

test('who gives a session is reminded once, two days after it', async () => {
  const late = addDays(today, -4)
  const { id } = await made({ students: 0, held_on: late, trainer: ahmad.id })
  await made({ students: 0, held_on: addDays(today, -1), trainer: ahmad.id })
  const ofMine = async () => {
    await tenant.write((trx) => remindUnconfirmed(trx, { id: randomUUID() }))
    const jobs = await withPlatform(tenant.database.pool, (trx) =>
      trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'marking.reminder').execute(),
    )
    return jobs.map(({ payload }) => payload).filter((one) => JSON.stringify(one).includes(id))
  }
  expect(await ofMine()).toHaveLength(1)
  expect(await ofMine()).toHaveLength(1)
})
