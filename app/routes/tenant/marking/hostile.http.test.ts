import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { taughtSession } from '#app/domain/classes/marking/test-support.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let web: App
let tenant: Tenant
let trainer: Browser
beforeAll(async () => {
  ;[web, tenant] = [await app(), await freshTenant()]
  trainer = await web.signedInAs(tenant, 'trainer')
})

const made = async (students = 1) => {
  const { id } = await tenant.actor('trainer')
  return tenant.write((trx) => taughtSession(trx, { trainer: id, students }))
}
const marksOf = (id: string) =>
  tenant.read((db) => db.selectFrom('attendance_mark').selectAll().where('session_id', '=', id).execute())
const batch = (id: string, now: number, marks: object[]) =>
  trainer.post(`/attendance/mark/phone/${id}`, { batch: JSON.stringify({ now, marks }) })

test('a phone with hostile words and times is answered, and its marks count', async () => {
  const { id, students } = await made(3)
  const words = ['\u0000\u0007', '\ud800 lone', '<script>alert(1)</script>'.repeat(20)]
  const at = [253_402_300_799_000, -9e15, 1e308]
  const answer = await batch(
    id,
    0,
    students.map((student_id, n) => ({
      ...{ id: randomUUID(), student_id, mark: 'absent', remark: words[n], at: at[n] },
    })),
  )
  expect(answer.status).toBe(200)
  const stored = await marksOf(id)
  expect(stored).toHaveLength(3)
  for (const { marked_at } of stored) expect(marked_at.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
})

test('too many marks, a session of others and a session of nobody store nothing', async () => {
  const { id, students } = await made()
  const mark = () => ({ id: randomUUID(), student_id: students[0], mark: 'absent', at: 0 })
  expect((await batch(id, 0, Array.from({ length: 100_000 }, mark))).status).toBeGreaterThanOrEqual(400)
  expect((await batch(id, 0, Array.from({ length: 601 }, mark))).status).toBe(422)
  const other = await tenant.write((trx) => taughtSession(trx, { students: 1 }))
  const foreign = { ...mark(), student_id: other.students[0] }
  expect((await batch(other.id, 0, [foreign])).status).toBe(404)
  expect((await batch(id, 0, [foreign])).status).toBe(200)
  expect(await marksOf(id)).toEqual([])
  expect(await marksOf(other.id)).toEqual([])
})

test('a form that was opened in another age is refused, not broken', async () => {
  const { id, students } = await made()
  for (const shown_at of ['9007199254740991', '8640000000000000', '253402300800000'])
    for (const path of [`/attendance/mark/${id}`, `/attendance/register/${id}`]) {
      const answer = await trainer.post(path, {
        ...{
          shown_at,
          version: '1',
          act: 'save',
          'marks[0].student_id': students[0]!,
          'marks[0].mark': 'absent',
        },
        ...{ 'letters[0].student_id': students[0]!, 'letters[0].letter': 'a' },
      })
      expect(answer.status, `${path} ${shown_at}`).toBeLessThan(500)
    }
})

test('odd addresses open a page or none', async () => {
  const { id, subject_id } = await made()
  const admin = await web.signedInAs(tenant, 'superadmin')
  const months = ['0000-00', '0000-01', '9999-12', '9999-99', '275760-09', '-2026-01', '%00', '2026-1']
  const days = ['0000-00-00', '0000-01-01', '9999-12-31', '2026-02-30', '%00', '275760-09-13']
  const paths = [
    ...months.flatMap((month) => [
      `/attendance/register/month/${subject_id}?month=${month}`,
      `/attendance?month=${month}`,
      `/pay-sheet?month=${month}`,
      `/pay-sheet/bank?month=${month}`,
      `/session?month=${month}`,
      `/report/trainer/attendance?month=${month}`,
    ]),
    ...days.flatMap((day) => [
      `/session?day=${day}`,
      `/session?week=${day}`,
      `/session?on=${day}`,
      `/session/print?day=${day}`,
      `/session/print?week=${day}`,
      `/session/new?on=${day}&subject=${day}&day=${day}`,
      `/leave?from=${day}&to=${day}`,
      `/attendance?from=${day}&to=${day}&on=${day}`,
      `/announcement?from=${day}&to=${day}`,
      `/message-credit-entry?from=${day}&to=${day}`,
      `/report/trainer/attendance?from=${day}&to=${day}`,
    ]),
    ...['0', '99999', '-1', '%00', '1e9', '9999', '0000'].flatMap((year) => [
      `/report/student/studentAttendanceYearly?year=${year}`,
      `/report/student/studentAttendanceDetails?year=${year}&month=${year}`,
      `/closure?year=${year}`,
      `/inbox?page=${year}`,
    ]),
    `/session?day=0001-01-01&view=week`,
    `/session?day=9999-12-31&view=day`,
    '/attendance/register?code=%00',
    '/attendance/register?code=%27%22',
    `/attendance/mark/${id}?student=%00`,
    `/session/new?copy=%00&replaces=%00`,
    `/pay-sheet/correct/${id}?for=%00`,
    `/announcement/deliveries?announcement=%00`,
    '/announcement/deliveries?q=%00',
    '/announcement?q=%00',
    `/message-credit/top-up?amount=%00`,
  ]
  const broken = []
  for (const path of paths) {
    const { status } = await admin.get(path)
    if (status >= 500) broken.push(`${status} ${path}`)
  }
  expect(broken).toEqual([])
})
