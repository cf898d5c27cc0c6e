import { afterEach, describe, expect, test } from 'vitest'
import { sample, school } from './samples.fixture.ts'
import { ENDPOINTS, PUBLISHED_LIMITS } from './switches.ts'
import { type Desk, envelope, openDesk, serveSandbox } from './test-support.ts'

let desk: Desk
afterEach(() => desk?.close())

describe('counted calls', () => {
  test('are 12 logins a minute and client; the next one waits for the rest of the minute', async () => {
    desk = await openDesk()
    for (let calls = 2; calls <= 12; calls++) {
      const { status, headers } = await desk.login()
      expect([status, headers.get('x-rate-limit-limit')]).toEqual([200, '12'])
      expect(headers.get('x-rate-limit-remaining')).toBe(String(12 - calls))
      desk.wait(1_000)
    }
    desk.wait(32_000)
    const { status, headers, body } = await desk.login()
    expect([status, body.error.code]).toEqual([429, 'TooManyRequests'])
    expect(headers.get('retry-after')).toBe('17')
    expect(headers.get('x-rate-limit-reset')).toBe('2026-11-10T08:01:00Z')
    // others are not held up
    expect((await desk.login({ client_id: 'another' })).body.error).toBe('invalid_client')
    desk.wait(17_000)
    expect((await desk.login()).status).toBe(200)
  })

  test('go by the published numbers, each endpoint for itself', async () => {
    desk = await openDesk()
    const calls: Record<(typeof ENDPOINTS)[number], () => Promise<{ status: number }>> = {
      login: () => desk.login(),
      submit: () => desk.submit([]),
      submission: () => desk.call('GET', `documentsubmissions/${'A'.repeat(26)}`),
      state: () => desk.call('PUT', `documents/state/${'A'.repeat(26)}/state`, {}),
      raw: () => desk.call('GET', `documents/${'A'.repeat(26)}/raw`),
      details: () => desk.call('GET', `documents/${'A'.repeat(26)}/details`),
      recent: () => desk.call('GET', 'documents/recent'),
      search: () => desk.call('GET', 'documents/search'),
      searchTin: () => desk.call('GET', 'taxpayer/search/tin'),
      validateTin: () => desk.call('GET', 'taxpayer/validate/x'),
      qr: () => desk.call('GET', 'taxpayers/qrcodeinfo/x'),
    }
    desk.wait(60_000)
    for (const endpoint of ENDPOINTS) {
      const limit = PUBLISHED_LIMITS[endpoint]
      for (let count = 1; count <= limit; count++)
        expect((await calls[endpoint]()).status, `${endpoint} ${count}`).not.toBe(429)
      expect((await calls[endpoint]()).status, endpoint).toBe(429)
    }
    await desk.control('switches', { limits: { recent: 14 } })
    expect((await calls.recent()).status).toBe(200)
    await desk.control('switches', { limited: false })
    expect((await calls.search()).status).toBe(400)
  })
})

describe('trouble by order', () => {
  const recent = () => desk.call('GET', 'documents/recent')

  test('is an error, too many calls or a page of maintenance, as often as it is said', async () => {
    desk = await openDesk()
    await desk.control('trouble', { kind: 'http500', times: 2, after: 1, endpoint: 'recent' })
    const statuses = []
    for (let call = 0; call < 4; call++) statuses.push((await recent()).status)
    expect(statuses).toEqual([200, 500, 500, 200])
    await desk.control('trouble', { kind: 'http503' })
    const refused = await recent()
    expect([refused.status, refused.body.error.code]).toEqual([503, 'ServiceUnavailable'])
    expect(refused.headers.get('correlationid')).toMatch(/^0HN/)
    await desk.control('trouble', { kind: 'http429' })
    expect((await recent()).headers.get('retry-after')).toBe('17')
    await desk.control('trouble', { kind: 'html403' })
    const page = await recent()
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    expect(page.body).toContain('under maintenance')
    await desk.control('trouble', { kind: 'html200', times: 5 })
    await desk.control('calm', {})
    expect((await recent()).status).toBe(200)
  })

  test('is of one client where it is said', async () => {
    desk = await openDesk()
    await desk.control('trouble', { kind: 'http500', clientId: 'another' })
    expect((await recent()).status).toBe(200)
    await desk.control('trouble', { kind: 'http500', clientId: 'school' })
    expect((await recent()).status).toBe(500)
  })

  test('lets a token die in mid-batch', async () => {
    desk = await openDesk()
    await desk.control('trouble', { kind: 'token', endpoint: 'submit', after: 1 })
    const submit = (number: string) => desk.submit([sample({ number, at: desk.now() })])
    expect((await submit('A')).status).toBe(202)
    expect((await submit('B')).status).toBe(401)
    await desk.signIn()
    expect((await submit('B')).status).toBe(202)
  })

  test('loses an answer after all was done: the same request is a repeated one then', async () => {
    desk = await openDesk()
    const documents = [sample({ number: 'LOST', at: desk.now() })]
    await desk.control('trouble', { kind: 'lost', endpoint: 'submit' })
    expect((await desk.submit(documents)).status).toBe(0)
    expect((await desk.submit(documents)).status).toBe(422)
    const kept = await desk.control('documents')
    expect(kept.map(({ number }: { number: string }) => number)).toEqual(['LOST'])
  })
})

test('over HTTP a lost answer breaks the connection, and one that never comes ends when the caller gives up', async () => {
  const served = await serveSandbox({
    clients: [{ clientId: 'school', secrets: ['first'], tin: school.tin }],
  })
  const login = (signal?: AbortSignal) =>
    fetch(`${served.apiUrl}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'school',
        client_secret: 'first',
        grant_type: 'client_credentials',
      }),
      ...(signal && { signal }),
    })
  await served.control('trouble', { kind: 'lost' })
  await expect(login()).rejects.toThrow('fetch failed')
  for (const kind of ['timeout', 'lost_slowly']) {
    await served.control('trouble', { kind })
    await expect(login(AbortSignal.timeout(100))).rejects.toThrow('timeout')
  }
  await served.control('trouble', { kind: 'timeout' })
  const hanging = login()
  const ended = expect(hanging).rejects.toThrow('fetch failed')
  await served.control('state')
  expect((await login()).status).toBe(200)
  await served.close()
  await ended
})

test('the journal has every call with its body as it came, and no secret', async () => {
  desk = await openDesk()
  const text = JSON.stringify(sample({ number: 'BYTES', at: desk.now() }))
  const body = JSON.stringify({ documents: [envelope(text, 'BYTES')] })
  const { headers } = await desk.call('POST', 'documentsubmissions', body)
  const calls = await desk.control('calls')
  expect(calls).toMatchObject([
    { method: 'POST', path: '/connect/token', status: 200, clientId: 'school', body: null },
    { path: '/api/v1.0/documentsubmissions', status: 202, correlationId: headers.get('correlationid') },
  ])
  expect((await desk.control(`call?id=${calls[1].id}`)).body).toBe(body)
  expect(await desk.control(`calls?since=${calls[1].id}`)).toEqual([])
  expect((await desk.control('document?of=BYTES')).text).toBe(text)
})
