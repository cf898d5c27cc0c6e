import { sql } from 'kysely'
import sharp from 'sharp'
import { expect } from 'vitest'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { codeMac } from '#app/domain/identity/codes/one-time-code.ts'
import { environment } from '#app/environment.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import type { Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

/** The month is one that cannot be, so that nobody has this number. */
export const answersOfFamily = { identity_no: 'A1234567' }
let numbers = 0
export const mother = {
  name: 'Siti Aminah',
  relationship: 'mother',
  phone: '012-345 6789',
  email: 'siti@family.test',
  ...answersOfFamily,
}

/** Hidden fields of the form that is posted on a page. */
export function hiddenOf(html: string): Record<string, string> {
  const form = /<form method="post"[^>]*class="fields"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)![1]!,
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  )
}

/** The version that a page says it shows. */
async function seen(browser: Browser, path: string): Promise<string> {
  return hiddenOf(await (await browser.get(path)).text()).version ?? '0'
}

/** The first step: one parent with a number of her own. */
export async function begins(browser: Browser, _tenant: Tenant): Promise<void> {
  const phone = `011${String(20_000_000 + ++numbers)}`
  expect(await browser.post('/register/parent/1', { ...mother, phone, version: '0' })).toRedirectTo(
    '/register/parent/1/more',
  )
  const version = await seen(browser, '/register/parent/1/more')
  expect(await browser.post('/register/parent/1/more', { occupation: 'Guru', version })).toRedirectTo(
    '/register/students',
  )
}

/** A child, and its classes. */
export async function registers(browser: Browser, subject_id: string[]): Promise<void> {
  const child = { name: 'Aqil Danial', born_on: '2018-02-03', gender: 'male', birth_cert_no: 'AB 12345' }
  const version = await seen(browser, '/register/student/1')
  expect(await browser.post('/register/student/1', { ...child, version })).toRedirectTo(
    '/register/student/1/more',
  )
  const more = { nationality: 'MY', daycare: 'none', number_of_siblings: '2' }
  const next = await seen(browser, '/register/student/1/more')
  expect(await browser.post('/register/student/1/more', { ...more, version: next })).toRedirectTo(
    '/register/students',
  )
  const last = await seen(browser, '/register/subjects/1')
  const chosen = { subject_id, shown: subject_id, version: last }
  expect(await browser.post('/register/subjects/1', chosen)).toRedirectTo('/register/subjects')
}

const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a6' } })
  .jpeg()
  .toBuffer()
let drawn: Buffer | undefined
export const photograph = async () => {
  drawn ??= await photo
  return drawn
}
await photograph()

/** A paper as a page sends it. */
export function document(
  kind: string,
  place: number | null,
  file: { name?: string; type?: string; bytes?: Uint8Array | string } = {},
): FormData {
  const { name = 'sijil.jpg', type = 'image/jpeg', bytes = drawn! } = file
  const form = new FormData()
  form.set('kind', kind)
  form.set('question', '')
  form.set('place', place === null ? '' : String(place))
  form.set('file', new File([bytes as BlobPart], name, { type }))
  return form
}

const ring = keyringOf(environment.appKey)

/** Asks for the code, has the worker's part done, and types it. */
export async function provesPhone(browser: Browser, tenant: Tenant): Promise<void> {
  expect(await browser.post('/register/phone', { channel: 'sms' })).toRedirectTo('/register/phone/code')
  await tenant.write(async (trx) => {
    const { id } = await trx
      .selectFrom('one_time_code')
      .select('id')
      .where('purpose', '=', 'registration')
      .orderBy(sql`created_at desc`)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('one_time_code')
      .set({ code_mac: codeMac(ring, id, '424242') })
      .where('id', '=', id)
      .execute()
  })
  expect((await browser.post('/register/phone/code', { code: '111111' })).status).toBe(422)
  expect(await browser.post('/register/phone/code', { code: '424242' })).toRedirectTo(
    '/register/review#hand-in',
  )
}
