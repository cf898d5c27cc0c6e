import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { branch, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let photo: Buffer
let near: string
let far: string

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  photo = await sharp({ create: { width: 640, height: 900, channels: 3, background: '#26a' } })
    .jpeg()
    .toBuffer()
  ;[near, far] = await tenant.write(async (trx) => {
    const other = await branch(trx)
    return [
      (await student(trx, { branch_id: tenant.branch.id })).id,
      (await student(trx, { branch_id: other.id })).id,
    ] as const
  })
})

const send = (browser: Browser, id: string, bytes: Uint8Array | string = photo) => {
  const form = new FormData()
  form.set('picture', new File([bytes as BlobPart], 'photo.jpg', { type: 'image/jpeg' }))
  return browser.post(`/student/photo/${id}`, form)
}
const shown = async (browser: Browser, id: string) =>
  /<img class="portrait large"[^>]*src="([^"]+)"/
    .exec(await (await browser.get(`/student/view/${id}`)).text())?.[1]
    ?.replaceAll('&amp;', '&')
const files = () =>
  readdir(join(environment.dataDir, 'files', tenant.place.schema), {
    recursive: true,
    withFileTypes: true,
  }).then(
    (entries) => entries.filter((entry) => entry.isFile()).length,
    () => 0,
  )

test('a photo is kept as a small square, seen by who may look at the student, replaced and removed', async () => {
  const clerk = await web.signedInAs(tenant, 'clerk')
  expect(await send(clerk, near)).toRedirectTo(`/student/view/${near}`)
  const address = (await shown(clerk, near))!
  const picture = await clerk.get(address)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256 })
  for (const role of ['parent', 'trainer'] as const)
    expect((await (await web.signedInAs(tenant, role)).get(address)).status, role).toBe(404)
  const other = await freshTenant()
  expect((await (await web.signedInAs(other, 'admin')).get(address)).status).toBe(404)
  expect(await web.visitor(tenant).get(address)).toRedirectTo(/^\/login/)
  expect(await send(clerk, near)).toRedirectTo(`/student/view/${near}`)
  expect(await shown(clerk, near)).not.toBe(address)
  expect(await files()).toBe(1)
  expect(await clerk.post(`/student/photo/remove/${near}`)).toRedirectTo(`/student/view/${near}`)
  expect(await shown(clerk, near)).toBeUndefined()
  expect(await files()).toBe(0)
  const log = await tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', near)
      .where('action', 'like', 'student.photo%')
      .orderBy('position')
      .execute(),
  )
  expect(log.map(({ action }) => action)).toEqual([
    'student.photo_set',
    'student.photo_set',
    'student.photo_removed',
  ])
})

test('of a student beyond the reach of who sends it nothing is kept, nor of what is no picture', async () => {
  const clerk = await web.signedInAs(tenant, 'clerk')
  expect((await send(clerk, far)).status).toBe(404)
  expect((await clerk.post(`/student/photo/remove/${far}`)).status).toBe(404)
  const refused = await send(clerk, near, '<script>alert(1)</script>')
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('JPEG, PNG or WebP')])
  expect((await send(clerk, near, Buffer.alloc(20_000_000))).status).toBe(413)
  expect((await send(await web.signedInAs(tenant, 'trainer'), near)).status).toBe(403)
  expect(await files()).toBe(0)
})
