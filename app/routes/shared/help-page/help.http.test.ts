import { beforeAll, describe, expect, test } from 'vitest'
import { papers } from '#app/domain/core/help/paper.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, mainHost } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let guest: Browser
let visitor: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({ name: 'Tadika Kenari' })
  guest = web.visitor(tenant)
  visitor = web.visitor(mainHost)
})

const textOf = async (browser: Browser, path: string) => {
  const answer = await browser.get(path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

describe.each([
  ['an organisation', () => guest],
  ['the operator', () => visitor],
])('on the host of %s', (_, browserOf) => {
  test('the help centre lists papers, and each opens and prints, in both languages, without a script', async () => {
    for (const lng of ['en', 'my']) {
      const index = await textOf(browserOf(), `/help?lng=${lng}`)
      expect(index).toContain('/help/kb/version-conflict')
      for (const path of [
        '/help/kb/version-conflict',
        '/help/kb/version-conflict/print',
        '/help/legal/terms',
      ]) {
        const page = await textOf(browserOf(), `${path}?lng=${lng}`)
        expect(page).not.toMatch(/<script/i)
        expect(page).toMatch(/<h1>/)
        expect(page).not.toMatch(/[\ue000-\uf8ff]|\{\{|\[(student|invoice|parent)s?\]/)
      }
    }
  })

  test('the search finds it, and says so when there is nothing', async () => {
    expect(await textOf(browserOf(), '/help/search?q=somebody+changed&lng=en')).toContain(
      '/help/kb/version-conflict',
    )
    expect(await textOf(browserOf(), '/help/search?q=xyzzyplugh')).toContain('xyzzyplugh')
    expect(await textOf(browserOf(), '/help/search?q=%3Cscript%3E')).not.toContain('<script>')
  })

  test('what is not there is not found', async () => {
    for (const path of ['/help/kb/no-such', '/help/none/terms', '/help/legal/terms?version=1999-01-01'])
      expect((await browserOf().get(path)).status).toBe(404)
  })
})

test("operators' papers are on the operator's host alone", async () => {
  for (const { section, slug } of papers.filter(({ roles }) => roles.every((role) => role === 'operator'))) {
    expect((await guest.get(`/help/${section}/${slug}`)).status).toBe(404)
    expect((await visitor.get(`/help/${section}/${slug}`)).status).toBe(200)
  }
})

test('the way into a support visit is where it was', async () => {
  expect((await guest.get('/help/enter')).status).not.toBe(404)
})

test('every page leads to help, and for guests to what they agree to', async () => {
  expect(await textOf(guest, '/login')).toMatch(/href="\/help"[^>]*>Help, terms and privacy</)
  expect(await textOf(visitor, '/')).toMatch(/href="\/help"[^>]*>Help, terms and privacy</)
})

test('a refusal that a paper explains leads to it, in a window of its own', async () => {
  const { WhyThis } = await import('#app/ui/core/feedback/WhatIsThis.tsx')
  const { markup } = await import('#tests/support/pages/markup.tsx')
  const { createElement } = await import('react')
  const link = (errors: string[]) => markup(createElement(WhyThis, { errors }))
  expect(await link(['version_conflict|{"by":"Ali"}'])).toBe(
    '<a href="/help/kb/version-conflict#why-your-change-was-not-saved" target="_blank" rel="noopener">What is this?</a>',
  )
  expect(await link(['no_such_refusal'])).toBe('')
})
