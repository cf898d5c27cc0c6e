import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { refusals } from '#tests/support/pictures/attacks.ts'
import { type App, app } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let web: App
beforeAll(databaseForMany)
beforeAll(async () => {
  web = await app()
})

const row = (of: Tenant) =>
  of.read((db) =>
    db.selectFrom('platform.entity').selectAll().where('id', '=', of.place.id).executeTakeFirstOrThrow(),
  )
const wide = () =>
  sharp({ create: { width: 3_000, height: 600, channels: 3, background: '#c1440e' } })
    .png()
    .toBuffer()
function formOf(bytes: Buffer) {
  const form = new FormData()
  form.set('picture', new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }))
  return form
}

test('pictures are drawn whole and smaller, shown to anybody, replaced and removed', async () => {
  const there = await freshTenant()
  const who = await web.signedInAs(there, 'admin')
  expect((await who.get('/brand/logo')).status).toBe(404)
  for (const picture of ['logo', 'banner', 'background'])
    expect(await who.post(`/setting/brand/picture/${picture}`, formOf(await wide()))).toRedirectTo(
      '/setting/brand',
    )
  const first = await row(there)
  expect([first.logo_file, first.header_banner_file, first.background_file]).toEqual(
    Array(3).fill(expect.stringMatching(/\.webp$/)),
  )
  const stranger = web.visitor(there)
  const page = await (await stranger.get('/login')).text()
  for (const picture of ['logo', 'banner', 'background']) {
    expect(page).toContain(`/brand/${picture}?v=`)
  }
  const answer = await stranger.get('/brand/banner')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    ...{ width: 1_200, height: 240 },
  })
  await who.post('/setting/brand/picture/logo', formOf(await wide()))
  expect((await row(there)).logo_file).not.toBe(first.logo_file)
  await who.post('/setting/brand/remove/logo')
  expect((await row(there)).logo_file).toBeNull()
  expect((await stranger.get('/brand/logo')).status).toBe(404)
  expect(await (await stranger.get('/login')).text()).not.toContain('/brand/logo')
})

test('what is no picture is refused at its field, and a picture that is none of the three is not found', async () => {
  const there = await freshTenant()
  const who = await web.signedInAs(there, 'superadmin')
  const drawing = await refusals['a drawing in SVG']!()
  expect((await who.post('/setting/brand/picture/logo', formOf(drawing))).status).toBe(422)
  expect((await row(there)).logo_file).toBeNull()
  expect((await who.post('/setting/brand/picture/subdomain', formOf(await wide()))).status).toBe(404)
  expect((await who.get('/setting/brand/picture/subdomain')).status).toBe(404)
})

test('a colour is taken as people write it, mended aloud where it cannot be read, and given back', async () => {
  const there = await freshTenant()
  const who = await web.signedInAs(there, 'admin')
  const set = async (theme_colour: string) =>
    who.post('/setting/brand/colour', { theme_colour, version: String((await row(there)).version) })
  expect(await set('7A1F2B')).toRedirectTo('/setting/brand')
  expect((await row(there)).theme_colour).toBe('#7a1f2b')
  expect(await (await who.get('/setting/brand')).text()).not.toContain('too pale')
  await set('#fd0')
  expect((await row(there)).theme_colour).toBe('#ffdd00')
  const page = await (await who.get('/setting/brand')).text()
  expect(page).toContain('#ffdd00 is too pale to be read on white')
  const wrong = await set('merah')
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('colour of six digits')])
  await set('')
  expect((await row(there)).theme_colour).toBeNull()
})
