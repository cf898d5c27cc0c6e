import { beforeAll, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { insert, parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let tenant: Tenant
let product: App
let clerk: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
})

async function family() {
  const payer = await tenant.write(async (trx) => {
    const row = await parent(trx)
    await student(trx, { branch_id: tenant.branch.id }, { payer: row })
    return row
  })
  return { id: payer.id, view: `/family/view/${payer.id}`, to: `/family/contact/${payer.id}` }
}

test('a contact is written once, told on the page of the family and in the log, and never changed', async () => {
  const { id, view, to } = await family()
  const html = await page(clerk, to)
  const contacted_on = /name="contacted_on"[^>]*value="([\d-]+)"/.exec(html)![1]!
  const given = { contacted_on, channel: 'whatsapp', said: 'Gaji <lewat>', form_key: newId() }
  const wrong = await clerk.post(to, { ...given, promised: '100' })
  expect(wrong.status).toBe(422)
  const again = await wrong.text()
  expect(again).toContain('Give both the amount and the day')
  expect(again).toContain('Gaji &lt;lewat&gt;')
  const whole = {
    ...given,
    ...{ promised: '100', promised_on: contacted_on, next_step: 'Telefon ibu', next_on: contacted_on },
  }
  for (const _ of [1, 2]) expect(await clerk.post(to, whole)).toRedirectTo(view)
  const told = await page(clerk, view)
  expect(told).toMatch(/Promised: RM100\.00 by/)
  expect(told).toContain('Telefon ibu')
  expect((await page(clerk, to)).split('Gaji &lt;lewat&gt;')).toHaveLength(2)
  const entries = await tenant.read((db) =>
    db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute(),
  )
  expect(entries.map(({ action }) => action)).toEqual(['parent.contact_written'])
  expect(JSON.stringify(entries)).not.toContain('Gaji')
  for (const verb of [
    (trx: Parameters<Parameters<Tenant['write']>[0]>[0]) =>
      trx.updateTable('family_contact').set({ said: 'Lain' }).execute(),
    (trx: Parameters<Parameters<Tenant['write']>[0]>[0]) => trx.deleteFrom('family_contact').execute(),
  ])
    await expect(tenant.write<unknown>(verb)).rejects.toMatchObject({ code: '42501' })
})

test('a parent never reads what was said with them', async () => {
  const account = await product.signedInAs(tenant, 'parent')
  const [{ parent_id }, writer] = [await tenant.actor('parent'), await tenant.actor('clerk')]
  await tenant.write((trx) =>
    insert(trx, 'family_contact', {
      ...{ id: newId(), parent_id: parent_id!, contacted_on: '2026-01-01', channel: 'met' },
      ...{ said: 'RAHSIA', created_by: writer.id! },
    }),
  )
  for (const at of ['/dashboard', `/parent/view/${parent_id}`, '/profile'])
    expect(await page(account, at)).not.toContain('RAHSIA')
  expect((await account.get(`/family/contact/${parent_id}`)).status).not.toBe(200)
})
