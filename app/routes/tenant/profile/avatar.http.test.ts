import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { carriers, hidden, refusals } from '#tests/support/pictures/attacks.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let photo: Buffer

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a6' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET-CAMERA' } })
    .toBuffer()
})

const send = (browser: Browser, bytes: Uint8Array | string, name = 'photo.jpg', type = 'image/jpeg') => {
  const form = new FormData()
  form.set('picture', new File([bytes as BlobPart], name, { type }))
  return browser.post('/profile/avatar', form)
}
const pictureIn = (html: string) =>
  /<img class="portrait"[^>]*src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
const shown = async (browser: Browser) => pictureIn(await (await browser.get('/dashboard')).text())
const files = () =>
  readdir(join(environment.dataDir, 'files', tenant.place.schema), {
    recursive: true,
    withFileTypes: true,
  }).then(
    (entries) => entries.filter((entry) => entry.isFile()).length,
    () => 0,
  )

describe('a picture', () => {
  test('is kept as a small square, seen in the frame, replaced and removed, file and all', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    expect(await shown(clerk)).toBeUndefined()
    expect(await send(clerk, photo)).toRedirectTo('/profile')
    const first = await shown(clerk)
    const response = await clerk.get(first!)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(bytes.includes('SECRET-CAMERA')).toBe(false)
    expect(await send(clerk, photo)).toRedirectTo('/profile')
    expect(await shown(clerk)).not.toBe(first)
    expect(await files()).toBe(1)
    expect(await clerk.post('/profile/avatar/remove')).toRedirectTo('/profile')
    expect(await shown(clerk)).toBeUndefined()
    expect((await clerk.get(first!)).status).toBe(404)
    expect(await files()).toBe(0)
    const log = await tenant.read((db) =>
      db.selectFrom('audit_log').select('action').where('action', 'like', 'profile.avatar%').execute(),
    )
    expect(log.map(({ action }) => action).sort()).toEqual([
      'profile.avatar_removed',
      'profile.avatar_set',
      'profile.avatar_set',
    ])
  })

  test('that carries more than its pixels is taken without it', async () => {
    const supervisor = await web.signedInAs(tenant, 'supervisor')
    for (const name of ['a PNG of 2 MB with forty texts of 50 MB', 'a JPEG that is an archive too']) {
      expect(await send(supervisor, await carriers[name]!())).toRedirectTo('/profile')
      const kept = await supervisor.get((await shown(supervisor))!)
      expect(Buffer.from(await kept.arrayBuffer()).includes(hidden)).toBe(false)
    }
    await supervisor.post('/profile/avatar/remove')
  })

  test('is for people of this organisation who are signed in', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    await send(clerk, photo)
    const address = (await shown(clerk))!
    expect((await (await web.signedInAs(tenant, 'parent')).get(address)).status).toBe(200)
    expect(await web.visitor(tenant).get(address)).toRedirectTo(/^\/login/)
    const other = await freshTenant()
    expect((await (await web.signedInAs(other, 'clerk')).get(address)).status).toBe(404)
    await clerk.post('/profile/avatar/remove')
  })
})

describe('is refused, at its field, and nothing is kept:', () => {
  test.each<[string, string | Buffer, string, string]>([
    [
      'a drawing in SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'a.svg',
      'image/svg+xml',
    ],
    ['SVG that calls itself a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', 'image/png'],
    ['a page that calls itself a PNG', '<html><script>alert(1)</script></html>', 'a.png', 'image/png'],
    ['a text', 'hello', '../../etc/passwd', 'image/jpeg'],
    ['one byte', 'x', 'a.jpg', 'image/jpeg'],
  ])('%s', async (_, bytes, name, type) => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    const response = await send(clerk, bytes, name, type)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('JPEG, PNG or WebP picture of at most 4,000')
    expect(await shown(clerk)).toBeUndefined()
    expect(await files()).toBe(0)
  })

  test.each([
    'a JPEG of 65,000 pixels on a side',
    'a JPEG of 2,000 scans',
    'a WebP that moves',
    'a WebP on a canvas of 16,000 × 16,000',
    'an icon with a PNG inside',
    'a GIF that moves',
  ])('%s', async (name) => {
    const supervisor = await web.signedInAs(tenant, 'supervisor')
    const response = await send(supervisor, await refusals[name]!())
    expect(response.status).toBe(422)
    expect(await response.text()).toMatch(
      /-picture-error">.*?<\/span>[^<]*JPEG, PNG or WebP picture of at most 4,000/,
    )
    expect(await files()).toBe(0)
  })

  test('a good one while no file can be written; whoever runs the product is told why', async () => {
    const elsewhere = await freshTenant()
    const folder = join(environment.dataDir, 'files', elsewhere.place.schema)
    await mkdir(dirname(folder), { recursive: true })
    await writeFile(folder, 'a file in the place of the folder')
    const clerk = await web.signedInAs(elsewhere, 'clerk')
    const response = await send(clerk, photo)
    await rm(folder)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Uploading file failed')
    expect(await shown(clerk)).toBeUndefined()
    expect(web.log.find(({ msg }) => msg === 'a picture was not kept')).toMatchObject({ level: 50 })
    expect(await send(clerk, photo)).toRedirectTo('/profile')
    await clerk.post('/profile/avatar/remove')
  })

  test('one whose file is gone is an outline, and whoever runs the product is told', async () => {
    const elsewhere = await freshTenant()
    const clerk = await web.signedInAs(elsewhere, 'clerk')
    await send(clerk, photo)
    const address = await shown(clerk)
    await rm(join(environment.dataDir, 'files', elsewhere.place.schema), { recursive: true })
    const response = await clerk.get(address!)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'image/svg+xml'])
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(web.log.find(({ msg }) => msg === 'a stored file is gone')).toMatchObject({ level: 50 })
  })

  test('one that was cut off', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    expect((await send(clerk, photo.subarray(0, photo.length - 200))).status).toBe(422)
  })

  test('one of more than 2 MB, told in its words, and one far beyond that by its length alone', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    const large = await send(clerk, Buffer.concat([photo, Buffer.alloc(2_000_001 - photo.length)]))
    expect(large.status).toBe(422)
    expect(await large.text()).toContain('Attachment file size is too big')
    expect((await send(clerk, Buffer.alloc(5_100_000))).status).toBe(413)
    expect(await files()).toBe(0)
  })

  test('none at all, a text in its place, and a body that is no form', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    expect((await send(clerk, '', '')).status).toBe(422)
    expect((await clerk.post('/profile/avatar', { picture: 'text' })).status).toBe(422)
    expect(
      (await clerk.post('/profile/avatar', '{"a":1}', { 'content-type': 'application/json' })).status,
    ).toBe(422)
  })

  test('the twenty-first within an hour', async () => {
    const admin = await web.signedInAs(tenant, 'admin')
    for (let time = 0; time < 20; time++) expect((await send(admin, 'x')).status).toBe(422)
    expect((await send(admin, photo)).status).toBe(429)
  })

  test('no other route takes more than before', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    expect((await clerk.post('/profile/edit', { name: 'x'.repeat(1_000_001) })).status).toBe(413)
  })
})
