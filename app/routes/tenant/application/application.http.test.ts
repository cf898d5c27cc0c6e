import { beforeAll, describe, expect, test } from 'vitest'
import { application } from '#tests/support/database/application-factories.ts'
import {
  feeCategory,
  feeType,
  insert,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

describe('applications', () => {
  const reason = 'Kelas ini untuk umur lain.'
  let tenant: Tenant
  let product: App
  let supervisor: Browser

  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
    supervisor = await product.signedInAs(tenant, 'supervisor')
  })

  async function page(browser: Browser, path: string, status = 200) {
    const response = await browser.get(path)
    expect(response.status, path).toBe(status)
    return response.text()
  }

  const submittedRegistration = (applied: Parameters<typeof application>[2] = {}, given = {}) =>
    tenant.write(async (trx) => {
      const { id: subject_id } = await subject(trx, { capacity: 1, waitlist: true })
      const { id: fee_type_id } = await feeType(trx)
      await subjectFee(trx, { subject_id, fee_type_id, amount_sen: 4_321, starts_on: '2020-01-01' })
      return application(trx, given, { subject_id, ...applied })
    })

  describe('staff', () => {
    test('approve a whole application by one button, once, and see what became of it', async () => {
      const { id, line } = await submittedRegistration()
      const view = `/application/view/${id}`
      expect(await page(supervisor, '/application?status=pending')).toContain(view)
      const html = await page(supervisor, view)
      const form = html.slice(html.indexOf(`/application/approve/${id}`))
      const fields = { version: '1', form_key: /name="form_key" value="([^"]+)"/.exec(form)![1]! }
      for (const _ of ['once', 'twice'])
        expect(await supervisor.post(`/application/approve/${id}`, fields)).toRedirectTo(view)
      const after = await page(supervisor, view)
      expect(after).toContain('was approved')
      expect(after).not.toContain(`/application/approve/${id}`)
      const bills = await tenant.read((db) =>
        db
          .selectFrom('application_student')
          .innerJoin('invoice', 'invoice.student_id', 'application_student.student_id')
          .select(['invoice.id', 'invoice.total_sen'])
          .where('application_student.id', '=', line.id)
          .execute(),
      )
      expect(bills).toMatchObject([{ total_sen: 4_321 }])
    })

    test('tell a family that no mail reaches by a message of their own phone, in the family’s language', async () => {
      const { id } = await submittedRegistration({}, { locale: 'my' })
      expect(await page(supervisor, `/application/view/${id}`)).not.toContain('wa.me')
      await tenant.write((trx) =>
        trx.updateTable('application_parent').set({ email: null }).where('application_id', '=', id).execute(),
      )
      const html = await page(supervisor, `/application/view/${id}`)
      const [, phone, text] = /https:\/\/wa\.me\/(\d+)\?text=([^"]+)/.exec(html)!
      const row = await tenant.read((db) =>
        db
          .selectFrom('application')
          .innerJoin('application_parent as parent', 'parent.application_id', 'application.id')
          .select(['application.number', 'application.public_code', 'parent.phone'])
          .where('application.id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      expect(`+${phone}`).toBe(row.phone)
      expect(decodeURIComponent(text!)).toContain(`status pendaftaran anda ${row.number}`)
      expect(decodeURIComponent(text!)).toContain(`/application/status/${row.public_code}`)
    })

    test('turn a child down with a reason; a short one is sent back with what was typed', async () => {
      const { id, line } = await submittedRegistration()
      const path = `/application/child/reject/${line.id}`
      const fields = fieldsOf(await page(supervisor, path))
      const short = await supervisor.post(path, { ...fields, reason: 'Silap' })
      expect(short.status).toBe(422)
      expect(await short.text()).toContain('Silap')
      expect(await supervisor.post(path, { ...fields, reason })).toRedirectTo(`/application/view/${id}`)
      expect(await page(supervisor, `/application/view/${id}`)).toContain(reason)
    })

    test('are told by name that a class has run full, and put the child on its waiting list', async () => {
      const { line, subject_id } = await submittedRegistration()
      await tenant.write(async (trx) => {
        const { id: student_id } = await student(trx)
        const seat = { id: student_id, student_id, subject_id, starts_on: '2026-01-05' }
        await insert(trx, 'enrolment', seat)
      })
      const path = `/application/child/approve/${line.id}`
      const fields = fieldsOf(await page(supervisor, path))
      const full = await supervisor.post(path, fields)
      expect(full.status).toBe(409)
      expect(await full.text()).toContain('Please choose its waiting list')
      const waiting = { ...fields, 'subjects[0].place': 'waiting' }
      expect(await supervisor.post(path, waiting)).toRedirectTo(/\/application\/view\//)
    })

    test('compare a child with one on file, field by field, before they approve', async () => {
      const known = await tenant.write((trx) => student(trx, { name: 'Nur Qaseh', born_on: '2017-08-09' }))
      const { id, line } = await submittedRegistration({ child: { name: 'Nur  Qaseh' } })
      expect(await page(supervisor, `/application/view/${id}`)).not.toContain(`/application/approve/${id}`)
      const compare = await page(supervisor, `/application/child/${line.id}`)
      expect(compare).toContain(known.student_no)
      expect(compare).not.toContain(`/application/child/approve/${line.id}`)
      expect(compare).toContain('say whether it is the same child')
      const clerk = await product.signedInAs(tenant, 'clerk')
      const seen = await page(clerk, `/application/child/${line.id}`)
      expect(seen).toContain('The name and the day of birth are the same.')
      expect(seen).not.toContain('say whether it is the same child')
      const another = `/application/child/another/${line.id}`
      await supervisor.post(another, { version: '1', twin_reason: '' })
      expect(await page(supervisor, `/application/child/${line.id}`)).toContain(
        'Please give a reason of 10 to 300 characters.',
      )
      const told = { version: '1', twin_reason: 'Sepupu dengan nama yang sama.' }
      await supervisor.post(another, told)
      expect(await page(supervisor, `/application/child/${line.id}`)).toContain(
        `/application/child/approve/${line.id}`,
      )
    })

    test('of the office correct what a family wrote; who comes second is told', async () => {
      const clerk = await product.signedInAs(tenant, 'clerk')
      const { id, line, parent_row } = await submittedRegistration()
      const child = `/application/child/edit/${line.id}`
      const fields = fieldsOf(await page(clerk, child))
      expect(await clerk.post(child, { ...fields, name: 'Nama Betul' })).toRedirectTo(
        `/application/child/${line.id}`,
      )
      expect(await page(clerk, `/application/view/${id}`)).toContain('Nama Betul')
      const stale = await clerk.post(child, { ...fields, name: 'Nama Lain' })
      expect(stale.status).toBe(409)
      expect(await stale.text()).toContain('Nama Lain')
      const parent = `/application/parent/edit/${parent_row}`
      const asked = fieldsOf(await page(clerk, parent))
      expect(await clerk.post(parent, { ...asked, occupation: 'Guru' })).toRedirectTo(
        `/application/view/${id}`,
      )
    })

    test('who look after classes decide only where it is set so', async () => {
      const helper = await product.signedInAs(tenant, 'class-admin')
      const { id, line } = await submittedRegistration()
      expect(await page(helper, `/application/view/${id}`)).not.toContain('/application/approve/')
      await page(helper, `/application/child/approve/${line.id}`, 403)
      const admin = await product.signedInAs(tenant, 'admin')
      const fields = fieldsOf(await page(admin, '/setting/application'))
      expect(
        await admin.post('/setting/application', { ...fields, class_admin_approves: 'on' }),
      ).toRedirectTo('/setting')
      expect(await page(helper, `/application/view/${id}`)).toContain(`/application/approve/${id}`)
    })
  })

  test('a parent sees their own, and takes it back', async () => {
    const { parent_id } = await tenant.actor('parent')
    const parent = await product.signedInAs(tenant, 'parent')
    const [mine, strange] = [await submittedRegistration({}, { parent_id }), await submittedRegistration()]
    const list = await page(parent, '/application')
    expect(list).toContain(mine.id)
    expect(list).not.toContain(strange.id)
    await page(parent, `/application/view/${strange.id}`, 404)
    expect((await parent.post(`/application/withdraw/${strange.id}`, {})).status).toBe(404)
    expect(await page(parent, `/application/view/${mine.id}`)).toContain(`/application/withdraw/${mine.id}`)
    await parent.post(`/application/withdraw/${mine.id}`, {})
    expect(await page(parent, `/application/view/${mine.id}`)).toContain('was withdrawn')
  })
})

describe('the registration fee', () => {
  let tenant: Tenant
  let product: App
  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
  })

  const text = async (browser: Browser, path: string) => (await browser.get(path)).text()

  test('a family is told what to pay first, the counter takes it down, and who looks after classes sees no amount', async () => {
    const { id, public_code } = await tenant.write(async (trx) => {
      await insert(trx, 'setting', { key: 'application', value: JSON.stringify({ fee_first: true }) })
      const category = await feeCategory(trx, { kind: 'registration' })
      const { id: fee_type_id } = await feeType(trx, { fee_category_id: category.id })
      const { id: subject_id } = await subject(trx)
      const fee = { subject_id, fee_type_id, frequency: 'one_off', starts_on: '2020-01-01' }
      await subjectFee(trx, { ...fee, amount_sen: 76_54 })
      return application(trx, {}, { subject_id })
    })
    const [clerk, teacher, family] = [
      await product.signedInAs(tenant, 'clerk'),
      await product.signedInAs(tenant, 'class-admin'),
      product.visitor(tenant),
    ]
    const [view, pay, status] = [
      `/application/view/${id}`,
      `/application/fee/${id}`,
      `/application/status/${public_code}`,
    ]
    expect(await text(family, status)).toContain('registration fee of RM76.54 first')
    const before = await text(clerk, view)
    expect(before).toContain('RM76.54, not paid yet')
    expect(before).toContain(pay)
    expect(await text(teacher, view)).not.toContain('76.54')
    expect((await teacher.get(pay)).status).toBe(403)

    const fields = { ...fieldsOf(await text(clerk, pay)), method: 'cash' }
    expect(fields).toMatchObject({ amount: '76.54' })
    const less = await clerk.post(pay, { ...fields, amount: '76.53' })
    expect(less.status).toBe(422)
    expect(await less.text()).toContain('The registration fee is RM76.54. Please record it in one amount.')
    for (const _ of ['once', 'twice']) expect(await clerk.post(pay, fields)).toRedirectTo(view)
    const after = await text(clerk, view)
    expect(after).toContain('RCP-')
    expect(after).not.toContain(pay)
    expect(await text(clerk, pay)).toContain('is paid already')
    expect(await text(family, status)).toMatch(/The registration fee has been paid: RCP-/)
    expect(await tenant.read((db) => db.selectFrom('payment').select('amount_sen').execute())).toEqual([
      { amount_sen: 76_54 },
    ])
  })
})
