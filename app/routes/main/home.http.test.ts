import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { locales } from '#app/i18n/locales.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { textOf } from '#tests/support/product/front.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'
import { salesPackage } from '#tests/support/product/packages.ts'
import '#tests/support/product/matchers.ts'

let web: App
let database: TestDatabase
beforeAll(async () => {
  web = await app()
  database = await testDatabase()
  await salesPackage(database, { name: 'Pakej Kenanga', student_limit: 1_250 })
  await salesPackage(database, { name: 'Pakej Tersorok', is_public: false })
})

const front = (search = '') => textOf(web.visitor(mainHost), `/${search}`)
const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

describe('a visitor', () => {
  test('reads what the product is, and is led to register, to their organisation and, last, to the operator’s sign-in', async () => {
    const html = await front()
    expect(html).toMatch(/<h1>School fees, paid in full<\/h1>/)
    expect(html).toContain('For schools, tuition centres, kindergartens, tahfiz and clubs in Malaysia.')
    const found = links(html)
    for (const href of ['/register', '/login/organisation', '/register/package'])
      expect(found).toContain(href)
    expect(found.at(-1)).toBe('/admin/login')
    expect(html).not.toContain('<script')
  })

  test('sees the price of each package on offer, and of no other', async () => {
    const html = await front()
    for (const words of [
      ...['Pakej Kenanga', 'RM480.00', 'RM200.00 to register, once'],
      ...['RM1.00 per FPX payment', 'Up to 1,250 students'],
    ])
      expect(html).toContain(words)
    expect(html).not.toContain('Pakej Tersorok')
  })

  test('is not offered to register while there is no package', async () => {
    const active = await withPlatform(database.pool, (trx) =>
      trx
        .updateTable('platform.package')
        .set({ status: 'inactive' })
        .where('status', '=', 'active')
        .returning('id')
        .execute(),
    )
    const ids = active.map(({ id }) => id)
    onTestFinished(async () => {
      await withPlatform(database.pool, (trx) =>
        trx.updateTable('platform.package').set({ status: 'active' }).where('id', 'in', ids).execute(),
      )
    })
    const html = await front()
    expect(html).toContain('New organisations can’t register at the moment')
    expect(links(html)).not.toContain('/register')
    expect(html).toMatch(/<a href="\/login\/organisation" class="button primary">/)
  })

  test('reads it in Malay, with pictures of Malay pages', async () => {
    const html = await front('?lng=my')
    expect(html).toContain('<html lang="ms-MY">')
    expect(html).toContain('Yuran sekolah lunas setiap bulan')
    const pictures = [...html.matchAll(/(?:src|srcSet)="(\/front\/[^"]+)"/gi)].map(([, src]) => src!)
    expect(pictures.length).toBeGreaterThan(8)
    expect(pictures.filter((src) => !src.includes('-my-'))).toEqual([])
  })

  test('is shown pictures that are there, wait until they are needed and say what they show', async () => {
    const tags = (await front()).match(/<(img|source)\b[^>]*>/g)!.filter((tag) => tag.includes('/front/'))
    for (const tag of tags) {
      const [, src] = /src(?:set)?="([^"]+)"/i.exec(tag)!
      expect(existsSync(`public${src}`), src).toBe(true)
      expect(tag).toMatch(/width="\d+"/)
      if (tag.startsWith('<img')) expect(tag).toMatch(/loading="lazy"/)
    }
    // the phone in front of the first window is the first of the three below
    expect(tags.filter((tag) => tag.includes('alt=""'))).toHaveLength(1)
    expect(tags.filter((tag) => /alt="[^"]{20,}"/.test(tag))).toHaveLength(6)
  })

  test('a search engine finds a title, a description and the page in each language', async () => {
    const html = await front('?lng=en')
    expect(html).toMatch(/<title>School fee billing and payments in Malaysia · Lunas<\/title>/)
    expect(html).toMatch(/<meta name="description" content="Lunas bills school fees[^"]+"\/>/)
    const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)]
    expect(alternates.map(([, lang, href]) => [lang, href])).toEqual([
      ['x-default', `http://${mainHost}/`],
      ['en-MY', `http://${mainHost}/?lng=en`],
      ['ms-MY', `http://${mainHost}/?lng=my`],
    ])
    expect(alternates).toHaveLength(locales.length + 1)
    const login = await web.visitor(mainHost).get('/admin/login')
    expect(login.headers.get('x-robots-tag')).toBe('noindex')
  })
})

test('an operator comes to the dashboard, also one whose session is over, who is told so', async () => {
  const operator = await web.operator('owner')
  const hash = createHash('sha256').update(operator.cookies.get('lunas')!).digest()
  expect(await operator.get('/')).toRedirectTo('/admin/dashboard')
  await withPlatform(database.pool, (trx) =>
    trx
      .updateTable('platform.operator_session')
      .set({ last_used_at: new Date(Date.now() - 86_400_000) })
      .where('token_hash', '=', hash)
      .execute(),
  )
  expect(await operator.get('/')).toRedirectTo('/admin/dashboard')
  expect(await operator.get('/admin/dashboard')).toRedirectTo('/admin/login')
  expect(await textOf(operator, '/admin/login')).toContain('Session timeout')
  expect((await operator.get('/')).status).toBe(200)
})

test('an organisation’s own root leads to its dashboard', async () => {
  expect(await web.visitor(await freshTenant()).get('/')).toRedirectTo('/dashboard')
})
