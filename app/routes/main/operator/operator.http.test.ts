import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitationToken } from '#app/domain/platform/operators/change-operator.ts'
import { addOperator, isIn, platform, secured } from '#tests/support/people/second-factor.ts'
import { password, signIn } from '#tests/support/people/sign-in.ts'
import { type App, app, type Browser, mainHost } from '#tests/support/product/http.ts'

let web: App

beforeAll(async () => {
  web = await app()
})

/** An operator with a session, whose row the test knows. */
async function signedIn(role = 'owner') {
  const row = await addOperator({ role })
  const browser = web.visitor(mainHost)
  await signIn(browser, row.email)
  return { ...row, browser }
}

/** Another operator's account as the pages address it. */
const rowOf = (id: string) =>
  platform((trx) => trx.selectFrom('platform.operator').selectAll().where('id', '=', id).executeTakeFirst())
const versionOf = async (id: string) => String((await rowOf(id))!.version)
const edit = (browser: Browser, id: string, values: Record<string, string>) =>
  browser.post(`/admin/operator/edit/${id}`, { name: 'Siti Aminah', locale: 'en', ...values })
const verb = async (browser: Browser, name: string, id: string, more = {}) =>
  browser.post(`/admin/operator/${name}/${id}`, { version: await versionOf(id), ...more })
const refusedWith = async (browser: Browser, page: string, text: string) =>
  expect(await (await browser.get(page)).text()).toContain(text)
/** Leaves these as the only active owners. */
const onlyOwners = (...ids: string[]) =>
  platform((trx) =>
    trx
      .updateTable('platform.operator')
      .set({ role: 'auditor' })
      .where('role', '=', 'owner')
      .where('id', 'not in', ids)
      .execute(),
  )
const audited = (action: string, id: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', action)
      .where('object_id', '=', id)
      .execute(),
  )

test.each(['finance', 'support', 'auditor'] as const)('%s sees none of it', async (role) => {
  const browser = await web.operator(role)
  const { id } = await addOperator()
  const version = '1'
  for (const path of ['', '/new', `/view/${id}`, `/edit/${id}`, '/print', '/export/csv'])
    expect((await browser.get(`/admin/operator${path}`)).status, path).toBe(403)
  for (const path of [
    'new',
    `edit/${id}`,
    `status/${id}`,
    `remove/${id}`,
    `second-factor/${id}`,
    `invite/${id}`,
  ])
    expect((await browser.post(`/admin/operator/${path}`, { version, status: 'inactive' })).status).toBe(403)
  expect(await (await browser.get('/admin/dashboard')).text()).not.toContain('/admin/operator')
})

describe('a new operator', () => {
  const invitation = async (id: string) => {
    const { payload } = await platform((trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'operator.invite')
        .where(sql<string>`payload->>'operator_id'`, '=', id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow(),
    )
    const { token_sealed } = payload as { token_sealed: string }
    return { token: invitationToken(web.services.ring, id, token_sealed), payload }
  }
  const create = async (browser: Browser, email: string) => {
    const answer = await browser.post('/admin/operator/new', {
      name: 'Nurul Huda',
      email,
      phone: '012-345 6789',
      role: 'finance',
      locale: 'my',
    })
    expect(answer).toRedirectTo(/^\/admin\/operator\/view\//)
    return answer.headers.get('location')!.split('/').at(-1)!
  }
  const accept = (browser: Browser, token: string, secret = password, again = secret) =>
    browser.post(`/admin/invitation?token=${token}`, { password: secret, password_confirmation: again })

  test('is invited, chooses a password and signs in', async () => {
    const { browser, id: owner } = await signedIn()
    const id = await create(browser, 'Nurul@Lunas.test')
    expect(await rowOf(id)).toMatchObject({
      email: 'nurul@lunas.test',
      phone: '+60123456789',
      status: 'invited',
      password_hash: null,
    })
    expect(await audited('operator.created', id)).toMatchObject([
      { actor_id: owner, after: { role: 'finance', email: 'nurul@lunas.test' } },
    ])
    const { token, payload } = await invitation(id)
    expect(JSON.stringify(payload)).not.toContain(token)
    const nurul = web.visitor(mainHost)
    const page = await nurul.get(`/admin/invitation?token=${token}`)
    expect(await page.text()).toContain('nurul@lunas.test')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect((await accept(nurul, token, password, 'another word 1')).status).toBe(422)
    expect((await accept(nurul, token, 'short')).status).toBe(422)
    expect(await accept(nurul, token)).toRedirectTo('/admin/login')
    expect(nurul.cookies.has('lunas')).toBe(false)
    expect(await signIn(nurul, 'nurul@lunas.test')).toRedirectTo('/admin/dashboard')
    expect((await accept(web.visitor(mainHost), token, 'pisang goreng 43')).status).toBe(401)
  })

  test('an invitation that was replaced, is over, foreign, cut or made up opens nothing', async () => {
    const { browser } = await signedIn()
    const id = await create(browser, 'lewat@lunas.test')
    const { token: old } = await invitation(id)
    expect(await verb(browser, 'invite', id)).toRedirectTo(`/admin/operator/view/${id}`)
    const { token } = await invitation(id)
    const visitor = web.visitor(mainHost)
    for (const wrong of [old, token.slice(0, -1), 'x'.repeat(43), ''])
      expect((await visitor.get(`/admin/invitation?token=${wrong}`)).status, wrong).toBe(401)
    expect((await accept(visitor, old)).status).toBe(401)
    await platform((trx) =>
      trx
        .updateTable('platform.operator_invitation')
        .set({ expires_at: sql<Date>`now() - interval '1 second'` })
        .where('operator_id', '=', id)
        .execute(),
    )
    const over = await accept(visitor, token)
    expect(over.status).toBe(401)
    expect(await over.text()).toContain('Token has expired')
    expect((await rowOf(id))!.status).toBe('invited')
  })

  test('with an address that another one has is told so at the field', async () => {
    const { browser, email } = await signedIn()
    const answer = await browser.post('/admin/operator/new', {
      name: 'Lain Orang',
      email: email.toUpperCase(),
      role: 'support',
      locale: 'en',
    })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain('Admin already existed')
    expect(html).toMatch(/name="email"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="email"/)
  })
})

describe('rules that nobody gets round', () => {
  test('nobody changes their own role, deactivates or removes themselves', async () => {
    const { id, email, browser } = await signedIn()
    await signedIn()
    const own = await edit(browser, id, { email, role: 'auditor', version: await versionOf(id) })
    expect(own.status).toBe(422)
    expect(await own.text()).toContain('You can’t change your own role')
    for (const [name, more] of [
      ['status', { status: 'inactive' }],
      ['remove', {}],
      ['second-factor', {}],
    ] as const) {
      expect(await verb(browser, name, id, more)).toRedirectTo(`/admin/operator/view/${id}`)
      await refusedWith(
        browser,
        `/admin/operator/view/${id}`,
        'You can’t deactivate or remove your own account',
      )
    }
    expect(await rowOf(id)).toMatchObject({ role: 'owner', status: 'active' })
  })

  test.each(['edit', 'status', 'remove'] as const)(
    'two owners who %s each other at the same moment: one stays',
    async (way) => {
      for (let round = 0; round < 3; round++) {
        const [one, other] = [await signedIn(), await signedIn()]
        await onlyOwners(one.id, other.id)
        const against = (actor: typeof one, target: typeof one) =>
          way === 'edit'
            ? edit(actor.browser, target.id, { email: target.email, role: 'support', version: '1' })
            : actor.browser.post(`/admin/operator/${way}/${target.id}`, { version: '1', status: 'inactive' })
        await Promise.all([against(one, other), against(other, one)])
        const owners = await platform((trx) =>
          trx
            .selectFrom('platform.operator')
            .select('id')
            .where('role', '=', 'owner')
            .where('status', '=', 'active')
            .execute(),
        )
        expect(owners).toHaveLength(1)
      }
    },
  )

  test('an owner who was just demoted no longer counts, even if the request was on its way', async () => {
    const [first, second, third] = [await signedIn(), await signedIn(), await signedIn()]
    await onlyOwners(first.id, second.id, third.id)
    await Promise.all([
      edit(first.browser, second.id, { email: second.email, role: 'support', version: '1' }),
      edit(second.browser, third.id, { email: third.email, role: 'support', version: '1' }),
      edit(third.browser, first.id, { email: first.email, role: 'support', version: '1' }),
    ])
    const left = await platform((trx) =>
      trx
        .selectFrom('platform.operator')
        .select('id')
        .where('id', 'in', [first.id, second.id, third.id])
        .where('role', '=', 'owner')
        .execute(),
    )
    expect(left.length).toBeGreaterThan(0)
  })
})

describe('what an owner does with another account', () => {
  test('another role ends its sessions and is written down', async () => {
    const owner = await signedIn()
    const clerk = await signedIn('finance')
    const { version } = (await rowOf(clerk.id))!
    const answer = await edit(owner.browser, clerk.id, {
      email: clerk.email,
      role: 'support',
      version: String(version),
    })
    expect(answer).toRedirectTo(`/admin/operator/view/${clerk.id}`)
    expect(await isIn(clerk.browser)).toBe(false)
    const [row] = await audited('operator.edited', clerk.id)
    expect(row).toMatchObject({
      actor_id: owner.id,
      before: { role: 'finance' },
      after: { role: 'support' },
    })
    const stale = await edit(owner.browser, clerk.id, { email: clerk.email, role: 'auditor', version: '1' })
    expect(stale.status).toBe(409)
  })

  test('a new name leaves the sessions alone', async () => {
    const [owner, clerk] = [await signedIn(), await signedIn('finance')]
    const version = await versionOf(clerk.id)
    await edit(owner.browser, clerk.id, { name: 'Nama Baharu', email: clerk.email, role: 'finance', version })
    expect(await isIn(clerk.browser)).toBe(true)
  })

  test('deactivating signs out at once, and activating lets in again', async () => {
    const [owner, clerk] = [await signedIn(), await signedIn('support')]
    await verb(owner.browser, 'status', clerk.id, { status: 'inactive' })
    expect(await isIn(clerk.browser)).toBe(false)
    expect(await (await signIn(web.visitor(mainHost), clerk.email)).text()).toContain('Account is inactive')
    await verb(owner.browser, 'status', clerk.id, { status: 'active' })
    expect(await signIn(clerk.browser, clerk.email)).toRedirectTo('/admin/dashboard')
  })

  test('removing takes account, sessions and codes, and leaves the name in the audit log', async () => {
    const owner = await signedIn()
    const gone = await secured(web)
    expect(await verb(owner.browser, 'remove', gone.id)).toRedirectTo('/admin/operator')
    expect(await rowOf(gone.id)).toBeUndefined()
    expect(await isIn(gone.browser)).toBe(false)
    expect(await audited('operator.removed', gone.id)).toMatchObject([{ before: { name: gone.name } }])
  })

  test('resetting the second factor of who lost everything: they set up a new one', async () => {
    const owner = await signedIn()
    const lost = await secured(web)
    expect(await verb(owner.browser, 'second-factor', lost.id)).toRedirectTo(/view/)
    expect(await isIn(lost.browser)).toBe(false)
    expect(await signIn(web.visitor(mainHost), lost.email)).toRedirectTo('/admin/dashboard')
    expect(await rowOf(lost.id)).toMatchObject({ totp_secret_sealed: null, totp_confirmed_at: null })
    expect(await audited('operator.second_factor_reset', lost.id)).toHaveLength(1)
  })
})

test('the list is searched, filtered, ordered, printed and exported', async () => {
  const { browser } = await signedIn()
  await addOperator({ name: 'Zaiton =HYPERLINK', email: 'zaiton@lunas.test', role: 'auditor' })
  const list = await (await browser.get('/admin/operator?q=zaiton&role=auditor&second_factor=off')).text()
  expect(list).toContain('zaiton@lunas.test')
  expect(await (await browser.get('/admin/operator?q=zaiton&second_factor=on')).text()).toContain(
    'Nothing matches',
  )
  const csv = await (await browser.get('/admin/operator/export/csv?q=zaiton')).text()
  expect(csv).toContain('zaiton@lunas.test')
  expect(csv).not.toMatch(/hash|sealed/)
  expect((await browser.get('/admin/operator/export/xlsx')).status).toBe(200)
  expect((await browser.get('/admin/operator/print')).status).toBe(200)
  expect((await browser.get('/admin/operator/view/0198f000-0000-7000-8000-000000000000')).status).toBe(404)
})
