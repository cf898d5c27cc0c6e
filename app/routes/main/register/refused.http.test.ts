import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { asOwner } from '#db/owner.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { next } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { answersAll, anySubdomain, begins, handsIn, textOf } from '#tests/support/product/front.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'
import { salesPackage } from '#tests/support/product/packages.ts'
import { hiddenOf } from '#tests/support/product/register.ts'
import '#tests/support/product/matchers.ts'

let web: App
let database: TestDatabase
let packageId: string
beforeAll(async () => {
  web = await app()
  database = await testDatabase()
  packageId = await salesPackage(database, { name: 'Pakej Mawar' }, ['invoicing', 'attendance'])
})
const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(database.pool, work)
beforeEach(() => platform((trx) => trx.deleteFrom('platform.rate_limit').execute()))

const registrationsOf = (subdomain: string) =>
  platform((trx) =>
    trx.selectFrom('platform.entity_registration').selectAll().where('subdomain', '=', subdomain).execute(),
  )

describe('a subdomain', () => {
  test('is refused at once with the reason: shape, reserved, taken, waited for, freed lately, too like another', async () => {
    const tenant = await freshTenant({ subdomain: `seroja-${next()}` })
    const [waited, yesterday, lately, longAgo] = [
      anySubdomain(),
      anySubdomain(),
      anySubdomain(),
      anySubdomain(),
    ]
    await asOwner(database.ownerUrl, (owner) =>
      sql`insert into platform.freed_subdomain values (${yesterday}, now() - interval '1 day'),
        (${lately}, now() - interval '179 days'), (${longAgo}, now() - interval '181 days')`.execute(owner),
    )
    const first = web.visitor(mainHost)
    expect((await handsIn(first, await answersAll(first, packageId, waited))).status).toBe(302)
    const browser = web.visitor(mainHost)
    const base = await begins(browser, packageId)
    for (const [subdomain, status, reason] of [
      ['x', 422, 'Please use 3 to 30 small letters'],
      ['bank-mawar', 422, 'This subdomain is reserved'],
      [tenant.entity.subdomain, 409, 'Subdomain already registered'],
      [waited, 409, 'Subdomain already registered'],
      [yesterday, 422, 'the address of another organisation until a short time ago'],
      [lately, 422, 'the address of another organisation until a short time ago'],
      [tenant.entity.subdomain.replace('seroja', 'ser0ja'), 422, 'too like the address of another'],
      [tenant.entity.subdomain.replace('seroja', 'seroj'), 422, 'too like the address of another'],
    ] as const) {
      const answer = await browser.post(`${base}/subdomain`, { subdomain })
      const html = await answer.text()
      expect([subdomain, answer.status, html.includes(reason)]).toEqual([subdomain, status, true])
      expect(html).toContain(`value="${subdomain}"`)
    }
    expect((await browser.post(`${base}/subdomain`, { subdomain: longAgo })).status).toBe(302)
  })

  test('that is free shows its address', async () => {
    const browser = web.visitor(mainHost)
    const base = await begins(browser, packageId)
    const subdomain = anySubdomain()
    const typed = { subdomain: subdomain.toUpperCase(), go: 'stay' }
    expect(await browser.post(`${base}/subdomain`, typed)).toRedirectTo(`${base}/subdomain`)
    expect(await textOf(browser, `${base}/subdomain`)).toContain(`http://${subdomain}.localhost:3000`)
  })

  test('that somebody else gets meanwhile is said at the end, with the way to mend it', async () => {
    const subdomain = anySubdomain()
    const [one, two] = [web.visitor(mainHost), web.visitor(mainHost)]
    const [first, second] = [
      await answersAll(one, packageId, subdomain),
      await answersAll(two, packageId, subdomain),
    ]
    const { version } = hiddenOf(await textOf(two, `${second}/review`))
    expect(await handsIn(one, first)).toRedirectTo(`${first}/done`)
    const late = await two.post(`${second}/review`, {
      ...{ terms: 'on', version: version!, agreed: shippedVersion('terms')! },
    })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain('Subdomain already registered')
    expect(html).toContain(`${second}/subdomain`)
    expect(await registrationsOf(subdomain)).toHaveLength(1)
  })
})

describe('a package', () => {
  test('that is not on offer is not chosen, nor registered when it goes meanwhile', async () => {
    const hidden = await salesPackage(database, { is_public: false })
    const browser = web.visitor(mainHost)
    const begun = await browser.post('/register/organisation/begin', { package_id: hidden })
    expect(begun.headers.get('location')).toMatch(/\/package$/)
    const refused = await browser.post(begun.headers.get('location')!, { package_id: hidden })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('This package is no longer offered'),
    ])
    const subdomain = anySubdomain()
    const base = await answersAll(browser, packageId, subdomain)
    const going = await salesPackage(database)
    await browser.post(`${base}/package`, { package_id: going })
    await platform((trx) =>
      trx.updateTable('platform.package').set({ status: 'inactive' }).where('id', '=', going).execute(),
    )
    const answer = await handsIn(browser, base)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('This package is no longer offered')
    expect(await registrationsOf(subdomain)).toEqual([])
  })
})
