import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { labelsOf, saveLabels } from '#app/domain/core/labels/tenant-labels.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let product: App
let tenant: Tenant
let owner: Browser
beforeAll(databaseForMany)

beforeAll(async () => {
  product = await app()
})
beforeEach(async () => {
  tenant = await freshTenant()
  owner = await product.signedInAs(tenant, 'superadmin')
})

const form = (fields: Record<string, string>, intent = 'save') => ({
  locale: 'en',
  version: '0',
  intent,
  ...fields,
})
const labels = () => tenant.read(labelsOf)
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const page = async (browser: Browser, path: string) => text(await (await browser.get(path)).text())

test('the settings lead to the words, for who may see them', async () => {
  const html = await (await owner.get('/setting')).text()
  expect(html).toContain('href="/setting/label"')
  const supervisor = await product.signedInAs(tenant, 'supervisor')
  const seen = await (await supervisor.get('/setting/label')).text()
  expect(seen).not.toContain('name="student_one"')
  expect((await supervisor.post('/setting/label', form({ student_one: 'pupil' }))).status).toBe(403)
  expect((await supervisor.post('/setting/label/reset', { locale: 'en', version: '0' })).status).toBe(403)
  for (const role of ['trainer', 'parent'] as const) {
    const browser = await product.signedInAs(tenant, role)
    expect((await browser.get('/setting')).status, role).toBe(403)
    expect((await browser.get('/setting/label')).status, role).toBe(403)
  }
  const clerk = await product.signedInAs(tenant, 'clerk')
  const offered = [...(await (await clerk.get('/setting')).text()).matchAll(/href="(\/setting\/\w+)"/g)]
  expect(offered.map(([, href]) => href)).toEqual([
    '/setting/payment',
    '/setting/invoice',
    '/setting/generation',
    '/setting/reminder',
    '/setting/registration',
  ])
  expect((await clerk.get('/setting/label')).status).toBe(403)
  expect((await labels()).version).toBe(0)
})

test('the settings say in six groups what is set up, what is missing, and what comes next', async () => {
  const change = (set: { logo_file?: string; smtp_status?: string; custom_domain_status?: string }) =>
    tenant.write((trx) =>
      trx.updateTable('platform.entity').set(set).where('id', '=', tenant.place.id).execute(),
    )
  const html = await (await owner.get('/setting')).text()
  expect([...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
    ...['Next step', 'Your organisation', 'Getting paid', 'Billing', 'Registration', 'Classes', 'Technical'],
  ])
  expect(text(html)).toMatch(/Next step Bank account : not set up yet/)
  // What may be left out is never missing.
  expect(text(html)).toMatch(/Brand Your logo, [^.]+\. Default/)
  expect(text(html)).toMatch(/Own mail server [^.]+\. Off/)
  // What a payer cannot do is not set up, whatever was chosen.
  expect(text(html)).toMatch(/Online payments [^.]+\. Waiting for Lunas/)
  await withPlatform(tenant.database.pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({ fpx_seller_id: newSellerId() })
      .where('id', '=', tenant.place.id)
      .execute(),
  )
  expect(await page(owner, '/setting')).toMatch(/Online payments [^.]+\. Set up/)
  await change({ logo_file: 'ab/logo.webp', smtp_status: 'failed' })
  const seen = await page(owner, '/setting')
  expect(seen).toMatch(/Brand Your logo, [^.]+\. Set up/)
  expect(seen).toMatch(/Next step Own mail server : this has stopped working/)
  const clerk = await product.signedInAs(tenant, 'clerk')
  expect(await page(clerk, '/setting')).not.toContain('Next step')
})

test('what the package lacks is no entry of the menu, and the settings say where to get it', async () => {
  const small = await freshTenant()
  await subscribed(small, { features: [...essentialFeatures, 'fpx'] })
  const browser = await (await app({ forgetful: true })).signedInAs(small, 'superadmin')
  const html = await (await browser.get('/setting')).text()
  expect(html).not.toMatch(/<a href="\/infaq\/list"[^>]*>Donations/)
  expect(text(html)).toMatch(/CHIP [^.]+\. (In the .+? package|Not in your package)/)
  expect(html).not.toContain('href="/setting/chip"')
  // Nothing leads to a page that would be refused.
  expect(html).not.toContain('href="/infaq/list"')
  expect(text(html)).toContain('No earlier records')
  expect((await browser.get('/infaq/list')).status).toBe(403)
  // Earlier donations are still there.
  await small.write((trx) => infaqType(trx, { code: 'LAMA' }))
  expect(await (await browser.get('/setting')).text()).toContain('href="/infaq/list"')
  expect((await browser.get('/infaq/list')).status).toBe(200)
})

describe('words', () => {
  test('are shown where they will be read before anything is saved', async () => {
    const fields = form(
      { student_one: 'apprentice', category_one: 'guild', category_other: 'guilds' },
      'preview',
    )
    const answer = await owner.post('/setting/label', fields)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    const [, samples = ''] = /<dl class="samples"(.*?)<\/dl>/s.exec(html) ?? []
    for (const piece of ['Guilds', 'Apprentice', 'New guild', 'apprentice'])
      expect(text(samples)).toContain(piece)
    for (const raw of ['$t(', '{{']) expect(samples).not.toContain(raw)
    expect(html).toContain('value="apprentice"')
    expect((await labels()).version).toBe(0)
    expect(await page(owner, '/category')).not.toContain('guild')
  })

  test('are said at once in menu, heads, empty pages, flashes and error pages once they are saved', async () => {
    await owner.get('/category')
    const answer = await owner.post(
      '/setting/label',
      form({ category_one: 'guild', category_other: 'guilds' }),
    )
    expect(answer.headers.get('location')).toBe('/setting/label?locale=en')
    const list = await page(owner, '/category')
    for (const piece of ['Guilds', 'No guilds yet', 'New guild']) expect(list).toContain(piece)
    expect(list).not.toMatch(/categor/i)
    const made = await owner.post('/category/new', { code: 'A', name: 'Masons', kind: 'level' })
    expect(await page(owner, made.headers.get('location')!)).toContain('Guild Masons was created.')
    expect(await page(owner, '/category/view/0198f000-0000-7000-8000-000000000000')).toContain(
      'Guild not found',
    )
    const csv = await owner.get('/invoice/export/csv')
    expect(csv.status).toBe(200)
  })

  test('reach exports and guests, and nobody of another organisation or language', async () => {
    await tenant.write(async (trx) =>
      saveLabels(
        trx,
        await tenant.actor('superadmin'),
        'en',
        { student: { one: 'pupil' }, invoice: { one: 'bill', other: 'bills' } },
        0,
      ),
    )
    expect(await (await owner.get('/invoice/export/csv')).text()).toContain('Pupil')
    expect(await page(product.visitor(tenant), '/invoice/status/abcdefghijkmnpqrstuvwxyz23')).toContain(
      'Bill not found',
    )
    const other = await product.signedInAs(await freshTenant(), 'superadmin')
    expect(await page(other, '/invoice')).toContain('No invoices yet')
    await owner.get('/language/my?to=/invoice')
    expect(await page(owner, '/invoice')).toContain('Belum ada invois')
  })

  test.each(['$t(common.yes)', '{{constructor}}', '<script>alert(1)</script>', 'x'.repeat(81), '[student]'])(
    '%s is refused, named and kept in its box',
    async (evil) => {
      const answer = await owner.post('/setting/label', form({ student_one: evil }))
      expect(answer.status).toBe(422)
      const html = await answer.text()
      expect(text(html)).toContain('student, for one:')
      expect(html).not.toContain('<script>alert')
      expect(html).toMatch(
        /aria-invalid="true"[^>]*name="student_one"|name="student_one"[^>]*aria-invalid="true"/,
      )
      expect((await labels()).version).toBe(0)
    },
  )

  test('of nouns that are not on the list, or of languages that are not ours, do not exist', async () => {
    const odd = {
      ...form({ student_one: 'pupil' }),
      __proto___one: 'x',
      einvoice_one: 'x',
      constructor_one: 'x',
    }
    expect((await owner.post('/setting/label', odd)).status).toBe(302)
    expect((await labels()).byLocale).toEqual({ en: { student: { one: 'pupil' } } })
    expect((await owner.post('/setting/label', form({ locale: 'tlh', version: '1' }))).status).toBe(422)
  })

  test('with a meaning to HTML are text on the page', async () => {
    await owner.post(
      '/setting/label',
      form({ category_one: `guild" & 'co'`, category_other: `"guilds" & co` }),
    )
    const html = await (await owner.get('/category')).text()
    expect(html).toContain('No &quot;guilds&quot; &amp; co yet')
  })

  test('that somebody else changed meanwhile are shown beside what was typed', async () => {
    await owner.post('/setting/label', form({ student_one: 'pupil' }))
    const answer = await owner.post('/setting/label', form({ student_one: 'scholar' }))
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(text(html)).toContain('pupil')
    expect(html).toContain('value="scholar"')
    expect(html).toContain('name="version" value="1"')
  })

  test('go back to ours one by one and all at once', async () => {
    await owner.post(
      '/setting/label',
      form({ student_one: 'pupil', class_one: 'form', class_other: 'forms' }),
    )
    const one = await owner.post('/setting/label/reset', { locale: 'en', version: '1', key: 'student' })
    expect(one.headers.get('location')).toBe('/setting/label?locale=en')
    expect((await labels()).byLocale).toEqual({ en: { class: { one: 'form', other: 'forms' } } })
    await owner.post('/setting/label/reset', { locale: 'en', version: '1' })
    expect(await page(owner, '/setting/label')).toContain('Somebody else changed this in the meantime')
    await owner.post('/setting/label/reset', { locale: 'en', version: '2' })
    expect((await labels()).byLocale).toEqual({})
  })
})
