import { beforeAll, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { platform } from '#tests/support/product/renewals.ts'

let web: App
beforeAll(async () => {
  web = await app()
})

const html = async (browser: Browser, path: string) => (await browser.get(path)).text()
const to = (verb: string, { place }: Tenant) => `/admin/entity/${verb}/${place.id}`
const rowOf = (tenant: Tenant) =>
  platform(tenant, (trx) =>
    trx.selectFrom('platform.entity').selectAll().where('id', '=', tenant.place.id).executeTakeFirstOrThrow(),
  )

test('an organisation’s seller at FPX is said by who confirms accounts; others read it, and say nothing of it', async () => {
  const [own, other] = [await freshTenant(), await freshTenant({ fpx_seller_id: 'SE00077701' })]
  const [owner, support] = [await web.operator('owner'), await web.operator('support')]
  const taken = await owner.post(to('edit', own), {
    ...fieldsOf(await html(owner, to('edit', own))),
    fpx_seller_id: other.entity.fpx_seller_id!,
  })
  expect(taken.status).toBe(409)
  const page = await taken.text()
  expect(page).toMatch(
    /name="fpx_seller_id"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="fpx_seller_id"/,
  )
  expect(page).toContain('seller ID belongs to another')
  expect(fieldsOf(page).fpx_seller_id).toBe('SE00077701')
  const given = { ...fieldsOf(page), fpx_seller_id: 'SE00077709' }
  expect(await owner.post(to('edit', own), given)).toRedirectTo(to('view', own))
  const read = await html(support, to('edit', own))
  expect(read).toContain('SE00077709')
  const fields = fieldsOf(read)
  expect(fields).not.toHaveProperty('fpx_seller_id')
  const forged = await support.post(to('edit', own), { ...fields, fpx_seller_id: 'SE00077708' })
  expect(forged.status).toBe(403)
  expect(await support.post(to('edit', own), fields)).toRedirectTo(to('view', own))
  expect(await rowOf(own)).toMatchObject({ fpx_seller_id: 'SE00077709', version: 3 })
})
