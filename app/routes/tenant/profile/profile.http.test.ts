import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { type Accounts, openAccounts, type SignedIn } from '#tests/support/people/accounts.ts'
import { giveCode } from '#tests/support/people/codes.ts'
import { password } from '#tests/support/people/sign-in.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let kept: string
let person: Accounts['signedIn']
let browserOf: Accounts['browserOf']

beforeAll(async () => {
  ;({ web, tenant, kept, signedIn: person, browserOf } = await openAccounts())
})

const accountOf = ({ id }: SignedIn) =>
  tenant.read((db) =>
    db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const textOf = async (response: Response | Promise<Response>) => (await response).text()
const longAgo = () => new Date(Date.now() - 3_600_000)

describe('the profile', () => {
  test.each<[Role[], string[]]>([
    [['superadmin'], ['Owner', 'Position']],
    [['trainer'], ['Trainer', 'Specialisation']],
    [['parent'], ['Parent', 'Family code']],
    [
      ['trainer', 'parent'],
      ['Trainer, Parent', 'Specialisation', 'Family code'],
    ],
  ])('of %o shows what they are, with what belongs to it', async (roles, words) => {
    const one = await person(roles)
    const text = await textOf(one.get('/profile'))
    for (const word of [...words, one.email]) expect(text).toContain(word)
    expect(text).not.toContain(kept)
  })

  test('is a link in the frame of every page', async () => {
    const parent = await person(['parent'])
    expect(await textOf(parent.get('/dashboard'))).toMatch(/class="who">.*href="\/profile"/s)
  })

  test('saved untouched says that nothing was saved, and nothing was', async () => {
    const one = await person(['parent'])
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ phone: '+60123450001' })
        .where('id', '=', one.id)
        .executeTakeFirstOrThrow(),
    )
    const before = await accountOf(one)
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    expect(fields).toMatchObject({ phone: '012-345 0001' })
    expect(await one.post('/profile/edit', fields)).toRedirectTo('/profile')
    expect(await textOf(one.get('/profile'))).toContain('Nothing was changed')
    expect(await accountOf(one)).toEqual(before)
  })

  test('who is several things reads all of them beside their name, the widest first', async () => {
    const one = await person(['parent', 'trainer', 'clerk'])
    await one.get('/language/en?to=%2Fprofile')
    expect(await textOf(one.get('/dashboard'))).toContain('<span class="quiet">Clerk, Trainer, Parent</span>')
  })

  test('saved is saved; a phone at home is kept as it is dialled from abroad, and the language speaks at once', async () => {
    const one = await person(['parent'])
    await one.get('/language/en?to=%2Fprofile')
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    const changes = {
      name: 'Puan Rokiah',
      locale: 'my',
      home_phone: '03-5510 1234',
      postcode: '40000',
      state: 'Selangor',
    }
    expect(await one.post('/profile/edit', { ...fields, ...changes })).toRedirectTo('/profile')
    const text = await textOf(one.get('/profile'))
    for (const word of ['lang="ms', 'Puan Rokiah', '03-5510\u00a01234', '40000', 'Selangor'])
      expect(text).toContain(word)
    expect(fieldsOf(await textOf(one.get('/profile/edit')))).toMatchObject({
      home_phone: '03-5510 1234',
    })
  })

  test.each([
    [{ name: 'x' }, 'name'],
    [{ email: 'not an address' }, 'email'],
    [{ phone: '12345' }, 'phone'],
    [{ locale: 'xx' }, 'locale'],
    [{ preferred_channel: 'pigeon' }, 'preferred_channel'],
    [{ postcode: '1234' }, 'postcode'],
    [{ state: 'Atlantis' }, 'state'],
    [{ occupation: 'x'.repeat(101) }, 'occupation'],
  ])('%o is refused at its field', async (wrong, field) => {
    const one = await person(['parent'])
    const before = await accountOf(one)
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    const response = await one.post('/profile/edit', { ...fields, ...wrong })
    expect(response.status).toBe(422)
    expect(await response.text()).toMatch(
      new RegExp(`name="${field}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="${field}"`),
    )
    expect(await accountOf(one)).toEqual(before)
  })

  test('an address that somebody else has is refused at its field, and named no further', async () => {
    const [one, other] = [await person(), await person()]
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    const response = await one.post('/profile/edit', { ...fields, email: other.email.toUpperCase() })
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('An account with this e-mail address already exists')
  })

  test('columns that the form does not have are not written, whatever is posted', async () => {
    const [one, other] = [await person(['trainer']), await person()]
    const before = await accountOf(one)
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    const hostile = {
      roles: 'superadmin',
      'roles[0]': 'superadmin',
      role: 'superadmin',
      status: 'inactive',
      id: other.id,
      user_id: other.id,
      password_hash: 'x',
      password: 'x',
      avatar_file: 'aa/x.webp',
      created_by: other.id,
      deleted_at: '2020-01-01',
      last_login_at: '2020-01-01',
      created_at: '2020-01-01',
      updated_by: other.id,
      pay_rate_sen: '1',
      branch_ids: other.id,
      confirmed_at: '2099-01-01',
      family_code: 'X',
      parent_id: other.id,
    } // prettier-ignore
    expect(await one.post('/profile/edit', { ...fields, ...hostile, specialisation: 'Tajwid' })).toRedirectTo(
      '/profile',
    )
    const { version, updated_at, updated_by, locale_chosen, ...after } = await accountOf(one)
    expect(before).toMatchObject(after)
    expect(locale_chosen, 'the form shows the language').toBe(true)
    expect((await accountOf(other)).version).toBe(1)
    expect([version, updated_by]).toEqual([2, one.id])
    expect(updated_at).toBeInstanceOf(Date)
  })

  test('a new e-mail address asks for a proof and then arrives with all that was typed', async () => {
    const one = await person(['clerk'], { confirmed_at: longAgo() })
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    const typed = { ...fields, email: 'baharu-sekali@school.test', name: 'Nama Baharu' }
    const asked = await one.post('/profile/edit', typed)
    expect(asked.status).toBe(403)
    expect((await accountOf(one)).version).toBe(1)
    const answer = { ...fieldsOf(await asked.text()), password }
    const confirmed = await one.post('/confirm', answer)
    expect(confirmed.status).toBe(307)
    expect(await one.post(confirmed.headers.get('location')!, answer)).toRedirectTo('/profile/contact')
    expect(await accountOf(one)).toMatchObject({ email: one.email, name: 'Nama Baharu', version: 2 })
  })

  test('a new phone waits, takes its code and can be given up, all without scripts', async () => {
    const one = await person(['parent'])
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    const typed = { ...fields, phone: '019-777 1234' }
    expect(await one.post('/profile/edit', typed)).toRedirectTo('/profile/contact')
    const page = await textOf(one.get('/profile/contact'))
    expect(page).toContain('019-777\u00a01234')
    expect(page).toContain('Send code by SMS')
    expect(await textOf(one.get('/profile'))).toContain('is not confirmed yet')
    const ask = { kind: 'phone', channel: 'sms' }
    expect(await one.post('/profile/contact/send', ask)).toRedirectTo('/profile/contact')
    expect(await textOf(one.get('/profile/contact'))).toContain('The code is on its way')
    expect(await one.post('/profile/contact/send', ask)).toRedirectTo('/profile/contact')
    expect(await textOf(one.get('/profile/contact'))).toContain('wait a minute')
    await tenant.write((trx) => giveCode(trx, '+60197771234'))
    const wrong = await one.post('/profile/contact', { code: '000000' })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('check the code')
    expect(await one.post('/profile/contact', { code: '271828' })).toRedirectTo('/profile')
    expect(await textOf(one.get('/profile'))).toContain(
      '<span class="number">019-777 1234</span> is confirmed. We use it from now on.',
    )
    expect(await accountOf(one)).toMatchObject({ phone: '+60197771234' })
    const again = fieldsOf(await textOf(one.get('/profile/edit')))
    await one.post('/profile/edit', { ...again, phone: '019-777 5678' })
    expect(await one.post('/profile/contact/cancel', { kind: 'phone' })).toRedirectTo('/profile/contact')
    expect(await one.get('/profile/contact')).toRedirectTo('/profile')
    expect(await accountOf(one)).toMatchObject({ phone: '+60197771234' })
  })

  test('a phone that another account has proven can only be replaced or given up', async () => {
    const one = await person(['parent'])
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    await one.post('/profile/edit', { ...fields, phone: '019-777 4321' })
    await tenant.write((trx) =>
      trx
        .updateTable('contact_claim')
        .set({ taken_at: new Date() })
        .where('user_id', '=', one.id)
        .executeTakeFirstOrThrow(),
    )
    expect(await textOf(one.get('/profile'))).toContain('See what you can do')
    const page = await textOf(one.get('/profile/contact'))
    expect(page).toContain('Another account here has confirmed')
    expect(page).toMatch(/href="\/profile\/edit"[^>]*>Enter another</)
    expect(page).not.toContain('Send code by SMS')
  })

  test('saved in another language than the account’s keeps the language it was read in', async () => {
    const one = await person(['parent'])
    await one.get('/language/my')
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    expect(fields).toMatchObject({ locale: 'my' })
    expect(await one.post('/profile/edit', fields)).toRedirectTo('/profile')
    expect(await accountOf(one)).toMatchObject({ locale: 'my' })
  })

  test('another name asks for none', async () => {
    const one = await person(['clerk'], { confirmed_at: longAgo() })
    const fields = fieldsOf(await textOf(one.get('/profile/edit')))
    expect(await one.post('/profile/edit', { ...fields, name: 'Nama Lain' })).toRedirectTo('/profile')
  })
})

describe('the password', () => {
  const fresh = 'kuih lapis pandan 77'
  const typed = { current_password: password, password: fresh, password_confirmation: fresh }

  test('changed, ends every other session within their next request, and gives this one a new token', async () => {
    const one = await person()
    const other = await browserOf(one.id, one.email)
    const old = one.cookies.get('lunas')!
    expect((await other.get('/profile')).status).toBe(200)
    expect(await one.post('/profile/password', typed)).toRedirectTo('/profile')
    expect(one.cookies.get('lunas')).not.toBe(old)
    expect(await textOf(one.get('/profile'))).toContain('Your password was changed')
    expect(await other.get('/profile')).toRedirectTo(/^\/login/)
    const copy = web.visitor(tenant)
    copy.cookies.set('lunas', old)
    expect(await copy.get('/profile')).toRedirectTo(/^\/login/)
    const again = web.visitor(tenant)
    expect((await again.post('/login', { email: one.email, password })).status).not.toBe(302)
    expect(await again.post('/login', { email: one.email, password: fresh })).toRedirectTo('/dashboard')
  })

  test.each([
    [{ current_password: 'salah' }, 422, /password invalid/i],
    [{ current_password: '' }, 422, /fill this in/],
    [{ password: 'pendek', password_confirmation: 'pendek' }, 422, /at least/],
    [{ password_confirmation: 'lain sekali 99' }, 422, /not the same/],
  ])('%o is refused, and nothing that was typed comes back', async (wrong, status, words) => {
    const one = await person()
    const response = await one.post('/profile/password', { ...typed, ...wrong })
    expect(response.status).toBe(status)
    const text = await response.text()
    expect(text).toMatch(words)
    for (const secret of [password, fresh, 'pendek', 'salah', 'lain sekali'])
      expect(text).not.toContain(`"${secret}`)
    expect((await accountOf(one)).password_hash).toBe(kept)
  })

  test('the first one asks for another proof, and is not lost over it', async () => {
    const one = await person(['clerk'], { confirmed_at: longAgo() })
    await tenant.write((trx) =>
      trx.updateTable('user_account').set({ password_hash: null }).where('id', '=', one.id).execute(),
    )
    expect(await textOf(one.get('/profile/password'))).not.toContain('name="current_password"')
    const asked = await one.post('/profile/password', { password: fresh, password_confirmation: fresh })
    expect(asked.status).toBe(403)
    expect(await asked.text()).not.toContain(fresh)
    expect((await accountOf(one)).password_hash).toBeNull()
    const just = await browserOf(one.id, one.email)
    expect(
      await just.post('/profile/password', { password: fresh, password_confirmation: fresh }),
    ).toRedirectTo('/profile')
    expect((await accountOf(one)).password_hash).toMatch(/^\$argon2id/)
  })
})

describe('sessions', () => {
  test('are listed with device, place and time, and can be ended one by one or all at once', async () => {
    const one = await person()
    const [second, third, fourth] = [
      await browserOf(one.id, one.email),
      await browserOf(one.id, one.email),
      await browserOf(one.id, one.email),
    ]
    const text = await textOf(one.get('/profile/session'))
    expect(text.match(/Chrome · Windows/g)).toHaveLength(4)
    expect(text.match(/This one/g)).toHaveLength(1)
    expect(text).not.toContain(`/profile/session/end/${one.session}`)
    expect(await one.post(`/profile/session/end/${second.session}`)).toRedirectTo('/profile/session')
    expect(await second.get('/profile')).toRedirectTo(/^\/login/)
    expect((await third.get('/profile')).status).toBe(200)
    expect(await one.post('/profile/session/end-others')).toRedirectTo('/profile/session')
    expect(await textOf(one.get('/profile/session'))).toContain('2 other sessions were signed out')
    expect(await third.get('/profile')).toRedirectTo(/^\/login/)
    expect(await fourth.get('/profile')).toRedirectTo(/^\/login/)
    expect((await one.get('/profile')).status).toBe(200)
    const entries = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'object_id', 'after'])
        .where('actor_id', '=', one.id)
        .where('action', 'like', 'session.%')
        .orderBy('position')
        .execute(),
    )
    expect(entries).toEqual([
      { action: 'session.ended', object_id: second.session, after: null },
      { action: 'session.others_ended', object_id: one.id, after: { ended: 2 } },
    ])
  })

  test('of somebody else are neither seen nor ended', async () => {
    const [one, other] = [await person(), await person()]
    expect(await textOf(one.get('/profile/session'))).not.toContain(other.session)
    expect((await one.post(`/profile/session/end/${other.session}`)).status).toBe(404)
    await one.post('/profile/session/end-others')
    expect((await other.get('/profile')).status).toBe(200)
  })

  test('that are over are not listed', async () => {
    const one = await person()
    const idle = await browserOf(one.id, one.email)
    await tenant.write((trx) =>
      trx
        .updateTable('session')
        .set({ last_used_at: new Date(Date.now() - 20 * 86_400_000) })
        .where('id', '=', idle.session)
        .execute(),
    )
    expect(await textOf(one.get('/profile/session'))).not.toContain(idle.session)
  })
})

describe('the login log', () => {
  test('tells the reader’s own ways in, in words, by filter and page', async () => {
    const [one, other] = [await person(), await person()]
    await web.visitor(tenant).post('/login', { email: one.email, password: 'salah' })
    await web.visitor(tenant).post('/login', { email: other.email, password: 'salah' })
    await web.visitor(tenant).post('/login', { email: one.email, password }, { 'user-agent': 'curl/8.5.0' })
    const text = await textOf(one.get('/profile/log'))
    for (const words of [
      'Invalid credentials',
      'Signed in',
      'E-mail and password',
      'curl',
      '192.0.2.1',
      '2 entries',
    ])
      expect(text).toContain(words)
    expect(await textOf(one.get('/profile/log?outcome=failed'))).not.toContain('curl')
    expect(await textOf(one.get('/profile/log?outcome=success'))).not.toContain('Invalid credentials')
    expect(await textOf(one.get('/profile/log?method=phone'))).toContain('Nothing matches')
    expect(await textOf(one.get('/profile/log?to=2020-01-01'))).toContain('Nothing matches')
    expect(await textOf(one.get('/profile/log?limit=1&page=2'))).toContain('Invalid credentials')
  })
})

describe('who is more than one thing looks at it as one of them', () => {
  test('and sees what that one may see, never more', async () => {
    const both = await person(['clerk', 'parent'])
    const menu = await textOf(both.get('/dashboard'))
    expect(menu).toContain('action="/profile/switch"')
    expect((await both.get('/category')).status).toBe(200)
    const old = both.cookies.get('lunas')
    expect(await both.post('/profile/switch', { profile: 'parent' })).toRedirectTo('/dashboard')
    expect(both.cookies.get('lunas')).not.toBe(old)
    expect((await both.get('/category')).status).toBe(403)
    expect((await both.get('/profile')).status).toBe(200)
    for (const profile of ['trainer', 'superadmin', 'operator', '']) {
      await both.post('/profile/switch', { profile })
      expect((await both.get('/category')).status).toBe(403)
    }
    await both.post('/profile/switch', { profile: 'all' })
    expect((await both.get('/category')).status).toBe(200)
    expect((await both.get('/category/new')).status).toBe(403)
  })

  test('what is narrowed stays so over other pages and is this session’s alone', async () => {
    const both = await person(['clerk', 'parent'])
    const other = await browserOf(both.id, both.email)
    await both.post('/profile/switch', { profile: 'parent', to: '/invoice' })
    expect((await other.get('/category')).status).toBe(200)
    expect((await both.get('/category')).status).toBe(403)
  })

  test('who is one thing has no switch, and cannot use it', async () => {
    const clerk = await person(['clerk'])
    expect(await textOf(clerk.get('/dashboard'))).not.toContain('/profile/switch')
    await clerk.post('/profile/switch', { profile: 'parent' })
    expect((await clerk.get('/category')).status).toBe(200)
  })

  test('a role that is taken away is not kept by the profile that it gave', async () => {
    const both = await person(['superadmin', 'parent'])
    await both.post('/profile/switch', { profile: 'staff' })
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['parent'] })
        .where('id', '=', both.id)
        .execute(),
    )
    expect((await both.get('/category')).status).toBe(403)
  })
})
