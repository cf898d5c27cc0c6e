import { beforeAll, expect, test } from 'vitest'
import { aClass, billing, nextMonth, pupils } from '#app/domain/billing/generations/test-support.ts'
import { previewGeneration, runGeneration, undoGenerationOf } from '#jobs/handlers/generations.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let supervisor: Browser
let clerk: Browser
let taught: Awaited<ReturnType<typeof aClass>>
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  supervisor = await web.signedInAs(tenant, 'supervisor')
  clerk = await web.signedInAs(tenant, 'clerk')
  taught = await tenant.write((trx) => aClass(trx, 15_000))
  await tenant.write((trx) => pupils(trx, taught.id, 2))
})

const view = (id: string) => `/invoice/generation/view/${id}`
const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const versionOf = async (id: string) => String((await billing(tenant).is(id).now()).version)

/** Asked for on the page, and made as a worker makes it. */
async function previewed(browser: Browser): Promise<string> {
  const answer = await browser.post('/invoice/generation/new', { month: nextMonth, due: 'month' })
  const id = answer.headers.get('location')!.split('/').at(-1)!
  expect((await browser.get(view(id))).headers.get('refresh')).toBe('2')
  await previewGeneration({ generation_id: id }, jobTools(tenant, 'generation.preview'))
  return id
}

test('a clerk previews and prints, a supervisor runs, they or an administrator undo; pages follow without a script', async () => {
  const id = await previewed(clerk)
  const page = await clerk.get(view(id))
  expect(page.headers.get('refresh')).toBeNull()
  const html = await page.text()
  expect(html).toContain('RM300.00')
  expect(html).toContain('A supervisor or an administrator can run it.')
  expect(html).not.toContain(`/invoice/generation/run/${id}`)
  const version = await versionOf(id)
  expect((await clerk.post(`/invoice/generation/run/${id}`, { version })).status).toBe(403)
  const list = await textOf(clerk, `/generation-student?generation=${id}&difference=new`)
  expect(list).toContain('/generation-student/export/csv')
  const csv = await textOf(clerk, `/generation-student/export/csv?generation=${id}`)
  expect(csv.trim().split('\n')).toHaveLength(3)
  expect(await supervisor.post(`/invoice/generation/run/${id}`, { version })).toRedirectTo(view(id))
  expect((await supervisor.get(view(id))).headers.get('refresh')).toBe('2')
  await runGeneration({ generation_id: id }, jobTools(tenant, 'generation.run'))
  expect(await textOf(supervisor, view(id))).toContain('Completed')
  const undo = `/invoice/generation/undo/${id}`
  const admin = await web.signedInAs(tenant, 'admin')
  const offered = async (browser: Browser) => ({
    onPage: (await textOf(browser, view(id))).includes(`href="${undo}"`),
    opens: (await browser.get(undo)).status,
    onDashboard: /Can still be undone[\s\S]*Billing run for/.test(await textOf(browser, '/dashboard')),
  })
  const yes = { onPage: true, opens: 200, onDashboard: true }
  const no = { onPage: false, opens: 403, onDashboard: false }
  for (const [who, expected] of [
    [supervisor, yes],
    [admin, yes],
    [clerk, no],
  ] as const)
    expect(await offered(who)).toEqual(expected)
  // One that somebody else ran is not the supervisor's to undo.
  const { id: run_by } = await tenant.actor('supervisor')
  const ranBy = (user_id: string | null) =>
    tenant.write((trx) =>
      trx.updateTable('generation').set({ run_by: user_id }).where('id', '=', id).execute(),
    )
  await ranBy((await tenant.actor('admin')).id)
  expect(await offered(supervisor)).toEqual(no)
  const wrong = { version: await versionOf(id), reason: 'Yuran bulan ini tersilap' }
  expect((await supervisor.post(undo, wrong)).status).toBe(403)
  await ranBy(run_by)
  const short = await admin.post(undo, { version: await versionOf(id), reason: 'salah' })
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('salah')
  const reason = 'Yuran bulan ini tersilap'
  expect(await admin.post(undo, { version: await versionOf(id), reason })).toRedirectTo(view(id))
  expect((await admin.get(view(id))).headers.get('refresh')).toBe('2')
  await undoGenerationOf({ generation_id: id }, jobTools(tenant, 'generation.undo'))
  const after = await textOf(admin, view(id))
  expect(after).toContain('This run was undone')
  expect(after).toContain(reason)
  expect(after).toMatch(/>Completed<\/span> <span class="status[^"]*">Undone</)
  expect(after).toMatch(/Undone by<\/dt>/)
})

test('a clerk asks for a run; who may run it has the request on the dashboard until it is withdrawn', async () => {
  const id = await previewed(clerk)
  const ask = `/invoice/generation/ask/${id}`
  expect(await textOf(clerk, view(id))).toContain(`href="${ask}"`)
  const supervised = await tenant.actor('supervisor')
  expect(await textOf(clerk, ask)).toContain(`<option value="${supervised.id}">`)
  const asked = { asked_of: supervised.id, note: 'Sebelum tengah hari' }
  expect(await clerk.post(ask, asked)).toRedirectTo(view(id))
  const page = await textOf(clerk, view(id))
  expect(page).toContain(`You asked ${supervised.name} on`)
  expect(page).toMatch(/(1 person was e-mailed|No e-mail was sent)/)
  const board = await textOf(supervisor, '/dashboard')
  expect(board).toContain(`href="${view(id)}"`)
  expect(board).toContain('asked you on')
  expect(board).toContain('Sebelum tengah hari')
  expect(await textOf(supervisor, view(id))).toContain('Note: Sebelum tengah hari')
  expect(await clerk.post(`/invoice/generation/ask/withdraw/${id}`)).toRedirectTo(view(id))
  expect(await textOf(supervisor, '/dashboard')).not.toContain('asked you on')
  const other = await web.signedInAs(tenant, 'trainer')
  expect((await other.post(ask, {})).status).toBe(403)
})

test('of two who press the button, one is refused because the state has changed', async () => {
  const id = await previewed(supervisor)
  const version = await versionOf(id)
  const press = () => supervisor.post(`/invoice/generation/run/${id}`, { version })
  await Promise.all([press(), press()])
  await runGeneration({ generation_id: id }, jobTools(tenant, 'generation.run'))
  const late = await press()
  expect(late.headers.get('location')).toContain(view(id))
  expect((await billing(tenant).is(id).invoices()).length).toBe(2)
})

test('a month too far away is refused at its field, and the other choices stay', async () => {
  const answer = await supervisor.post('/invoice/generation/new', {
    month: '2099-01',
    due: 'catch_up',
    subject_id: taught.id,
  })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('Please choose a month within a year of today.')
  expect(html).toMatch(new RegExp(`<option[^>]*value="${taught.id}"[^>]*selected`))
})

test('the log charts the runs of thirty days and can be exported with permission', async () => {
  const log = await textOf(supervisor, '/report/invoice/invoiceGenerationLog')
  expect(log).toContain('<svg')
  // A supervisor of one branch bills all of them, and reads here what was billed at their own.
  expect(log).toContain('Only the part of your branches is counted.')
  const admin = await web.signedInAs(tenant, 'admin')
  expect(await textOf(admin, '/report/invoice/invoiceGenerationLog')).not.toContain('Only the part')
  expect(log).toContain('/report/invoice/invoiceGenerationLog/print')
  expect((await supervisor.get('/report/invoice/invoiceGenerationLog/print')).status).toBe(200)
  expect((await supervisor.get('/report/invoice/invoiceGenerationLog/export/xlsx')).status).toBe(200)
  expect(await textOf(clerk, '/report/invoice/invoiceGenerationLog')).not.toContain('/print')
  expect((await clerk.get('/report/invoice/invoiceGenerationLog/print')).status).toBe(403)
})

test('automatic runs before two manual ones are refused at the checkbox', async () => {
  const fresh = await freshTenant()
  const admin = await web.signedInAs(fresh, 'admin')
  const answer = await admin.post('/setting/generation/edit', {
    ...{ day: '25', for: 'next_month', group_by: 'student', notify_at: '03:00', family: 'payer' },
    ...{ child_order: 'oldest_first', auto_run: 'on', version: '0' },
  })
  expect(await answer.text()).toContain('Please give a time from 8:00 am to 8:59 pm')
  const civil = await admin.post('/setting/generation/edit', {
    ...{ day: '25', for: 'next_month', group_by: 'student', notify_at: '09:00', family: 'payer' },
    ...{ child_order: 'oldest_first', auto_run: 'on', version: '0' },
  })
  expect(civil.status).toBe(422)
  expect(await civil.text()).toContain('Please run two previews by hand first')
})
