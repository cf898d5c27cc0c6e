import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { namesOf } from '#app/integrations/domain/resolver.ts'
import { type NameServer, nameServer } from '#tests/support/product/name-server.ts'
import { afterFile } from '#tests/support/run/after-file.ts'
import { challengeAnswer, challengePath, domainChecker } from './check.ts'
import { pointsAway } from './own-domain.ts'

const token = 'abc123'
const right = [`lunas-verify=${token}`]
const ring = environmentKeyring(environment)
let dns: NameServer
let port: number
const hosts: string[] = []
let answer: (host: string, path: string) => { status?: number; text?: string } | undefined

beforeAll(async () => {
  dns = await nameServer()
  const server: Server = createServer((request, response) => {
    const host = request.headers.host!
    hosts.push(host)
    const said = answer(host, request.url!)
    if (!said) return
    response.writeHead(said.status ?? 200, { location: 'http://127.0.0.1:1/' }).end(said.text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  answer = (host, path) => ({ text: challengeAnswer(ring, host, path) ?? '' })
  afterFile(async () => {
    server.closeAllConnections()
    server.close()
  })
})

const checker = (ours = ['127.0.0.1'], more: Parameters<typeof domainChecker>[1] = {}) =>
  domainChecker(
    { ...environment, dnsServers: [dns.at], domainAddresses: ours, secure: false },
    { names: namesOf({ servers: [dns.at], tryMs: 2_000 }), httpPort: port, timeoutMs: 5_000, ...more },
  )
let number = 0
async function found(
  domain: Parameters<NameServer['says']>[1],
  txt: typeof domain = { TXT: right },
  at = checker(),
) {
  const name = `yuran-${++number}.sekolah.test`
  dns.says(name, domain)
  dns.says(`_lunas.${name}`, txt)
  const { seen, certificate: _, ...checks } = await at.check(name, token)
  return { ...checks, ...(seen.length > 0 ? { seen } : {}), name }
}

test('all is right, asked once for each record and answered under the name of the domain', async () => {
  const { name, ...checks } = await found({ A: ['127.0.0.1'] })
  expect(checks).toEqual({ txt: 'ok', address: 'ok', reach: 'ok' })
  expect(hosts).toContain(name)
  expect(
    dns.asked
      .filter((one) => one.name === name)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['A', 'AAAA'])
})

test('a name that stands for another is followed', async () => {
  dns.says('pusat.lunas.test', { CNAME: ['proksi.lunas.test'] })
  dns.says('proksi.lunas.test', { A: ['127.0.0.1'] })
  expect(await found({ CNAME: ['pusat.lunas.test'] })).toMatchObject({ address: 'ok', reach: 'ok' })
  dns.says('pusing.lunas.test', { CNAME: ['tiada.lunas.test'] })
  expect(await found({ CNAME: ['pusing.lunas.test'] })).toMatchObject({ address: 'missing', reach: null })
})

describe('addresses that are not ours', () => {
  test.each([
    [{ A: ['8.8.8.8'] }, 'elsewhere', ['8.8.8.8']],
    [{ A: ['127.0.0.1', '8.8.4.4'] }, 'elsewhere', ['8.8.4.4']],
    [{ A: ['127.0.0.1'], AAAA: ['2606:4700::1111'] }, 'ipv6', ['2606:4700::1111']],
    [{ AAAA: ['2606:4700::1111'] }, 'missing', ['2606:4700::1111']],
    [{ A: ['10.0.0.7'] }, 'private', undefined],
    [{ A: ['127.0.0.1', '192.168.1.1'] }, 'private', undefined],
    [{ A: ['127.0.0.1', '127.0.0.2'] }, 'private', undefined],
    [{ A: ['127.0.0.1'], AAAA: ['::1'] }, 'private', undefined],
    [{ A: ['169.254.169.254'] }, 'private', undefined],
  ] as const)('%j', async (said, address, seen) => {
    hosts.length = 0
    const { name: _, ...checks } = await found(said as never)
    expect(checks).toEqual({ txt: 'ok', address, reach: null, ...(seen ? { seen: [...seen] } : {}) })
    // nobody is connected to but ourselves
    expect(hosts).toEqual([])
  })

  test('nobody has said which are', async () => {
    dns.says('localhost-of-nobody.test', 'NXDOMAIN')
    const nobody = domainChecker(
      {
        ...environment,
        mainHost: 'localhost-of-nobody.test',
        domainAddresses: [],
        dnsServers: [],
        secure: false,
      },
      { names: namesOf({ servers: [dns.at] }) },
    )
    expect(await found({ A: ['8.8.8.8'] }, undefined, nobody)).toMatchObject({ address: 'unknown' })
  })
})

describe('name servers that do not answer', () => {
  test.each([
    ['NXDOMAIN', 'missing', true],
    [{}, 'missing', true],
    ['SERVFAIL', 'dns', false],
    ['REFUSED', 'dns', false],
    ['silence', 'slow', false],
  ] as const)('%j', async (said, fault, away) => {
    const patience = fault === 'slow' ? { names: namesOf({ servers: [dns.at], tryMs: 150 }) } : {}
    const at = checker(undefined, patience)
    const name = await found(said, undefined, at)
    const proof = await found({ A: ['127.0.0.1'] }, said, at)
    expect([name.address, proof.txt]).toEqual([fault, fault])
    const checks = { txt: 'ok', address: name.address, reach: null, certificate: null, seen: [] } as const
    expect(pointsAway(checks)).toBe(away)
  })
})

test('the proof is one of several, perhaps in parts, or that of another token', async () => {
  const some = await found({ A: ['127.0.0.1'] }, { TXT: ['v=spf1 -all', right[0]!] })
  const other = await found({ A: ['127.0.0.1'] }, { TXT: ['lunas-verify=abc124'] })
  expect([some.txt, other.txt]).toEqual(['ok', 'wrong'])
})

test('what does not fit into a datagram is asked for over TCP', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(200, 'x'))
  const { txt, name } = await found({ A: ['127.0.0.1'] }, { TXT: [...many, right[0]!] })
  expect(txt).toBe('ok')
  expect(dns.asked.filter((one) => one.name === `_lunas.${name}`).map(({ over }) => over)).toContain('tcp')
})

test('another answer at the next look leads nowhere: only addresses that are ours are connected to', async () => {
  const name = 'pusing.sekolah.test'
  dns.says(`_lunas.${name}`, { TXT: right })
  // the two of one look, for IPv4 and IPv6, then those of the next
  dns.says(name, [{ A: ['127.0.0.1'] }, {}, { A: ['10.0.0.1'] }, {}])
  hosts.length = 0
  expect(await checker().check(name, token)).toMatchObject({ address: 'ok', reach: 'ok' })
  expect(hosts).toEqual([name])
  expect(await checker().check(name, token)).toMatchObject({ address: 'private', reach: null })
  expect(hosts).toEqual([name])
})

describe('who answers under the name', () => {
  test.each([
    ['another server', () => ({ text: 'It works!' }), 'other'],
    ['one that leads on', () => ({ status: 302 }), 'other'],
    [
      'one that says what another host would',
      (_: string, path: string) => ({ text: challengeAnswer(ring, 'x.test', path) ?? '' }),
      'other',
    ],
    ['one that never ends', () => ({ text: 'x'.repeat(1_000_000) }), 'other'],
    ['one that says nothing', () => undefined, 'slow'],
  ] as const)('%s', async (_, said, reach) => {
    const usual = answer
    answer = said
    const patience = reach === 'slow' ? { timeoutMs: 1_000 } : {}
    const { reach: got } = await found({ A: ['127.0.0.1'] }, undefined, checker(undefined, patience))
    answer = usual
    expect(got).toBe(reach)
  })
  test('nobody', async () => {
    const closed = checker(['127.0.0.1'], { httpPort: 1 })
    expect((await found({ A: ['127.0.0.1'] }, undefined, closed)).reach).toBe('refused')
  })
})

test('only a path with what a look has drawn is answered', () => {
  const nonce = 'a'.repeat(32)
  expect(challengeAnswer(ring, 'x.test', challengePath(nonce))).toMatch(/^[0-9a-f]{32,}$/)
  for (const path of ['/', '/.well-known/lunas/', challengePath('../x'), `${challengePath(nonce)}/a`])
    expect(challengeAnswer(ring, 'x.test', path)).toBeUndefined()
})

test('a record that keeps our authority from issuing is found before a certificate is asked for', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const httpsPort = (closed.address() as AddressInfo).port
  const asked: unknown[] = []
  closed.on('connection', (socket) => {
    asked.push(socket)
    socket.destroy()
  })
  afterFile(async () => void closed.close())
  const at = domainChecker(
    { ...environment, dnsServers: [dns.at], domainAddresses: ['127.0.0.1'], secure: true },
    { names: namesOf({ servers: [dns.at], tryMs: 2_000 }), httpsPort, timeoutMs: 5_000 },
  )
  dns.says('caa.sekolah.my', { CAA: ['0 issue digicert.com'] })
  dns.says('yuran.caa.sekolah.my', { A: ['127.0.0.1'] })
  expect(await at.certificate('caa.sekolah.my')).toBe('caa')
  // What is said of the name above counts, until the name itself says something.
  expect(await at.certificate('yuran.caa.sekolah.my')).toBe('caa')
  expect(asked).toEqual([])
  dns.says('yuran.caa.sekolah.my', { CAA: ['0 issue letsencrypt.org', '0 issue digicert.com'] })
  expect(await at.certificate('yuran.caa.sekolah.my')).not.toBe('caa')
  dns.says('rosak.caa.sekolah.my', 'SERVFAIL')
  expect(await at.certificate('rosak.caa.sekolah.my')).not.toBe('caa')
  expect(asked.length).toBeGreaterThan(0)
})
