import { expect, test } from 'vitest'
import { student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { fieldsOf, intent } from '#tests/support/product/form-fields.ts'
import { app } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

test('an issued invoice gets other lines in its form without a script, and shows what it said before beside them', async () => {
  const [tenant, product] = [await freshTenant(), await app()]
  const clerk = await product.signedInAs(tenant, 'clerk')
  const family = await product.signedInAs(tenant, 'parent')
  const { parent_id } = await tenant.actor('parent')
  const { id: student_id } = await tenant.write((trx) =>
    student(trx, { branch_id: tenant.branch.id }, { payer: { id: parent_id! } }),
  )
  const { id } = await tenant.write((trx) =>
    invoice(trx, {
      branch_id: tenant.branch.id,
      student_id,
      payer_parent_id: parent_id!,
      internal_note: 'Ibu menelefon',
    }),
  )
  expect(await page(clerk, `/invoice/view/${id}`)).not.toContain('after it was issued')
  const path = `/invoice/amend/${id}`
  const form = await page(clerk, path)
  const typed = { ...fieldsOf(form), 'items[0].price': '80.00', reason: 'Harga tersalah taip' }
  const added = await clerk.post(path, { ...typed, __intent__: intent(form, 'insert') })
  const longer = await added.text()
  expect(fieldsOf(longer)).toMatchObject({ 'items[0].price': '80.00', 'items[1].quantity': '1' })
  const wrong = await clerk.post(path, { ...typed, 'items[0].price': 'abc' })
  expect(wrong.status).toBe(422)
  expect(fieldsOf(await wrong.text())).toMatchObject({ 'items[0].price': 'abc', reason: typed.reason })
  expect(await clerk.post(path, typed)).toRedirectTo(`/invoice/view/${id}`)
  const view = await page(clerk, `/invoice/view/${id}`)
  expect(view).toContain('Changed 1 time after it was issued')
  expect(view).toContain('RM80.00')
  const versions = await page(clerk, `/invoice/versions/${id}`)
  for (const told of ['RM120.00', 'RM80.00', 'Harga tersalah taip', 'Ibu menelefon'])
    expect(versions).toContain(told)
  const told = await page(family, `/invoice/versions/${id}`)
  expect(told).toContain('RM120.00')
  expect(told).not.toContain('Ibu menelefon')
  const late = await clerk.post(path, { ...typed, 'items[0].price': '70.00' })
  expect(late.status).toBe(409)
  const conflict = await late.text()
  expect(conflict).toContain('RM80.00')
  expect(fieldsOf(conflict)).toMatchObject({ 'items[0].price': '70.00', version: '2' })
})

test('of an invoice that is paid in part the due date moves with a reason, and there are no lines to change', async () => {
  const [tenant, product] = [await freshTenant(), await app()]
  const clerk = await product.signedInAs(tenant, 'clerk')
  const { id } = await tenant.write((trx) =>
    invoice(trx, { branch_id: tenant.branch.id, paid_sen: 2_000, due_on: '2026-02-07' }),
  )
  const path = `/invoice/amend/${id}`
  expect(await page(clerk, `/invoice/view/${id}`)).toContain(path)
  const form = await page(clerk, path)
  expect(form).toContain('its lines stay')
  const typed = fieldsOf(form)
  expect(Object.keys(typed).filter((name) => name.startsWith('items'))).toEqual([])
  const wrong = await clerk.post(path, { ...typed, due_on: '2026-04-30' })
  expect(wrong.status).toBe(422)
  expect(fieldsOf(await wrong.text())).toMatchObject({ due_on: '2026-04-30' })
  const reason = 'Keluarga minta tempoh'
  expect(await clerk.post(path, { ...typed, due_on: '2026-04-30', reason })).toRedirectTo(
    `/invoice/view/${id}`,
  )
  const versions = await page(clerk, `/invoice/versions/${id}`)
  for (const told of ['7 Feb 2026', '30 Apr 2026', reason]) expect(versions).toContain(told)
})
