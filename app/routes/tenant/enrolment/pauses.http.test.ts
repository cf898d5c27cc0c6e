import { expect, test } from 'vitest'
import { addDays, formatDate, todayIn } from '#app/domain/core/dates.ts'
import { enrolment, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

const textOf = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')

test('the page of a student lists each pause, and one that overlaps is refused with its day', async () => {
  const [web, tenant] = [await app(), await freshTenant()]
  const today = todayIn(new Date())
  const on = (days: number) => addDays(today, days)
  const said = (days: number) => formatDate(on(days), 'en')
  const { child, seat } = await tenant.write(async (trx) => {
    const child = await student(trx, { name: 'Nur Contoh' })
    const piano = await subject(trx, { name: 'Piano' })
    const seat = await enrolment(trx, {
      ...{ student_id: child.id, subject_id: piano.id, starts_on: on(-90) },
      pauses: [
        { paused_from: on(-60), paused_to: on(-50) },
        { paused_from: on(-30), paused_to: on(-30) },
        { paused_from: on(10), paused_to: on(12) },
      ],
    })
    return { child, seat }
  })
  const admin = await web.signedInAs(tenant, 'admin')
  const view = async () => (await admin.get(`/student/view/${child.id}`)).text()
  const page = await view()
  expect(page).toContain('>Pauses<')
  expect(page).toContain('Cancel pause')
  expect(textOf(page)).toContain(`${said(-60)} – ${said(-50)}`)

  const path = `/enrolment/pause/${seat.id}`
  const form = fieldsOf(await (await admin.get(path)).text())
  const refused = await admin.post(path, { ...form, paused_from: on(11), paused_to: on(20) })
  const answer = await refused.text()
  expect(textOf(answer)).toContain(`This class is paused on ${said(11)} already.`)
  const added = await admin.post(path, { ...form, paused_from: on(13), paused_to: on(20) })
  expect(added).toRedirectTo(`/student/view/${child.id}`)
  const cancelled = await admin.post(`/enrolment/resume/${seat.id}`, { version: '2' })
  expect(cancelled).toRedirectTo(`/student/view/${child.id}`)
  const after = textOf(await view())
  expect(after).toContain(said(13))
  expect(after).not.toContain(said(12))
})
