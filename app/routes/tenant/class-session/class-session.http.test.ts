import { beforeAll, expect, test } from 'vitest'
import { duty, enrolled } from '#app/domain/catalogue/subjects/test-support.ts'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { branch, insert, subject, type Trx, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { page } from '#tests/support/product/page.ts'

const to = paths.class_session
const today = currentDay()
let web: App
let tenant: Tenant
let admin: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  web = await app()
  admin = await web.signedInAs(tenant, 'admin')
})

const write = <T>(work: (trx: Trx) => Promise<T>) => tenant.write(work)
const rowOf = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('class_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

test('a session is added, moved, cancelled with a reason, made up for and shown in the calendar', async () => {
  const { id: subject_id, name } = await write((trx) => subject(trx))
  const chosen = to.new({ subject_id, day: today })
  const added = await admin.post(chosen, {
    ...fieldsOf(await page(admin, chosen)),
    ...{ starts: '10:00', ends: '11:00', room: 'Bilik 7' },
  })
  expect(added).toRedirectTo(/^\/session\/view\//)
  const id = added.headers.get('location')!.split('/').at(-1)!
  const day = { view: 'day', day: today }
  expect(await page(admin, to.calendar(day))).toContain(to.view(id))
  expect(await page(admin, to.calendar({ ...day, room: 'bilik 7' }))).toContain(to.view(id))
  expect(await page(admin, to.calendar({ ...day, room: 'Bilik 8' }))).not.toContain(to.view(id))
  expect(await page(admin, to.calendar({ day: today }))).toContain(to.view(id))
  expect(await page(admin, to.print({ day: today }))).toContain(name)
  expect(await page(admin, paths.subject.view(subject_id))).toContain(to.view(id))

  const wrong = await admin.post(to.edit(id), {
    ...fieldsOf(await page(admin, to.edit(id))),
    ...{ starts: '23:30', ends: '00:30' },
  })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('after the start, on the same day')
  expect(
    await admin.post(to.edit(id), {
      ...fieldsOf(await page(admin, to.edit(id))),
      starts: '10:30',
      ends: '12:00',
    }),
  ).toRedirectTo(to.view(id))
  expect(await rowOf(id)).toMatchObject({ starts: '10:30:00', is_edited: true, room: 'Bilik 7' })

  const stale = await admin.post(to.cancel(id), { reason: 'Trainer tidak sihat hari ini', version: '1' })
  expect(stale.status).toBe(409)
  const short = await admin.post(to.cancel(id), { reason: 'Sakit', version: '2' })
  expect(short.status).toBe(422)
  expect(
    await admin.post(to.cancel(id), { reason: 'Trainer tidak sihat hari ini', version: '2' }),
  ).toRedirectTo(to.view(id))
  const cancelled = await page(admin, to.view(id))
  expect(cancelled).toContain('Trainer tidak sihat hari ini')
  const makeUp = to.new({ replaces: id })
  expect(cancelled).toContain(makeUp)
  const made = await admin.post(makeUp, {
    ...fieldsOf(await page(admin, makeUp)),
    held_on: addDays(today, 3),
  })
  expect(made).toRedirectTo(/^\/session\/view\//)
  expect(await page(admin, to.view(id))).toContain(made.headers.get('location')!)
  const refused = await admin.post(to.restore(id), { version: '3' })
  expect(refused).toRedirectTo(to.view(id))
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
})

test('a trainer who is taken is refused at the field with a link, and students at two places are asked about', async () => {
  const { one, other, trainer } = await write(async (trx) => {
    const trainer = await user(trx, { roles: ['trainer'] })
    const one = await session(trx, { trainer_user_id: trainer.id, held_on: today })
    const other = await session(trx, { held_on: today })
    const { student_id } = await enrolled(trx, one.subject_id, {}, 'Hana binti Contoh')
    await enrolled(trx, other.subject_id, { student_id })
    return { one, other, trainer }
  })
  const fields = fieldsOf(await page(admin, to.edit(other.id)))
  const taken = await admin.post(to.edit(other.id), { ...fields, trainer_user_id: trainer.id })
  expect(taken.status).toBe(409)
  expect(await taken.text()).toContain(to.view(one.id))
  const warned = await admin.post(to.edit(other.id), { ...fields, ends: '11:30' })
  expect(warned.status).toBe(422)
  const asked = await warned.text()
  expect(asked).toContain('Hana binti Contoh')
  expect(await admin.post(to.edit(other.id), { ...fieldsOf(asked), confirmed: 'on' })).toRedirectTo(
    to.view(other.id),
  )
})

test('a trainer sees own classes alone, and a parent the sessions of own children without any other child', async () => {
  const trainer = await web.signedInAs(tenant, 'trainer')
  const family = await web.signedInAs(tenant, 'parent')
  const { id: trainer_id } = await tenant.actor('trainer')
  const { parent_id } = await tenant.actor('parent')
  const { own, other } = await write(async (trx) => {
    const own = await session(trx, {
      held_on: today,
      note: 'Catatan pejabat',
      starts: '08:00',
      ends: '09:00',
    })
    await duty(trx, own.subject_id, trainer_id)
    const seat = await enrolled(trx, own.subject_id, {}, 'Anak Sendiri bin Contoh')
    await enrolled(trx, own.subject_id, {}, 'Anak Orang binti Contoh')
    await insert(trx, 'student_parent', {
      ...{ student_id: seat.student_id, parent_id: parent_id!, relationship: 'father' },
      ...{ is_primary: false, is_payer: false },
    })
    return { own, other: await session(trx, { held_on: today, starts: '08:00', ends: '09:00' }) }
  })
  for (const browser of [trainer, family]) {
    const week = await page(browser, to.calendar({ day: today }))
    expect(week).toContain(to.view(own.id))
    expect(week).not.toContain(to.view(other.id))
    await page(browser, to.view(other.id), 404)
  }
  expect(await page(trainer, to.view(own.id))).toContain('Catatan pejabat')
  const seen = (await page(family, to.calendar({ day: today }))) + (await page(family, to.view(own.id)))
  expect(seen).toContain('Anak Sendiri bin Contoh')
  expect(seen).not.toMatch(/Anak Orang|Catatan pejabat/)
  expect((await family.get(to.edit(own.id))).status).toBe(403)
  expect((await trainer.get(to.edit(other.id))).status).toBe(404)
})

test('a closure says first how many sessions it takes away, then takes them', async () => {
  const { held, far } = await write(async (trx) => {
    const there = await branch(trx)
    const elsewhere = await subject(trx, { branch_id: there.id })
    const held_on = addDays(today, 40)
    return {
      held: await session(trx, { held_on }),
      far: await session(trx, { held_on, subject_id: elsewhere.id }),
    }
  })
  const form = {
    ...fieldsOf(await page(admin, paths.closure.new())),
    ...{ name: 'Cuti pertengahan penggal', starts_on: addDays(today, 39), ends_on: addDays(today, 41) },
    branch_id: held.branch_id,
  }
  const asked = await admin.post(paths.closure.new(), form)
  expect(asked.status).toBe(409)
  const said = await asked.text()
  expect(said).toContain('1 planned session will be cancelled')
  const saved = await admin.post(paths.closure.new(), fieldsOf(said))
  expect(saved).toRedirectTo(/^\/closure\/view\//)
  expect(await rowOf(held.id)).toMatchObject({
    ...{ status: 'cancelled', cancel_reason: 'Cuti pertengahan penggal', cancel_cause: 'closure' },
  })
  expect(await rowOf(far.id)).toMatchObject({ status: 'planned' })
  expect(await page(admin, paths.closure.list())).toContain('Cuti pertengahan penggal')
  const academic = await web.signedInAs(tenant, 'class-admin')
  const everywhere = await academic.post(paths.closure.new(), { ...form, branch_id: '', sessions: '0' })
  expect(everywhere.status).toBe(422)
  const view = saved.headers.get('location')!
  const removed = await admin.post(paths.closure.remove(view.split('/').at(-1)!), { version: '1' })
  expect(removed).toRedirectTo(paths.closure.list())
})
