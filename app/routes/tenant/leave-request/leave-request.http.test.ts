import { beforeAll, expect, test } from 'vitest'
import { confirmed, marked } from '#app/domain/classes/attendance/test-support.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { enrolment, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let web: App
let tenant: Tenant
let family: Browser
let child: { id: string; name: string }
let other: { id: string; name: string }
const today = currentDay()

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  family = await web.signedInAs(tenant, 'parent')
  const { parent_id } = await tenant.actor('parent')
  const { id: marker } = await tenant.actor('superadmin')
  ;[child, other] = await tenant.write(async (trx) => {
    const own = await student(trx, { name: 'Aina binti Contoh' }, { payer: { id: parent_id! } })
    const stranger = await student(trx, { name: 'Bukan Anak Sendiri' })
    const { subject_id } = await enrolment(trx, { student_id: own.id, starts_on: addDays(today, -60) })
    await enrolment(trx, { student_id: stranger.id, subject_id, starts_on: addDays(today, -60) })
    const held = await confirmed(trx, marker, { subject_id, held_on: today })
    await marked(trx, marker, { session_id: held.id, student_id: own.id, mark: 'late', late_minutes: 7 })
    await marked(trx, marker, { session_id: held.id, student_id: stranger.id, mark: 'absent' })
    return [own, stranger]
  })
})

const textOf = async (response: Promise<Response>) =>
  (await (await response).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** A form with a paper, as a browser sends it. */
const paper = (name: string, bytes: Buffer, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }))
  return form
}

test('a parent sees own children alone, on every page of attendance', async () => {
  for (const address of [
    '/student',
    '/attendance',
    `/attendance/student/${child.id}`,
    '/report/student/studentAttendanceYearly',
    '/report/student/studentAttendanceDetails',
  ]) {
    const text = await textOf(family.get(address))
    expect(text, address).toContain('Aina')
    expect(text, address).not.toContain('Bukan Anak')
  }
  expect(await textOf(family.get(`/student/view/${child.id}`))).toContain('Late by 7 minutes')
  expect((await family.get(`/attendance/student/${other.id}`)).status).toBe(404)
  expect((await family.get('/report/trainer/attendance')).status).toBe(403)
  expect((await family.get('/attendance/print')).status).toBe(403)
})

test('a zip that is called a PDF is refused at its field, and what was typed stays', async () => {
  const fields = { starts_on: today, ends_on: today, reason: 'Demam sejak semalam' }
  const zip = Buffer.from('504b0304140000000000', 'hex')
  const response = await family.post(`/leave/new/${child.id}`, paper('surat.pdf', zip, fields))
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain('Demam sejak semalam')
  expect(await tenant.read((db) => db.selectFrom('leave_request').select('id').execute())).toEqual([])
})

test('leave is asked for, seen by the office, and withdrawn', async () => {
  const fields = { starts_on: addDays(today, 3), ends_on: addDays(today, 4), reason: 'Kenduri keluarga' }
  const sent = await family.post(`/leave/new/${child.id}`, fields)
  expect(sent.status).toBe(302)
  const view = sent.headers.get('location')!
  expect(await textOf(family.get(view))).toContain('Kenduri keluarga')
  const clerk = await web.signedInAs(tenant, 'clerk')
  expect(await textOf(clerk.get('/leave'))).toContain('Kenduri keluarga')
  expect((await family.post(`/leave/new/${other.id}`, fields)).status).toBe(404)
  const again = await family.post(`/leave/new/${child.id}`, fields)
  expect(again.status).toBe(422)
  expect(await again.text()).toContain(view)
  expect(await family.post(view.replace('view', 'withdraw'), {})).toRedirectTo(view)
  expect(await textOf(family.get(view))).toContain('Withdrawn')
})

test('reports are printed and saved by staff, each at its own address', async () => {
  const admin = await web.signedInAs(tenant, 'admin')
  for (const name of [
    'attendance',
    'leave',
    'report/student/studentAttendanceYearly',
    'report/student/studentAttendanceDetails',
    'report/trainer/attendance',
  ]) {
    for (const way of ['print', 'export/csv', 'export/xlsx'])
      expect((await admin.get(`/${name}/${way}`)).status, `${name} ${way}`).toBe(200)
    expect((await admin.post(`/${name}/export/pdf`, {})).status, name).toBe(302)
  }
  expect(await textOf(admin.get('/report/student/studentAttendanceYearly'))).toContain('1/1 (100%)')
})
