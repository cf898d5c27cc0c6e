import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { createMailSandbox } from './sandbox.ts'

/** What the sandbox shows of mail that we have not written: somebody else's server may be tried against it. */
let folder: string
let mailbox: Mailbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  mailbox = await openMailbox(folder)
})
afterAll(() => rm(folder, { recursive: true }))

/** Keeps a mail and opens its pages. */
async function arrived(...lines: string[]) {
  const source = Buffer.from(lines.join('\r\n'), 'utf8')
  const mail = await mailbox.add({ from: 'a@example.test', to: ['b@example.test'] }, source)
  const sandbox = await createMailSandbox({ folder })
  const get = async (path = '') => {
    const response = await sandbox.handle(new Request(`http://localhost:3000/sandbox/mail/${mail.id}${path}`))
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const pages = {
    view: await get(),
    html: await get('/html'),
    files: [] as Awaited<ReturnType<typeof get>>[],
  }
  for (let file = await get('/part/0'); file.status === 200; file = await get(`/part/${pages.files.length}`))
    pages.files.push(file)
  await sandbox.close()
  return { mail, ...pages }
}

test('headers are unfolded and their encoded words read', async () => {
  const { mail, view } = await arrived(
    'From: =?UTF-8?Q?Sekolah_=E2=80=9CSinar=E2=80=9D?= <a@example.test>',
    'Reply-To: =?utf-8?B?6ZmI?= <c@example.test>',
    'Subject: =?UTF-8?Q?Resit_=E2=80=9CJun=E2=80=9D?=',
    ' =?utf-8?B?6ZmI?= end',
    '',
    'x',
  )
  expect(mail).toMatchObject({ subject: 'Resit “Jun”陈 end', sender: 'Sekolah “Sinar” <a@example.test>' })
  expect(view.text).toContain('<h1>Resit “Jun”陈 end</h1>')
  expect(view.text).toContain('<dt>Reply to</dt><dd>陈 &#60;c@example.test&#62;</dd>')
})

test('quoted-printable: a soft line break joins, the space before it stays', async () => {
  const { view } = await arrived(
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Terima kasih =',
    'atas RM1=3D =',
    '=E9=99=88',
  )
  expect(view.text).toContain('Terima kasih atas RM1= 陈')
})

test.each(['plain', 'html'])('base64 and other charsets of text/%s', async (kind) => {
  const { view, html } = await arrived(
    `Content-Type: text/${kind}; charset=iso-8859-1`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from([0xe9]).toString('base64'),
  )
  expect(kind === 'html' ? html.text : view.text).toContain('é')
  expect(html.status).toBe(kind === 'html' ? 200 : 404)
})

test('a mail without anything said about it is text', async () => {
  const { mail, view, html, files } = await arrived('Subject: x', '', 'hello')
  expect(mail.attachments).toBe(0)
  expect(view.text).toMatch(/<pre class="pad">hello\s*<\/pre>/)
  expect(html.status).toBe(404)
  expect(files).toEqual([])
})

test('parts inside parts come out in order, with names in every spelling', async () => {
  const { mail, view, html, files } = await arrived(
    'Content-Type: multipart/mixed; boundary="a+b"',
    '',
    'preamble',
    '--a+b',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    '',
    'text',
    '--inner',
    'Content-Type: text/html',
    '',
    '<p>html<img src="cid:logo@x"><img src="cid:none@x">',
    '--inner--',
    '--a+b',
    'Content-Type: application/pdf; name="a;b.pdf"',
    'Content-Disposition: attachment; filename="a;b.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'b25l',
    '--a+b',
    'Content-Type: image/png',
    'Content-ID: <logo@x>',
    "Content-Disposition: attachment; filename*0*=utf-8''R%C3%A9sit; filename*1*=%20Jun.png",
    'Content-Transfer-Encoding: base64',
    '',
    'dHdv',
    '--a+b--',
    'epilogue',
  )
  expect(mail.attachments).toBe(2)
  expect(
    [...view.text.matchAll(/<b>(.*?)<\/b><span>3 bytes<\/span><span>(.*?)<\/span>/g)].map(
      ([, ...found]) => found,
    ),
  ).toEqual([
    ['a;b.pdf', 'application/pdf'],
    ['Résit Jun.png', 'image/png'],
  ])
  expect(view.text).toMatch(/<pre class="pad">text\s*<\/pre>/)
  expect(view.text).not.toMatch(/preamble|epilogue/)
  const address = `/sandbox/mail/${mail.id}/part/1`
  expect(html.text.trim()).toBe(`<p>html<img src="${address}"><img src="cid:none@x">`)
  expect(files.map(({ type, text }) => [type, text])).toEqual([
    ['application/pdf', 'one'],
    ['image/png', 'two'],
  ])
})

test('a picture that the HTML shows is no attachment', async () => {
  const { mail, view, html, files } = await arrived(
    'Content-Type: multipart/related; boundary=x',
    '',
    '--x',
    'Content-Type: text/html',
    '',
    '<img src="cid:logo">',
    '--x',
    'Content-Type: image/png',
    'Content-ID: <logo>',
    '',
    'png',
    '--x--',
  )
  expect(mail.attachments).toBe(0)
  expect(view.text).not.toContain('Attachments')
  expect(html.text).toContain(`<img src="/sandbox/mail/${mail.id}/part/0">`)
  expect(files.map(({ type }) => type)).toEqual(['image/png'])
})

test.each(['', '\r\n\r\n', 'Content-Type: multipart/mixed; boundary=x', ':', '=?x?Q?=zz?='])(
  'rubbish %j is no error',
  async (source) => {
    expect((await arrived(source)).view.status).toBe(200)
  },
)
