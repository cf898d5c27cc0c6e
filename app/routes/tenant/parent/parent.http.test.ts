import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { createParent } from '#app/domain/people/parents/change-parent.ts'
import type { ParentInput } from '#app/domain/people/parents/parent.ts'
import { auditOf, keysIn, newParent } from '#app/domain/people/parents/test-support.ts'
import { withoutIds } from '#tests/support/access/answers.ts'
import { branch, enrolment, insert, student, subject } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
/** With a child of the first branch and an unpaid invoice, and with one of another. */
let here: string
let elsewhere: string
const secret = '790101005678'

const create = (given: Partial<ParentInput> = {}) =>
  tenant.write(async (trx) =>
    createParent(trx, await tenant.actor('admin'), everywhere, keysIn(tenant), newParent(given)),
  )
const as = (role: Role) => web.signedInAs(tenant, role)
const opened = async (role: Role, path: string) => {
  const response = await (await as(role)).get(path)
  return { status: response.status, html: await response.text() }
}

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  here = await create({
    ...{ name: 'Encik Dekat', identity_no: secret, phone: '+60136660001', email: 'dekat@family.test' },
    ...{ occupation: 'Jurutera', income_above_2500: 'yes' },
  })
  elsewhere = await create({ name: 'Encik Jauh' })
  await tenant.write(async (trx) => {
    const child = await student(trx, { name: 'Anak Dekat' }, { payer: { id: here } })
    const far = await branch(trx)
    await student(trx, { branch_id: far.id }, { payer: { id: elsewhere } })
    const { id: subject_id } = await subject(trx)
    await enrolment(trx, { student_id: child.id, subject_id })
    const user_id = (await tenant.actor('class-assistant')).id
    await insert(trx, 'subject_trainer', { subject_id, user_id })
    await invoice(trx, { student_id: child.id, payer_parent_id: here }, [{ price_sen: 733_142 }])
  })
})

describe('a parent is shown', () => {
  test.each([
    ['superadmin', { email: true, work: true, masked: true, money: true, edit: true, income: true }],
    ['supervisor', { email: true, work: true, masked: true, money: true, edit: true, income: true }],
    ['clerk', { email: true, work: true, masked: true, money: true, edit: true, income: false }],
    ['class-admin', { email: true, work: false, masked: true, money: false, edit: false, income: false }],
    [
      'class-assistant',
      { email: false, work: false, masked: false, money: false, edit: false, income: false },
    ],
  ] as const)('to %s as far as they may know', async (role, told) => {
    const { status, html } = await opened(role, `/parent/view/${here}`)
    expect(status).toBe(200)
    expect(html).toContain('013-666')
    expect(html).toContain('Anak Dekat')
    const has = {
      email: html.includes('dekat@family.test'),
      work: html.includes('Jurutera'),
      masked: html.includes('790101-**-**78'),
      money: html.includes('7,331.42'),
      edit: html.includes(`/parent/edit/${here}`),
      income: html.includes('Household income'),
    }
    expect(has).toEqual(told)
    expect(withoutIds(html)).not.toContain(secret)
    if (role !== 'superadmin') expect((await opened(role, `/parent/view/${elsewhere}`)).status).toBe(404)
  })

  test('to nobody who teaches, and to themselves with a way to their profile', async () => {
    expect((await opened('trainer', `/parent/view/${here}`)).status).toBe(403)
    const { parent_id } = await tenant.actor('parent')
    const { html } = await opened('parent', `/parent/view/${parent_id}`)
    expect(html).toContain('href="/profile/edit"')
    expect((await opened('parent', `/parent/view/${here}`)).status).toBe(404)
    expect(await (await as('parent')).get(`/parent/edit/${parent_id}`)).toRedirectTo('/profile/edit')
  })

  test('with the whole number and the income to a clerk who asks, which leaves a trace', async () => {
    const clerk = await as('clerk')
    const html = await (await clerk.post(`/parent/reveal/${here}`)).text()
    expect(html).toContain('790101-00-5678')
    expect(html).toContain('Household income')
    expect((await auditOf(tenant, here)).at(-1)!.action).toBe('identity.revealed')
    expect((await clerk.post(`/parent/reveal/${elsewhere}`)).status).toBe(404)
  })
})

describe('the form', () => {
  const { identity_type, relationship, preferred_locale, preferred_channel } = newParent()
  const fields = (more: Record<string, string> = {}) => ({
    ...{ name: 'Puan Borang', phone: '019-777 0001', identity_type, relationship },
    ...{ preferred_locale, preferred_channel, ...more },
  })

  test('asks whether it is somebody else, and goes on with who is there', async () => {
    const clerk = await as('clerk')
    const asked = await clerk.post('/parent/new?child=new', fields({ phone: '0136660001' }))
    expect(asked.status).toBe(409)
    const html = await asked.text()
    expect(html).toContain(`href="/student/new?parent=${here}"`)
    expect(html).toMatch(/name="is_another"[^>]*aria-invalid="true"/)
    const saved = await clerk.post('/parent/new', fields({ phone: '0136660001', is_another: 'on' }))
    expect(saved).toRedirectTo(/^\/parent\/view\//)
    const number = await clerk.post('/parent/new', fields({ identity_no: secret, is_another: 'on' }))
    expect(number.status).toBe(409)
    const refused = await number.text()
    expect(refused).toContain('A parent with this identity number already exists')
    expect(refused).not.toContain('name="is_another"')
  })

  test('never asks a clerk to change the income that they may not see', async () => {
    const clerk = await as('clerk')
    const html = await (await clerk.get(`/parent/edit/${here}`)).text()
    expect(html).not.toContain('name="income_above_2500"')
    const { version } = fieldsOf(html)
    const sent = fields({ name: 'Encik Dekat', phone: '+60136660001', email: 'dekat@family.test' })
    const forged = { ...sent, version: version!, income_above_2500: 'no' }
    expect(await clerk.post(`/parent/edit/${here}`, forged)).toRedirectTo(`/parent/view/${here}`)
    const row = await tenant.read((db) =>
      db.selectFrom('parent').select('income_above_2500').where('id', '=', here).executeTakeFirstOrThrow(),
    )
    expect(row.income_above_2500).toBe(true)
    const late = await clerk.post(`/parent/edit/${here}`, { ...sent, version: version!, name: 'Encik Lewat' })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('value="Encik Lewat"')
  })

  test.each(['supervisor', 'class-admin', 'trainer', 'parent'] as const)('is not for %s', async (role) => {
    expect((await opened(role, '/parent/new')).status).toBe(403)
  })
})

test('parents go to paper and files: what a family owes with who sees money alone', async () => {
  const csv = await (await (await as('clerk')).get('/parent/export/csv?q=dekat%40')).text()
  expect(csv).toContain('7331.42')
  const list = (await opened('class-admin', '/parent')).html
  expect(list).toContain('Encik Dekat')
  expect(list).not.toMatch(/7,331|Still to pay/)
  expect((await opened('class-admin', '/parent/print')).status).toBe(403)
})
