import { beforeAll, describe, expect, test } from 'vitest'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import type { NewStaffInput } from '#app/domain/people/staff/staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
const password = 'pisang goreng panas 42'

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({ name: 'Tadika Sinar' })
})

/** Somebody new, and the token that stands in their mail. */
async function invited(given: Partial<NewStaffInput> = {}) {
  const keys = keysOf(tenant)
  const input = newStaff(tenant, given)
  const actor = await tenant.actor('superadmin')
  const id = await tenant.write((trx) => createStaff(trx, actor, keys, input))
  const token = await tenant.read(async (db) => {
    const row = await db
      .selectFrom('invitation')
      .innerJoin('staff', 'staff.user_id', 'invitation.user_id')
      .select('invitation.id')
      .where('staff.id', '=', id)
      .executeTakeFirstOrThrow()
    return (await invitationToSend(db, keys, row.id))!.token
  })
  return { ...input, id, token, path: `/invitation?token=${token}` }
}
const twice = { password, password_confirmation: password }

describe('the page of an invitation', () => {
  test('greets, takes a password, signs in and leads to the dashboard', async () => {
    const { path, name, email, token } = await invited({ roles: ['clerk'] })
    const browser = web.visitor(tenant)
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('strict-origin')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const html = await page.text()
    for (const piece of [name, 'Tadika Sinar']) expect(html).toContain(piece)
    expect(await browser.post(path, twice)).toRedirectTo('/dashboard')
    const dashboard = await (await browser.get('/dashboard')).text()
    expect(dashboard).toContain(name)
    expect(dashboard).toContain('href="/invoice"')
    expect(dashboard).not.toContain('href="/staff"')
    const again = await web.visitor(tenant).post('/login', { email: email!, password })
    expect(again).toRedirectTo('/dashboard')
    expect(JSON.stringify(web.log)).not.toContain(token)
    expect(JSON.stringify(web.log)).not.toContain(password)
  })

  test('looked at by a mail scanner is still good', async () => {
    const { path } = await invited()
    for (let looks = 0; looks < 3; looks++) expect((await web.visitor(tenant).get(path)).status).toBe(200)
    expect(await web.visitor(tenant).post(path, twice)).toRedirectTo('/dashboard')
  })

  test('says what is wrong with a password, and neither repeats nor takes it', async () => {
    const { path } = await invited()
    const browser = web.visitor(tenant)
    const tries: [Record<string, string>, string][] = [
      [{ password: 'pendek', password_confirmation: 'pendek' }, 'at least 10 characters'],
      [{ password, password_confirmation: 'lain daripada itu' }, 'The two passwords are not the same.'],
      [{}, 'Please fill this in.'],
    ]
    for (const [fields, sentence] of tries) {
      const answer = await browser.post(path, fields)
      expect(answer.status).toBe(422)
      const html = await answer.text()
      expect(html).toContain(sentence)
      expect(html).not.toContain(password)
    }
    expect(browser.cookies.has('lunas')).toBe(false)
    expect((await browser.get(path)).status).toBe(200)
  })

  test('used, foreign, cut off or made up says so and leads on', async () => {
    const { path, token } = await invited()
    await web.visitor(tenant).post(path, twice)
    const neighbour = await freshTenant()
    const foreign = (await invited()).path
    const wrong: [Tenant, string][] = [
      [tenant, path],
      [tenant, '/invitation'],
      [tenant, `/invitation?token=${token.slice(0, 20)}`],
      [tenant, '/invitation?token=%0A'],
      [neighbour, foreign],
    ]
    for (const [at, address] of wrong) {
      const visitor = web.visitor(at)
      const answer = await visitor.get(address)
      expect(answer.status, address).toBe(401)
      const html = await answer.text()
      expect(html).toContain('Token is invalid')
      expect(html).toContain('href="/login"')
      const posted = await visitor.post(address, twice)
      expect(posted.status, address).toBe(401)
      expect(visitor.cookies.has('lunas')).toBe(false)
    }
    expect((await web.visitor(tenant).get(foreign)).status).toBe(200)
  })

  test('after seven days says that it is over, in the reader’s language, and whom to ask', async () => {
    const { path, id } = await invited()
    await tenant.write((trx) =>
      trx
        .updateTable('invitation')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('user_id', 'in', trx.selectFrom('staff').select('user_id').where('id', '=', id))
        .execute(),
    )
    const answer = await web.visitor(tenant).get(path, { 'accept-language': 'ms' })
    expect(answer.status).toBe(401)
    const html = await answer.text()
    expect(html).toContain('Token telah tamat tempoh')
    expect(html).toContain('Minta pejabat Tadika Sinar menghantar yang baharu')
  })

  test('is closed to who tries many', async () => {
    const hurried = await freshTenant()
    const visitor = web.visitor(hurried)
    for (let tries = 0; tries < 30; tries++)
      expect((await visitor.get(`/invitation?token=${'x'.repeat(43)}`)).status).toBe(401)
    expect((await visitor.get(`/invitation?token=${'y'.repeat(43)}`)).status).toBe(429)
  })
})
