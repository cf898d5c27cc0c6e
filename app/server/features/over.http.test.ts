import { beforeAll, describe, expect, test } from 'vitest'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { insert } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let product: App
beforeAll(async () => {
  product = await app()
})

const words = async (answer: Response) => (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
async function at(status: string): Promise<Tenant> {
  const tenant = await freshTenant()
  await subscribed(tenant, {}, { status, starts_on: '2024-01-01', expires_on: '2024-12-31' })
  return tenant
}

describe.each(['limited', 'ended'] as const)('a subscription that is %s', (status) => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await at(status)
  })

  test('lets staff change nothing, and says why', async () => {
    const owner = await product.signedInAs(tenant, 'superadmin')
    const answer = await owner.post('/category/new', { code: 'A', name: 'Darjah', kind: 'level' })
    expect(answer.status).toBe(403)
    expect(await words(answer)).toContain('The subscription of your organisation has ended')
    const kept = await tenant.read((db) =>
      db.selectFrom('category').select('id').where('code', '=', 'A').execute(),
    )
    expect(kept).toEqual([])
    expect((await owner.get('/category/new')).status).toBe(403)
  })

  test('lets the owner read, print and take away what is kept', async () => {
    const owner = await product.signedInAs(tenant, 'superadmin')
    for (const path of ['/dashboard', '/invoice', '/invoice/export/csv', '/payment', '/audit'])
      expect([path, (await owner.get(path === '/audit' ? '/log/audit' : path)).status]).toEqual([path, 200])
    expect(await words(await owner.get('/invoice'))).toContain('Your subscription has ended')
  })

  test('never keeps a family from paying what it owes', async () => {
    const { public_code } = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }))
    const page = await product.visitor(tenant).get(`/invoice/status/${public_code}`)
    expect(page.status).toBe(200)
    expect(await words(page)).not.toContain('subscription')
    const parent = await product.signedInAs(tenant, 'parent')
    expect((await parent.get('/dashboard')).status).toBe(200)
    expect(await words(await parent.get('/dashboard'))).not.toContain('subscription')
  })

  test('takes in nobody new', async () => {
    await tenant.write((trx) =>
      insert(trx, 'setting', { key: 'registration_form', value: JSON.stringify({ open: true }) }),
    )
    expect(await tenant.read(registrationIsOpen)).toBe(false)
  })
})

test('other staff still read while it is limited, and are told to ask the owner once it has ended', async () => {
  const [limited, ended] = [await at('limited'), await at('ended')]
  expect((await (await product.signedInAs(limited, 'clerk')).get('/invoice')).status).toBe(200)
  expect((await (await product.signedInAs(ended, 'clerk')).get('/invoice')).status).toBe(403)
})

test('in its grace everything works, and managers are reminded', async () => {
  const tenant = await at('grace')
  const owner = await product.signedInAs(tenant, 'superadmin')
  const made = await owner.post('/category/new', { code: 'B', name: 'Darjah', kind: 'level' })
  expect(made.status).toBe(302)
  expect(await words(await owner.get('/dashboard'))).toContain('still works for two weeks')
  const clerk = await product.signedInAs(tenant, 'clerk')
  expect(await words(await clerk.get('/dashboard'))).not.toContain('subscription')
})
