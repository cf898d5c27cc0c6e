import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, giveCode, letPass, newPhone } from '#tests/support/people/codes.ts'
import { cheapHash, password } from '#tests/support/people/sign-in.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser, newSession } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let kept: string
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  kept = cheapHash(password)
})
beforeEach(() => forgetCounts(tenant))

interface Person {
  id: string
  phone: string | null
  browser: Browser
}

/** Somebody who signed in by phone some time ago, without a password unless they are given one. */
async function person(given: Parameters<typeof user>[1] = {}): Promise<Person> {
  const phone = given.phone === undefined ? newPhone() : given.phone
  const row = { roles: ['parent'], password_hash: null, ...given, phone }
  const { id } = await tenant.write((trx) => user(trx, row))
  return { id, phone, browser: await another(id) }
}

/** One more browser in which somebody is signed in. */
async function another(user_id: string): Promise<Browser> {
  const { token, row } = newSession({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
  await tenant.write((trx) =>
    trx
      .insertInto('session')
      .values({ ...row, user_id, method: 'phone' })
      .execute(),
  )
  const browser = web.visitor(tenant)
  browser.cookies.set('lunas', token)
  return browser
}

const given = (address: string, code = '271828') => tenant.write((trx) => giveCode(trx, address, code))
const chosen = 'hujan petang tadi'
const passwordFields = { password: chosen, password_confirmation: chosen }
const hasPassword = async ({ id }: Person) => {
  const { password_hash } = await tenant.write((trx) =>
    trx.selectFrom('user_account').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return password_hash !== null
}

/** Wants to set a first password and is asked who they are: the fields of the page that asks. */
async function asked({ browser }: Person) {
  const response = await browser.post('/profile/password', passwordFields)
  expect(response.status).toBe(403)
  const text = await response.text()
  expect(text).not.toContain(chosen)
  return { text, fields: fieldsOf(text) }
}

/** Presses the button that sends a code. */
async function sent({ browser }: Person, fields: Record<string, string>, send = 'sms') {
  const response = await browser.post('/confirm', { ...fields, send })
  expect(response.status).toBe(200)
  const text = await response.text()
  return { text, fields: fieldsOf(text) }
}

describe('the first password of who signs in by phone', () => {
  test('is set after a code, and what was filled in survives asking, a wrong code and another code', async () => {
    const who = await person()
    const first = await asked(who)
    expect(first.text).toContain('value="sms"')
    expect(first.text).toContain('value="whatsapp"')
    const code = await sent(who, first.fields)
    expect(code.text).toContain(`0${who.phone!.slice(3, 5)}-`)
    expect(code.fields).toMatchObject({ by: 'code', code: '', to: '/profile/password' })
    await given(who.phone!)

    const wrong = await who.browser.post('/confirm', { ...code.fields, code: '000000' })
    expect(wrong.status).toBe(422)
    const wrongText = await wrong.text()
    expect(wrongText).toMatch(/id="[^"]*code-error"[^>]*><span[^>]*>Error<!-- -->: <\/span>OTP is invalid/)
    expect(wrongText).not.toContain('000000')

    await letPass(tenant, 61)
    const again = await sent(who, fieldsOf(wrongText))
    expect(again.text).toContain('Another code is on its way')
    await given(who.phone!, '161803')
    const old = await who.browser.post('/confirm', { ...again.fields, code: '271828' })
    expect(old.status).toBe(422)

    const token = who.browser.cookies.get('lunas')
    const right = await who.browser.post('/confirm', { ...fieldsOf(await old.text()), code: '161 803' })
    expect(right.status).toBe(307)
    expect(right.headers.get('location')).toBe('/profile/password')
    expect(who.browser.cookies.get('lunas')).not.toBe(token)
    expect(who.browser.cookies.has('pending')).toBe(false)
    expect(await hasPassword(who)).toBe(false)
    const done = await who.browser.post('/profile/password', again.fields)
    expect(done).toRedirectTo('/profile')
    expect(await hasPassword(who)).toBe(true)
    expect((await who.browser.get('/profile')).status).toBe(200)
  })

  test('is not set without the code, however often the sealed form is sent', async () => {
    const who = await person()
    const { fields } = await asked(who)
    expect((await who.browser.post('/profile/password', fields)).status).toBe(403)
    await sent(who, fields)
    expect((await who.browser.post('/profile/password', fields)).status).toBe(403)
    for (const attempt of [{ by: 'code' }, { by: 'code', code: '' }, { by: 'password', password }, {}])
      expect((await who.browser.post('/confirm', { ...fields, ...attempt })).status).toBe(422)
    expect(await hasPassword(who)).toBe(false)
  })
})

describe('a code on the page', () => {
  test('of another browser of the same person does not confirm this one', async () => {
    const who = await person()
    const other = await another(who.id)
    const { fields } = await sent(who, (await asked(who)).fields)
    await given(who.phone!)
    other.cookies.set('pending', who.browser.cookies.get('pending')!)
    const answer = await other.post('/confirm', { to: '/profile', by: 'code', code: '271828' })
    expect(answer.status).toBe(422)
    expect((await who.browser.post('/confirm', { ...fields, code: '271828' })).status).toBe(307)
  })

  test('that lets somebody in does not confirm', async () => {
    const who = await person()
    const visitor = web.visitor(tenant)
    expect(await visitor.post('/login/phone', { phone: who.phone!, channel: 'sms' })).toRedirectTo(
      /^\/login\/phone\/code/,
    )
    await given(who.phone!)
    who.browser.cookies.set('pending', visitor.cookies.get('pending')!)
    const answer = await who.browser.post('/confirm', { to: '/profile', by: 'code', code: '271828' })
    expect(answer.status).toBe(422)
  })

  test('that confirms lets nobody in', async () => {
    const who = await person()
    await sent(who, (await asked(who)).fields)
    await given(who.phone!)
    const visitor = web.visitor(tenant)
    visitor.cookies.set('pending', who.browser.cookies.get('pending')!)
    // To where a number is asked for: nothing waits for a code here.
    expect(await visitor.post('/login/phone/code', { code: '271828' })).toRedirectTo('/login/phone')
    expect(visitor.cookies.has('lunas')).toBe(false)
  })

  test('says at the field that it is used up, and after that still sends another', async () => {
    const who = await person()
    let { fields } = await sent(who, (await asked(who)).fields)
    await given(who.phone!)
    let text = ''
    for (let n = 0; n < 5; n++) {
      text = await (await who.browser.post('/confirm', { ...fields, code: '000000' })).text()
      fields = fieldsOf(text)
    }
    expect(text).toMatch(
      /id="[^"]*code-error"[^>]*><span[^>]*>Error<!-- -->: <\/span>This code does not work any more/,
    )
    expect((await who.browser.post('/confirm', { ...fields, code: '271828' })).status).toBe(422)
    const early = await who.browser.post('/confirm', { ...fields, send: 'sms' })
    expect(early.status).toBe(429)
    const said = await early.text()
    expect(said).toContain('Please wait a minute')
    expect(fieldsOf(said)).toMatchObject({ by: 'code', kept_form: fields.kept_form })
    await letPass(tenant, 61)
    fields = (await sent(who, fieldsOf(said))).fields
    await given(who.phone!)
    expect((await who.browser.post('/confirm', { ...fields, code: '271828' })).status).toBe(307)
  })

  test('may be typed after the page was loaded again', async () => {
    const who = await person()
    await sent(who, { to: '/profile/password' })
    const text = await (await who.browser.get('/confirm?to=%2Fprofile%2Fpassword')).text()
    expect(fieldsOf(text)).toMatchObject({ by: 'code', to: '/profile/password' })
    await given(who.phone!)
    const right = await who.browser.post('/confirm', { ...fieldsOf(text), code: '271828' })
    expect(right).toRedirectTo('/profile/password')
  })
})

describe('who can do what', () => {
  test('has a password and a phone: either, and from one to the other with the form kept', async () => {
    const who = await person({ password_hash: kept })
    const response = await who.browser.post('/profile/edit', await editFields(who))
    expect(response.status).toBe(403)
    const text = await response.text()
    expect(fieldsOf(text)).toMatchObject({ by: 'password', password: '' })
    const code = await sent(who, fieldsOf(text))
    const back = await who.browser.post('/confirm', { ...code.fields, show: 'password' })
    expect(back.status).toBe(200)
    const fields = fieldsOf(await back.text())
    expect(fields).toMatchObject({ by: 'password', kept_form: code.fields.kept_form })
    const wrong = await who.browser.post('/confirm', { ...fields, password: 'salah' })
    expect(fieldsOf(await wrong.text())).toMatchObject({ by: 'password' })
    expect((await who.browser.post('/confirm', { ...fields, password })).status).toBe(307)
  })

  test('has neither phone nor mailbox that we reach: is told to sign in anew', async () => {
    const who = await person({ phone: '+60355101234', email: null })
    const { text, fields } = await asked(who)
    expect(text).toContain('no way to send you a code')
    expect(text).toContain('action="/logout"')
    expect(fields).toEqual({})
    expect((await who.browser.post('/confirm', { to: '/', send: 'sms' })).status).toBe(403)
  })

  test('has a mailbox alone: a code by mail, and by nothing else', async () => {
    const who = await person({ phone: null, email: 'peti@school.test' })
    const { text, fields } = await asked(who)
    expect(text).not.toContain('value="sms"')
    expect((await who.browser.post('/confirm', { ...fields, send: 'sms' })).status).toBe(403)
    const code = await sent(who, fields, 'email')
    expect(code.text).toContain('peti@school.test')
    await given('peti@school.test')
    expect((await who.browser.post('/confirm', { ...code.fields, code: '271828' })).status).toBe(307)
  })

  test('has confirmed in another window meanwhile: the form goes on', async () => {
    const who = await person({ password_hash: kept })
    const text = await (await who.browser.post('/profile/edit', await editFields(who))).text()
    expect(await who.browser.post('/confirm', { to: '/profile', password })).toRedirectTo('/profile')
    const answer = await who.browser.post('/confirm', { ...fieldsOf(text), password: 'salah' })
    expect(answer.status).toBe(307)
  })
})

test('an operator gets no code by message: the password alone opens', async () => {
  const operator = await web.operator('owner')
  const answer = await operator.post('/admin/confirm', { to: '/admin/dashboard', send: 'sms' })
  expect(answer.headers.get('set-cookie') ?? '').not.toContain('pending')
})

/** The profile's form with another number in it, which asks for a proof. */
async function editFields({ browser }: Person) {
  const fields = fieldsOf(await (await browser.get('/profile/edit')).text())
  return { ...fields, phone: newPhone() }
}
