import { randomInt } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { credit } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let shop: Shop
let product: App
let clerk: Browser
let admin: Browser
beforeAll(async () => {
  shop = await openShop()
  product = await app()
  clerk = await product.signedInAs(shop.tenant, 'clerk')
  admin = await product.signedInAs(shop.tenant, 'admin')
})

test('a clerk asks, nothing typed is lost, an admin approves, and the book of credit says so', async () => {
  const [from, to] = [await shop.bill(), await shop.bill()]
  const { family_code, name } = await shop.tenant.write(async (trx) => {
    await credit(trx, { parent_id: from.payer_parent_id })
    return trx
      .updateTable('parent')
      .set({ family_code: newFamilyCode((below) => randomInt(below)) })
      .where('id', '=', to.payer_parent_id)
      .returning(['family_code', 'name'])
      .executeTakeFirstOrThrow()
  })
  const form = `/credit-move/new/${from.payer_parent_id}`
  expect(await page(clerk, '/family-credit')).toContain(form)
  const fields = fieldsOf(await page(clerk, form))
  expect(fields).toMatchObject({ amount: '20.00' })
  const typed = { ...fields, family_code, amount: '25', reason: 'Ibu bapa tinggal berasingan' }
  const wrong = await clerk.post(form, typed)
  expect(wrong.status).toBe(422)
  const told = await wrong.text()
  expect(told).toContain('RM20.00 as credit, no more')
  expect(fieldsOf(told)).toMatchObject({ amount: '25', family_code, reason: typed.reason })

  const asked = await clerk.post(form, { ...typed, amount: '15' })
  expect(asked).toRedirectTo(/^\/credit-move\/view\//)
  const view = asked.headers.get('location')!
  const id = view.split('/').at(-1)!
  expect(await page(clerk, view)).toContain('Withdraw the request')
  expect((await clerk.post(`/credit-move/approve/${id}`)).status).toBe(403)
  expect(await page(admin, '/dashboard')).toContain('credit transfer to approve')
  expect(await admin.post(`/credit-move/approve/${id}`)).toRedirectTo(view)
  const book = await page(admin, '/family-credit')
  expect(book).toContain('Moved between families')
  expect(book).toContain(name)
  await shop.balanced()
})
