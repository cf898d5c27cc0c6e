import { beforeAll, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let admin: Browser
const path = '/setting/contact'
const hours = 'Isnin hingga Jumaat, 8 pagi & 2 petang'

beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  admin = await product.signedInAs(tenant, 'admin')
})

const html = async (browser: Browser, at: string) => (await browser.get(at)).text()
const row = () =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.entity')
      .select(['contact_phone', 'contact_email', 'opening_hours', 'version'])
      .where('id', '=', tenant.entity.id)
      .executeTakeFirstOrThrow(),
  )
const footer = async () => /<footer>.*<\/footer>/s.exec(await html(product.visitor(tenant), '/login'))![0]

test('opening hours stand beside the phone where one signs in, and are gone when they are emptied', async () => {
  // the address ends what stands there
  expect(await footer()).toMatch(/<br\/><a href="mailto:[^"]+">[^<]+<\/a><\/p>/)
  const fields = fieldsOf(await html(admin, path))
  expect(fields).toMatchObject({ opening_hours: '' })
  const typed = { ...fields, contact_phone: '03 5510-1234', opening_hours: `  ${hours} ` }
  expect(await admin.post(path, typed)).toRedirectTo('/setting')
  expect(await row()).toMatchObject({ contact_phone: '+60355101234', opening_hours: hours })
  expect(await footer()).toContain('Isnin hingga Jumaat, 8 pagi &amp; 2 petang')
  const emptied = { ...fieldsOf(await html(admin, path)), opening_hours: '' }
  expect(await admin.post(path, emptied)).toRedirectTo('/setting')
  expect(await row()).toMatchObject({ opening_hours: null })
  expect(await footer()).not.toContain('Isnin')
})

test('what cannot be is said at its field, and nothing typed is lost', async () => {
  const before = await row()
  const fields = fieldsOf(await html(admin, path))
  const typed = { ...fields, contact_phone: '12', contact_email: 'pejabat', opening_hours: 'x'.repeat(201) }
  const answer = await admin.post(path, typed)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(fieldsOf(page)).toMatchObject({ contact_phone: '12', opening_hours: 'x'.repeat(201) })
  expect(page.match(/<(input|textarea)[^>]*aria-invalid="true"/g)).toHaveLength(3)
  expect(await row()).toEqual(before)
})

test('who saves over another’s change is told', async () => {
  const fields = fieldsOf(await html(admin, path))
  expect(await admin.post(path, { ...fields, opening_hours: hours })).toRedirectTo('/setting')
  const late = await admin.post(path, { ...fields, opening_hours: 'Setiap hari' })
  expect(late.status).toBe(409)
  expect(await late.text()).toContain('Setiap hari')
  expect(await row()).toMatchObject({ opening_hours: hours })
})

test('managers change it, nobody else', async () => {
  expect(await html(admin, '/setting')).toContain(`href="${path}"`)
  const supervisor = await product.signedInAs(tenant, 'supervisor')
  expect(await html(supervisor, '/setting')).not.toContain(`href="${path}"`)
  for (const role of ['supervisor', 'clerk', 'trainer', 'parent'] as const)
    expect((await (await product.signedInAs(tenant, role)).get(path)).status, role).toBe(403)
})
