import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { shippedVersion, versionName } from '#app/domain/core/help/legal-paper.ts'
import { inForce } from '#app/domain/core/help/legal-versions.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  owner = await web.operator('owner')
})

/** A day that no other test publishes for. */
const day = addDays(currentDay(), 400)
const version = (words: string, given: Record<string, string> = {}) => ({
  ...{ body_en: `## Rules\n\n${words}`, body_my: `## Peraturan\n\n${words}` },
  ...{ valid_from: day, intent: 'publish', ...given },
})
const read = async (path: string) => (await web.visitor(tenant).get(path)).text()

test('two versions of one day are told apart, and both stay readable in both languages', async () => {
  for (const words of ['The first rule', 'The second rule'])
    expect(await owner.post('/admin/legal/edit/eula', version(words))).toRedirectTo('/admin/legal/view/eula')
  const list = await (await owner.get('/admin/legal/view/eula')).text()
  expect(list).toContain(`version=${day}"`)
  expect(list).toContain(`version=${day}.2"`)
  expect(await read(`/help/legal/eula?version=${day}`)).toContain('The first rule')
  const second = await read(`/help/legal/eula?version=${day}.2&lng=my`)
  expect(second).toContain('Peraturan')
  expect(second).toContain('The second rule')
  // What is to come is not in force.
  expect(await read('/help/legal/eula')).not.toContain('The second rule')
})

test('a script in a version is shown as text, in the preview and on its page', async () => {
  const harmful = '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
  const preview = await owner.post('/admin/legal/edit/eula', version(harmful, { intent: 'preview' }))
  const html = await preview.text()
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toMatch(/<script|<img src=x|href="javascript/)
  const later = addDays(day, 1)
  await owner.post('/admin/legal/edit/eula', version(harmful, { valid_from: later }))
  const page = await read(`/help/legal/eula?version=${later}`)
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toMatch(/<script|<img src=x|href="javascript/)
})

test('a version cannot begin in the past, and only an owner publishes', async () => {
  const past = await owner.post('/admin/legal/edit/eula', version('x', { valid_from: '2020-01-01' }))
  expect(past.status).toBe(422)
  const support = await web.operator('support')
  expect((await support.post('/admin/legal/edit/eula', version('x'))).status).toBe(403)
  expect((await support.get('/admin/legal/view/eula')).status).toBe(200)
  expect((await owner.get('/admin/legal/view/nothing')).status).toBe(404)
})

test('in force is the latest of its day or before, and the shipped one until something is published', () => {
  const one = (valid_from: string, number: number) => ({
    ...{ valid_from, version: versionName(valid_from, number) },
    ...{ body_en: '', body_my: '', created_at: new Date(0) },
  })
  const published = [one('2027-03-01', 1), one('2027-01-01', 2), one('2027-01-01', 1)]
  expect(inForce(published, 'eula', '2026-12-31').version).toBe(shippedVersion('eula'))
  expect(inForce(published, 'eula', '2027-01-01').version).toBe('2027-01-01.2')
  expect(inForce(published, 'eula', '2027-03-01').version).toBe('2027-03-01')
})
