import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import { changePay } from '#app/domain/people/trainers/change-trainer.ts'
import { openTrainers, pay, type TrainerOffice } from '#app/domain/people/trainers/test-support.ts'
import { withoutIds } from '#tests/support/access/answers.ts'
import { branch, enrolment, insert, student, subject } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

describe('trainers', () => {
  let web: App
  let office: TrainerOffice
  let tenant: Tenant
  /** A trainer of the first branch with a class there, and one of another. */
  let here: string
  let elsewhere: string
  let far: string
  const secret = '990012345678'

  const as = (role: Role) => web.signedInAs(tenant, role)
  const opened = async (browser: Browser, path: string) => {
    const response = await browser.get(path)
    return { status: response.status, html: await response.text() }
  }
  const statusOf = async (browser: Browser, path: string) => (await browser.get(path)).status

  beforeAll(async () => {
    web = await app()
    office = await openTrainers()
    tenant = office.tenant
    far = (await tenant.write((trx) => branch(trx, { name: 'Cawangan Jauh' }))).id
    here = await office.create({ name: 'Cikgu Dekat', specialisation: 'Tajwid', email: 'dekat@teacher.test' })
    elsewhere = await office.create({ name: 'Cikgu Jauh', branch_ids: [far] })
    const { user_id } = await office.view(here)
    const { id: assistant } = await tenant.actor('class-assistant')
    const { parent_id } = await tenant.actor('parent')
    await tenant.write(async (trx) => {
      const { id: subject_id } = await subject(trx, { name: 'Kelas Tajwid', branch_id: tenant.branch.id })
      await insert(trx, 'subject_trainer', { subject_id, user_id })
      await insert(trx, 'subject_trainer', { subject_id, user_id: assistant, duty: 'assistant' })
      const child = await student(trx, {}, { payer: { id: parent_id! } })
      await enrolment(trx, { student_id: child.id, subject_id })
      await changePay(trx, office.superadmin, everywhere, keysOf(tenant), here, pay())
    })
  })

  describe('who sees whom', () => {
    test.each(['superadmin', 'admin'] as const)('%s everybody, with pay', async (role) => {
      const browser = await as(role)
      const { html: list } = await opened(browser, '/trainer')
      for (const name of ['Cikgu Dekat', 'Cikgu Jauh']) expect(list).toContain(name)
      const { html } = await opened(browser, `/trainer/view/${here}`)
      for (const told of ['Kelas Tajwid', 'dekat@teacher.test', '•••• 5678', 'RM45.00', 'IG12345678901'])
        expect(html).toContain(told)
      expect(html).toContain(`/staff/view/${(await office.view(here)).staff_id}`)
      expect(html).not.toContain(secret)
    })

    test('supervisor whoever shares a branch, with pay that they cannot change', async () => {
      const browser = await as('supervisor')
      const { html: list } = await opened(browser, '/trainer')
      expect(list).toContain('Cikgu Dekat')
      expect(list).not.toContain('Cikgu Jauh')
      expect((await opened(browser, `/trainer/view/${here}`)).html).toContain('RM45.00')
      expect(await opened(browser, `/trainer/view/${elsewhere}`)).toMatchObject({
        status: 404,
        html: expect.stringContaining('Trainer not found'),
      })
      expect(await statusOf(browser, `/trainer/edit/${here}`)).toBe(200)
      expect(await statusOf(browser, `/trainer/edit/${elsewhere}`)).toBe(404)
      for (const path of ['/trainer/new', `/trainer/pay/${here}`])
        expect(await statusOf(browser, path)).toBe(403)
      expect(await statusOf(browser, '/trainer/export/csv')).toBe(200)
    })

    test.each(['clerk', 'class-admin'] as const)('%s of a branch, without pay', async (role) => {
      const browser = await as(role)
      for (const path of [
        `/trainer/view/${here}`,
        `/trainer/view/${here}.data`,
        '/trainer',
        '/trainer?limit=100',
      ]) {
        const { status, html } = await opened(browser, path)
        expect(status, path).toBe(200)
        expect(html, path).not.toMatch(/RM ?\d|pay_rate|5678|IG123|Maybank/)
      }
      expect((await opened(browser, `/trainer/view/${here}`)).html).toContain('dekat@teacher.test')
      expect(await statusOf(browser, `/trainer/view/${elsewhere}`)).toBe(404)
      expect(await statusOf(browser, `/trainer/pay/${here}`)).toBe(403)
      expect(await statusOf(browser, `/trainer/edit/${here}`)).toBe(role === 'clerk' ? 403 : 200)
      expect(await statusOf(browser, '/trainer/print')).toBe(role === 'clerk' ? 403 : 200)
    })

    test.each(['class-assistant', 'parent'] as const)('%s the names in their classes', async (role) => {
      const browser = await as(role)
      const { html: list } = await opened(browser, '/trainer?q=')
      expect(list).toContain('Cikgu Dekat')
      expect(list).not.toContain('Cikgu Jauh')
      const { html } = await opened(browser, `/trainer/view/${here}`)
      expect(html).toContain('Kelas Tajwid')
      for (const page of [list, html, (await opened(browser, `/trainer/view/${here}.data`)).html])
        expect(withoutIds(page)).not.toMatch(
          /dekat@|\+60120|012-0|Maybank|pay_type|specialisation|invited\W+true|>invited/i,
        )
      expect(await statusOf(browser, `/trainer/view/${elsewhere}`)).toBe(404)
      for (const path of [`/trainer/edit/${here}`, '/trainer/new', '/trainer/print'])
        expect(await statusOf(browser, path), path).toBe(403)
    })

    test('trainer themself alone, with how they are paid and no amount', async () => {
      const { id: user_id } = await tenant.actor('trainer')
      const own = await tenant.write(async (trx) => {
        const { id } = await trx
          .selectFrom('trainer')
          .select('id')
          .where('user_id', '=', user_id)
          .executeTakeFirstOrThrow()
        await changePay(
          trx,
          office.superadmin,
          everywhere,
          keysOf(tenant),
          id,
          pay({ bank_name: 'CIMB Bank' }),
        )
        return id
      })
      const browser = await as('trainer')
      expect((await opened(browser, '/trainer')).html).not.toContain('Cikgu Dekat')
      for (const path of [`/trainer/view/${own}`, `/trainer/view/${own}.data`]) {
        const { html } = await opened(browser, path)
        expect(html).toContain('CIMB Bank')
        expect(html).not.toMatch(/RM ?\d|pay_rate|45\.00|4500/)
      }
      expect(await statusOf(browser, `/trainer/view/${here}`)).toBe(404)
      expect(await statusOf(browser, `/trainer/pay/${own}`)).toBe(403)
      expect(await browser.get(`/trainer/edit/${own}`)).toRedirectTo('/profile/edit')
      const forged = await browser.post(`/trainer/edit/${own}`, { qualification: 'Profesor', version: '2' })
      expect(forged).toRedirectTo('/profile/edit')
      expect((await office.view(own)).qualification).toBeNull()
      expect(await statusOf(browser, `/trainer/edit/${here}`)).toBe(404)
    })
  })

  describe('the forms', () => {
    const typed = async (browser: Browser, path: string) => fieldsOf((await opened(browser, path)).html)

    test('a class admin makes a trainer of their branches, however often it is sent, and no other', async () => {
      const browser = await as('class-admin')
      const { html } = await opened(browser, '/trainer/new')
      expect(html).not.toContain('Cawangan Jauh')
      const more = {
        name: 'Cikgu Baharu',
        gender: 'female',
        phone: '012-000 4242',
        email: 'baru@teacher.test',
      }
      const fields = { ...fieldsOf(html), ...more, branch_ids: tenant.branch.id, roles: ['superadmin'] }
      const answers = await Promise.all([
        browser.post('/trainer/new', fields),
        browser.post('/trainer/new', fields),
      ])
      const places = new Set(answers.map((one) => one.headers.get('location')))
      expect(places.size).toBe(1)
      const [place] = places
      expect(place).toMatch(/^\/trainer\/view\//)
      const id = place!.split('/').at(-1)!
      expect(await office.view(id)).toMatchObject({ roles: ['trainer'], status: 'invited' })
      expect((await opened(browser, place!)).html).toContain('baru@teacher.test')
      const outside = {
        ...fields,
        form_key: '',
        phone: '012-000 4243',
        email: 'x@teacher.test',
        branch_ids: far,
      }
      const refused = await browser.post('/trainer/new', outside)
      expect(refused.status).toBe(404)
      expect(await refused.text()).toContain('Branch not found')
    })

    test('say at the field what is wrong, and keep what was typed', async () => {
      const browser = await as('admin')
      const fields = {
        name: 'Cikgu Silap',
        phone: '123',
        identity_type: 'nric',
        identity_no: '12',
        locale: 'en',
      }
      const answer = await browser.post('/trainer/new', { ...fields, specialisation: 'x'.repeat(201) })
      expect(answer.status).toBe(422)
      const html = await answer.text()
      expect(html).toContain('value="Cikgu Silap"')
      expect(html).toContain('Specialisation: ')
      for (const name of ['phone', 'gender', 'specialisation'])
        expect(html, name).toMatch(new RegExp(`name="${name}"[^>]*aria-invalid="true"`))
    })

    test('a change is refused over another, with what is there now', async () => {
      const browser = await as('class-admin')
      const id = await office.create({ name: 'Cikgu Lama' })
      const fields = await typed(browser, `/trainer/edit/${id}`)
      expect(await browser.post(`/trainer/edit/${id}`, { ...fields, name: 'Cikgu Kini' })).toRedirectTo(
        `/trainer/view/${id}`,
      )
      const late = await browser.post(`/trainer/edit/${id}`, { ...fields, name: 'Cikgu Lewat' })
      expect(late.status).toBe(409)
      const html = await late.text()
      expect(html).toContain('Cikgu Kini')
      expect(html).toContain('value="Cikgu Lewat"')
    })

    test('of who has other roles asks a class admin for the teaching alone', async () => {
      const browser = await as('class-admin')
      const id = await office.create({ email: 'dua@teacher.test' })
      const { user_id } = await office.view(id)
      await tenant.write((trx) =>
        trx
          .updateTable('user_account')
          .set({ roles: ['clerk', 'trainer'] })
          .where('id', '=', user_id)
          .execute(),
      )
      const fields = await typed(browser, `/trainer/edit/${id}`)
      expect(Object.keys(fields)).not.toContain('email')
      await browser.post(`/trainer/edit/${id}`, {
        ...fields,
        qualification: 'Ijazah',
        email: 'curi@teacher.test',
      })
      expect(await office.view(id)).toMatchObject({ qualification: 'Ijazah', email: 'dua@teacher.test' })
      expect((await opened(await as('admin'), `/trainer/view/${id}`)).html).toContain('/staff/role/')
    })
  })

  describe('the end', () => {
    test('deactivating is for who may remove: not for who only edits', async () => {
      const id = await office.create()
      for (const role of ['supervisor', 'class-admin', 'trainer'] as const) {
        const answer = await (await as(role)).post(`/trainer/status/${id}`, {
          status: 'inactive',
          version: '1',
        })
        expect(answer.status, role).toBe(403)
      }
      const browser = await as('admin')
      const ended = await browser.post(`/trainer/status/${id}`, { status: 'inactive', version: '1' })
      expect(ended).toRedirectTo(`/trainer/view/${id}`)
      expect(await office.view(id)).toMatchObject({ status: 'inactive' })
      const { html } = await opened(browser, '/trainer?status=inactive')
      expect(html).toContain(`/trainer/view/${id}`)
      expect(html).not.toContain(`/trainer/view/${here}`)
    })

    test('who has taught stays, and that is said', async () => {
      const browser = await as('superadmin')
      const version = String((await office.view(here)).version)
      const answer = await browser.post(`/trainer/remove/${here}`, { version })
      expect(answer).toRedirectTo(`/trainer/view/${here}`)
      expect((await opened(browser, `/trainer/view/${here}`)).html).toContain('can only be deactivated')
      const id = await office.create()
      expect(await browser.post(`/trainer/remove/${id}`, { version: '1' })).toRedirectTo('/trainer')
      expect(await statusOf(browser, `/trainer/view/${id}`)).toBe(404)
    })
  })

  test('trainers go to paper and files with their filters, without how they are paid', async () => {
    const browser = await as('admin')
    const paper = (await opened(browser, '/trainer/print?q=dekat')).html
    const csv = (await opened(browser, '/trainer/export/csv?q=dekat')).html
    for (const text of [paper, csv]) {
      expect(text).toContain('Cikgu Dekat')
      expect(text).not.toContain('Cikgu Jauh')
      expect(withoutIds(text)).not.toMatch(/RM ?\d|Maybank|5678|4455|IG123/)
    }
    expect(csv).toContain('dekat@teacher.test')
    expect(await statusOf(browser, '/trainer/export/xlsx')).toBe(200)
  })
})

describe('pay', () => {
  test('the number of an account never comes back, not with what is wrong either, and is in no log', async () => {
    const web = await app()
    const { tenant, superadmin, create } = await openTrainers()
    const here = await create()
    await tenant.write((trx) => changePay(trx, superadmin, everywhere, keysOf(tenant), here, pay()))
    const browser = await web.signedInAs(tenant, 'admin')
    const path = `/trainer/pay/${here}`
    const fields = fieldsOf(await (await browser.get(path)).text())
    expect(fields).toMatchObject({ bank_name: 'Maybank', account_number: '', pay_rate_sen: '45.00' })
    const wrong = await browser.post(path, { ...fields, account_number: '771122334455', pay_rate_sen: '' })
    expect(wrong.status).toBe(422)
    const html = await wrong.text()
    expect(html).not.toContain('771122334455')
    expect(html).toContain('value="Maybank"')
    expect(html).toContain('it is not shown a second time')
    const saved = await browser.post(path, {
      ...fields,
      account_number: '7711 2233 4455',
      pay_rate_sen: '50',
    })
    expect(saved).toRedirectTo(`/trainer/view/${here}`)
    expect(await (await browser.get(`/trainer/view/${here}`)).text()).toContain('•••• 4455')
    const entry = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'trainer.pay_changed')
        .where('object_id', '=', here)
        .orderBy('position', 'desc')
        .executeTakeFirstOrThrow(),
    )
    const told = await (await browser.get(`/log/audit/view/${entry.id}`)).text()
    for (const word of ['Pay of a trainer changed', 'RM45.00', 'RM50.00', 'replaced'])
      expect(told).toContain(word)
    expect(told).not.toMatch(/7711|4455/)
    expect(JSON.stringify(web.log)).not.toMatch(/7711 ?2233|990012/)
  })
})
