import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMail } from '../send.ts'
import { createMailSandbox, type MailSandbox } from './sandbox.ts'

let folder: string
let sandbox: MailSandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await createMailSandbox({ folder })
  await sendMail(
    {
      server: { host: '127.0.0.1', port: sandbox.smtpPort, tls: 'never', trusted: true },
      from: { name: 'Tadika <Bintang> & Co', address: 'no-reply@lunas.test' },
    },
    {
      id: 'job-1',
      to: { name: 'Nurul', address: 'nurul@example.test' },
      subject: '<script>alert(1)</script>',
      text: 'Salam <b>Nurul</b>',
      html: '<p>Salam</p><script>alert(1)</script>',
      attachments: [
        { name: '"><script>.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
        { name: 'x.html', contentType: 'text/html', content: Buffer.from('<script>') },
      ],
    },
  )
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, init?: RequestInit) =>
  sandbox.handle(new Request(`http://localhost:3000${path}`, init))
const first = () => `/sandbox/mail/${sandbox.mails()[0]!.id}`

test('the list shows what arrived, escaped, under a policy without scripts', async () => {
  const response = await get('/sandbox/mail')
  const text = await response.text()
  expect(text).toContain('&#60;script&#62;alert(1)')
  expect(text).not.toContain('<script')
  expect(text).toContain('2 attached')
  expect(text).toContain(`href="${first()}"`)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text.length).toBeLessThan(14_600)
})

test('the list can be searched', async () => {
  expect(await (await get('/sandbox/mail?q=NURUL@')).text()).toContain(first())
  expect(await (await get('/sandbox/mail?q=%3Cimg')).text()).toContain('No mail here yet')
})

test('a mail shows its text escaped and its HTML in a frame that can do nothing', async () => {
  const text = await (await get(first())).text()
  expect(text).toContain('Salam &#60;b&#62;Nurul')
  expect(text).toContain(`<iframe sandbox="" title="The mail as HTML" src="${first()}/html">`)
  expect(text).not.toContain('<script')
  const html = await get(`${first()}/html`)
  expect(await html.text()).toContain('<p>Salam</p>')
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
})

test('attachments come as files; only pictures and PDF are shown by the browser', async () => {
  const pdf = await get(`${first()}/part/0`)
  expect(await pdf.text()).toBe('%PDF')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toBe("inline; filename*=utf-8''%22%3E%3Cscript%3E.pdf")
  const html = await get(`${first()}/part/1`)
  expect(html.headers.get('content-type')).toBe('application/octet-stream')
  expect(html.headers.get('content-disposition')).toMatch(/^attachment/)
})

test.each([
  '/sandbox/mail/none',
  '/sandbox/mail/../x',
  '/elsewhere',
  '/sandbox/mail/index.json',
  '/sandbox/mail//etc',
])('%s is not there', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('the mailbox survives a restart', async () => {
  const again = await createMailSandbox({ folder })
  expect(again.mails().map(({ message_id }) => message_id)).toEqual(['<job-1@lunas.test>'])
  await again.close()
})

test('the mailbox can be emptied, not from another site', async () => {
  const foreign = await get('/sandbox/mail/clear', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(404)
  expect(sandbox.mails()).toHaveLength(1)
  expect((await get('/sandbox/mail/clear', { method: 'POST' })).status).toBe(303)
  expect(sandbox.mails()).toHaveLength(0)
})
