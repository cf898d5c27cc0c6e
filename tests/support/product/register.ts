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
  const sent = { ...mother, phone, occupation: 'Guru', version: '0' }
  expect(await browser.post('/register/parent/1', sent)).toRedirectTo('/register/student/1')
}

/** A child of eight years in 2026. */
export const aqil = { name: 'Aqil Danial', born_on: '2018-02-03', gender: 'male', birth_cert_no: 'AB 12345' }

/** A child, and its classes. */
export async function registers(browser: Browser, subject_id: string[]): Promise<void> {
  const child = { ...aqil, nationality: 'MY', daycare: 'none', number_of_siblings: '2' }
  const version = await seen(browser, '/register/student/1')
  expect(await browser.post('/register/student/1', { ...child, version })).toRedirectTo(
    '/register/subjects/1',
  )
  const last = await seen(browser, '/register/subjects/1')
  const chosen = { subject_id, shown: subject_id, version: last }
  expect(await browser.post('/register/subjects/1', chosen)).toRedirectTo('/register/documents')
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

interface SentFile {
  name?: string
  type?: string
  bytes?: Uint8Array | string
}

/** Papers as the page sends them, each by the name of its field such as `birth_certificate-1`. */
export function papers(files: Record<string, SentFile>, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [field, { name = 'sijil.jpg', type = 'image/jpeg', bytes = drawn! }] of Object.entries(files))
    form.set(field, new File([bytes as BlobPart], name, { type }))
  return form
}

/** One paper, uploaded with the button of the page. */
export const document = (kind: string, place: number | null, file: SentFile = {}): FormData =>
  papers({ [place === null ? kind : `${kind}-${place}`]: file }, { go: 'upload' })

const ring = keyringOf(environment.appKey)

/** Does the worker's part of the code that was asked for last: it is 424242. */
export const setsCode = (tenant: Tenant): Promise<unknown> =>
  tenant.write(async (trx) => {
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

/** Agrees on the summary, and sends it with the code that comes to the phone. */
export async function sends(browser: Browser, tenant: Tenant): Promise<void> {
  const review = await (await browser.get('/register/review')).text()
  const sent = { ...hiddenOf(review), consent: 'on', channel: 'sms' }
  expect(await browser.post('/register/review', sent)).toRedirectTo('/register/phone/code')
  await setsCode(tenant)
  expect((await browser.post('/register/phone/code', { code: '111111' })).status).toBe(422)
  expect(await browser.post('/register/phone/code', { code: '424242' })).toRedirectTo('/register/done')
}
