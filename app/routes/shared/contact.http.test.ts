import { beforeAll, describe, expect, test } from 'vitest'
import { type Counter, openCounter } from '#tests/support/bank/payer.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { app } from '#tests/support/product/http.ts'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})

describe('whoever has a question finds whom to ask', () => {
  test.each([
    ['of an invoice', (code: string) => `/invoice/status/${code}`],
    ['where it is paid', (code: string) => `/payment/submit?invoice=${code}`],
    ['to sign in', () => '/login'],
    ['that is not there', () => '/invoice/status/short'],
  ])('on the page %s', async (_, path) => {
    const { public_code } = await counter.bill()
    const html = await (await counter.payer().get(path(public_code))).text()
    const footer = /<footer>.*<\/footer>/s.exec(html)![0]
    expect(footer).toMatch(
      /<a href="tel:\+60\d+" class="number">0[\d\u00a0-]+<\/a><br\/><a href="mailto:[^"]+@[^"]+">[^<]+@/,
    )
  })
})

test('a telephone and an address of a person or place are a touch away', async () => {
  const web = await app()
  const tenant = await freshTenant()
  await tenant.write((trx) =>
    trx
      .updateTable('branch')
      .set({ phone: '+60312345678', email: 'caw@sinar.test' })
      .where('id', '=', tenant.branch.id)
      .execute(),
  )
  const staff = await tenant.write(async (trx) => {
    const person = (await user(trx)).staff!
    const contact = { phone: '+60198765432', email: 'siti@sinar.test' }
    return trx
      .updateTable('staff')
      .set(contact)
      .where('id', '=', person.id)
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const owner = await web.signedInAs(tenant, 'superadmin')
  const branch = await (await owner.get(`/branch/view/${tenant.branch.id}`)).text()
  expect(branch).toContain('<a href="tel:+60312345678"><span class="number">03-1234 5678</span></a>')
  expect(branch).toContain('<a href="mailto:caw@sinar.test">caw@sinar.test</a>')
  const person = await (await owner.get(`/staff/view/${staff.id}`)).text()
  expect(person).toContain('<a href="tel:+60198765432" class="number">019-876\u00a05432</a>')
  expect(person).toContain('<a href="mailto:siti@sinar.test">')
})
