import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, type Browser, mainHost, newOperator } from '#tests/support/product/http.ts'
import { cheapHash, password, signIn } from './sign-in.ts'

/** One transaction at the platform's place of this test file's database. */
export async function platform<R>(work: Parameters<typeof withPlatform<R>>[1]): Promise<R> {
  const { pool } = await testDatabase()
  return withPlatform(pool, work)
}

const kept = cheapHash(password)

/** An operator who can sign in with the {@link password} of these tests. */
export async function addOperator(given: Parameters<typeof newOperator>[0] = {}) {
  const row = newOperator({ password_hash: kept, ...given })
  await platform((trx) => trx.insertInto('platform.operator').values(row).execute())
  return row
}

/** Milliseconds of the database's clock, by which the product goes. */
const now = () =>
  platform(async (trx) => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx)
    return rows[0]!.now.getTime()
  })

/** What the operator's app shows, `steps` half minutes from now by the database's clock. */
export async function appCode(secret: string, steps = 0): Promise<string> {
  const timestamp = (await now()) + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** What work within one half minute of codes comes to: it is done once more when the next one has begun meanwhile. */
export async function inOneHalfMinute<R>(work: () => Promise<R>): Promise<R> {
  const halfMinute = async () => Math.floor((await now()) / 30_000)
  for (;;) {
    const before = await halfMinute()
    const result = await work()
    if ((await halfMinute()) === before) return result
  }
}

/** The secret that a page offers: to be typed into an app, and sealed as its form brings it back. */
export function offered(html: string) {
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(' ', '')
  return { secret, offer: fieldsOf(html).offer! }
}

/** The recovery codes on a page. */
export const codesIn = (html: string) =>
  [...html.matchAll(/<code>([\da-z-]{19})<\/code>/g)].map(([, code]) => code!)

/** Sets the factor up through the page, with the code of the step before, so that this step's is still unused. */
export async function setUp(browser: Browser) {
  const { secret, offer } = offered(await (await browser.get('/admin/second-factor')).text())
  const post = async () => {
    const code = await appCode(secret, -1)
    return { code, answer: await browser.post('/admin/second-factor', { offer, code }) }
  }
  const first = await post()
  // Half a minute may end between making a code of the last one and its check, and then it is too old: once more.
  const { answer, code } = first.answer.status === 200 ? first : await post()
  expect(answer.status).toBe(200)
  const codes = codesIn(await answer.text())
  expect(new Set(codes).size).toBe(10)
  return { secret, code, codes }
}

/** An operator with a second factor, and the browser in which it was set up. */
export async function secured(web: App) {
  const row = await addOperator()
  const browser = web.visitor(mainHost)
  await signIn(browser, row.email)
  return { ...row, browser, ...(await setUp(browser)) }
}

/** A browser that has given the password and waits for the code. */
export async function waiting(web: App, email: string): Promise<Browser> {
  const browser = web.visitor(mainHost)
  expect(await signIn(browser, email)).toRedirectTo('/admin/login/code')
  return browser
}

export const giveCode = (browser: Browser, code: string, more: Record<string, string> = {}) =>
  browser.post('/admin/login/code', { code, ...more })

export const isIn = async (browser: Browser) => (await browser.get('/admin/dashboard')).status === 200
