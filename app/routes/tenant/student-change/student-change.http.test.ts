import { beforeAll, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { createStudent } from '#app/domain/people/students/change-student.ts'
import { newStudent } from '#app/domain/people/students/test-support.ts'
import { branch } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let web: App
let tenant: Tenant
let parent: Browser
let clerk: Browser
let child: string

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  ;[parent, clerk] = [await web.signedInAs(tenant, 'parent'), await web.signedInAs(tenant, 'clerk')]
  child = await make()
})

async function make(given: Parameters<typeof newStudent>[1] = {}) {
  const [admin, { parent_id }] = [await tenant.actor('admin'), await tenant.actor('parent')]
  const input = newStudent(tenant, given)
  return tenant.write((trx) =>
    createStudent(trx, admin, everywhere, keysIn(tenant), parent_id!, input, '2026-03-04'),
  )
}

test('a parent asks, the office sees that it waits, compares and approves, and the family sees what became of it', async () => {
  const view = `/student/view/${child}`
  expect(await page(parent, view)).toContain(`/student/change/${child}`)
  const form = `/student/change/${child}`
  const fields = { ...fieldsOf(await page(parent, form)), gender: 'female' }
  for (const office of ['branch_id', 'student_no', 'tags', 'identity_clear'])
    expect(fields).not.toHaveProperty(office)
  const same = await parent.post(form, fields)
  expect([same.status, await same.text()]).toEqual([422, expect.stringContaining('on file already')])
  const bad = await parent.post(form, { ...fields, name: 'Aisyah Sofea', phone: '12' })
  expect(bad.status).toBe(422)
  expect(fieldsOf(await bad.text())).toMatchObject({ name: 'Aisyah Sofea', phone: '12' })
  const sent = await parent.post(form, { ...fields, name: 'Aisyah Sofea', reason: 'Sijil baharu' })
  expect(sent).toRedirectTo(/^\/student-change\/view\//)
  const address = sent.headers.get('location')!
  const id = address.split('/').at(-1)!
  // the form of before is sent once more
  expect(await parent.post(form, { ...fields, name: 'Aisyah Sofea', reason: 'Sijil baharu' })).toRedirectTo(
    address,
  )
  const theirs = await page(parent, address)
  expect(theirs).toContain('Withdraw the request')
  expect(theirs).not.toContain('Approve and change')
  const told = await page(parent, view)
  expect(told).toContain(address)
  expect(told).not.toContain(`href="${form}"`)

  expect(await page(clerk, '/dashboard')).toContain('change that a family asks for')
  expect(await page(clerk, view)).toContain(address)
  const compared = await page(clerk, address)
  for (const words of ['Nurul Huda', 'Aisyah Sofea', 'Sijil baharu', 'Approve and change'])
    expect(compared).toContain(words)
  expect((await parent.post(`/student-change/approve/${id}`, { version: '1' })).status).toBe(403)
  const stale = await clerk.post(`/student-change/approve/${id}`, { version: '9' })
  expect([stale.status, await stale.text()]).toEqual([409, expect.stringContaining('Aisyah Sofea')])
  expect(await clerk.post(`/student-change/approve/${id}`, { version: '1' })).toRedirectTo(address)
  expect(await page(parent, view)).toContain('Aisyah Sofea')
  expect(await page(parent, address)).not.toContain('Decided by')
  expect(await page(parent, '/student-change')).toContain('Aisyah Sofea')
})

test('an office that does not look after the child, who teaches, and another family find nothing', async () => {
  const far = await tenant.write((trx) => branch(trx))
  const away = await make({ branch_id: far.id })
  const fields = { ...fieldsOf(await page(parent, `/student/change/${away}`)), gender: 'female' }
  const sent = await parent.post(`/student/change/${away}`, { ...fields, name: 'Anak Jauh Sekali' })
  const address = sent.headers.get('location')!
  expect((await clerk.get(address)).status).toBe(404)
  expect((await clerk.post(address.replace('view', 'approve'), { version: '1' })).status).toBe(404)
  expect((await (await web.signedInAs(tenant, 'trainer')).get(address)).status).toBe(403)
  const other = await freshTenant()
  expect((await (await web.signedInAs(other, 'admin')).get(address)).status).toBe(404)
  const rejected = await (await web.signedInAs(tenant, 'admin')).post(address.replace('view', 'reject'), {
    decision_reason: 'Sijil lahir belum dibawa',
  })
  expect(rejected).toRedirectTo(address)
  expect(await page(parent, address)).toContain('Sijil lahir belum dibawa')
})
