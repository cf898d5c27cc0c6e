import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sample } from './samples.fixture.ts'
import { type Desk, openDesk } from './test-support.ts'

const shop = { clientId: 'shop', secrets: ['third'], tin: 'C2000000000', name: 'Perantara' }
let desk: Desk
beforeAll(async () => {
  desk = await openDesk({
    clients: [
      { clientId: 'school', secrets: ['first', 'second'], tin: 'C1234567890' },
      shop,
      { clientId: 'real', secrets: ['fourth'], tin: 'C1234567890', environment: 'production' },
      { clientId: 'ended', secrets: ['fifth', 'sixth'], tin: 'C1234567890', endsAt: 1 },
    ],
    appointments: [
      { intermediaryTin: shop.tin, tin: 'C1234567890', permissions: ['submit', 'view'] },
      {
        intermediaryTin: shop.tin,
        tin: 'IG12345678901',
        rob: '202003000000',
        permissions: ['submit', 'cancel'],
      },
    ],
    switches: { limited: false },
  })
})
afterAll(() => desk.close())

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('gives a token of an hour for either secret, which names the taxpayer', async () => {
  for (const client_secret of ['first', 'second']) {
    const { status, body } = await desk.login({ client_secret, scope: 'InvoicingAPI' })
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 3600])
    const claims = claimsOf(body.access_token)
    expect(claims).toMatchObject({ TaxpayerTIN: 'C1234567890', client_id: 'school' })
    expect(claims.exp - claims.iat).toBe(3600)
  }
})

test.each([
  [{ client_secret: 'wrong' }, 400, 'invalid_client'],
  [{ client_id: 'nobody' }, 400, 'invalid_client'],
  [{ client_id: '' }, 400, 'invalid_request'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  [{ scope: 'everything' }, 400, 'invalid_scope'],
  // both secrets of a client end together
  [{ client_id: 'ended', client_secret: 'fifth' }, 400, 'invalid_client'],
  [{ client_id: 'ended', client_secret: 'sixth' }, 400, 'invalid_client'],
])('refuses %o', async (form, status, error) => {
  const answer = await desk.login(form)
  expect([answer.status, answer.body.error]).toEqual([status, error])
  expect(answer.headers.get('correlationid')).toMatch(/^0HN/)
})

test('takes a form alone, and no credentials of the other portal', async () => {
  const json = await desk.send('/connect/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'school', client_secret: 'first', grant_type: 'client_credentials' }),
  })
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request'])
  expect((await desk.login({ client_id: 'real', client_secret: 'fourth' })).status).toBe(403)
})

describe('an intermediary', () => {
  const as = (onbehalfof: string) => desk.login({ client_id: 'shop', client_secret: 'third' }, { onbehalfof })

  test('acts for who appointed it, and for nobody else', async () => {
    const { body } = await as('C1234567890')
    expect(claimsOf(body.access_token)).toMatchObject({
      TaxpayerTIN: 'C1234567890',
      IntermediaryTIN: shop.tin,
    })
    expect((await as('C9876543210')).status).toBe(403)
    expect((await as('IG12345678901:202003000000')).status).toBe(200)
    expect((await as('IG12345678901:202003999999')).status).toBe(403)
    expect((await as('a school')).status).toBe(400)
  })

  test('sees what it sent itself, not what the taxpayer sent or got, and does what it was allowed', async () => {
    const { body } = await as('C1234567890')
    const own = await desk.validated(sample({ number: 'BY-SHOP', at: desk.now() }), body.access_token)
    const other = await desk.validated(sample({ number: 'BY-SCHOOL', at: desk.now() }))
    const read = (uuid: string, token: string) =>
      desk.call('GET', `documents/${uuid}/details`, undefined, token)
    expect((await read(own.uuid, body.access_token)).status).toBe(200)
    expect((await read(other.uuid, body.access_token)).status).toBe(404)
    expect((await read(own.uuid, desk.token)).status).toBe(200)
    const dates = 'submissionDateFrom=2026-11-01&submissionDateTo=2026-11-30'
    const found = await desk.call('GET', `documents/search?${dates}`, undefined, body.access_token)
    expect(found.body.result.map(({ internalId }: { internalId: string }) => internalId)).toEqual(['BY-SHOP'])
    expect(found.body.result[0].intermediaryTin).toBe(shop.tin)
    const change = { status: 'cancelled', reason: 'Wrong' }
    const cancelled = await desk.call('PUT', `documents/state/${own.uuid}/state`, change, body.access_token)
    expect([cancelled.status, cancelled.body.error.code]).toEqual([403, 'Forbidden'])
    const blind = (await as('IG12345678901')).body.access_token
    for (const path of [`documents/search?${dates}`, 'documents/recent', `documents/${own.uuid}/raw`])
      expect((await desk.call('GET', path, undefined, blind)).status, path).toBe(403)
  })

  test('is turned away once its appointment has ended', async () => {
    const { body } = await as('IG12345678901')
    await desk.control('appointments', { intermediaryTin: shop.tin, tin: 'IG12345678901', permissions: [] })
    expect((await desk.submit([], body.access_token)).status).toBe(403)
  })
})

test('a token ends after its hour, and when it is made to die; a new one is good', async () => {
  const token = (await desk.login()).body.access_token
  const status = async (one: string) => (await desk.call('GET', 'documents/recent', undefined, one)).status
  expect(await status(token)).toBe(200)
  expect(await status(`${token}x`)).toBe(401)
  expect(await status('')).toBe(401)
  await desk.control('kill_tokens', { clientId: 'school' })
  expect(await status(token)).toBe(401)
  const next = (await desk.login()).body.access_token
  expect(await status(next)).toBe(200)
  desk.wait(3_599_000)
  expect(await status(next)).toBe(200)
  desk.wait(1_000)
  expect(await status(next)).toBe(401)
  await desk.signIn()
})
