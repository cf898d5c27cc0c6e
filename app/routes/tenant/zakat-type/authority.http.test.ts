import { PDFDocument } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { infaqType, zakatType } from '#tests/support/database/giving-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let web: App
let tenant: Tenant
let admin: Browser
let operator: Browser
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Surau Al-Ikhlas' })
  web = await app()
  admin = await web.signedInAs(tenant, 'admin')
  operator = await web.operator('owner')
})

const said = {
  ...{ authority: 'Lembaga Zakat Selangor', state: 'Selangor', appointment_no: 'LZS/17' },
  ...{ valid_from: '2026-01-01', valid_to: '2099-12-31' },
}

async function pdf() {
  const paper = await PDFDocument.create()
  paper.addPage([200, 200])
  return new File([(await paper.save()) as BlobPart], 'surat.pdf', { type: 'application/pdf' })
}

const sent = (fields: Record<string, string>, letter?: File) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (letter) form.set('letter', letter)
  return form
}

test('an organisation hands in a letter, the operator reads and confirms it, and the page opens', async () => {
  const { id, code } = await tenant.write((trx) => zakatType(trx, { name: 'Zakat Fitrah', rate_sen: 700 }))
  const at = `/zakat-type/authority/${id}`
  expect(await page(admin, `/zakat-type/view/${id}`)).toContain('No letter yet')
  expect(await admin.get(`/zakat/pay?type=${code}`)).toRedirectTo('/zakat')

  const without = await admin.post(at, sent(said))
  expect(without.status).toBe(422)
  expect(fieldsOf(await without.text())).toMatchObject({ appointment_no: 'LZS/17' })
  const script = new File(['<script>alert(1)</script>'], 'surat.pdf', { type: 'application/pdf' })
  expect((await admin.post(at, sent(said, script))).status).toBe(422)
  expect(await admin.post(at, sent(said, await pdf()))).toRedirectTo(`/zakat-type/view/${id}`)
  const waiting = await page(admin, `/zakat-type/view/${id}`)
  expect(waiting).toContain('Waits for the operator')
  const own = /\/zakat-type\/letter\/([\w-]+)/.exec(waiting)!
  expect((await admin.get(own[0])).headers.get('content-type')).toBe('application/pdf')

  const desk = await page(operator, '/admin/zakat?status=requested')
  expect(desk).toContain('Surau Al-Ikhlas')
  expect(await page(operator, '/admin/dashboard')).toMatch(/authorit(y’s letter|ies’ letters) to confirm/)
  const view = `/admin/zakat/view/${own[1]}`
  expect((await operator.get(`/admin/zakat/letter/${own[1]}`)).headers.get('content-type')).toBe(
    'application/pdf',
  )
  const auditor = await web.operator('auditor')
  expect((await auditor.post(`/admin/zakat/confirm/${own[1]}`, { version: '1' })).status).toBe(403)
  expect(await operator.post(`/admin/zakat/confirm/${own[1]}`, { version: '1' })).toRedirectTo(view)
  expect(await page(admin, `/zakat-type/view/${id}`)).toContain('Confirmed')
  expect(await page(web.visitor(tenant), '/zakat')).toContain('Zakat Fitrah')
  const told = await withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'zakat.notify')
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  )
  expect(told).toEqual([{ payload: { appointment_id: own[1], days: null } }])
})

test('a gift in cash is recorded, and what is wrong with it is told beside what was typed', async () => {
  const clerk = await web.signedInAs(tenant, 'clerk')
  const { id } = await tenant.write((trx) => infaqType(trx))
  // Boxes and choices are as nobody has touched them.
  const { anonymous: _box, ...page_fields } = fieldsOf(await page(clerk, `/infaq/new?type=${id}`))
  expect(page_fields).toMatchObject({ type: id })
  const fields = { ...page_fields, method: 'cash' }
  const wrong = await clerk.post('/infaq/new', { ...fields, amount: '12.00', message: 'Untuk surau' })
  expect(wrong.status).toBe(422)
  const told = await wrong.text()
  expect(told).toContain('give your name, or tick')
  expect(fieldsOf(told)).toMatchObject({ amount: '12.00', message: 'Untuk surau' })
  const done = await clerk.post('/infaq/new', { ...fields, amount: '12.00', anonymous: 'on' })
  expect(done).toRedirectTo(/^\/infaq\/view\//)
  expect(await page(clerk, done.headers.get('location')!)).toContain('Hamba Allah')
  expect(await page(admin, '/infaq/print')).toContain('RM12.00')
  expect((await admin.get('/infaq/export/csv')).status).toBe(200)
})
