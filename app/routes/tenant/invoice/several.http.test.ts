import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { enrolment, student, subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf, intent } from '#tests/support/product/form-fields.ts'
import { app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let tenant: Tenant
let clerk: Browser
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await (await app()).signedInAs(tenant, 'clerk')
})

/** A class with two children, and one for whom nobody pays. */
const aClass = () =>
  tenant.write(async (trx) => {
    const { id: subject_id } = await subject(trx, { name: 'Robotik' })
    const seated = async (name: string) => {
      const { id } = await student(trx, { name, branch_id: tenant.branch.id })
      await enrolment(trx, { student_id: id, subject_id })
      return id
    }
    const [a, b, lonely] = [
      await seated('Aminah Satu'),
      await seated('Bakar Dua'),
      await seated('Tanpa Waris'),
    ]
    await trx.deleteFrom('student_parent').where('student_id', '=', lonely).execute()
    return { address: `/invoice/several?subject_id=${subject_id}`, a, b }
  })

test('students of a class are ticked at first, whom nobody pays for is named, and a line is added without losing a choice', async () => {
  const { address, a, b } = await aClass()
  const html = await page(clerk, address)
  expect(html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2)
  expect(html).toContain('Tanpa Waris')
  expect(html).toContain(`value="${b}"`)
  const more = await clerk.post(address, {
    ...{ student_ids: a, due_on: addDays(currentDay(), 7), 'items[0].description': 'Lawatan' },
    ...{ 'items[0].quantity': '1', 'items[0].price': '35.00' },
    __intent__: intent(html, 'insert'),
  })
  const again = await more.text()
  expect(more.status).toBe(200)
  expect(again.match(/type="checkbox"[^>]*checked/g)).toHaveLength(1)
  expect(fieldsOf(again)).toMatchObject({ 'items[0].description': 'Lawatan', 'items[1].quantity': '1' })
})

test('who is ticked is billed at once, once, however often the form is sent; nobody ticked is said', async () => {
  const { address, a, b } = await aClass()
  const { form_key } = fieldsOf(await page(clerk, address))
  const form = {
    ...{ due_on: addDays(currentDay(), 7), step: 'issue', send: 'none', form_key: String(form_key) },
    ...{ 'items[0].description': 'Lawatan', 'items[0].quantity': '1', 'items[0].price': '35.00' },
  }
  const nobody = await clerk.post(address, form)
  expect(nobody.status).toBe(422)
  expect(await nobody.text()).toContain('Tick at least one student.')
  for (const _ of [1, 2]) {
    const answer = await clerk.post(address, { ...form, student_ids: [a, b] })
    expect(answer).toRedirectTo('/invoice')
  }
  const bills = await tenant.read((db) =>
    db.selectFrom('invoice').select(['status', 'total_sen']).where('student_id', 'in', [a, b]).execute(),
  )
  expect(bills).toEqual(Array(2).fill({ status: 'unpaid', total_sen: 3_500 }))
})
