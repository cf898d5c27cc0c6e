import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample, school } from './samples.fixture.ts'
import { type Desk, openDesk } from './test-support.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ switches: { limited: false } })
})
afterAll(() => desk.close())

const press = (action: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  desk.send(`/desk/${action}`, { method: 'POST', body: new URLSearchParams(fields), headers })
const next = (number: string) => sample({ number, at: desk.now() })
const status = async (uuid: string) => (await desk.call('GET', `documents/${uuid}/details`)).body

test('lists documents, finds them by number, and shows each with what the validators said', async () => {
  const one = await desk.validated(next('SHOWN-1'))
  await desk.validated(next('SHOWN-2'))
  const list = (await desk.send('/')).body
  expect(list).toContain('SHOWN-1')
  expect(list).toContain('RM 2,310.00')
  const found = (await desk.send('/?q=shown-2')).body
  expect(found).toContain('SHOWN-2')
  expect(found).not.toContain('SHOWN-1')
  const page = (await desk.send(`/desk/documents/${one.uuid}`)).body
  expect(page).toContain('Step05-Taxpayer Profile Validator')
  expect(page).toContain(`/${one.uuid}/share/${one.longId}`)
  expect((await desk.send('/desk/documents/NONE')).status).toBe(400)
})

test('a shared page needs its long id and says that a document is cancelled', async () => {
  const { uuid, longId } = await desk.validated(next('SHARED'))
  expect((await desk.send(`/${uuid}/share/${longId}`)).body).toContain('<strong class="Valid">Valid</strong>')
  expect((await desk.send(`/${uuid}/share/${longId.slice(1)}`)).status).toBe(404)
  expect((await desk.send(`/${uuid}/share/`)).status).toBe(404)
  await desk.control('cancel', { of: uuid, reason: 'Wrong' })
  expect((await desk.send(`/${uuid}/share/${longId}`)).body).toContain('Cancelled')
  await desk.control('switches', { longIdAfterCancel: false })
  expect((await desk.send(`/${uuid}/share/${longId}`)).status).toBe(404)
})

test('registers an ERP, whose id and secrets sign in', async () => {
  const { status, body } = await press('erp', { tin: 'c7777777770', name: 'Pusat Contoh' })
  expect(status).toBe(200)
  const [client_id = '', first = '', second = ''] = [...body.matchAll(/<code>([^<]+)<\/code>/g)].map(
    ([, one]) => one,
  )
  for (const client_secret of [first, second]) {
    const { body: given } = await desk.login({ client_id, client_secret })
    expect(Buffer.from(given.access_token.split('.')[1], 'base64url').toString()).toContain(
      '"TaxpayerTIN":"C7777777770"',
    )
  }
  expect((await press('erp', { tin: 'nobody' })).body).toContain('A TIN begins with letters')
})

test('waits with a document until it is decided at the desk, which may refuse it', async () => {
  await press('delays', { validateAfterMs: '315360000000', unknownForMs: '0' })
  const { body } = await desk.submit([next('KEPT-1'), next('KEPT-2')])
  const [one, other] = body.acceptedDocuments.map(({ uuid }: { uuid: string }) => uuid)
  desk.wait(1_800_000)
  expect((await status(one)).status).toBe('Submitted')
  await press(`documents/${one}/decide`)
  expect((await status(one)).status).toBe('Valid')
  await press(`documents/${other}/refuse`)
  const refused = await status(other)
  expect(refused.status).toBe('Invalid')
  expect(refused.validationResults.validationSteps[0].error.innerError[0].errorCode).toBe('ERR406')
  expect((await press(`documents/${other}/decide`)).status).toBe(400)
  await press('delays', { validateAfterMs: '2000', unknownForMs: '0' })
})

test('lets the buyer ask for rejection and the issuer cancel, with a reason', async () => {
  const { uuid } = await desk.validated(next('ASKED'))
  expect((await press(`documents/${uuid}/reject`, { reason: ' ' })).body).toContain('Say why')
  expect((await press(`documents/${uuid}/reject`, { reason: 'Not mine' })).status).toBe(303)
  expect(await status(uuid)).toMatchObject({ status: 'Valid', documentStatusReason: 'Not mine' })
  expect((await press(`documents/${uuid}/reject`, { reason: 'Again' })).body).toContain('already')
  expect((await press(`documents/${uuid}/cancel`, { reason: 'Right' })).status).toBe(303)
  expect((await status(uuid)).status).toBe('Cancelled')
})

test('takes documents that are typed by hand, taxpayers, and orders of trouble', async () => {
  expect((await press('type', { tin: school.tin, number: 'R007', total: '12.345' })).status).toBe(400)
  await press('type', { tin: school.tin, number: 'R007', total: '12.30', type: '01' })
  expect((await desk.send('/?q=R007')).body).toContain('typed by hand')
  await press('taxpayer', { tin: 'IG12345678901', name: 'Aminah', idType: 'NRIC', idValue: '850101995678' })
  const query = 'idType=NRIC&idValue=850101995678'
  expect((await desk.call('GET', `taxpayer/validate/IG12345678901?${query}`)).status).toBe(200)
  await press('trouble', { kind: 'http503', endpoint: 'recent', times: '1' })
  expect((await desk.send('/')).body).toContain('the service is not available')
  expect((await desk.call('GET', 'documents/recent')).status).toBe(503)
  const before = (await desk.control('state')).now
  await press('clock', { hours: '73' })
  expect(Date.parse((await desk.control('state')).now) - Date.parse(before)).toBe(73 * 3_600_000)
  await press('clock', { hours: '0' })
})

test('gives a certificate as a file', async () => {
  const form = { name: school.name, tin: school.tin, registrationNo: school.id, password: 'rahsia' }
  const { status, headers } = await press('certificate', form)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-pkcs12'])
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${school.tin}.p12"`)
  expect((await press('certificate', { ...form, password: '' })).status).toBe(400)
})

test('does nothing for a form on another site, and escapes what it shows', async () => {
  const answer = await press('calm', {}, { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(400)
  const document = next('<b>&')
  await desk.validated(document)
  const { body, headers } = await desk.send('/')
  expect(body).toContain('&#60;b&#62;&#38;')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})
