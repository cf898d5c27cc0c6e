import { beforeEach, expect, test } from 'vitest'
import { confirmed, marked } from '#app/domain/classes/attendance/test-support.ts'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { messageWords } from '#app/i18n/message-words.ts'
import { newId } from '#db/id.ts'
import { enrolment, type Given, insert, parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import '#tests/support/product/matchers.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { alertAbsences } from './alert-absences.ts'
import { composeAbsences } from './compose-absence.ts'

let tenant: Tenant
let marker: string
const today = todayIn(new Date())
const alert = handlerOf('absence.alert')

beforeEach(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  marker = (await tenant.actor('superadmin')).id
  await setting({ on: true, whatsapp: false })
})

const setting = (absence_alert: { on: boolean; whatsapp: boolean }) =>
  tenant.write((trx) =>
    trx
      .insertInto('setting')
      .values({ key: 'attendance', value: JSON.stringify({ absence_alert }), updated_by: marker })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: JSON.stringify({ absence_alert }) }),
      )
      .execute(),
  )

/** A child of a family, in two classes that met today, absent from both. */
async function absentTwice(family: Given<'parent'> = {}) {
  return tenant.write(async (trx) => {
    const payer = await parent(trx, { email: 'keluarga@contoh.test', preferred_locale: 'my', ...family })
    const child = await student(trx, { name: 'Aisyah binti Contoh' }, { payer })
    const ids: string[] = []
    for (const starts of ['09:00', '14:00']) {
      const seat = await enrolment(trx, { student_id: child.id, starts_on: '2026-01-01' })
      const held = await confirmed(trx, marker, {
        ...{ subject_id: seat.subject_id, held_on: today, starts, ends: `${starts.slice(0, 2)}:45` },
      })
      await marked(trx, marker, { session_id: held.id, student_id: child.id, mark: 'absent' })
      ids.push(held.id)
    }
    return { child, payer, sessions: ids as [string, string] }
  })
}

const run = (session_id: string) => alert({ session_id }, jobTools(tenant, 'absence.alert'))
const messages = () => tenant.read((db) => db.selectFrom('message').selectAll().execute())
const deliveries = () =>
  tenant.read((db) =>
    db
      .selectFrom('message_delivery')
      .select(['channel', 'status', 'reason', 'credits'])
      .orderBy('channel')
      .execute(),
  )
const change = (id: string, values: Record<string, unknown>) =>
  tenant.write((trx) => trx.updateTable('class_session').set(values).where('id', '=', id).execute())

test('two sessions and two workers tell a family once a day', async () => {
  const { payer, sessions } = await absentTwice()
  await Promise.all([...sessions, ...sessions].map(run))
  const found = await messages()
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ kind: 'absence', parent_id: payer.id, locale: 'my', read_at: null })
  expect(await deliveries()).toEqual([
    { channel: 'email', status: 'queued', reason: null, credits: 0 },
    { channel: 'inapp', status: 'delivered', reason: null, credits: 0 },
  ])
  await expect(tenant).toHaveEnqueued('message.deliver', { channel: 'email' })
})

test('nobody hears of a session that is open again, of a mark that was put right, or while the setting is off', async () => {
  const { child, sessions } = await absentTwice()
  const [first, second] = sessions
  await change(first, { status: 'open', confirmed_at: null })
  await run(first)
  // Confirmed anew: the job of that confirmation tells them, half an hour later.
  await change(first, { status: 'confirmed', confirmed_at: new Date() })
  await run(first)
  await tenant.write((trx) =>
    trx
      .updateTable('attendance_mark')
      .set({ mark: 'excused' })
      .where('session_id', '=', second)
      .where('student_id', '=', child.id)
      .execute(),
  )
  await run(second)
  expect(await messages()).toEqual([])
  await change(first, { confirmed_at: new Date(Date.now() - 3_600_000) })
  await setting({ on: false, whatsapp: false })
  await run(first)
  expect(await messages()).toEqual([])
  await setting({ on: true, whatsapp: false })
  await run(first)
  expect(await messages()).toHaveLength(1)
})

test('only the parent who pays is told', async () => {
  const { child, payer, sessions } = await absentTwice()
  await tenant.write(async (trx) =>
    insert(trx, 'student_parent', {
      ...{ student_id: child.id, parent_id: (await parent(trx)).id, relationship: 'guardian' },
      ...{ is_primary: false, is_payer: false },
    }),
  )
  await run(sessions[0])
  expect((await messages()).map(({ parent_id }) => parent_id)).toEqual([payer.id])
})

test('who made it up, who only tried the class, and what was long ago are no news', async () => {
  const { child, sessions } = await absentTwice()
  const [first, second] = sessions
  await tenant.write(async (trx) => {
    const makeup = await session(trx, { held_on: today, kind: 'makeup', status: 'open' })
    await marked(trx, marker, {
      ...{ session_id: makeup.id, student_id: child.id, mark: 'present', makeup_for_id: first },
    })
    await trx
      .updateTable('attendance_mark')
      .set({ is_trial: true })
      .where('session_id', '=', second)
      .execute()
  })
  await run(first)
  await run(second)
  expect(await messages()).toEqual([])
  await tenant.write((trx) =>
    trx.updateTable('attendance_mark').set({ is_trial: false }).where('session_id', '=', second).execute(),
  )
  expect(await tenant.write((trx) => alertAbsences(trx, second, '2099-01-01'))).toBe(0)
  expect(await tenant.write((trx) => alertAbsences(trx, second, today))).toBe(1)
})

test('a family that left a channel gets none there, and without credits nothing that costs leaves', async () => {
  const { payer, sessions } = await absentTwice({ phone: '+60123456780' })
  await setting({ on: true, whatsapp: true })
  await tenant.write((trx) =>
    insert(trx, 'message_opt_out', {
      ...{ id: newId(), parent_id: payer.id, channel: 'email', source: 'link' },
    }),
  )
  await run(sessions[0])
  // Without a subscription there are no credits: what costs does not leave, and the app does.
  expect(await deliveries()).toEqual([
    { channel: 'email', status: 'suppressed', reason: 'opted_out', credits: 0 },
    { channel: 'inapp', status: 'delivered', reason: null, credits: 0 },
    { channel: 'whatsapp', status: 'suppressed', reason: 'no_credit', credits: 0 },
  ])
})

test.each([
  ['sms', 'queued', null],
  ['whatsapp', 'suppressed', 'opted_out'],
] as const)('a family that left %s has its WhatsApp %s', async (channel, status, reason) => {
  await subscribed(tenant, {}, { credit: 100 })
  const { payer, sessions } = await absentTwice({ phone: '+60123456780' })
  await setting({ on: true, whatsapp: true })
  await tenant.write((trx) =>
    insert(trx, 'message_opt_out', { id: newId(), parent_id: payer.id, channel, source: 'link' }),
  )
  await run(sessions[0])
  const credits = status === 'queued' ? 2 : 0
  expect(await deliveries()).toContainEqual({ channel: 'whatsapp', status, reason, credits })
})

test('the message is in the language of the family and carries no marks of a name', async () => {
  const { child, sessions } = await absentTwice()
  await tenant.write((trx) =>
    trx
      .updateTable('student')
      .set({ name: 'Aisyah **[tekan](https://jahat.test)** https://jahat.test <b>' })
      .where('id', '=', child.id)
      .execute(),
  )
  await run(sessions[0])
  const [{ id } = { id: '' }] = await messages()
  const setting = { entity: tenant.entity, origin: 'https://sinar.test', words: messageWords }
  const composed = (await tenant.read((db) => composeAbsences(db, [id], setting))).get(id)!
  expect(composed.subject).toContain('tidak hadir')
  expect(composed.html.match(/href="/g)).toHaveLength(1)
  expect(composed.html).not.toContain('<b>')
  expect(composed.html).not.toContain('href="https://jahat')
  expect(composed.html).toContain(`https://sinar.test/attendance/student/${child.id}`)
  expect(composed.text).toContain('Tadika Sinar')
  expect(composed.whatsapp).toMatch(/^\[.*\] Tadika Sinar: /)
})
