import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { generate } from 'selfsigned'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { asMailError, MailError } from './error.ts'
import type { MailMessage } from './message.ts'
import { bytesOf, headerOf } from './sandbox/email.ts'
import { createMailSandbox, type MailSandbox } from './sandbox/sandbox.ts'
import { sendMail } from './send.ts'
import type { MailServer, MailSettings } from './settings.ts'

let folder: string
let sandbox: MailSandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
  sandbox = await createMailSandbox({ folder, password: 'right' })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})
afterEach(() => sandbox.force())

const settings = (server: Partial<MailServer> = {}): MailSettings => ({
  server: { host: '127.0.0.1', port: sandbox.smtpPort, tls: 'never', trusted: true, ...server },
  from: { name: 'Tadika Bintang', address: 'no-reply@lunas.test' },
})
const message = (parts: Partial<MailMessage> = {}): MailMessage => ({
  id: '0199-job',
  to: { name: 'Nurul binti Ahmad', address: 'nurul@example.test' },
  subject: 'Resit RCP-26-000123',
  text: 'Terima kasih.',
  ...parts,
})
const newest = async () => (await sandbox.source(sandbox.mails()[0]!.id))!
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'sent',
    (error) => {
      expect(error).toBeInstanceOf(MailError)
      return { failure: error.failure, permanent: error.permanent }
    },
  )

test('a mail with text, HTML and a file arrives as it was written', async () => {
  const file = Buffer.from('%PDF-1.7 …')
  await sendMail(
    settings(),
    message({
      subject: 'Resit “Jun” — 陈美玲 😀',
      text: 'Ringgit: RM1,234.50 €\n.\nakhir',
      html: '<p>Ringgit: <b>RM1,234.50</b> é</p>',
      replyTo: { name: 'Pejabat', address: 'office@school.test' },
      list: 'receipt',
      attachments: [{ name: 'Resit Jun é.pdf', contentType: 'application/pdf', content: file }],
    }),
  )
  const source = await newest()
  const email = await PostalMime.parse(source)
  expect(headerOf(email, 'subject')).toBe('Resit “Jun” — 陈美玲 😀')
  expect(headerOf(email, 'from')).toBe('Tadika Bintang <no-reply@lunas.test>')
  expect(headerOf(email, 'to')).toBe('Nurul binti Ahmad <nurul@example.test>')
  expect(headerOf(email, 'reply-to')).toBe('Pejabat <office@school.test>')
  expect(headerOf(email, 'list-id')).toBe('<receipt.lunas.test>')
  expect(headerOf(email, 'auto-submitted')).toBe('auto-generated')
  expect(email.text!.replace(/\r\n/g, '\n').trim()).toBe('Ringgit: RM1,234.50 €\n.\nakhir')
  expect(email.html).toContain('<b>RM1,234.50</b> é')
  const types = [...source.toString('latin1').matchAll(/^content-type: ([a-z]+\/\w+)/gim)].map(
    ([, type]) => type,
  )
  expect(types.filter((type) => !type!.startsWith('multipart/'))).toEqual([
    'text/plain',
    'text/html',
    'application/pdf',
  ])
  const [attachment] = email.attachments
  expect(attachment).toMatchObject({
    filename: 'Resit Jun é.pdf',
    mimeType: 'application/pdf',
    disposition: 'attachment',
  })
  expect(bytesOf(attachment!)).toEqual(file)
})

test('the same job makes the same Message-ID, so a second copy is known as one', async () => {
  const first = await sendMail(settings(), message({ id: 'same-job' }))
  const second = await sendMail(settings(), message({ id: 'same-job' }))
  expect(first.messageId).toBe('<same-job@lunas.test>')
  expect(second.messageId).toBe(first.messageId)
  expect(
    sandbox
      .mails()
      .slice(0, 2)
      .map(({ copy }) => copy),
  ).toEqual([true, false])
})

describe('what could break out of a header is refused before any connection', () => {
  const nobody: MailSettings = {
    server: { host: '127.0.0.1', port: 9, tls: 'never', trusted: true },
    from: { name: 'Tadika', address: 'no-reply@lunas.test' },
  }
  const attacks: Record<string, Partial<MailMessage>> = {
    'line break in the subject': { subject: 'Hi\r\nBcc: victim@example.test' },
    'bare LF': { subject: 'Hi\nBcc: victim@example.test' },
    'bare CR': { subject: 'Hi\rBcc: victim@example.test' },
    NUL: { subject: 'Hi\0' },
    'line separator': { subject: 'Hi\u2028Bcc: x' },
    'long subject': { subject: 'x'.repeat(251) },
    'line break in the name': { to: { name: 'A\r\nBcc: v@example.test', address: 'a@example.test' } },
    'line break in the address': { to: { address: 'a@example.test\r\nRCPT TO:<v@example.test>' } },
    'two addresses': { to: { address: 'a@example.test, b@example.test' } },
    'address in brackets': { to: { address: 'a@example.test> SIZE=1' } },
    'no address': { to: { address: 'nobody' } },
    'reply address': { replyTo: { address: 'x@y.test\n' } },
    'file name': {
      attachments: [{ name: 'a\r\n.pdf', contentType: 'application/pdf', content: Buffer.from('') }],
    },
    'content type': {
      attachments: [{ name: 'a.pdf', contentType: 'a/b\r\nX: y', content: Buffer.from('') }],
    },
    id: { id: 'a>\r\nX: y' },
    list: { list: 'a\r\nX: y' },
  }
  test.each(Object.keys(attacks))('%s', async (attack) => {
    expect(await failureOf(sendMail(nobody, message(attacks[attack]!)))).toEqual({
      failure: 'invalid',
      permanent: true,
    })
  })

  test('a sender with a line break', async () => {
    const evil = { ...nobody, from: { name: 'A\nB', address: 'a@lunas.test' } }
    expect(await failureOf(sendMail(evil, message()))).toEqual({ failure: 'invalid', permanent: true })
  })
})

describe('the server says no', () => {
  const to = (address: string) => message({ to: { address } })

  test('an unknown recipient is refused for good, and its answer is kept for the log', async () => {
    const error = await sendMail(settings(), to('refuse-a@example.test')).catch((reason) => reason)
    expect(error).toMatchObject({
      failure: 'refused',
      permanent: true,
      answer: '550 5.1.1 No such user here',
    })
  })
  test('greylisting is for now: the second try is taken', async () => {
    expect(await failureOf(sendMail(settings(), to('greylist-a@example.test')))).toEqual({
      failure: 'deferred',
      permanent: false,
    })
    expect(await failureOf(sendMail(settings(), to('greylist-a@example.test')))).toBe('sent')
  })
  test('a server that hangs up after taking the message leaves it open; the copy is known as one', async () => {
    expect(await failureOf(sendMail(settings(), to('lost-a@example.test')))).toEqual({
      failure: 'unreachable',
      permanent: false,
    })
    expect(await failureOf(sendMail(settings(), to('lost-a@example.test')))).toBe('sent')
    expect(sandbox.mails()[0]).toMatchObject({ to: ['lost-a@example.test'], copy: true })
  })
  test('a server that hangs is left alone in time', async () => {
    const watch = stopwatch()
    const sending = sendMail(settings(), to('hang-a@example.test'), { stepMs: 200 })
    expect(await failureOf(sending)).toEqual({ failure: 'slow', permanent: false })
    watch.within(2_000)
  })
  test('a wrong password', async () => {
    const wrong = settings({ login: { user: 'school', password: 'wrong' } })
    expect(await failureOf(sendMail(wrong, message()))).toEqual({ failure: 'credentials', permanent: true })
  })
  test('no server there', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(sendMail(settings({ port }), message()))).toEqual({
      failure: 'unreachable',
      permanent: false,
    })
  })
  test('the log says why no connection came about, but not what a server answered', () => {
    const refused = { code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:465' }
    expect(asMailError(refused).message).toBe('mail unreachable: connect ECONNREFUSED 127.0.0.1:465')
    const untrusted = { code: 'ESOCKET', message: 'self-signed certificate' }
    expect(asMailError(untrusted).message).toBe('mail certificate: self-signed certificate')
    const answered = { responseCode: 550, message: '550 No such user a@example.test', response: '550 No' }
    expect(asMailError(answered).message).toBe('mail deferred')
  })
  test('a server without TLS where TLS is demanded gets no password', async () => {
    const safe = settings({ tls: 'upgrade', login: { user: 'school', password: 'right' } })
    expect(await failureOf(sendMail(safe, message()))).toEqual({ failure: 'tls', permanent: true })
  })
})

test('a server that drips its greeting for ever is cut off', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const drip = setInterval(() => socket.write('220-still here\r\n'), 20)
    socket.once('close', () => clearInterval(drip))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const dripping = settings({ port: (server.address() as AddressInfo).port })
  const watch = stopwatch()
  expect(await failureOf(sendMail(dripping, message(), { stepMs: 300 }))).toEqual({
    failure: 'slow',
    permanent: false,
  })
  watch.within(1_500)
  await new Promise((resolve) => server.close(resolve))
})

describe('what answers is not what it should be', () => {
  async function at(server: Server, talk: Partial<MailServer>) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const failure = await failureOf(sendMail(settings({ port, ...talk }), message(), { stepMs: 2_000 }))
    server.close()
    return failure
  }

  /** Who hangs up on it is nothing to it. */
  const smtp = (options: SMTPServerOptions) => {
    const made = new SMTPServer({ authOptional: true, ...options })
    made.on('error', () => {})
    return made.server
  }

  test('no mail server', async () => {
    const web = createServer((socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    expect(await at(web, {})).toEqual({ failure: 'nonsense', permanent: false })
  })

  test.each(['always', 'upgrade'] as const)('a certificate that nobody vouches for, TLS %s', async (tls) => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
    const server = smtp({ secure: tls === 'always', key, cert })
    expect(await at(server, { tls, host: 'localhost' })).toEqual({ failure: 'certificate', permanent: true })
  })

  test('one that speaks in the clear where TLS is meant from the first byte', async () => {
    expect(await at(smtp({ disabledCommands: ['STARTTLS'] }), { tls: 'always' })).toEqual({
      failure: 'tls',
      permanent: true,
    })
  })
})

describe('a server that an organisation names', () => {
  test.each([
    ['private address', { host: '10.0.0.1', port: 587 }],
    ['loopback', { host: '127.0.0.1', port: 25 }],
    ['cloud metadata', { host: '169.254.169.254', port: 25 }],
    ['loopback in IPv6', { host: '::1', port: 25 }],
    ['mapped IPv4', { host: '::ffff:127.0.0.1', port: 25 }],
    ['a name that leads inside', { host: 'inside.test', port: 465 }],
    ['a name with one address inside', { host: 'both.test', port: 465 }],
  ])('is not talked to at %s', async (_name, where) => {
    const names: Record<string, string[]> = {
      'inside.test': ['192.168.1.5'],
      'both.test': ['8.8.8.8', '127.0.0.1'],
    }
    const lookup = async (host: string) => names[host]!.map((address) => ({ address, family: 4 }))
    const theirs = settings({ ...where, tls: 'may', trusted: false })
    expect(await failureOf(sendMail(theirs, message(), { lookup }))).toMatchObject({ failure: 'not_public' })
  })

  test('is not talked to at a port that is not for mail', async () => {
    const theirs = settings({ host: 'outside.test', port: 6379, trusted: false })
    const lookup = async () => [{ address: '8.8.8.8', family: 4 }]
    expect(await failureOf(sendMail(theirs, message(), { lookup }))).toEqual({
      ...{ failure: 'port', permanent: true },
    })
  })

  test('is asked for once, and talked to where that says, whatever the next answer would be', async () => {
    const theirs = settings({ host: 'outside.test', port: 587, tls: 'upgrade', trusted: false })
    const answers = ['8.8.8.8', '127.0.0.1']
    const lookup = async () => [{ address: answers.shift()!, family: 4 }]
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return this.destroy(new Error('nothing is sent from here'))
    })
    try {
      await failureOf(sendMail(theirs, message(), { lookup, stepMs: 2_000 }))
      expect(answers).toEqual(['127.0.0.1'])
      const to = connect.mock.calls.flat(2)
      expect(JSON.stringify(to)).toContain('8.8.8.8')
      expect(JSON.stringify(to)).not.toContain('outside.test')
    } finally {
      connect.mockRestore()
    }
  })
})
