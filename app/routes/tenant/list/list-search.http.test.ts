import { beforeAll, describe, expect, test } from 'vitest'
import { entityAuditList } from '#app/domain/audit/log/audit.ts'
import { ownSignInLists } from '#app/domain/audit/log/logins.ts'
import { generationList } from '#app/domain/billing/generations/find-generations.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { printables } from '#app/print/lists.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type AnyList, everyList } from '#tests/support/contracts/every-list.ts'
import { listRows } from '#tests/support/contracts/list-rows.ts'
import { category } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { share } from '#tests/support/run/soak.ts'

let web: App
let tenant: Tenant
let admin: Browser
/** Of an organisation with rows in every list. */
let full: Browser
let owner: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    for (let number = 0; number < 30; number++) await category(trx)
    await category(trx, { status: 'inactive', name: 'Tahap Lama' })
  })
  admin = await web.signedInAs(tenant, 'superadmin')
  const { tenant: organisation } = await listRows()
  full = await web.signedInAs(organisation, 'superadmin')
  owner = await web.operator('owner')
  await haveSignedIn(organisation)
})

/** Both readers have entries in their own logs. */
async function haveSignedIn(organisation: Tenant) {
  const [visitor, how] = [
    { ip: '192.0.2.1', user_agent: null },
    { method: 'email', result: 'signed_in' } as const,
  ]
  const { id } = await organisation.actor('superadmin')
  await organisation.write((trx) => logSignIn(trx, { kind: 'user', id }, how, visitor))
  await withPlatform(organisation.database.pool, async (trx) => {
    const operators = trx.selectFrom('platform.operator').select('id').where('role', '=', 'owner')
    for (const operator of await operators.execute())
      await logSignIn(trx, { kind: 'operator', id: operator.id }, how, visitor)
  })
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const textAt = async (browser: Browser, path: string) => textOf(await (await browser.get(path)).text())

const daysOf = ({ filters }: { filters: Filters<never> }) =>
  Object.entries(filters).flatMap(([name, filter]) => (filter.kind === 'day' ? [{ name, ...filter }] : []))

interface Tried {
  path: string
  list: AnyList
  who: () => Browser
  /** Further parameters of its address. */
  parameters?: () => string
}
const asOwner = { who: () => owner }
const tried: Tried[] = [
  ...Object.values(printables).map((list) => ({ path: paths.listed(list.name, ''), list, who: () => full })),
  ...Object.values(operatorPrintables).map((list) => ({ path: `/admin/${list.name}`, list, ...asOwner })),
  {
    path: '/admin/log/audit',
    list: entityAuditList,
    parameters: () => `entity=${tenant.entity.id}&`,
    ...asOwner,
  },
  { path: '/invoice/generation', list: generationList, who: () => full },
  { path: '/profile/log', list: ownSignInLists.user, who: () => full },
  { path: '/admin/profile/log', list: ownSignInLists.operator, ...asOwner },
]

test('every list with a filter by day is tested here', async () => {
  const lists = await everyList()
  expect(lists.length).toBeGreaterThan(20)
  const dated = lists.filter(({ list }) => daysOf(list).length > 0)
  const left = dated.filter(({ list }) => !tried.some((one) => one.list === list))
  expect(left.map(({ name }) => name)).toEqual([])
})

const dated = tried
  .map((one) => ({ ...one, days: daysOf(one.list), parameters: one.parameters ?? (() => '') }))
  .filter(({ days }) => days.length > 0)

describe.each(dated)(
  'the days in the filter of $path ($list.title)',
  ({ path, list, who, parameters, days }) => {
    const never = ['2026-02-30', '0000-00-00', '2026-13-01', '99999-01-01', '2026-2-3', 'semalam', '"><b>']

    test('show an error at the field when there is no such day, and the list is shown without it', async () => {
      for (const { name } of days) {
        for (const day of share(never, 2, `${path} ${name}`)) {
          const response = await who().get(`${path}?${parameters()}${name}=${encodeURIComponent(day)}`)
          expect(response.status, `${name}=${day}`).toBe(200)
          const html = await response.text()
          expect(html).toContain(`id="filter-${name}-error"`)
          expect(html).toContain('There is no such day.')
          const shown = day.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
          expect(html).toMatch(
            new RegExp(`<input type="text" id="filter-${name}" name="${name}"[^>]*value="${shown}"`),
          )
          expect(html).not.toMatch(new RegExp(`href="[^"]*${name}=${encodeURIComponent(day)}`))
        }
      }
    })

    test('show an error when the last lies before the first', async () => {
      for (const { name, until } of days) {
        if (!until) continue
        const address = `${path}?${parameters()}${name}=2026-03-02&${until}=2026-03-01`
        const html = await (await who().get(address)).text()
        expect(html).toContain(`id="filter-${until}-error"`)
        expect(html).toContain('The last day lies before the first.')
        expect(html).toContain(`name="${name}" value="2026-03-02"`)
      }
    })

    test('redirect from print and files to the page with that error', async () => {
      if (!list.access.print) return
      const search = `?${parameters()}${days[0]!.name}=2026-02-30`
      // Paper and files are called by the name of a list, also where its page is elsewhere.
      const taken = list.side === 'tenant' ? `/${list.name}` : path
      for (const way of ['print', 'export/csv', 'export/xlsx'])
        expect(await who().get(`${taken}/${way}${search}`)).toRedirectTo(`${path}${search}`)
      if (list.side === 'tenant')
        expect(await who().post(`${taken}/export/pdf${search}`)).toRedirectTo(`${path}${search}`)
    })

    test('have shortcuts to common periods', async () => {
      const first = days.find(({ until }) => until)
      if (!first) return
      const text = await (await who().get(`${path}?${parameters()}q=`)).text()
      expect(text).toMatch(
        new RegExp(`href="\\?[^"]*${first.name}=\\d{4}-01-01&amp;${first.until}=\\d{4}-12-31"`),
      )
    })
  },
)

test('what is wrong with a day is said in each language', () => {
  for (const locale of locales)
    for (const code of ['no_such_day', 'date_order'])
      expect(i18nOf(locale).t(`refusal.input.${code}`)).not.toContain('refusal.')
})

describe('a list that is opened again', () => {
  test('keeps its last filters, says so, and is complete again when they are cleared', async () => {
    const clerk = await web.signedInAs(tenant, 'superadmin')
    expect(await textAt(clerk, '/category')).not.toContain('Filter:')
    expect(await textAt(clerk, '/category?status=inactive&sort=-code&q=')).toContain(
      'Filter: Status Inactive Clear',
    )
    const again = await (await clerk.get('/category')).text()
    expect(textOf(again)).toContain('Filter: Status Inactive Clear')
    expect(textOf(again)).toContain('1 entry')
    expect(again).toContain('<a href="?sort=-code">Clear</a>')
    expect(again).toContain('href="/category/print?sort=-code&amp;status=inactive"')
    // Links that say what they want are asked for nothing else.
    expect(await textAt(clerk, '/category?q=')).not.toContain('Filter:')
    expect(await textAt(clerk, '/category')).not.toContain('Filter:')
  })

  test('remembers the page size, but neither search text nor page', async () => {
    const clerk = await web.signedInAs(tenant, 'superadmin')
    await clerk.get('/category?q=Lama&limit=50')
    const again = await textAt(clerk, '/category')
    expect(again).not.toContain('“Lama”')
    expect(again).toContain('31 entries')
    await clerk.get('/category?page=2')
    expect(await textAt(clerk, '/category')).toContain('1–25 of 31')
  })

  test('does not keep the filters of another person, whatever the cookie says', async () => {
    const clerk = await web.signedInAs(tenant, 'superadmin')
    const response = await clerk.get('/category?status=inactive')
    const cookie = response.headers.getSetCookie().find((one) => one.includes('lists='))!
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    // Somebody else at the same computer brings the cookie that it has.
    const other = await web.signedInAs(tenant, 'clerk')
    const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s)
    other.cookies.set(name, value)
    expect(await textAt(other, '/category')).not.toContain('Filter:')
    expect(await textAt(clerk, '/category')).toContain('Filter:')
    clerk.cookies.set(name, 'bm90IGpzb24')
    const broken = await clerk.get('/category')
    expect(broken.status).toBe(200)
  })

  test('takes from the cookie only what it would have put there', async () => {
    const clerk = await web.signedInAs(tenant, 'superadmin')
    const response = await clerk.get('/category?status=inactive')
    const [name = '', value = ''] = response.headers.getSetCookie()[0]!.split(';')[0]!.split(/=(.*)/s)
    const left = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())
    left.lists[0][1] = 'q=%00&page=9&status=inactive'
    clerk.cookies.set(name, encodeURIComponent(Buffer.from(JSON.stringify(left)).toString('base64')))
    const again = await clerk.get('/category')
    expect(again.status).toBe(200)
    expect(textOf(await again.text())).toContain('Filter: Status Inactive Clear')
  })
})

test('a list with two states has tabs with counts, and its form keeps the open one', async () => {
  const html = await (await admin.get('/category?q=Tahap&status=inactive')).text()
  expect(html).toMatch(/aria-current="page">Inactive(?: |<!-- -->)+<span class="count">1<\/span>/)
  expect(html).toContain('<input type="hidden" name="status" value="inactive"/>')
  expect(html.match(/<button type="submit">/g)?.length).toBe(1)
  const whole = await (await admin.get('/category?q=')).text()
  expect(textOf(whole)).toContain('Active 30 Inactive 1 All 31')
  expect(textOf(whole)).toContain('Rows per page 25 50 100')
  expect(whole).toContain('href="?limit=50"')
})

test('a printed list says which of its states it shows', async () => {
  expect(await textAt(admin, '/category/print?status=inactive')).toContain('Status: Inactive')
})
