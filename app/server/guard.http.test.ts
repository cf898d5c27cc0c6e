import { data } from '@remix-run/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type App, app, type Browser, builtProduct, mainHost, withRoutes } from '#tests/support/http.ts'
import { freshTenant, type Tenant } from '#tests/support/tenant.ts'
import type { Access, Profile } from './gate.ts'

const looked = vi.fn(() => data(null))
const changed = vi.fn(() => data(null))
const page = () => null

/** A page and a resource for each kind of access, on both sides. */
const kinds: [string, Access | undefined][] = [
  ['undeclared', undefined],
  ['guest', 'guest'],
  ['signed-in', 'signed-in'],
  ['tenant', 'category.view'],
  ['operator', 'operator'],
  ['admin', 'admin.collection.view'],
]

let tenant: Tenant
let web: App
let people: Record<'tenant' | 'main', Record<Exclude<Profile, never>, Browser>>

beforeAll(async () => {
  tenant = await freshTenant()
  const routes = kinds.map(([name, access]) => {
    const handle = access === undefined ? {} : { handle: { access } }
    return [
      `routes/shared/zz-${name}`,
      { path: `zz/${name}`, module: { ...handle, loader: looked, action: changed, default: page } },
    ]
  })
  const resources = kinds.map(([name, access]) => {
    const handle = access === undefined ? {} : { handle: { access } }
    const answer = (seen: () => unknown) => () => {
      seen()
      return new Response('ok')
    }
    return [
      `routes/shared/zr-${name}`,
      { path: `zr/${name}`, module: { ...handle, loader: answer(looked), action: answer(changed) } },
    ]
  })
  web = await app({ build: withRoutes(await builtProduct(), Object.fromEntries([...routes, ...resources])) })
  const nobody = async (browser: Browser, deactivate: () => Promise<unknown>) => {
    await deactivate()
    return browser
  }
  const formerUser = await web.signedInAs(tenant, 'trainer')
  const trainer = await tenant.actor('trainer')
  const formerOperator = await web.operator('auditor')
  people = {
    tenant: {
      none: web.visitor(tenant),
      nobody: await nobody(formerUser, () =>
        tenant.write((trx) =>
          trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '=', trainer.id).execute(),
        ),
      ),
      user: await web.signedInAs(tenant, 'superadmin'),
      operator: web.visitor(tenant),
    },
    main: {
      none: web.visitor(mainHost),
      nobody: await nobody(formerOperator, async () => {
        const { inPlatform } = await import('#db/in-place.ts')
        await inPlatform(tenant.database.pool, (trx) =>
          trx
            .updateTable('platform.operator')
            .set({ status: 'inactive' })
            .where('role', '=', 'auditor')
            .execute(),
        )
      }),
      user: web.visitor(mainHost),
      operator: await web.operator('owner'),
    },
  }
})

/** What the guard of the specification answers; `ends` when the session's cookie must go. */
type Answer = 'proceeds' | 'refused' | { to: string; ends?: true }
const login = { to: '/login' }
const adminLogin = { to: '/admin/login' }

const table: { side: 'tenant' | 'main'; profile: Profile; kind: string; answer: Answer }[] = [
  ...rows('tenant', 'none', ['refused', 'proceeds', login, login, adminLogin, adminLogin]),
  ...rows('tenant', 'nobody', [
    'refused',
    'proceeds',
    ended(login),
    ended(login),
    ended(adminLogin),
    ended(adminLogin),
  ]),
  ...rows('tenant', 'user', [
    'refused',
    'proceeds',
    'proceeds',
    'proceeds',
    { to: '/dashboard' },
    { to: '/dashboard' },
  ]),
  ...rows('main', 'none', ['refused', 'proceeds', login, login, adminLogin, adminLogin]),
  ...rows('main', 'nobody', [
    'refused',
    'proceeds',
    ended(login),
    ended(login),
    ended(adminLogin),
    ended(adminLogin),
  ]),
  ...rows('main', 'operator', [
    'refused',
    'proceeds',
    'proceeds',
    { to: '/admin/dashboard' },
    'proceeds',
    'proceeds',
  ]),
]

function rows(side: 'tenant' | 'main', profile: Profile, answers: Answer[]) {
  return kinds.map(([kind], index) => ({ side, profile, kind, answer: answers[index]! }))
}
function ended({ to }: { to: string }): Answer {
  return { to, ends: true }
}

describe.each(['zz', 'zr'])('the guard before /%s', (prefix) => {
  test.each(table)('$side, $profile, $kind', async ({ side, profile, kind, answer }) => {
    const source = people[side][profile]
    for (const method of ['get', 'post'] as const) {
      const browser = { ...source, cookies: new Map(source.cookies) }
      looked.mockClear()
      changed.mockClear()
      const cookies = [...source.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const path = `/${prefix}/${kind}`
      const response =
        method === 'get'
          ? await browser.get(path, { cookie: cookies })
          : await browser.post(path, {}, { cookie: cookies })
      const ran = (method === 'get' ? looked : changed).mock.calls.length
      if (answer === 'proceeds') {
        expect([response.status, ran]).toEqual([200, 1])
      } else {
        expect(ran).toBe(0)
        if (answer === 'refused') expect(response.status).toBe(403)
        else {
          const path = new RegExp(`^${answer.to}(\\?to=|$)`)
          expect(response).toRedirectTo(path)
          const ends = response.headers.getSetCookie().some((cookie) => /^lunas=;.*Max-Age=0/.test(cookie))
          expect(ends).toBe(answer.ends ?? false)
        }
      }
      expect(response.headers.has('x-lunas-end-session')).toBe(false)
    }
  })
})
