import type { Page } from '@playwright/test'
import { share } from '#tests/support/run/soak.ts'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { setInOwnFont, widerThan } from './own-font.ts'

/** A phone: what is too wide is so here first. */
const narrowest = 360
/** The narrowest screen on which a table stands beside the menu has every second turn. */
const others = [1024, 768, 1024, 1280, 1024, 1600]

/** The address without what it is about: one page of each kind is looked at. */
const kindOf = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .replace(/\/\d{4}-\d{2}\b/, '/:month')
    .replace(/\/[\w-]{20,}/g, '/:id')

/** All widths in a soak, else the narrowest and one other, another for each kind of page and language. */
const widthsOf = (path: string, language: string) => [
  ...new Set([narrowest, ...share(others, 1, `${kindOf(path)} ${language}`)]),
]

interface Seen {
  /** An address of each kind of page. */
  paths: string[]
  /** What is too wide. */
  found: string[]
}

/** Runs in the page; a locator that does the same would bring its own tools into each page. */
const linksHere = () =>
  [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href')!)

/** Every kind of page that links lead to from here, each looked at once; none leads to what is refused or is not there. */
async function tooWide(page: Page, start: string, language: Language): Promise<Seen> {
  const seen = new Set([kindOf(start)])
  const queue = [start]
  const paths: string[] = []
  const found: string[] = []
  for (let path = queue.shift(); path; path = queue.shift()) {
    // what is a file is not shown
    const response = await page.goto(new URL(path, page.url()).href).catch(() => undefined)
    if (!response?.headers()['content-type']?.startsWith('text/html')) continue
    // one that waits for a file may have become that file by the next look
    if (!response.headers().refresh) paths.push(path)
    if (response.status() !== 200) found.push(`${path} answers ${response.status()}`)
    found.push(...(await widerThan(page, widthsOf(path, language))).map((what) => `${path} at ${what}`))
    for (const link of await page.evaluate(linksHere)) {
      if (
        seen.has(kindOf(link)) ||
        /^\/(logout|language|sandbox)|\/(export|download|print|file|avatar)(\/|$|\?)/.test(link)
      )
        continue
      seen.add(kindOf(link))
      queue.push(link)
    }
  }
  return { paths, found }
}

/**
 * The same in Malay, in which most words are longer, and then in English: all of these pages in a soak, else an eighth,
 * evenly over those that were met.
 */
async function tooWideInBoth(page: Page, start: string): Promise<Seen> {
  const malay = await tooWide(await reading(page, 'ms'), start, 'ms')
  const again = share(malay.paths, Math.ceil(malay.paths.length / 8), start)
  const english = await tooWideOf(await reading(page, 'en'), again, 'en')
  return { paths: malay.paths, found: [...malay.found, ...english.map((what) => `${what} in English`)] }
}

/** Some pages, and none of those that they lead to. */
async function tooWideOf(page: Page, paths: readonly string[], language: Language = 'ms'): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const response = await page.goto(new URL(path, page.url()).href)
    expect(response?.status(), path).toBe(200)
    found.push(...(await widerThan(page, widthsOf(path, language))).map((what) => `${path} at ${what}`))
  }
  return found
}

/** Whoever has signed in reads the language of their account, unless they choose another one. */
async function reading(page: Page, language: Language): Promise<Page> {
  await page.goto(new URL(`/language/${language === 'ms' ? 'my' : 'en'}`, page.url()).href)
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ms' ? 'ms-MY' : 'en-MY')
  return page
}

type Language = 'en' | 'ms'

test('no page of an organisation is wider than the screen, in any font', async ({ staff }) => {
  test.slow()
  const { paths, found } = await tooWideInBoth(await staff('superadmin'), '/dashboard')
  expect(found).toEqual([])
  expect(paths.length).toBeGreaterThan(25)
})

test('no page of the operator or for guests is wider than the screen, in any font', async ({
  staff,
  person,
}) => {
  test.slow()
  const admin = await tooWideInBoth(await staff('operator'), '/admin/dashboard')
  const guest = await person({ language: 'ms' })
  await guest.goto(`${hosts.tenant('demo')}/login`)
  const ways = await tooWideInBoth(guest, '/login')
  await guest.goto(`${hosts.main}/register`)
  const front = await tooWideOf(guest, ['/register', '/register/package', '/smtp'])
  expect([...admin.found, ...ways.found, ...front]).toEqual([])
  expect(admin.paths.length + ways.paths.length).toBeGreaterThan(20)
})

test('no printed list is wider than the screen, in any font', async ({ staff }) => {
  const owner = await reading(await staff('superadmin', { language: 'ms' }), 'ms')
  const operator = await reading(await staff('operator', { language: 'ms' }), 'ms')
  // those with the most columns, in the longer language, and few of their rows
  const sheets = ['/invoice/print?q=INV-26-00109', '/payment/print?q=INV-26-00109', '/staff/print']
  expect([
    ...(await tooWideOf(owner, [...sheets, '/collection/print?q=RCP-26-00070'])),
    ...(await tooWideOf(operator, ['/admin/collection/print?q=RCP-26-00070'])),
  ]).toEqual([])
})

test('no page of a clerk, a trainer or a parent, and no receipt, is wider than the screen, in any font', async ({
  staff,
  person,
}) => {
  const found: string[] = []
  const inMalay = async (role: string) =>
    reading(await staff(role, { subdomain: 'cahaya', language: 'ms' }), 'ms')
  for (const [role, paths] of [
    ['trainer', ['/dashboard', '/profile', '/profile/edit']],
    ['parent', ['/dashboard', '/invoice', '/payment']],
  ] as const)
    found.push(...(await tooWideOf(await inMalay(role), paths)))

  const clerk = await inMalay('clerk')
  found.push(...(await tooWideOf(clerk, ['/dashboard', '/invoice/new', '/payment?method=fpx&status=paid'])))
  await clerk.locator('main tbody th a').first().click()
  await expect(clerk).toHaveURL(/payment\/view\//)
  const receipt = await clerk.locator('a[href^="/payment/status/"]').first().getAttribute('href')
  found.push(...(await tooWideOf(clerk, [clerk.url()])))
  const payer = await person({ language: 'ms' })
  await payer.goto(`${hosts.tenant('cahaya')}/login`)
  found.push(...(await tooWideOf(payer, [receipt!])))
  expect(found).toEqual([])
})

test('a name of 150 letters without a space makes no page of its family wider than the screen', async ({
  staff,
}) => {
  const owner = await reading(await staff('superadmin', { subdomain: 'cahaya', language: 'ms' }), 'ms')
  const { id } = await inDatabase(async (db) => {
    const schema = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    await db.query(`set search_path to ${schema.rows[0].schema_name}`)
    // A late one of a branch that is in no other story.
    const { rows } = await db.query(`update parent set name = repeat('Abdulrahman', 13) where id = (
      select payer_parent_id from invoice join branch on branch.id = branch_id and not is_hq
      where invoice.status = 'unpaid' and due_on < current_date order by 1 limit 1)
      returning id`)
    return rows[0]
  })
  const q = 'q=Abdulrahman'
  const pages = ['view', 'statement', 'contact'].map((page) => `/family/${page}/${id}`)
  const lists = [`/arrears?${q}`, `/parent?${q}`, `/invoice?${q}`]
  expect(await tooWideOf(owner, [...pages, ...lists, `/arrangement/new/${id}`])).toEqual([])
})

test('a state of two short words has room for both on a line beside the menu', async ({ staff }) => {
  const page = await reading(await staff('superadmin', { language: 'ms' }), 'ms')
  await page.setViewportSize({ width: 1024, height: 900 })
  for (const path of ['/invoice?status=unpaid', '/payment?status=paid']) {
    await page.goto(`${hosts.tenant('demo')}${path}`)
    await setInOwnFont(page)
    const { width, height } = (await page.locator('td > .status').first().boundingBox())!
    // in a wide font the room is all that can be promised
    expect(width >= 131 || height < 32, `${path}: ${width} by ${height}`).toBe(true)
  }
})

/** How far down each of these begins, in whole pixels. */
const topsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)))

for (const language of ['en', 'ms'] as const)
  test(`the tabs of each place are in one row beside the menu, and those under "More" below, in ${language}`, async ({
    staff,
  }) => {
    const page = await reading(await staff('superadmin', { language }), language)
    await page.setViewportSize({ width: 1280, height: 900 })
    const demo = hosts.tenant('demo')
    await page.goto(`${demo}/dashboard`)
    const places = await page
      .locator('.menu > nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    for (const path of [...places, '/cancel-request', '/fee-type']) {
      await page.goto(demo + path)
      await setInOwnFont(page)
      const rows = await topsOf(page, '.place > ul:first-of-type a, .place > .more > summary')
      expect([path, new Set(rows).size]).toEqual([path, Math.min(rows.length, 1)])
    }
    await page.goto(`${demo}/cancel-request`)
    await expect(page.locator('.place > .more + ul [aria-current]')).toBeVisible()
  })

test('ways to pay are a list with a line for each, on a phone, and FPX is named', async ({ person }) => {
  const giver = await person({ width: 360 })
  await giver.goto(`${hosts.tenant('demo')}/infaq/pay?type=YATIM`)
  const rows = await topsOf(giver, '.ways > li')
  expect(rows.length).toBeGreaterThan(2)
  expect(new Set(rows).size).toBe(rows.length)
  await expect(giver.locator('.ways > li').first()).toContainText('FPX')
})

test('the name has the widest column of names, also where a table is narrowest', async ({ staff }) => {
  const page = await staff('clerk', { at: '/student' })
  await page.setViewportSize({ width: 1024, height: 900 })
  await setInOwnFont(page)
  const widths = await page
    .locator('main thead th:visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  expect(widths[0]).toBe(Math.max(...widths))
})

test('a slip on white has a frame', async ({ staff }) => {
  const page = await staff('supervisor', { at: '/transfer-slip?q=MBB' })
  await page.locator('main tbody th a').first().click()
  const picture = page.locator('main img[src*="/transfer-slip/"]')
  expect(await picture.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px')
})

test('at the counter the first field keeps its distance from the invoices above', async ({ staff }) => {
  const page = await staff('clerk', { at: '/payment/counter?q=Devi Priya' })
  if (!/counter\/[\w-]{30,}/.test(page.url())) await page.locator('main tbody th a').first().click()
  const gap = await page.evaluate(() => {
    const table = document.querySelector('main table')!.getBoundingClientRect()
    const label = document.querySelector('main form label, main form legend')!.getBoundingClientRect()
    return label.top - table.bottom
  })
  expect(gap).toBeGreaterThanOrEqual(16)
})

test('a page with several actions leaves its heading a line of its own', async ({ staff }) => {
  const page = await staff('clerk', { at: '/payment/counter?q=Devi Priya' })
  await page.goto(`${hosts.tenant('demo')}/family?q=Devi Priya`)
  if (!page.url().includes('/family/view/')) await page.locator('main tbody th a').first().click()
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await setInOwnFont(page)
    const lines = await page
      .locator('main h1')
      .evaluate(
        (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
      )
    expect([width, Math.round(lines)]).toEqual([width, 1])
  }
})

test('the operator’s exceptions tell their day on a card and in a wide table, and not where it has no room', async ({
  staff,
}) => {
  const page = await staff('operator', { at: '/admin/payment-exception?q=' })
  const day = page.locator('td.when').first()
  for (const [width, shown] of [
    [360, true],
    [1024, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(day).toBeVisible({ visible: shown })
  }
})
