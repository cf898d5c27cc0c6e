import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { changeRegistrationForm } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { insert, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { begins, document, hiddenOf, mother, registers } from '#tests/support/product/register.ts'

let web: App
let tenant: Tenant
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
})

test('a signed-in parent is not asked what is on file, and registers a child who is here for more', async () => {
  const browser = await web.signedInAs(tenant, 'parent')
  const { parent_id } = await tenant.actor('parent')
  const { child, maths } = await tenant.write(async (trx) => {
    const child = await student(trx, { name: 'Hana Sofea' })
    await trx.deleteFrom('student_parent').where('student_id', '=', child.id).execute()
    await insert(trx, 'student_parent', {
      ...{ student_id: child.id, parent_id: parent_id!, relationship: 'mother' },
      ...{ is_primary: true, is_payer: true },
    })
    return { child, maths: await subject(trx, { name: 'Matematik' }) }
  })
  expect(await browser.get('/register/parent/1')).toRedirectTo('/register')
  const page = await (await browser.get(`/register/${maths.id}`)).text()
  expect(page).not.toContain('name="relationship"')
  expect(page).toContain('Hana Sofea')
  const sent = { student_id: child.id, subject: maths.id }
  expect(await browser.post('/register/student/add', sent)).toRedirectTo('/register/subjects/1')
  const paper = document('parent_identity', null)
  expect(await browser.post('/register/documents', paper)).toRedirectTo('/register/documents')
  const review = await (await browser.get('/register/review')).text()
  expect(review).toContain('Matematik')
  expect(await browser.post('/register/review', { ...hiddenOf(review), consent: 'on' })).toRedirectTo(
    '/register/done',
  )
  const rows = await tenant.read((db) =>
    db.selectFrom('application').select(['channel', 'parent_id', 'phone_verified']).execute(),
  )
  expect(rows).toEqual([{ channel: 'parent', parent_id, phone_verified: false }])
  const kept = await tenant.read((db) =>
    db.selectFrom('application_student').select(['student_id', 'is_existing']).execute(),
  )
  expect(kept).toEqual([{ student_id: child.id, is_existing: true }])
})

test('the office fills it in for a family, also while families may not, without a code to a phone', async () => {
  const closed = await freshTenant()
  const admin = await closed.actor('superadmin')
  await closed.write((trx) => changeRegistrationForm(trx, admin, 0, () => ({ open: false })))
  const { id } = await closed.write((trx) => subject(trx, { branch_id: closed.branch.id }))
  const visitor = web.visitor(closed)
  expect(await visitor.post('/register/parent/1', { ...mother, version: '0' })).toRedirectTo('/register')
  const trainer = await web.signedInAs(closed, 'trainer')
  expect(await trainer.post('/register/parent/1', { ...mother, version: '0' })).toRedirectTo('/register')
  const clerk = await web.signedInAs(closed, 'clerk')
  expect(await (await clerk.get('/application')).text()).toContain('href="/register"')
  await begins(clerk, closed)
  await registers(clerk, [id])
  for (const paper of [document('birth_certificate', 1), document('parent_identity', null)])
    expect(await clerk.post('/register/documents', paper)).toRedirectTo('/register/documents')
  const review = await (await clerk.get('/register/review')).text()
  const sent = { ...hiddenOf(review), consent: 'on' }
  expect(await clerk.post('/register/review', sent)).toRedirectTo('/register/done')
  const rows = await closed.read((db) =>
    db.selectFrom('application').select(['channel', 'user_id', 'parent_id', 'phone_verified']).execute(),
  )
  expect(rows).toEqual([{ channel: 'staff', user_id: null, parent_id: null, phone_verified: false }])
})

test('somebody else’s child is not registered by whoever guesses its id', async () => {
  const browser = await web.signedInAs(tenant, 'parent')
  const { id } = await tenant.write((trx) => student(trx))
  await browser.post('/register/student/add', { student_id: id })
  const drafts = await tenant.read((db) =>
    db.selectFrom('registration_draft').select('id').where('application_id', 'is', null).execute(),
  )
  expect(drafts).toEqual([])
})

test('no page that a family fills in is heavier than six kilobytes, its styles included', async () => {
  const browser = web.visitor(tenant)
  const { id } = await tenant.write((trx) => subject(trx))
  await begins(browser, tenant)
  await registers(browser, [id])
  const pages = ['parent/1', 'student/1', 'subjects/1', 'documents', 'review', 'later']
  for (const page of pages) {
    const html = await (await browser.get(`/register/${page}`)).text()
    expect(html, page).not.toMatch(/<script|javascript:/)
    expect(gzipSync(html).length, page).toBeLessThanOrEqual(6_144)
  }
})
