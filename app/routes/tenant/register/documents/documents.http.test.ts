import { beforeAll, describe, expect, test } from 'vitest'
import { subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { begins, document, papers, registers } from '#tests/support/product/register.ts'

let web: App
let tenant: Tenant
let browser: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  browser = web.visitor(tenant)
  const { id } = await tenant.write((trx) => subject(trx))
  await begins(browser, tenant)
  await registers(browser, [id])
})

const send = (file: Parameters<typeof document>[2], kind = 'photo') =>
  browser.post('/register/documents', document(kind, 1, file))

describe('what is no honest paper is refused plainly, and the rest is kept', () => {
  test.each([
    [
      'a script that is called a picture',
      { bytes: '<script>alert(1)</script>', name: 'foto.png', type: 'image/png' },
      422,
      'JPEG',
    ],
    [
      'a drawing that could run',
      { bytes: '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', type: 'image/svg+xml' },
      422,
      'JPEG',
    ],
    ['a program', { bytes: 'MZ\u0090\u0000', name: 'a.exe' }, 422, 'JPEG'],
    [
      'a PDF with a script',
      { bytes: '%PDF-1.7\n1 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\n%%EOF', name: 'a.pdf' },
      422,
      'scripts',
    ],
    ['a picture that is cut off', { bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) }, 422, 'cannot be read'],
    ['nothing', { bytes: '' }, 422, 'choose a file'],
    ['more than five megabytes', { bytes: new Uint8Array(5_100_000).fill(0xff) }, 413, '5 MB'],
    ['more than all files together may have', { bytes: new Uint8Array(20_000_000) }, 413, '5 MB'],
  ] as const)('%s', async (_, file, status, words) => {
    const answer = await send(file)
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(html).toContain(words)
    if (status === 413) expect(html).toContain('Attachment file size is too big')
    expect(await (await browser.get('/register/review')).text()).toContain('Aqil Danial')
  })
})

test('a paper is given back to its family alone, as a download that can do nothing', async () => {
  expect(await send({}, 'birth_certificate')).toRedirectTo('/register/documents')
  const html = await (await browser.get('/register/documents')).text()
  const path = /href="(\/register\/file\/[^"]+)"/.exec(html)![1]!
  const file = await browser.get(path)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.from(await file.arrayBuffer()).toString('hex', 0, 3)).toBe('ffd8ff')
  const stranger = web.visitor(tenant)
  expect((await stranger.get(path)).status).toBe(404)
  await begins(stranger, tenant)
  expect((await stranger.get(path)).status).toBe(404)
  const remove = papers({}, { go: `remove ${path.split('/').at(-1)}` })
  await stranger.post('/register/documents', remove)
  expect((await browser.get(path)).status).toBe(200)
  expect(await browser.post('/register/documents', remove)).toRedirectTo('/register/documents')
  expect((await browser.get(path)).status).toBe(404)
  expect(await browser.post('/register/documents', remove)).toRedirectTo('/register/documents')
})

test('a paper that nobody asked for is not kept', async () => {
  for (const [kind, place] of [
    ['immunisation', 1],
    ['photo', 9],
    ['receipt', 1],
  ] as const)
    await browser.post('/register/documents', document(kind, place))
  const kept = await tenant.read((db) => db.selectFrom('registration_draft_file').select('kind').execute())
  expect(kept).toEqual([])
})

describe('a chosen file is never lost:', () => {
  const kept = async (of: Browser) => {
    const html = await (await of.get('/register/documents')).text()
    return [...html.matchAll(/\/register\/file\/[^"]+">([^<]+)</g)].map(([, name]) => name)
  }
  const fresh = async () => {
    const own = web.visitor(tenant)
    const { id } = await tenant.write((trx) => subject(trx))
    await begins(own, tenant)
    await registers(own, [id])
    return own
  }
  const all = {
    'birth_certificate-1': { name: 'sijil.jpg' },
    'photo-1': { name: 'foto.jpg' },
    parent_identity: { name: 'ic.jpg' },
  }

  test('several go with one press of "Continue", each shown with its name and size', async () => {
    const own = await fresh()
    expect(await own.post('/register/documents', papers(all))).toRedirectTo('/register/review')
    expect(await kept(own)).toEqual(['sijil.jpg', 'foto.jpg', 'ic.jpg'])
    expect(await (await own.get('/register/documents')).text()).toMatch(/foto\.jpg<\/a>.{1,60}kB/)
  })

  test('"Back" keeps them, and so does the button that removes another', async () => {
    const own = await fresh()
    expect(await own.post('/register/documents', papers({ 'photo-1': {} }, { go: 'back' }))).toRedirectTo(
      '/register/subjects/1',
    )
    expect(await kept(own)).toEqual(['sijil.jpg'])
    const html = await (await own.get('/register/documents')).text()
    const go = /value="(remove [^"]+)"/.exec(html)![1]!
    await own.post('/register/documents', papers({ 'birth_certificate-1': { name: 'lahir.jpg' } }, { go }))
    expect(await kept(own)).toEqual(['lahir.jpg'])
  })

  test('a wrong one is named at its field, and the others are kept', async () => {
    const own = await fresh()
    const answer = await own.post(
      '/register/documents',
      papers({ ...all, 'photo-1': { name: 'a.txt', bytes: 'hello' } }),
    )
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toMatch(/Photo of the child \(Aqil Danial\)/)
    expect(html).toMatch(/type="file"[^>]*name="photo-1"|name="photo-1"[^>]*type="file"/)
    expect(await kept(own)).toEqual(['sijil.jpg', 'ic.jpg'])
  })
})
