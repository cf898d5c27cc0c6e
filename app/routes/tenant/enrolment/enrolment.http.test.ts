import { expect, test } from 'vitest'
import { student, subject } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

test('a class is chosen from a few, and where there are many it is searched for first', async () => {
  const [web, tenant] = [await app(), await freshTenant()]
  const child = await tenant.write((trx) => student(trx))
  const admin = await web.signedInAs(tenant, 'admin')
  const path = `/student/enrol/${child.id}`
  // Without the header, which has a search of its own.
  const page = async (at = path) => (await (await admin.get(at)).text()).split('<main')[1]!
  const offered = (html: string) => html.split('<option').length - html.split('<option value=""').length

  await tenant.write(async (trx) => {
    for (let n = 1; n <= 40; n++) await subject(trx, { name: `Kelas ${String(n).padStart(2, '0')}` })
  })
  const few = await page()
  expect(few).not.toContain('type="search"')
  expect(offered(few)).toBe(40)

  const last = await tenant.write((trx) => subject(trx, { name: 'Tilawah', code: 'TLW' }))
  const many = await page()
  expect(many).toContain('Only the first 40 are offered')
  expect(many).not.toContain('Tilawah')
  expect(await page(`${path}?q=rangkaian`)).toContain('No open class has this name.')
  for (const q of ['tila', 'TLW']) {
    const html = await page(`${path}?q=${q}`)
    expect(offered(html)).toBe(1)
    expect(html).toContain(last.id)
  }
  const answer = await admin.post(`${path}?q=tila`, { ...fieldsOf(many), subject_id: last.id })
  expect(answer).toRedirectTo(`/student/view/${child.id}`)
})
