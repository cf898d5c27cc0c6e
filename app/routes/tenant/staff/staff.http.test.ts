import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import type { NewStaffInput } from '#app/domain/people/staff/staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { withoutIds } from '#tests/support/access/answers.ts'
import { branch } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
/** Somebody of the first branch, somebody of another, and an administrator of the first. */
let here: string
let elsewhere: string
let peer: string
const secret = '900101005678'

const create = (given: Partial<NewStaffInput> = {}) =>
  tenant.write(async (trx) =>
    createStaff(trx, await tenant.actor('superadmin'), keysOf(tenant), newStaff(tenant, given)),
  )
const as = (role: Role) => web.signedInAs(tenant, role)
const row = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('staff')
      .innerJoin('user_account', 'user_account.id', 'staff.user_id')
      .select(['staff.name', 'staff.version', 'user_account.roles', 'user_account.status', 'staff.user_id'])
      .where('staff.id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const version = async (id: string) => String((await row(id)).version)

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  await tenant.actor('superadmin')
  await tenant.actor('admin')
  const other = await tenant.write((trx) => branch(trx, { name: 'Cawangan Jauh' }))
  here = await create({
    name: 'Puan Dekat',
    identity_no: secret,
    born_on: '1990-01-01',
    phone: '+60129990010',
    email: 'dekat@staff.test',
  })
  elsewhere = await create({ name: 'Puan Jauh', branch_ids: [other.id] })
  peer = await create({ name: 'Puan Setara', roles: ['admin'] })
})

describe('who sees whom', () => {
  const opened = async (browser: Browser, path: string) => {
    const response = await browser.get(path)
    return { status: response.status, html: await response.text() }
  }

  test.each(['superadmin', 'admin'] as const)('%s everybody', async (role) => {
    const browser = await as(role)
    const list = await opened(browser, '/staff')
    for (const name of ['Puan Dekat', 'Puan Jauh', 'Puan Setara']) expect(list.html).toContain(name)
    const view = await opened(browser, `/staff/view/${here}`)
    expect(view.html).toContain('900101-**-**78')
    expect(view.html).not.toContain(secret)
  })

  test('supervisor whoever shares a branch, and nobody else', async () => {
    const browser = await as('supervisor')
    const list = await opened(browser, '/staff')
    expect(list.html).toContain('Puan Dekat')
    expect(list.html).not.toContain('Puan Jauh')
    expect((await opened(browser, `/staff/view/${here}`)).html).toContain('900101-**-**78')
    expect(await opened(browser, `/staff/view/${elsewhere}`)).toMatchObject({
      status: 404,
      html: expect.stringContaining('Staff not found'),
    })
    for (const verb of ['edit', 'role'])
      expect((await opened(browser, `/staff/${verb}/${here}`)).status).toBe(403)
    for (const path of ['/staff/print', '/staff/export/csv'])
      expect((await opened(browser, path)).status).toBe(403)
  })

  test('class-admin names only, wherever they look', async () => {
    const browser = await as('class-admin')
    const pages = ['/staff', `/staff/view/${here}`, '/staff?q=dekat%40staff.test', '/staff?sort=joined_on']
    for (const path of pages) {
      const { status, html } = await opened(browser, path)
      expect(status, path).toBe(200)
      for (const hidden of ['900101', '1990', '9990010', 'dekat@staff.test</', secret])
        expect(withoutIds(html), path).not.toContain(hidden)
      expect(html, path).not.toContain('Puan Jauh')
    }
    expect((await opened(browser, '/staff')).html).toContain('Puan Dekat')
    expect((await opened(browser, `/staff/reveal/${here}`)).status).toBe(403)
  })

  test.each(['clerk', 'class-assistant', 'trainer', 'parent'] as const)('%s nobody', async (role) => {
    const browser = await as(role)
    for (const path of ['/staff', `/staff/view/${here}`, '/staff/new', '/staff/print'])
      expect((await opened(browser, path)).status, path).toBe(403)
    expect((await browser.post(`/staff/reveal/${here}`)).status).toBe(403)
  })
})

describe('the whole identity number', () => {
  test('is shown by a post, which leaves a trace', async () => {
    const browser = await as('supervisor')
    expect(await (await browser.get(`/staff/reveal/${here}`)).text()).not.toContain('900101-00-5678')
    const shown = await browser.post(`/staff/reveal/${here}`)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(await shown.text()).toContain('900101-00-5678')
    const traces = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['object_id', 'actor_name'])
        .where('action', '=', 'identity.revealed')
        .execute(),
    )
    expect(traces).toEqual([{ object_id: here, actor_name: (await tenant.actor('supervisor')).name }])
    expect((await browser.post(`/staff/reveal/${elsewhere}`)).status).toBe(404)
  })

  test('is in no log line, and neither is what was typed', async () => {
    expect(JSON.stringify(web.log)).not.toMatch(/900101-?00-?5678/)
  })
})

describe('an administrator', () => {
  test('touches no owner and no administrator', async () => {
    const browser = await as('admin')
    for (const verb of ['edit', 'role'])
      expect((await browser.get(`/staff/${verb}/${peer}`)).status, verb).toBe(403)
    const before = await row(peer)
    const posts: [string, Record<string, string>][] = [
      [`/staff/edit/${peer}`, { name: 'Diambil alih', phone: '0120000001', email: 'x@staff.test' }],
      [`/staff/role/${peer}`, { roles: 'clerk' }],
      [`/staff/status/${peer}`, { status: 'inactive' }],
      [`/staff/remove/${peer}`, {}],
      [`/staff/invite/${peer}`, {}],
    ]
    for (const [path, fields] of posts)
      await browser.post(path, {
        gender: 'female',
        identity_type: 'nric',
        branch_ids: tenant.branch.id,
        version: await version(peer),
        ...fields,
      })
    expect(await row(peer)).toEqual(before)
    const flash = await browser.post(`/staff/status/${peer}`, {
      status: 'inactive',
      version: await version(peer),
    })
    expect(flash).toRedirectTo(`/staff/view/${peer}`)
    expect(await (await browser.get(`/staff/view/${peer}`)).text()).toContain(
      'Only an owner may touch the account of an owner or administrator.',
    )
  })

  test('does not find the two highest among the roles to give', async () => {
    const browser = await as('admin')
    const html = await (await browser.get(`/staff/role/${here}`)).text()
    expect(html).toContain('value="supervisor"')
    expect(html).not.toMatch(/value="(super)?admin"/)
    const forged = await browser.post(`/staff/role/${here}`, {
      roles: ['clerk', 'superadmin'],
      version: await version(here),
    })
    expect(forged.status).toBe(403)
    expect((await row(here)).roles).toEqual(['clerk'])
  })
})

describe('the forms', () => {
  const typed = async (id: string) =>
    fieldsOf(await (await (await as('superadmin')).get(`/staff/edit/${id}`)).text())

  test('never give the identity number back, and change nothing that they do not show', async () => {
    const browser = await as('superadmin')
    const id = await create({ identity_no: '880202005678' })
    const fields = await typed(id)
    expect(Object.values(fields).join()).not.toContain('8802020')
    const sent = {
      ...fields,
      gender: 'female',
      branch_ids: tenant.branch.id,
      name: 'Puan Disunting',
      roles: ['superadmin'],
      status: 'inactive',
      password_hash: 'x',
      user_id: (await tenant.actor('superadmin')).id,
    }
    expect(await browser.post(`/staff/edit/${id}`, sent)).toRedirectTo(`/staff/view/${id}`)
    expect(await row(id)).toMatchObject({ name: 'Puan Disunting', roles: ['clerk'], status: 'invited' })
  })

  test('say at the field what is wrong, and keep what was typed', async () => {
    const browser = await as('superadmin')
    const fields = { ...newStaffFields(), email: 'dekat@staff.test', name: 'Puan Kembar' }
    const twice = await browser.post('/staff/new', fields)
    expect(twice.status).toBe(409)
    const html = await twice.text()
    expect(html).toContain('An account with this e-mail address already exists')
    expect(html).toMatch(/name="email"[^>]*aria-invalid="true"/)
    expect(html).toContain('value="Puan Kembar"')
    const wrong = await browser.post('/staff/new', {
      ...newStaffFields(),
      phone: '123',
      joined_on: '2026-02-30',
    })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('value="2026-02-30"')
  })

  test('refuse a stale version with what is there now', async () => {
    const browser = await as('superadmin')
    const id = await create({ name: 'Puan Lama', phone: '+60129990020' })
    const fields = { ...(await typed(id)), gender: 'female', branch_ids: tenant.branch.id }
    await browser.post(`/staff/edit/${id}`, { ...fields, name: 'Puan Sekarang', phone: '012-999 0021' })
    const late = await browser.post(`/staff/edit/${id}`, { ...fields, name: 'Puan Lewat' })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain('Puan Sekarang')
    expect(html).toContain('012-999 0021')
    expect(html).toContain('value="Puan Lewat"')
    expect(html).toContain('value="012-999 0020"')
    expect(html).not.toContain('+6012')
  })

  test('make one person however often they are sent', async () => {
    const browser = await as('superadmin')
    const key = fieldsOf(await (await browser.get('/staff/new')).text()).form_key!
    const fields = { ...newStaffFields(), form_key: key }
    const answers = await Promise.all([
      browser.post('/staff/new', fields),
      browser.post('/staff/new', fields),
    ])
    expect(new Set(answers.map((one) => one.headers.get('location'))).size).toBe(1)
  })

  function newStaffFields() {
    const { name, phone, email } = newStaff(tenant)
    const fixed = { gender: 'female', identity_type: 'nric', roles: 'clerk', locale: 'my' }
    return { ...fixed, name, phone, email: email!, branch_ids: tenant.branch.id }
  }
})

describe('roles', () => {
  test('of one’s own are out of reach', async () => {
    const browser = await as('superadmin')
    const { id: user_id } = await tenant.actor('superadmin')
    const self = await tenant.read((db) =>
      db.selectFrom('staff').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
    )
    expect((await browser.get(`/staff/role/${self.id}`)).status).toBe(403)
    const answer = await browser.post(`/staff/role/${self.id}`, { roles: 'clerk', version: '1' })
    expect(answer.status).toBe(403)
    expect((await row(self.id)).roles).toEqual(['superadmin'])
  })

  test('must be known and at least one', async () => {
    const browser = await as('superadmin')
    for (const roles of [[], ['king'], ['clerk', 'king']]) {
      const answer = await browser.post(`/staff/role/${here}`, { roles, version: await version(here) })
      expect(answer.status).toBe(422)
    }
    expect((await row(here)).roles).toEqual(['clerk'])
  })

  test('changed sign the person out with their next request', async () => {
    const clerk = await as('clerk')
    expect((await clerk.get('/dashboard')).status).toBe(200)
    const { id: user_id } = await tenant.actor('clerk')
    const { id } = await tenant.read((db) =>
      db.selectFrom('staff').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
    )
    const answer = await (await as('superadmin')).post(`/staff/role/${id}`, {
      roles: ['clerk', 'supervisor'],
      version: '1',
    })
    expect(answer).toRedirectTo(`/staff/view/${id}`)
    expect(await clerk.get('/dashboard')).toRedirectTo(/^\/login/)
  })
})

test('staff goes to paper and files with its filters, without identity numbers', async () => {
  const browser = await as('admin')
  const paper = await (await browser.get('/staff/print?q=dekat')).text()
  expect(paper).toContain('Puan Dekat')
  expect(paper).not.toContain('Puan Jauh')
  const csv = await (await browser.get('/staff/export/csv?q=dekat')).text()
  expect(csv).toContain('dekat@staff.test')
  expect(csv).toContain('Clerk')
  for (const text of [paper, csv]) expect(withoutIds(text)).not.toMatch(/900101|1990-01-01/)
  const names = ['branch', 'department']
  for (const name of names) expect((await browser.get(`/${name}/export/xlsx`)).status).toBe(200)
})
