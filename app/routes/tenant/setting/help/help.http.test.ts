import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#db/owner.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  arrive,
  enterBy,
  helpCode,
  helping,
  helpReason,
  ticketFor,
  visitOf,
} from '#tests/support/people/helping.ts'
import { platform } from '#tests/support/people/second-factor.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser, mainHost, newSession } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let owner: Browser

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({ name: 'Akademi Bakti' })
  owner = await web.signedInAs(tenant, 'superadmin')
})
beforeEach(() => platform((trx) => trx.deleteFrom('platform.rate_limit').execute()))

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const at = ({ entity }: Tenant) => `/admin/entity/help/${entity.id}`
const isInside = async (browser: Browser) => (await browser.get('/student')).status === 200
const operatorOf = (visit: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.help_visit')
      .select(['operator_id', 'operator_session_id'])
      .where('id', '=', visit)
      .executeTakeFirstOrThrow(),
  )

test('the owner reads what a code allows, sees it once, and withdraws it', async () => {
  expect(await textOf(owner, '/setting')).toContain('href="/setting/help"')
  const about = await textOf(owner, '/setting/help/code')
  expect(about).toContain('60 minutes at most')
  const code = await helpCode(owner)
  const page = await textOf(owner, '/setting/help')
  expect(page).toContain('A code is open')
  expect(page).not.toContain(code)
  expect(page).not.toContain('href="/setting/help/code"')
  expect(await owner.post('/setting/help/code')).toRedirectTo('/setting/help')
  expect(await textOf(owner, '/setting/help')).toContain('A code is open already')
  const withdraw = /\/setting\/help\/withdraw\/[\w-]{36}/.exec(page)![0]
  const admin = await web.signedInAs(tenant, 'admin')
  expect((await admin.get('/setting/help/code')).status).toBe(403)
  expect(await admin.post(withdraw)).toRedirectTo('/setting/help')
  expect((await enterBy(await web.operator('support'), tenant, code)).status).toBe(422)
  const supervisor = await web.signedInAs(tenant, 'supervisor')
  expect((await supervisor.get('/setting/help')).status).toBe(403)
})

test('making a code and entering by one each ask for a proof first', async () => {
  const stale = { confirmed_at: new Date('2026-01-31T00:00:00Z') }
  await tenant.write((trx) => trx.updateTable('session').set(stale).execute())
  expect(await owner.get('/setting/help/code')).toRedirectTo(/^\/confirm\?/)
  expect((await owner.post('/setting/help/code')).status).toBe(403)
  owner = await web.signedInAs(tenant, 'superadmin')
  const support = await web.operator('support')
  await platform((trx) => trx.updateTable('platform.operator_session').set(stale).execute())
  expect(await support.get(at(tenant))).toRedirectTo(/^\/admin\/confirm\?/)
  expect((await enterBy(support, tenant, 'AAAA-BBBB-CCCC')).status).toBe(403)
})

test('only support enters, with a code and a reason; what is wrong is said at its field', async () => {
  const code = await helpCode(owner)
  for (const role of ['owner', 'finance', 'auditor'] as const) {
    const browser = await web.operator(role)
    expect((await browser.get(at(tenant))).status, role).toBe(403)
    expect((await enterBy(browser, tenant, code)).status, role).toBe(403)
    expect(await textOf(browser, `/admin/entity/view/${tenant.entity.id}`)).not.toContain(at(tenant))
  }
  const support = await web.operator('support')
  expect(await textOf(support, `/admin/entity/view/${tenant.entity.id}`)).toContain(at(tenant))
  const short = await enterBy(support, tenant, 'ABC', 'kenapa')
  expect(short.status).toBe(422)
  const page = await short.text()
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(fieldsOf(page)).toMatchObject({ reason: 'kenapa' })
  const wrong = await enterBy(support, tenant, 'ABCD-EFGH-JKMN')
  expect(await wrong.text()).toContain('opens nothing here')
  // However it is typed.
  expect(await enterBy(support, tenant, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).toRedirectTo(
    at(tenant),
  )
  expect((await enterBy(support, tenant, code)).status).toBe(422)
  const visit = await visitOf(support, tenant)
  expect(await support.post(`/admin/entity/help/leave/${visit}`)).toRedirectTo(
    `/admin/entity/view/${tenant.entity.id}`,
  )
})

test('the ticket leaves the address at once, waits for the button, and leads in once and at its host alone', async () => {
  const support = await web.operator('support')
  await enterBy(support, tenant, await helpCode(owner))
  const page = await support.get(at(tenant))
  expect(page.headers.get('content-security-policy')).toContain(
    `form-action 'self' http://${mainHost} http://${tenant.host}`,
  )
  const visit = await visitOf(support, tenant)
  const ticket = await ticketFor(support, visit)
  expect(ticket.host).toBe(`${tenant.host}:3000`)

  const neighbour = await arrive(web, await freshTenant(), ticket)
  expect(await neighbour.get('/student')).toRedirectTo(/^\/login/)
  const browser = web.visitor(tenant)
  expect(await browser.get(ticket.pathname + ticket.search)).toRedirectTo('/help/enter')
  expect(await textOf(browser, '/help/enter')).toContain('Look at Akademi Bakti')
  expect(await browser.get('/student')).toRedirectTo(/^\/login/)
  expect(await browser.post('/help/enter')).toRedirectTo('/dashboard')
  expect(await isInside(browser)).toBe(true)
  expect(await isInside(await arrive(web, tenant, ticket))).toBe(false)
  expect((await web.visitor(tenant).get('/help/enter')).status).toBe(422)
  const token = ticket.searchParams.get('ticket')!
  expect(JSON.stringify(web.log)).not.toContain(token)
  // Opened again, the first browser is outside.
  const other = await arrive(web, tenant, await ticketFor(support, visit))
  expect([await isInside(browser), await isInside(other)]).toEqual([false, true])
  await other.post('/help/leave')
})

test('inside, every page says who looks and until when, and offers nothing to change, print or reveal', async () => {
  const pupil = await tenant.write((trx) => student(trx, { name: 'Nur Aisyah' }))
  const { inside, visit } = await helping(web, tenant)
  const pages = [
    '/dashboard',
    '/student',
    `/student/view/${pupil.id}`,
    '/invoice',
    '/setting',
    '/log/audit',
    '/tiada',
  ]
  for (const path of pages) {
    const page = await textOf(inside, path)
    expect(page, path).toMatch(
      /Lunas support Operator \d+ is looking, read-only, until <span class="number">\d{1,2}:\d\d [ap]m<\/span>/,
    )
    expect(page, path).toContain('action="/help/leave"')
    const main = page.slice(page.indexOf('<main'))
    expect(main, path).not.toMatch(/method="post"|\/(print|export|reveal|edit|new)[/"?]/)
  }
  const refused = await inside.get(`/student/reveal/${pupil.id}`)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('Lunas support')
  await inside.get('/language/my?to=%2Fdashboard')
  expect(await textOf(inside, '/dashboard')).toContain('sedang melihat, baca sahaja, hingga')
  // Not even by the way of calls, for which a cookie means nothing.
  expect((await inside.get('/api/entity/view')).status).toBe(401)
  const log = await tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['actor_type', sql<string>`after->>'page'`.as('page')])
      .where('object_id', '=', visit)
      .where('action', '=', 'help.page_opened')
      .execute(),
  )
  expect(log.every(({ actor_type }) => actor_type === 'operator')).toBe(true)
  expect(log.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['/dashboard', '/student/view/:id', '/student/reveal/:id', '/*']),
  )
  expect(JSON.stringify(log)).not.toContain(pupil.id)
  expect(await textOf(owner, `/log/audit?object=help_visit&object_id=${visit}`)).toContain(
    '/student/view/:id',
  )
})

test('the visitor leaves to where they came from, and so does who signs out', async () => {
  const { inside, support } = await helping(web, tenant)
  expect(await inside.post('/help/leave')).toRedirectTo(
    `http://${mainHost}/admin/entity/view/${tenant.entity.id}`,
  )
  expect(await inside.get('/student')).toRedirectTo(/^\/login/)
  expect(fieldsOf(await textOf(support, at(tenant)))).toHaveProperty('code')
  expect(await textOf(owner, '/setting/help')).toMatch(/Operator \d+.*left/s)
  expect(await web.visitor(tenant).post('/help/leave')).toRedirectTo('/')
})

test('the organisation sees who looks and ends it with one button', async () => {
  const { inside, visit } = await helping(web, tenant)
  const admin = await web.signedInAs(tenant, 'admin')
  const page = await textOf(admin, '/setting/help')
  expect(page).toMatch(
    /Operator \d+ is looking, until <span class="number">\d{1,2}:\d\d [ap]m<\/span> at the latest/,
  )
  expect(page).toContain(helpReason)
  expect(await admin.post(`/setting/help/end/${visit}`)).toRedirectTo('/setting/help')
  expect(await inside.get('/student')).toRedirectTo('/login?to=%2Fstudent')
  expect(inside.cookies.has('helper')).toBe(false)
  expect(await textOf(owner, '/setting/help')).toContain('ended by you')
})

test('after sixty minutes by the clock of the database it is over', async () => {
  const { inside, visit } = await helping(web, tenant)
  const pass = async (minutes: number) => {
    const { ownerUrl } = await testDatabase()
    await asOwner(ownerUrl, (own) =>
      sql`update platform.help_visit set began_at = began_at - make_interval(mins => ${minutes}),
        ends_at = ends_at - make_interval(mins => ${minutes}) where id = ${visit}`.execute(own),
    )
  }
  await pass(59)
  expect(await isInside(inside)).toBe(true)
  await pass(1)
  expect(await isInside(inside)).toBe(false)
})

test('it ends with the operator’s session, with the right, and with the organisation', async () => {
  const out = await helping(web, tenant)
  await out.support.post('/logout')
  expect(await isInside(out.inside)).toBe(false)
  const demoted = await helping(web, tenant)
  const { operator_id } = await operatorOf(demoted.visit)
  const chief = await web.operator('owner')
  const edit = `/admin/operator/edit/${operator_id}`
  const form = fieldsOf(await textOf(chief, edit))
  await chief.post(edit, { ...form, role: 'auditor' })
  expect(await isInside(demoted.inside)).toBe(false)
  const own = await freshTenant()
  const closed = await helping(web, own)
  expect(await isInside(closed.inside)).toBe(true)
  const status = `/admin/entity/status/${own.entity.id}`
  const reason = 'Tidak menjawab lagi'
  const { version = '1' } = fieldsOf(await textOf(chief, status))
  await chief.post(status, { status: 'inactive', inactive_reason: reason, version })
  expect(await isInside(closed.inside)).toBe(false)
})

test('a made-up cookie is worth nothing, and a session of one’s own goes on beside it', async () => {
  const stranger = web.visitor(tenant)
  const { token } = newSession()
  stranger.cookies.set('helper', Buffer.from(JSON.stringify(token)).toString('base64'))
  expect(await stranger.get('/student')).toRedirectTo(/^\/login/)
  const clerk = await web.signedInAs(tenant, 'clerk')
  clerk.cookies.set('helper', Buffer.from(JSON.stringify(token)).toString('base64'))
  expect((await clerk.get('/student')).status).toBe(200)
})
