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

test('a choice is seen on whole pages before it is saved, and is not lost', async () => {
  const there = await freshTenant({ name: 'Tadika Sinar' })
  const who = await web.signedInAs(there, 'admin')
  const shown = await (await who.get('/setting/brand')).text()
  // Each frame holds the real page, of an invented family, and runs nothing.
  expect(shown.match(/<iframe sandbox="allow-same-origin"/g)).toHaveLength(3)
  expect(shown).not.toContain('allow-scripts')
  for (const words of ['RCP-26-000077', 'INV-26-000184', 'Puan Aminah', 'name=&quot;password&quot;'])
    expect(shown).toContain(words)
  const version = String((await row(there)).version)
  const typed = { theme_colour: '7A1F2B', version, intent: 'preview' }
  const answer = await who.post('/setting/brand/colour', typed)
  const page = await answer.text()
  expect([answer.status, page.includes('--tenant:#7a1f2b')]).toEqual([200, true])
  expect(page).toContain('value="7A1F2B"')
  expect((await row(there)).theme_colour).toBeNull()

  const form = formOf(await wide())
  form.set('intent', 'preview')
  const previewed = await (await who.post('/setting/brand/picture/banner', form)).text()
  const drawn = /name="drawn" value="([\w/+=]+)"/.exec(previewed)![1]!
  expect(previewed).toContain(`data:image/webp;base64,${drawn}`)
  expect((await row(there)).header_banner_file).toBeNull()
  const saved = new FormData()
  saved.set('picture', new File([], ''))
  saved.set('drawn', drawn)
  expect(await who.post('/setting/brand/picture/banner', saved)).toRedirectTo('/setting/brand')
  expect((await row(there)).header_banner_file).toMatch(/\.webp$/)
  saved.delete('drawn')
  const none = await who.post('/setting/brand/picture/banner', saved)
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('Please choose a file')])
})
