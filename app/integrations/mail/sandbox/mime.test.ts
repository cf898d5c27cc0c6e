import { describe, expect, test } from 'vitest'
import { decodeText, headerOf, readMime } from './mime.ts'

const mail = (...lines: string[]) => readMime(Buffer.from(lines.join('\r\n'), 'utf8'))
const textOf = (parsed: ReturnType<typeof readMime>, index = 0) =>
  decodeText(parsed.parts[index]!.body, parsed.parts[index]!.charset)

test('headers are unfolded and their encoded words read', () => {
  const parsed = mail('Subject: =?UTF-8?Q?Resit_=E2=80=9CJun=E2=80=9D?=', ' =?utf-8?B?6ZmI?= end', '', 'x')
  expect(headerOf(parsed, 'subject')).toBe('Resit “Jun”陈 end')
})

describe('bodies', () => {
  test('quoted-printable: a soft line break joins, the space before it stays', () => {
    const parsed = mail(
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Terima kasih =',
      'atas RM1=3D =',
      '=E9=99=88',
    )
    expect(textOf(parsed)).toBe('Terima kasih atas RM1= 陈')
  })
  test('base64 and other charsets', () => {
    const head = ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: base64', '']
    expect(textOf(mail(...head, Buffer.from([0xe9]).toString('base64')))).toBe('é')
  })
  test('a mail without anything said about it is text', () => {
    expect(mail('Subject: x', '', 'hello').parts[0]).toMatchObject({
      contentType: 'text/plain',
      attached: false,
    })
  })
})

test('parts inside parts come out in order, with names in every spelling', () => {
  const parsed = mail(
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
    '<p>html',
    '--inner--',
    '--a+b',
    'Content-Type: application/pdf; name="a;b.pdf"',
    'Content-Disposition: attachment; filename="a;b.pdf"',
    '',
    'one',
    '--a+b',
    'Content-Type: image/png',
    'Content-ID: <logo@x>',
    "Content-Disposition: attachment; filename*0*=utf-8''R%C3%A9sit; filename*1*=%20Jun.png",
    '',
    'two',
    '--a+b--',
    'epilogue',
  )
  expect(parsed.parts.map(({ contentType, name, contentId }) => [contentType, name, contentId])).toEqual([
    ['text/plain', undefined, undefined],
    ['text/html', undefined, undefined],
    ['application/pdf', 'a;b.pdf', undefined],
    ['image/png', 'Résit Jun.png', 'logo@x'],
  ])
  expect([0, 1, 2, 3].map((index) => textOf(parsed, index))).toEqual(['text', '<p>html', 'one', 'two'])
})

test.each(['', '\r\n\r\n', 'Content-Type: multipart/mixed; boundary=x', ':', '=?x?Q?=zz?='])(
  'rubbish %j is no error',
  (text) => {
    expect(() => readMime(Buffer.from(text))).not.toThrow()
  },
)
