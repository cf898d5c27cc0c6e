import { beforeAll, expect, test } from 'vitest'
import { lastDay, newYear, pupil, type School, school } from '#app/domain/enrolment/rollovers/test-support.ts'
import { previewRollover, runRolloverOf, undoRolloverOf } from '#jobs/handlers/enrolment.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let admin: Browser
let place: School
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  admin = await web.signedInAs(tenant, 'admin')
  place = await school(tenant)
  await pupil(tenant, place.first.id, {}, { name: 'Aisyah binti Omar' })
  await pupil(tenant, place.third.id)
})

const view = (id: string) => `/rollover/view/${id}`
const textOf = async (path: string) => (await admin.get(path)).text()
const row = (id: string) =>
  tenant.read((db) => db.selectFrom('rollover').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const version = async (id: string) => String((await row(id)).version)
const days = {
  ...{ name: 'Sesi baharu', ends_on: lastDay, starts_on: newYear, bills_from: newYear.slice(0, 7) },
  ...{ percent_bp: '5', step_sen: '100', share_bp: '5' },
}
/** The first link of a page that begins so. */
const linkIn = (html: string, begins: string) => html.match(new RegExp(`href="(${begins}[^"]*)"`))?.[1] ?? ''

test('an administrator plans, changes a class and a seat, sees the bills, carries it out and takes it back', async () => {
  const answer = await admin.post('/rollover/new', days)
  const id = answer.headers.get('location')!.split('/').at(-1)!.split('?')[0]!
  expect(await textOf(view(id))).toContain('Step 1 of 3')
  // A class: chosen without saying where to, then said.
  const classes = await textOf(`/rollover-class?rollover=${id}&q=Tahun+3`)
  const taught = linkIn(classes, '/rollover/class/')
  const open = await admin.post(taught, { act: 'promote', version: await version(id) })
  expect(open.status).toBe(422)
  expect(await open.text()).toContain('Please choose the class in which it goes on.')
  const fees = { 'fees[0].subject_fee_id': place.third.fee.id, 'fees[0].amount_sen': '123.45' }
  const chosen = { act: 'promote', to_subject_id: place.chess.id, version: await version(id), ...fees }
  expect((await admin.post(taught, chosen)).status).toBe(302)
  // Two presses are one preview.
  const ask = { version: await version(id) }
  await Promise.all([admin.post(`/rollover/preview/${id}`, ask), admin.post(`/rollover/preview/${id}`, ask)])
  expect((await admin.get(view(id))).headers.get('refresh')).toBe('2')
  await previewRollover({ rollover_id: id }, jobTools(tenant, 'rollover.preview'))
  const seen = await textOf(view(id))
  expect(seen).toContain('Step 2 of 3')
  expect(seen).toContain(`/rollover/run/${id}`)
  const families = await textOf(`/rollover-family?rollover=${id}&over=yes`)
  const family = await textOf(linkIn(families, '/rollover/family/'))
  expect(family).toContain('RM1,200.00')
  const csv = await textOf(`/rollover-seat/export/csv?rollover=${id}`)
  expect(csv.trim().split('\n')).toHaveLength(3)
  // A seat: she repeats, which leads back to planning.
  const seats = await textOf(`/rollover-seat?rollover=${id}&q=Aisyah`)
  const seat = linkIn(seats, '/rollover/seat/')
  expect((await admin.post(seat, { act: 'carry', version: await version(id) })).status).toBe(302)
  const early = await admin.post(`/rollover/run/${id}`, { version: await version(id) })
  expect(early.headers.get('location')).toContain(view(id))
  expect((await row(id)).status).toBe('planning')
  await admin.post(`/rollover/preview/${id}`, { version: await version(id) })
  await previewRollover({ rollover_id: id }, jobTools(tenant, 'rollover.preview'))
  expect(await textOf(seat)).toContain('Aisyah binti Omar')
  // Carried out and taken back.
  await admin.post(`/rollover/run/${id}`, { version: await version(id) })
  await runRolloverOf({ rollover_id: id }, jobTools(tenant, 'rollover.run'))
  expect(await textOf(view(id))).toContain('Step 3 of 3')
  const undo = `/rollover/undo/${id}`
  const short = await admin.post(undo, { version: await version(id), reason: 'salah' })
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('salah')
  const reason = 'Tarikh sesi tersilap'
  expect(await admin.post(undo, { version: await version(id), reason })).toRedirectTo(view(id))
  await undoRolloverOf({ rollover_id: id }, jobTools(tenant, 'rollover.undo'))
  expect(await textOf(view(id))).toContain('It was undone')
})

test('what is wrong is said at its field, and what was typed stays', async () => {
  const wrongs = [
    [{ starts_on: lastDay }, 'The new year begins after the last day of the old one.'],
    [{ percent_bp: 'lima' }, 'Please give a percentage, such as 12.5.'],
    [
      { bills_from: newYear.replace(/^\d+/, '2035').slice(0, 7) },
      'Please choose the month in which the new year begins',
    ],
    [{ ends_on: '2020-12-31' }, 'Please choose a day within a year of today'],
  ] as const
  for (const [wrong, said] of wrongs) {
    const answer = await admin.post('/rollover/new', { ...days, name: 'Sesi yang tersilap', ...wrong })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain(said)
    expect(html).toContain('value="Sesi yang tersilap"')
    if ('percent_bp' in wrong) expect(html).toContain('value="lima"')
  }
})

test('of two who change the same plan the second sees what the first has made of it', async () => {
  const answer = await admin.post('/rollover/new', { ...days, name: 'Sesi kedua' })
  const id = answer.headers.get('location')!.split('/').at(-1)!.split('?')[0]!
  const stale = { ...days, name: 'Lain', version: await version(id) }
  expect((await admin.post(`/rollover/edit/${id}`, { ...stale, name: 'Sesi ketiga' })).status).toBe(302)
  const second = await admin.post(`/rollover/edit/${id}`, stale)
  expect(second.status).toBe(409)
  const html = await second.text()
  expect(html).toContain('value="Lain"')
  expect(await admin.post(`/rollover/remove/${id}`, { version: await version(id) })).toRedirectTo('/rollover')
  expect((await admin.get(view(id))).status).toBe(404)
})

test('nobody else sees it', async () => {
  for (const role of ['supervisor', 'clerk', 'class-admin', 'trainer', 'parent'] as const) {
    const browser = await web.signedInAs(tenant, role)
    expect((await browser.get('/rollover')).status, role).toBe(403)
  }
})
