import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { branch, program, subject } from '#tests/support/database/factories.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let web: App
let tenant: Tenant
let admin: Browser
let drawn: Buffer
let programId: string
let subjectId: string
let farId: string
let fundId: string

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  admin = await web.signedInAs(tenant, 'admin')
  drawn = await sharp({ create: { width: 900, height: 640, channels: 3, background: '#26a' } })
    .png()
    .toBuffer()
  fundId = (await tenant.write((trx) => infaqType(trx))).id
  ;[programId, subjectId, farId] = await tenant.write(async (trx) => {
    const taught = await program(trx, { name: 'Bahasa' })
    const away = await branch(trx)
    return [
      taught.id,
      (await subject(trx, { program_id: taught.id, name: 'Tatabahasa', branch_id: tenant.branch.id })).id,
      (await subject(trx, { program_id: taught.id, branch_id: away.id })).id,
    ] as const
  })
})

const send = (browser: Browser, address: string, bytes: Uint8Array | string = drawn) => {
  const form = new FormData()
  form.set('picture', new File([bytes as BlobPart], 'gambar.png', { type: 'image/png' }))
  return browser.post(address, form)
}
const shownOn = async (browser: Browser, address: string, of: string) =>
  [...(await page(browser, address)).matchAll(/<img[^>]*src="([^"]+)"/g)]
    .map(([, src]) => src!.replaceAll('&amp;', '&'))
    .find((src) => src.includes(of))

test.each([
  ['program', (): string => programId, (): string => '/register/classes'],
  ['subject', (): string => subjectId, (): string => `/register/${subjectId}`],
  ['infaq_type', (): string => fundId, (): string => '/infaq'],
] as const)(
  'the picture of a %s is drawn anew, shown to staff and families, replaced and removed',
  async (noun, of, families) => {
    const id = of()
    const at = noun.replace('_', '-')
    expect(await page(admin, `/${at}/view/${id}`)).toContain(`/${at}/image/${id}`)
    expect(await send(admin, `/${at}/image/${id}`)).toRedirectTo(`/${at}/view/${id}`)
    const address = (await shownOn(admin, `/${at}/view/${id}`, `/${at}/picture/`))!
    const bytes = Buffer.from(await (await admin.get(address)).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(await web.visitor(tenant).get(address)).toRedirectTo(/^\/login/)

    const stranger = web.visitor(tenant)
    const offered = (await shownOn(stranger, families(), `/register/picture/${noun}/${id}`))!
    expect((await stranger.get(offered)).headers.get('content-type')).toBe('image/webp')
    const elsewhere = await freshTenant()
    expect((await web.visitor(elsewhere).get(offered)).status).toBe(404)

    expect(await send(admin, `/${at}/image/${id}`)).toRedirectTo(`/${at}/view/${id}`)
    expect(await shownOn(admin, `/${at}/view/${id}`, `/${at}/picture/`)).not.toBe(address)
    expect(await admin.post(`/${at}/image/remove/${id}`)).toRedirectTo(`/${at}/view/${id}`)
    expect(await shownOn(stranger, families(), `/register/picture/${noun}/${id}`)).toBeUndefined()
    expect((await admin.get(address)).status).toBe(404)
    const log = await tenant.read((db) =>
      db.selectFrom('audit_log').select('action').where('object_id', '=', id).orderBy('position').execute(),
    )
    expect(log.map(({ action }) => action)).toEqual([
      `${noun}.image_set`,
      `${noun}.image_set`,
      `${noun}.image_removed`,
    ])
  },
)

test('nothing is shown of a program that families are not told of', async () => {
  await send(admin, `/subject/image/${subjectId}`)
  const stranger = web.visitor(tenant)
  const address = (await shownOn(stranger, `/register/${subjectId}`, '/register/picture/subject/'))!
  expect((await stranger.get(address)).status).toBe(200)
  const set = (public_registration: boolean) =>
    tenant.write((trx) =>
      trx.updateTable('program').set({ public_registration }).where('id', '=', programId).execute(),
    )
  await set(false)
  expect((await stranger.get(address)).status).toBe(404)
  await set(true)
  expect((await stranger.get(`/register/picture/student/${subjectId}`)).status).toBe(404)
})

test('what is no picture, is too large, or is of a class beyond reach is refused', async () => {
  const script = await send(admin, `/program/image/${programId}`, '<script>alert(1)</script>')
  expect([script.status, await script.text()]).toEqual([422, expect.stringContaining('JPEG, PNG or WebP')])
  const large = await send(admin, `/program/image/${programId}`, Buffer.alloc(2_100_000))
  expect([large.status, await large.text()]).toEqual([422, expect.stringContaining('too big')])
  expect((await send(admin, `/program/image/${programId}`, Buffer.alloc(20_000_000))).status).toBe(413)
  const supervisor = await web.signedInAs(tenant, 'supervisor')
  expect((await send(supervisor, `/subject/image/${farId}`)).status).toBe(404)
  expect((await send(await web.signedInAs(tenant, 'clerk'), `/program/image/${programId}`)).status).toBe(403)
})
