import { createHash } from 'node:crypto'
import { data } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { formOf } from '#app/server/forms/form-data.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { cheapHash, password } from '#tests/support/people/sign-in.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import {
  type App,
  app,
  type Browser,
  builtProduct,
  builtServer,
  newSession,
  withRoutes,
} from '#tests/support/product/http.ts'

/** What the routes of this test were given. */
const seen = vi.fn<(form: string[][]) => void>()
const looked = vi.fn()
const page = () => null
const post = async ({ request }: { request: Request }) => {
  seen([...(await formOf(request))].map(([name, value]) => [name, String(value)]))
  return data(null)
}
const verb = async (args: { request: Request }) => {
  await post(args)
  return new Response('done')
}
const { Refusal } = await builtServer()
/** A change that asks only when it is told `secret`. */
const mayAsk = async ({
  request,
  context,
}: Parameters<typeof post>[0] & { context: { session: object } }) => {
  const form = await formOf(request)
  const { confirmed } = context.session as { confirmed: boolean }
  if (form.get('what') === 'secret' && !confirmed) throw new Refusal('confirm_required')
  seen([...form].map(([name, value]) => [name, String(value)]))
  return data(null)
}

let web: App
let tenant: Tenant
let kept: string

beforeAll(async () => {
  const module = (confirm: string, access: string, action: unknown = post) => ({
    handle: { access, confirm },
    loader: () => {
      looked()
      return data(null)
    },
    action,
    default: page,
  })
  const routes = {
    'routes/tenant/zz-view': { path: 'zz/view', module: module('view', 'signed-in') },
    'routes/tenant/zz-change': { path: 'zz/change', module: module('change', 'profile.edit') },
    'routes/tenant/zz-other': { path: 'zz/other', module: module('change', 'profile.edit') },
    'routes/tenant/zz-maybe': { path: 'zz/maybe', module: module('on-refusal', 'profile.edit', mayAsk) },
    'routes/tenant/zz-verb': {
      path: 'zz/verb',
      module: { handle: { access: 'profile.edit', confirm: 'change' }, action: verb },
    },
    'routes/main/zz-change': { path: 'admin/zz', module: module('change', 'operator') },
  }
  web = await app({ build: withRoutes(await builtProduct(), routes) })
  tenant = await freshTenant()
  kept = cheapHash(password)
})
beforeEach(() => {
  seen.mockClear()
  looked.mockClear()
})

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Somebody who proved who they are this many minutes ago. */
async function person(minutes: number, password_hash: string | null = kept): Promise<Browser> {
  const { token, row } = newSession({ confirmed_at: ago(minutes) })
  await tenant.write(async (trx) => {
    const { id } = await user(trx, { roles: ['clerk'], password_hash })
    await trx
      .insertInto('session')
      .values({ ...row, user_id: id })
      .execute()
  })
  const browser = web.visitor(tenant)
  browser.cookies.set('lunas', token)
  return browser
}

/** Sends on a form as a browser does that is told 307: the same fields to the new address. */
async function follow(browser: Browser, response: Response, fields: Record<string, string>) {
  expect(response.status).toBe(307)
  return browser.post(response.headers.get('location')!, fields)
}

describe('a page that asks before it is looked at', () => {
  test('opens within ten minutes of the proof, and leads to the question after', async () => {
    const fresh = await person(9.9)
    expect((await fresh.get('/zz/view')).status).toBe(200)
    const late = await person(10.1)
    expect(await late.get('/zz/view?tab=2')).toRedirectTo('/confirm?to=%2Fzz%2Fview%3Ftab%3D2')
    expect(looked).toHaveBeenCalledTimes(1)
  })

  test('opens with the password, under a new token, and the old token is dead', async () => {
    const late = await person(11)
    const old = late.cookies.get('lunas')!
    const asked = fieldsOf(await (await late.get('/confirm?to=%2Fzz%2Fview%3Ftab%3D2')).text())
    expect(asked).toMatchObject({ to: '/zz/view?tab=2', password: '' })
    expect(await late.post('/confirm', { ...asked, password })).toRedirectTo('/zz/view?tab=2')
    expect(late.cookies.get('lunas')).not.toBe(old)
    expect((await late.get('/zz/view?tab=2')).status).toBe(200)
    const thief = web.visitor(tenant)
    thief.cookies.set('lunas', old)
    expect(await thief.get('/zz/view')).toRedirectTo(/^\/login/)
  })

  test('does not open with a wrong one', async () => {
    const late = await person(11)
    const old = late.cookies.get('lunas')!
    const response = await late.post('/confirm', { to: '/zz/view', password: 'salah sekali' })
    expect(response.status).toBe(422)
    const text = await response.text()
    expect(text).toMatch(/password invalid/i)
    expect(text).not.toContain('salah sekali')
    expect(late.cookies.get('lunas')).toBe(old)
    expect(await late.get('/zz/view')).toRedirectTo(/^\/confirm/)
  })

  test('after five wrong ones not even with the right one', async () => {
    const late = await person(11)
    for (let time = 0; time < 5; time++)
      expect((await late.post('/confirm', { to: '/', password: `salah ${time}` })).status).toBe(422)
    const response = await late.post('/confirm', { to: '/zz/view', password })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Too many wrong passwords')
  })

  test('sends nobody to another host', async () => {
    for (const to of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      '/..//evil.test',
      'javascript:alert(1)',
    ]) {
      const late = await person(11)
      expect(await late.post('/confirm', { to, password })).toRedirectTo('/dashboard')
      expect(await (await person(1)).get(`/confirm?to=${encodeURIComponent(to)}`)).toRedirectTo('/dashboard')
    }
  })
})

const typed = [
  ['name', 'Aminah "& <b>'],
  ['items[0].name', 'satu'],
  ['items[0].name', 'dua'],
  ['password', 'RAHSIA-BAHARU'],
  ['to', '/somewhere'],
  ['kosong', ''],
]

describe('a form that needs a proof first', () => {
  test.each(['/zz/change?tab=3', '/zz/verb', '/zz/view'])(
    '%s is done at once when there is one',
    async (path) => {
      const fresh = await person(1)
      await fresh.post(path, new URLSearchParams(typed))
      expect(seen).toHaveBeenCalledExactlyOnceWith(typed)
    },
  )

  test.each(['/zz/change?tab=3', '/zz/verb', '/zz/view'])(
    '%s arrives whole after the question, its secrets never shown',
    async (path) => {
      const late = await person(11)
      const response = await late.post(path, new URLSearchParams(typed))
      expect(response.status).toBe(403)
      const text = await response.text()
      expect(text).toContain('action="/confirm"')
      for (const secret of ['RAHSIA', 'Aminah', 'satu']) expect(text).not.toContain(secret)
      expect(seen).not.toHaveBeenCalled()

      const wrong = await late.post('/confirm', { ...fieldsOf(text), password: 'salah' })
      expect(wrong.status).toBe(422)
      const asked = { ...fieldsOf(await wrong.text()), password }
      expect(asked).toMatchObject({ to: path, kept_form: expect.stringMatching(/^v1\./) })
      const confirmed = await late.post('/confirm', asked)
      expect(confirmed.headers.get('location')).toBe(path)
      await follow(late, confirmed, asked)
      expect(seen).toHaveBeenCalledExactlyOnceWith(typed)
    },
  )

  test('is kept for its own session and address', async () => {
    const late = await person(11)
    const text = await (await late.post('/zz/change', new URLSearchParams(typed))).text()
    const { kept_form } = fieldsOf(text)
    const stranger = await person(1)
    expect((await stranger.post('/zz/change', { kept_form: kept_form! })).status).toBe(422)
    await late.post('/confirm', { to: '/zz/change', password })
    expect((await late.post('/zz/other', { kept_form: kept_form! })).status).toBe(422)
    for (const broken of ['', 'x', 'v1.x.y', kept_form!.slice(0, -3), `${kept_form}x`])
      expect((await late.post('/zz/change', { kept_form: broken })).status, broken).toBe(422)
    expect(seen).not.toHaveBeenCalled()
    await late.post('/zz/change', { kept_form: kept_form! })
    expect(seen).toHaveBeenCalledExactlyOnceWith(typed)
  })

  test('is not done by who only has the sealed field and no proof', async () => {
    const late = await person(11)
    const asked = fieldsOf(await (await late.post('/zz/change', new URLSearchParams(typed))).text())
    const again = await late.post('/zz/change', asked)
    expect(again.status).toBe(403)
    expect(seen).not.toHaveBeenCalled()
    const twice = fieldsOf(await again.text())
    const confirmed = await late.post('/confirm', { ...twice, password })
    await follow(late, confirmed, twice)
    expect(seen).toHaveBeenCalledExactlyOnceWith(typed)
  })

  test('asks only where the change itself says so', async () => {
    const late = await person(11)
    expect((await late.post('/zz/maybe', { what: 'harmless' })).status).toBe(200)
    const asked = await late.post('/zz/maybe', { what: 'secret', more: 'x' })
    expect(asked.status).toBe(403)
    const fields = { ...fieldsOf(await asked.text()), password }
    await follow(late, await late.post('/confirm', fields), fields)
    expect(seen.mock.calls).toEqual([
      [[['what', 'harmless']]],
      [
        [
          ['what', 'secret'],
          ['more', 'x'],
        ],
      ],
    ])
  })

  test('looking at it asks nothing', async () => {
    const late = await person(11)
    expect((await late.get('/zz/change')).status).toBe(200)
  })
})

test('who has no password is offered a code, and a password proves nothing', async () => {
  const late = await person(11, null)
  const text = await (await late.get('/confirm?to=%2Fzz%2Fview')).text()
  expect(text).toContain('name="send" value="email"')
  expect(text).not.toContain('name="password"')
  expect((await late.post('/confirm', { to: '/zz/view', password })).status).toBe(422)
})

test('who is not signed in is asked to', async () => {
  const visitor = web.visitor(tenant)
  expect(await visitor.get('/confirm?to=%2Fprofile')).toRedirectTo(/^\/login/)
  expect(await visitor.post('/confirm', { to: '/profile', password })).toRedirectTo('/login')
})

test('an operator is asked on the main host, in the same way', async () => {
  const operator = await web.operator('owner')
  const set = (values: object) =>
    withPlatform(tenant.database.pool, async (trx) => {
      const row = await trx
        .updateTable('platform.operator_session')
        .set({ confirmed_at: ago(11) })
        .where('token_hash', '=', hashOf(operator.cookies.get('lunas')!))
        .returning('operator_id')
        .executeTakeFirstOrThrow()
      await trx.updateTable('platform.operator').set(values).where('id', '=', row.operator_id).execute()
    })
  await set({ password_hash: kept })
  const response = await operator.post('/admin/zz', new URLSearchParams(typed))
  expect(response.status).toBe(403)
  const asked = { ...fieldsOf(await response.text()), password }
  const old = operator.cookies.get('lunas')
  const confirmed = await operator.post('/admin/confirm', asked)
  expect(operator.cookies.get('lunas')).not.toBe(old)
  await follow(operator, confirmed, asked)
  expect(seen).toHaveBeenCalledExactlyOnceWith(typed)
})
