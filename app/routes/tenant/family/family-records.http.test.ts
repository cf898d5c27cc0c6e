import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { insert, parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let tenant: Tenant
let product: App
let clerk: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
})

async function family() {
  const payer = await tenant.write(async (trx) => {
    const row = await parent(trx)
    await student(trx, { branch_id: tenant.branch.id }, { payer: row })
    return row
  })
  return { payer, path: `/family/view/${payer.id}` }
}

describe('notes', () => {
  test('are written and struck out, stay to be read, and are never shown to parents', async () => {
    const { payer, path } = await family()
    const to = `/family/note/${payer.id}`
    expect((await clerk.post(to, { body: ' ' })).status).toBe(422)
    const form_key = newId()
    const body = 'Minta tangguh <sampai> hujung bulan'
    for (const _ of [1, 2]) expect(await clerk.post(to, { body, form_key })).toRedirectTo(`${path}#notes`)
    const html = await page(clerk, path)
    expect(html.split('Minta tangguh &lt;sampai&gt;')).toHaveLength(2)
    const strike = /\/family\/note\/strike\/[\w-]+/.exec(html)![0]
    for (const _ of [1, 2]) expect(await clerk.post(strike)).toRedirectTo(`${path}#notes`)
    expect(await page(clerk, path)).toMatch(/<s>.*Minta tangguh[\s\S]*Struck out by/)
    const entries = await tenant.read((db) =>
      db.selectFrom('audit_log').selectAll().where('object_id', '=', payer.id).orderBy('position').execute(),
    )
    expect(entries.map(({ action }) => action)).toEqual(['parent.note_written', 'parent.note_struck'])
    expect(JSON.stringify(entries)).not.toContain('tangguh')
    const account = await product.signedInAs(tenant, 'parent')
    const [{ parent_id }, writer] = [await tenant.actor('parent'), await tenant.actor('clerk')]
    const note = { id: newId(), parent_id: parent_id!, body: 'RAHSIA', created_by: writer.id! }
    await tenant.write((trx) => insert(trx, 'family_note', note))
    for (const at of ['/dashboard', `/parent/view/${parent_id}`, '/profile'])
      expect(await page(account, at)).not.toContain('RAHSIA')
  })

  test('the database keeps them from being rewritten', async () => {
    const { payer } = await family()
    await clerk.post(`/family/note/${payer.id}`, { body: 'Seperti ditulis' })
    await expect(
      tenant.write((trx) => trx.updateTable('family_note').set({ body: 'Lain' }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(tenant.write((trx) => trx.deleteFrom('family_note').execute())).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('files', () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF\n')
  const send = (payer_id: string, bytes: Buffer, name: string, more: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], name, { type: 'text/html' }))
    for (const [key, value] of Object.entries(more)) form.set(key, value)
    return clerk.post(`/family/file/${payer_id}`, form)
  }
  const kept = (parent_id: string) =>
    tenant.read((db) => db.selectFrom('family_file').selectAll().where('parent_id', '=', parent_id).execute())

  test('a PDF is kept as it is, and given back only as an attachment under a safe name', async () => {
    const { payer, path } = await family()
    const name = 'Surat "ibu"\r\n/../ 家.pdf'
    const form_key = newId()
    for (const _ of [1, 2])
      expect(await send(payer.id, pdf, name, { form_key })).toRedirectTo(`${path}#files`)
    const [row, ...others] = await kept(payer.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ content_type: 'application/pdf', size_bytes: pdf.length })
    const answer = await clerk.get(`/family/file/get/${row!.id}`)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
    const said = answer.headers.get('content-disposition')!
    expect(said).toMatch(/^attachment; filename="[\w. -]+\.pdf"; filename\*=UTF-8''[\w.%~-]+\.pdf$/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  test('a picture is drawn anew, whatever it is called, without what the camera wrote', async () => {
    const { payer } = await family()
    const photo = await sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: '#fa0' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-CAMERA' } })
      .toBuffer()
    await send(payer.id, photo, 'kad.html', { name: 'Kad pengenalan' })
    const [row] = await kept(payer.id)
    expect(row).toMatchObject({ content_type: 'image/jpeg', name: 'Kad pengenalan' })
    const answer = await clerk.get(`/family/file/get/${row!.id}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.includes('SECRET-CAMERA')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2_200, height: 733 })
    expect(answer.headers.get('content-disposition')).toContain('Kad pengenalan.jpg')
  })

  test('each stands with its kind, its size and who put it there', async () => {
    const { payer, path } = await family()
    const photo = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#fa0' } })
      .png()
      .toBuffer()
    await send(payer.id, photo, 'kad.png', { name: 'Kad pengenalan' })
    await send(payer.id, pdf, 'surat.pdf', { name: 'Surat' })
    const html = await page(clerk, path)
    expect(html).toMatch(/Kad pengenalan[^A-Z]*<p[^>]*>Picture, 1 kB, /)
    expect(html).toMatch(/Surat[^A-Z]*<p[^>]*>PDF, 1 kB, /)
  })

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'surat.pdf'],
    ['a program', Buffer.from('MZ\x90\x00'), 'gambar.png'],
    ['a PDF that is cut off', Buffer.from('%PDF-1.4\n1 0 obj'), 'surat.pdf'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'gambar.svg'],
    ['nothing', Buffer.alloc(0), 'kosong.pdf'],
  ])('%s is refused, whatever it is called', async (_, bytes, name) => {
    const { payer } = await family()
    const answer = await send(payer.id, bytes, name)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/PDF, a JPEG or a PNG|required|Please/)
    expect(await kept(payer.id)).toEqual([])
  })

  test('more than five megabytes is refused', async () => {
    const { payer } = await family()
    const answer = await send(payer.id, Buffer.concat([pdf, Buffer.alloc(5_000_001)]), 'besar.pdf')
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('too big')
    expect((await send(payer.id, Buffer.alloc(7_000_000), 'besar.pdf')).status).toBe(413)
  })

  test('one that is removed says that it was there, and is gone; a clerk may not', async () => {
    const { payer, path } = await family()
    await send(payer.id, pdf, 'Surat.pdf')
    const [row] = await kept(payer.id)
    const to = `/family/file/remove/${row!.id}`
    expect((await clerk.post(to)).status).toBe(403)
    const admin = await product.signedInAs(tenant, 'admin')
    for (const _ of [1, 2]) expect(await admin.post(to)).toRedirectTo(`${path}#files`)
    expect((await clerk.get(`/family/file/get/${row!.id}`)).status).toBe(404)
    expect(await page(clerk, path)).toMatch(/<s>Surat<\/s>[\s\S]*Removed by/)
  })
})
