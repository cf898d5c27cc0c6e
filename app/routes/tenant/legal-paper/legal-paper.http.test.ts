import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { agreeToTerms, termsToAgree } from '#app/domain/organisation/legal/agree.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let web: App
beforeAll(async () => {
  web = await app()
})

const textOf = async (browser: Browser, path: string) => {
  const answer = await browser.get(path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}
const today = currentDay()
const version = (words: string, given: Record<string, string> = {}) => ({
  ...{ body_en: `## Rules\n\n${words}`, body_my: `## Peraturan\n\n${words}` },
  ...{ valid_from: today, intent: 'publish', ...given },
})
const consentsOf = (tenant: Tenant) =>
  tenant.read((db) =>
    db
      .selectFrom('platform.legal_consent')
      .select(['version', 'person', 'user_id'])
      .where('entity_id', '=', tenant.entity.id)
      .orderBy('agreed_at')
      .execute(),
  )

describe("the operator's terms", () => {
  const asked = 'action="/setting/legal/agree"'

  test('are asked about on the Home of the superadmin until somebody agrees, and nothing waits for it', async () => {
    const tenant = await freshTenant()
    const superadmin = await web.signedInAs(tenant, 'superadmin')
    const inForce = shippedVersion('terms')!
    const home = await textOf(superadmin, '/dashboard')
    expect(home).toContain(asked)
    expect(home).toContain(`href="/help/legal/terms?version=${inForce}&amp;of=operator"`)
    expect(await textOf(await web.signedInAs(tenant, 'clerk'), '/dashboard')).not.toContain(asked)
    expect(await textOf(superadmin, '/student')).not.toContain(asked)
    await superadmin.post('/setting/legal/agree', { version: '2020-01-01' })
    expect(await consentsOf(tenant)).toEqual([])
    // Pressed twice is agreed to once.
    for (const _ of ['once', 'twice'])
      expect(await superadmin.post('/setting/legal/agree', { version: inForce })).toRedirectTo('/dashboard')
    const { id, name } = await tenant.actor('superadmin')
    expect(await consentsOf(tenant)).toEqual([{ version: inForce, person: name, user_id: id }])
    expect(await textOf(superadmin, '/dashboard')).not.toContain(asked)
    const entries = await tenant.read((db) =>
      db.selectFrom('audit_log').select('after').where('action', '=', 'legal.agreed').execute(),
    )
    expect(entries).toEqual([{ after: { name: 'terms', version: inForce } }])
  })

  test('are asked about again with each version, two of one day told apart', async () => {
    const tenant = await freshTenant()
    const operator = await web.operator('owner')
    // A day that no other test publishes terms for.
    const day = addDays(today, 800)
    const { id: entity_id } = tenant.entity
    const ask = () => tenant.read((db) => termsToAgree(db, entity_id, day))
    const actor = await tenant.actor('superadmin')
    const agree = (version: string) =>
      tenant.write((trx) => agreeToTerms(trx, actor, { entity_id, version, today: day }))
    await operator.post('/admin/legal/edit/terms', version('One', { valid_from: day }))
    expect(await ask()).toEqual({ version: day, since: day })
    await agree(day)
    expect(await ask()).toBeNull()
    await operator.post('/admin/legal/edit/terms', version('Two', { valid_from: day }))
    expect(await ask()).toEqual({ version: `${day}.2`, since: day })
    await expect(agree(day)).toRefuse('entity.terms_version')
    await agree(`${day}.2`)
    expect(await ask()).toBeNull()
    const list = await (await operator.get('/admin/legal/view/terms')).text()
    expect(list).toContain(tenant.entity.name)
  })
})

describe("an organisation's own papers", () => {
  let tenant: Tenant
  let superadmin: Browser
  let family: Browser
  beforeAll(async () => {
    tenant = await freshTenant({ name: 'Tadika Kenari' })
    superadmin = await web.signedInAs(tenant, 'superadmin')
    family = web.visitor(tenant)
  })

  test('are shown instead of the operator’s, which stay beside them, on the host of this organisation alone', async () => {
    const path = '/setting/legal/edit/privacy'
    const preview = await (await superadmin.post(path, version('Ours', { intent: 'preview' }))).text()
    expect(preview).toContain('Peraturan</h2>')
    expect(await textOf(family, '/help/legal/privacy')).not.toContain('Ours')
    expect(await superadmin.post(path, version('Ours'))).toRedirectTo('/setting/legal')
    const page = await textOf(family, '/help/legal/privacy?lng=en')
    expect(page).toContain('Ours')
    expect(page).toContain('href="/help/legal/privacy?of=operator"')
    const beside = await textOf(family, '/help/legal/privacy?of=operator')
    expect(beside).not.toContain('Ours')
    const stranger = web.visitor(await freshTenant())
    expect(await textOf(stranger, '/help/legal/privacy')).not.toContain('Ours')
    expect((await family.get('/help/legal/privacy/print')).status).toBe(200)
  })

  test('keep every version readable, and one to come is not in force', async () => {
    const path = '/setting/legal/edit/terms'
    const later = addDays(today, 30)
    await superadmin.post(path, version('First'))
    await superadmin.post(path, version('Second'))
    await superadmin.post(path, version('Third', { valid_from: later }))
    const page = await textOf(family, '/help/legal/terms?lng=en')
    expect(page).toContain('Second')
    expect(page).not.toMatch(/First|Third/)
    expect(await textOf(family, `/help/legal/terms?version=${today}`)).toContain('First')
    expect(await textOf(family, `/help/legal/terms?version=${later}&lng=my`)).toContain('Peraturan')
    expect((await family.get('/help/legal/terms?version=1999-01-01')).status).toBe(404)
    const list = await textOf(superadmin, '/setting/legal')
    for (const name of [today, `${today}.2`, later]) expect(list).toContain(`version=${name}"`)
  })

  test('cannot carry scripts or HTML', async () => {
    const harmful = '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    const later = addDays(today, 60)
    const path = '/setting/legal/edit/terms'
    const preview = await superadmin.post(path, version(harmful, { intent: 'preview', valid_from: later }))
    await superadmin.post(path, version(harmful, { valid_from: later }))
    for (const html of [
      await preview.text(),
      await textOf(family, `/help/legal/terms?version=${later}`),
      await textOf(family, `/help/legal/terms/print?version=${later}`),
    ]) {
      expect(html).toContain('&lt;script&gt;')
      expect(html).not.toMatch(/<script|<img src=x|href="javascript/)
    }
  })

  test('are published by the superadmin alone, from today on, and only these two', async () => {
    const admin = await web.signedInAs(tenant, 'admin')
    expect((await admin.get('/setting/legal')).status).toBe(200)
    expect((await admin.post('/setting/legal/edit/terms', version('x'))).status).toBe(403)
    expect((await admin.get('/legal-consent')).status).toBe(403)
    const past = await superadmin.post(
      '/setting/legal/edit/terms',
      version('x', { valid_from: '2020-01-01' }),
    )
    expect(past.status).toBe(422)
    expect((await superadmin.get('/setting/legal/edit/eula')).status).toBe(404)
  })
})
