import { randomUUID } from 'node:crypto'
import type { Role } from '#app/domain/core/access/access.ts'
import { newRecoveryToken } from '#app/domain/identity/passwords/recovery.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { type Counter, choice, openCounter } from '#tests/support/bank/payer.ts'
import { type Trx, user } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { cheapHash } from '#tests/support/people/sign-in.ts'
import { type Client, client } from '#tests/support/product/api.ts'
import {
  type App,
  app,
  type Browser,
  builtProduct,
  newSession,
  withRoutes,
} from '#tests/support/product/http.ts'

/** Where the messages of the catalogue are met: an organisation that takes FPX, and the product with a page that breaks. */
export interface Scene {
  counter: Counter
  tenant: Tenant
  web: App
}

export async function openScene(): Promise<Scene> {
  const counter = await openCounter()
  const broken = {
    'routes/shared/zz-broken': {
      path: 'zz/broken',
      module: {
        handle: { access: 'guest' },
        loader: () => {
          throw new Error('on purpose')
        },
        default: () => null,
      },
    },
  }
  const build = withRoutes(await builtProduct(), broken)
  const web = await app({ build, services: counter.product.services })
  return { counter, web, tenant: counter.shop.tenant }
}

/** Goes where a message is met, in a language; gives the page that says it. */
export type Visit = (scene: Scene, locale: Locale) => Promise<Response>

export const password = 'kata laluan yang panjang'

/** A browser that reads this language, whoever sits in front of it. */
export async function reading(locale: Locale, browser: Browser | Promise<Browser>): Promise<Browser> {
  const opened = await browser
  await opened.get(`/language/${locale}?to=/`)
  return opened
}

/** Somebody who is not signed in, at the organisation unless said otherwise. */
export const stranger = ({ web, tenant }: Scene, locale: Locale, at: Tenant | string = tenant) =>
  reading(locale, web.visitor(at))
export const signedIn = ({ web, tenant }: Scene, locale: Locale, role: Role, at: Tenant = tenant) =>
  reading(locale, web.signedInAs(at, role))

/** An account with the password of this test. */
export async function account({ tenant }: Scene, given: Parameters<typeof user>[1] = {}) {
  const password_hash = cheapHash(password)
  return tenant.write((trx) => user(trx, { password_hash, ...given }))
}

export async function signIn(
  scene: Scene,
  locale: Locale,
  given: Parameters<typeof user>[1] = {},
  typed = password,
) {
  const { email } = await account(scene, given)
  return (await stranger(scene, locale)).post('/login', { email: email!, password: typed })
}

/** Somebody of their own, whose account speaks this language, with a session; its token opens pages and calls. */
export async function newcomer(
  tenant: Tenant,
  locale: Locale,
  role: Role,
  given: Parameters<typeof newSession>[0] = {},
) {
  const { token, row } = newSession(given)
  const { id } = await tenant.write(async (trx) => {
    const person = await user(trx, { roles: [role], locale })
    await trx
      .insertInto('session')
      .values({ ...row, user_id: person.id })
      .execute()
    return person
  })
  return { id, token }
}

export async function newcomersBrowser({ web, tenant }: Scene, locale: Locale, token: string) {
  const browser = web.visitor(tenant)
  browser.cookies.set('lunas', token)
  return reading(locale, browser)
}

/** A program that asks for answers in this language; without an organisation it calls the main host. */
export function program({ web }: Scene, locale: Locale, at?: Tenant, token?: string): Client {
  const plain = client(web, at, token)
  const language = { 'accept-language': languageTag(locale) }
  return {
    ...plain,
    get: (call, headers) => plain.get(call, { ...language, ...headers }),
    post: (call, body, headers) => plain.post(call, body, { ...language, ...headers }),
    put: (call, body, headers) => plain.put(call, body, { ...language, ...headers }),
  }
}

/** The page that an answer leads to. */
export async function ledTo(browser: Browser, answer: Response): Promise<Response> {
  const { status, headers } = answer
  if (status !== 302) throw new Error(`answered ${status} and leads nowhere`)
  return browser.get(headers.get('location')!)
}

/** The page of a recovery link after something has happened to it. */
export async function resetting(scene: Scene, locale: Locale, happens: (trx: Trx) => Promise<unknown>) {
  const { tenant } = scene
  const { id } = await account(scene)
  const token = await tenant.write((trx) => newRecoveryToken(trx, 'tenant', id))
  await tenant.write(async (trx) => {
    await trx.deleteFrom('recovery_token').where('user_id', '<>', id).execute()
    await happens(trx)
  })
  const browser = await stranger(scene, locale)
  await browser.get(`/reset?token=${token}`)
  return browser.get('/reset')
}

/** The page of something that is not there. */
export const missing =
  (path: string, role: Role = 'superadmin'): Visit =>
  async (scene, locale) =>
    (await signedIn(scene, locale, role)).get(`${path}/${randomUUID()}`)

/** The page of a bill of so much, and the fee on top of it borne by the payer or by the organisation. */
export const beyond =
  (sen: number, model: string, fee: 'payer' | 'organisation'): Visit =>
  async (scene, locale) => {
    const value = JSON.stringify({ subsidy: fee === 'payer' ? 'none' : 'full' })
    await scene.tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'fpx_fee', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    )
    const { public_code } = await scene.counter.bill({}, sen)
    const path = `/payment/submit?invoice=${public_code}&model=${model}`
    return (await stranger(scene, locale)).post(path, { ...choice, invoice: public_code, model })
  }
