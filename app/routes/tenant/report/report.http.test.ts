import { beforeAll, describe, expect, test } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { cancelledList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { branch, parent } from '#tests/support/database/factories.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { unzipped } from '#tests/support/jobs/zip.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let web: App
let tenant: Tenant
let admin: Browser
let clerk: Browser
let gone: { id: string }
const at = `/${cancelledList.name}`
const march = 'from=2026-03-01&to=2026-03-31'

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    await trx.updateTable('branch').set({ name: 'Kajang' }).where('id', '=', tenant.branch.id).execute()
    const far = await branch(trx, { name: 'Semenyih' })
    gone = await branch(trx, { name: 'Bangi Lama', deleted_at: new Date() })
    const payer = await parent(trx)
    for (const [branch_id, day, method, amount_sen] of [
      [tenant.branch.id, '2026-02-10', 'cash', 10_000],
      [tenant.branch.id, '2026-03-10', 'cash', 12_001],
      [far.id, '2026-03-12', 'cheque', 20_000],
    ] as const)
      await payment(trx, {
        ...{ payer_parent_id: payer.id, payer_name: 'Puan Ibu', branch_id, method, amount_sen, paid_on: day },
        ...{
          status: 'cancelled',
          cancelled_at: new Date(`${day}T12:00:00+08:00`),
          cancel_reason: 'Tersilap taip',
        },
      })
  })
  admin = await web.signedInAs(tenant, 'admin')
  clerk = await web.signedInAs(tenant, 'clerk')
})

const page = async (path: string, browser = admin) => (await browser.get(path)).text()
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the list of reports', () => {
  test.each([
    ['admin', ['Cancelled payments', 'Attendance'], []],
    ['trainer', ['Attendance'], ['Cancelled payments']],
    ['class-assistant', ['Attendance'], ['Cancelled payments']],
  ] as const)('of a %s has what they may open', async (role, has, lacks) => {
    const html = await page('/report', await web.signedInAs(tenant, role))
    for (const words of has) expect(html).toContain(words)
    for (const words of lacks) expect(html).not.toContain(words)
  })

  test('is refused to a parent', async () => {
    expect((await (await web.signedInAs(tenant, 'parent')).get('/report')).status).toBe(403)
  })

  test('names the feature that a report needs and the package lacks', async () => {
    const without = await freshTenant()
    await subscribed(without, { features: [] })
    const html = text(await page('/report', await web.signedInAs(without, 'admin')))
    expect(html).toMatch(/Not in your package .*: needs Attendance/)
  })
})

describe('the page of a report', () => {
  test('compares each total with the period before, as an amount and in percent', async () => {
    const said = text(await page(`${at}?${march}`))
    expect(said).toContain('Compared with Feb 2026')
    expect(said).toMatch(/RM320\.01 RM100\.00 \+RM220\.01 \+220\.01%/)
  })

  test('says plainly where there is no figure before', async () => {
    const said = text(await page(`${at}?from=2026-02-01&to=2026-02-28`))
    expect(said).toMatch(/Compared with Jan 2026 .*RM100\.00 No figure before/)
  })

  test('offers periods with one click', async () => {
    const html = await page(at)
    const year = todayIn(new Date()).slice(0, 4)
    expect(html).toContain(`from=${year}-01-01&amp;to=${year}-12-31`)
    for (const name of ['Last month', 'Last year', 'Academic year']) expect(html).toContain(name)
  })

  test('leads from a figure to the rows that make it', async () => {
    const html = await page(`${at}?${march}&method=cash`)
    const [, link] = /<a href="(\/payment\?[^"]+)">RM120\.01<\/a>/.exec(html)!
    const rows = text(await page(link!.replaceAll('&amp;', '&')))
    expect(rows).toContain('RM120.01')
    expect(rows).not.toContain('RM200.00')
  })

  test('has sub-totals on the page, on paper and in each file, for what its reader sees', async () => {
    const grouped = `${march}&group_by=method`
    expect(text(await page(`${at}?${grouped}`))).toMatch(
      /Sub-totals by Method .*Cash 1 RM120\.01 .*Cheque 1 RM200\.00 .*2 RM320\.01/,
    )
    expect(text(await page(`${at}/print?${grouped}`))).toMatch(/Sub-totals by Method .*Cash 1 RM120\.01/)
    const csv = await page(`${at}/export/csv?${grouped}`)
    expect(csv.split('\r\n').slice(-7)).toEqual([
      '',
      'Sub-totals by Method',
      'Method,Rows,Amount',
      'Cash,1,120.01',
      'Cheque,1,200.00',
      'Total,2,320.01',
      '',
    ])
    const xlsx = unzipped(Buffer.from(await (await admin.get(`${at}/export/xlsx?${grouped}`)).arrayBuffer()))
    expect(xlsx).toContain('name="Sub-totals by Method"')
    expect(xlsx).toContain('<v>320.01</v>')
    const own = await page(`${at}/export/csv?${grouped}`, clerk)
    expect(own).toContain('Total,1,120.01')
    expect(own).not.toContain('Cheque')
  })

  test('leaves out a branch that was removed, says so, and shows the rest', async () => {
    const said = text(await page(`${at}?${march}&branch_id=${gone.id}`))
    expect(said).toContain('This filter no longer exists and was left out: Branch.')
    expect(said).toContain('RM320.01')
  })

  test('takes no column to group by that the report does not offer', async () => {
    for (const column of ['payer_name', 'amount_sen', "method';--", '__proto__'])
      expect(text(await page(`${at}?${march}&group_by=${encodeURIComponent(column)}`))).not.toContain(
        'Sub-totals',
      )
  })
})

describe('a saved report', () => {
  const saved = async () => {
    const rows = await tenant.read((db) => db.selectFrom('saved_report').selectAll().execute())
    return rows.at(-1)!
  }

  test('is saved from the page with its filters, listed, opened, mailed and removed', async () => {
    const html = await page(`${at}?${march}&method=cash`)
    const [, form] = /href="(\/report\/saved\/new\?[^"]+)"/.exec(html)!
    const path = form!.replaceAll('&amp;', '&')
    const filled = await page(path)
    expect(text(filled)).toMatch(/Method.*Cash/)
    const query = /name="query" value="([^"]*)"/.exec(filled)![1]!.replaceAll('&amp;', '&')
    const answer = await admin.post(path, {
      name: 'Tunai Mac',
      report: cancelledList.name,
      query,
      is_shared: 'on',
    })
    expect(answer.headers.get('location')).toBe('/report')
    const { id } = await saved()
    expect(text(await page('/report'))).toMatch(/Saved reports .*Tunai Mac/)
    expect(text(await page('/report', clerk))).toContain('Tunai Mac')
    expect(await page('/report', await web.signedInAs(tenant, 'trainer'))).not.toContain('Tunai Mac')
    const open = await admin.get(`/report/saved/open/${id}`)
    expect(open.headers.get('location')).toContain('from=2026-03-01')
    expect(text(await page(at))).toContain('Tunai Mac')

    const mail = await page(`/report/saved/mail/${id}`)
    expect(text(mail)).toContain('always has the same days')
    const { id: user_id } = await tenant.actor('admin')
    const nobody = await admin.post(`/report/saved/mail/${id}`, { mail_day: '5', version: '1' })
    expect([nobody.status, text(await nobody.text())]).toEqual([
      422,
      expect.stringContaining('Choose at least one recipient.'),
    ])
    const asked = await admin.post(`/report/saved/mail/${id}`, {
      mail_day: '5',
      version: '1',
      recipients: user_id,
    })
    expect(asked.headers.get('location')).toBe('/report')
    expect(text(await page('/report'))).toContain('Day 5 of each month')
    for (const browser of [clerk, await web.signedInAs(tenant, 'trainer')])
      for (const verb of ['edit', 'mail'])
        expect((await browser.get(`/report/saved/${verb}/${id}`)).status).toBe(404)
    expect((await admin.post(`/report/saved/remove/${id}`)).headers.get('location')).toBe('/report')
    expect(await page('/report')).not.toContain('Day 5')
  })

  test.each(['29', '0', 'x'])('cannot be mailed on day %s', async (mail_day) => {
    await admin.post('/report/saved/new', { name: 'Hari', report: cancelledList.name, query: '' })
    const { id } = await saved()
    const { id: user_id } = await tenant.actor('admin')
    const answer = await admin.post(`/report/saved/mail/${id}`, {
      mail_day,
      version: '1',
      recipients: user_id,
    })
    expect(answer.status).toBe(422)
  })
})

test('a file that is asked for three times at once, and again while it is made, is made by one job', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => admin.post(`${at}/export/xlsx?${march}`)))
  const places = answers.map((answer) => answer.headers.get('location'))
  expect(new Set(places).size).toBe(1)
  expect(text(await page(places[0]!))).toContain('Your Excel file is being made')
  // As if it had been asked for a minute ago, and a large one were still being made.
  await tenant.write((trx) =>
    trx
      .updateTable('document')
      .set(({ fn, val }) => ({
        fingerprint: fn('regexp_replace', ['fingerprint', val('[^:]*:[^:]*$'), val('2026-01-01T00:00')]),
      }))
      .execute(),
  )
  const later = await admin.post(`${at}/export/xlsx?${march}`)
  expect(later.headers.get('location')).toBe(places[0])
})

test('the search finds reports and settings by their words in either language, for who may open them', async () => {
  for (const q of ['cancelled payments', 'dibatalkan'])
    expect(await page(`/search?q=${encodeURIComponent(q)}`)).toContain(`href="${at}"`)
  expect(await page('/search?q=smtp')).toContain('href="/setting/mail"')
  expect(await page('/search?q=smtp', clerk)).not.toContain('href="/setting/mail"')
})
