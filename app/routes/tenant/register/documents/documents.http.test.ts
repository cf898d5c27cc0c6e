import { beforeAll, describe, expect, test } from 'vitest'
import { subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { begins, document, registers } from '#tests/support/product/register.ts'

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
    ['twenty megabytes', { bytes: new Uint8Array(20_000_000) }, 413, '5 MB'],
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
  expect(await stranger.post('/register/documents/remove', { id: path.split('/').at(-1)! })).not.toRedirectTo(
    '/nowhere',
  )
  expect((await browser.get(path)).status).toBe(200)
  await browser.post('/register/documents/remove', { id: path.split('/').at(-1)! })
  expect((await browser.get(path)).status).toBe(404)
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
