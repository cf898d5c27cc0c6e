import { describe, expect, test } from 'vitest'
import { ownMail, parseMailbox, platformMail } from './settings.ts'

const environment = {
  smtpUrl: 'smtp://127.0.0.1:3002',
  mailFrom: 'Lunas <no-reply@lunas.test>',
  sandbox: true,
  sandboxPort: 3001,
}
const own = {
  smtp_host: 'mail.school.test',
  smtp_port: 587,
  smtp_username: 'school',
  smtp_password: 'secret',
  smtp_sender_name: 'Tadika Bintang',
  smtp_sender_email: 'office@school.test',
}

describe("the platform's server", () => {
  test('from its address, with the name of the organisation', () => {
    expect(platformMail(environment, 'Tadika Bintang')).toEqual({
      server: { host: '127.0.0.1', port: 3002, tls: 'never', trusted: true },
      from: { name: 'Tadika Bintang', address: 'no-reply@lunas.test' },
    })
  })
  test.each([
    ['smtps://mail.lunas.test', { port: 465, tls: 'always' }],
    ['smtp://mail.lunas.test', { port: 587, tls: 'may' }],
    [
      'smtp://u%40x:p%2Fq@mail.lunas.test:2525',
      { port: 2525, tls: 'upgrade', login: { user: 'u@x', password: 'p/q' } },
    ],
    ['smtp://[::1]:25', { host: '::1', tls: 'never' }],
  ])('%s', (smtpUrl, expected) => {
    expect(platformMail({ ...environment, smtpUrl })?.server).toMatchObject(expected)
  })
  test('there may be none', () => {
    expect(platformMail({ ...environment, smtpUrl: undefined })).toBeUndefined()
  })
})

describe("an organisation's own server", () => {
  test('is not trusted and gets no password without TLS', () => {
    expect(ownMail(environment, own).server).toMatchObject({
      tls: 'upgrade',
      trusted: false,
      login: { password: 'secret' },
    })
    expect(ownMail(environment, { ...own, smtp_port: 465 }).server.tls).toBe('always')
    expect(ownMail(environment, { ...own, smtp_username: null }).server).toMatchObject({ tls: 'may' })
  })
  test('may be the sandbox, at exactly its port, where sandboxes are allowed', () => {
    const local = { ...own, smtp_host: 'localhost', smtp_port: 3002 }
    expect(ownMail(environment, local).server.trusted).toBe(true)
    expect(ownMail(environment, { ...local, smtp_port: 5432 }).server.trusted).toBe(false)
    expect(ownMail({ ...environment, sandbox: false }, local).server.trusted).toBe(false)
  })
})

test.each([
  ['Lunas <no-reply@lunas.test>', { name: 'Lunas', address: 'no-reply@lunas.test' }],
  ['"Lunas, Inc" <a@b.test>', { name: 'Lunas, Inc', address: 'a@b.test' }],
  ['a@b.test', { address: 'a@b.test' }],
])('%s is a mailbox', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox)
})
test.each(['', 'Lunas', 'Lunas <>', 'Lunas <a@b.test', 'a@b.test, c@d.test'])('%j is none', (text) => {
  expect(() => parseMailbox(text)).toThrow('not a mail address')
})
