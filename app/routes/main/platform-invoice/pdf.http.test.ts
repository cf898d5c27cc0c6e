import { beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { renderPlatformInvoice } from '#jobs/handlers/documents.ts'
import { entityRegistration, registrationFee } from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { platform } from '#tests/support/product/renewals.ts'

let product: App
let tenant: Tenant
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
})

test('operators take the PDF of an invoice away, also of who is no organisation yet; the same one is made once', async () => {
  const invoice = await platform(tenant, async (trx) => {
    const asked = await entityRegistration(trx, { organisation_name: 'Tadika Belum Ada' })
    return registrationFee(trx, asked)
  })
  const operator = await product.operator()
  const page = `/admin/platform-invoice/pdf/${invoice.id}`
  expect(await (await operator.get(`/admin/platform-invoice/view/${invoice.id}`)).text()).toContain(page)
  expect(await operator.get(page)).toRedirectTo(`${page}?look=1`)
  const waiting = await operator.get(`${page}?look=1`)
  expect(waiting.headers.get('refresh')).toBe(`2; url=${page}?look=2`)
  expect(await waiting.text()).toContain('is being made')
  expect((await operator.get(`/admin/platform-invoice/file/${invoice.id}`)).status).toBe(404)
  expect(await (await operator.get(`${page}?look=31`)).text()).toContain('takes longer than usual')

  const { payload } = await platform(tenant, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'platform_invoice.render')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  // A job of the platform works at its place and in its files.
  const tools = {
    ...jobTools(tenant, 'platform_invoice.render'),
    withTenant: <R>(work: Parameters<typeof platform<R>>[1]) => platform(tenant, work),
    files: filesOf(environment, 'platform'),
  }
  await renderPlatformInvoice(payload as Payload<'platform_invoice.render'>, tools)
  const pdf = { ...tools.pdf, render: () => Promise.reject(new Error('made twice')) }
  await renderPlatformInvoice(payload as Payload<'platform_invoice.render'>, { ...tools, pdf })

  const ready = await operator.get(`${page}?look=2`)
  expect(ready.headers.get('refresh')).toBe(`0; url=/admin/platform-invoice/file/${invoice.id}`)
  const file = await operator.get(`/admin/platform-invoice/file/${invoice.id}`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain(`filename="${invoice.number}.pdf"`)
  const { text } = await textOf(new Uint8Array(await file.arrayBuffer()))
  expect(text).toContain(invoice.number)
  expect(text).toContain('Tadika Belum Ada')
  expect(await operator.get(page)).toRedirectTo(`/admin/platform-invoice/file/${invoice.id}`)
  expect((await (await product.operator('support')).get(page)).status).toBe(403)
})
