import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parent, sample, school } from './samples.fixture.ts'
import { type Desk, openDesk } from './test-support.ts'

const HOUR = 3_600_000
const customer = { clientId: 'customer', secrets: ['fourth'], tin: 'C5555555550' }
let desk: Desk
beforeAll(async () => {
  desk = await openDesk({
    clients: [{ clientId: 'school', secrets: ['first', 'second'], tin: school.tin }, customer],
    taxpayers: [
      { tin: school.tin, name: school.name, idType: 'BRN', idValue: school.id },
      { tin: customer.tin, name: 'Pelanggan Sdn Bhd', idType: 'BRN', idValue: '202005555555' },
      { tin: 'IG20000000010', name: 'Two Numbers', idType: 'NRIC', idValue: '850101995678' },
      { tin: 'D2000000010', name: 'Two Numbers', idType: 'NRIC', idValue: '850101995678' },
    ],
    switches: { limited: false },
  })
})
afterAll(() => desk.close())

let count = 0
const buyer = { ...parent, name: 'Pelanggan Sdn Bhd', tin: customer.tin, type: 'BRN', id: '202005555555' }
const next = (given: Partial<Parameters<typeof sample>[0]> = {}) =>
  sample({ number: `L-${++count}`, at: desk.now(), buyer, ...given })
const customerToken = async () =>
  (await desk.login({ client_id: 'customer', client_secret: 'fourth' })).body.access_token
const change = (uuid: string, body: unknown, token?: string) =>
  desk.call('PUT', `documents/state/${uuid}/state`, body, token)
const cancelled = { status: 'cancelled', reason: 'Wrong student billed' }
const said = ({ status, body }: Awaited<ReturnType<typeof change>>) => [
  status,
  body.error?.code ?? body.status,
]

describe('cancelling', () => {
  test('is open for 72 hours after validation', async () => {
    const [one, other] = [await desk.validated(next()), await desk.validated(next())]
    desk.wait(72 * HOUR - 60_000)
    await desk.signIn()
    expect(said(await change(one.uuid, { ...cancelled, status: 'Cancelled' }))).toEqual([200, 'Cancelled'])
    desk.wait(120_000)
    expect(said(await change(other.uuid, cancelled))).toEqual([400, 'OperationPeriodOver'])
    expect(said(await change(one.uuid, cancelled))).toEqual([400, 'IncorrectState'])
    const { body } = await desk.call('GET', `documents/${one.uuid}/details`)
    expect(body).toMatchObject({ status: 'Cancelled', documentStatusReason: cancelled.reason })
    expect(body.cancelDateTime).not.toBeNull()
  })

  test('needs a reason of at most 300 characters, the issuer, and a valid document', async () => {
    const one = await desk.validated(next())
    for (const reason of [undefined, '', ' ', 'x'.repeat(301)])
      expect(said(await change(one.uuid, { status: 'cancelled', reason }))).toEqual([400, 'BadArgument'])
    expect(said(await change(one.uuid, { status: 'void', reason: 'x' }))).toEqual([400, 'BadArgument'])
    expect(said(await change(one.uuid, '{'))).toEqual([400, 'BadStructure'])
    expect(said(await change(one.uuid, cancelled, await customerToken()))).toEqual([403, 'Forbidden'])
    expect(said(await change('A'.repeat(26), cancelled))).toEqual([404, 'NotFound'])
    const invalid = await desk.validated(next({ classification: '004' }))
    expect(said(await change(invalid.uuid, cancelled))).toEqual([400, 'IncorrectState'])
    expect(said(await change(one.uuid, { status: 'cancelled', reason: 'x'.repeat(300) }))).toEqual([
      ...[200, 'Cancelled'],
    ])
  })

  test('waits until the notes that stand on it are cancelled', async () => {
    const original = await desk.validated(next())
    const note = await desk.validated(next({ type: '02', corrects: [original.uuid] }))
    expect(said(await change(original.uuid, cancelled))).toEqual([400, 'ActiveReferencingDocuments'])
    expect(said(await change(note.uuid, cancelled))).toEqual([200, 'Cancelled'])
    expect(said(await change(original.uuid, cancelled))).toEqual([200, 'Cancelled'])
  })
})

test('the buyer asks for rejection once; the document stays valid until its issuer cancels it', async () => {
  const one = await desk.validated(next())
  const token = await customerToken()
  const rejected = { status: 'rejected', reason: 'Not my child' }
  expect(said(await change(one.uuid, rejected))).toEqual([403, 'Forbidden'])
  expect(said(await change(one.uuid, rejected, token))).toEqual([200, 'Requested for Rejection'])
  expect(said(await change(one.uuid, rejected, token))).toEqual([400, 'IncorrectState'])
  const { body } = await desk.call('GET', `documents/${one.uuid}/details`)
  expect(body).toMatchObject({ status: 'Valid', documentStatusReason: 'Not my child' })
  expect(body.rejectRequestDateTime).not.toBeNull()
  const other = await desk.validated(next())
  await desk.control('reject', { of: other.uuid, reason: 'By the portal' })
  expect(
    (await desk.call('GET', `documents/${other.uuid}/details`)).body.rejectRequestDateTime,
  ).not.toBeNull()
  expect(said(await change(one.uuid, cancelled))).toEqual([200, 'Cancelled'])
})

describe('a submission', () => {
  test('is not found at first, then goes on, then has an end for each document', async () => {
    await desk.control('switches', { unknownForMs: 1_000, validateAfterMs: 2_000 })
    const { body } = await desk.submit([next(), next({ classification: '004' })])
    const read = (query = '') => desk.call('GET', `documentsubmissions/${body.submissionUid}${query}`)
    expect((await read()).status).toBe(404)
    desk.wait(1_000)
    const going = (await read()).body
    expect([going.overallStatus, going.documentCount]).toEqual(['InProgress', 2])
    expect(going.documentSummary[0]).toMatchObject({ status: 'Submitted', longId: '' })
    desk.wait(1_000)
    const done = (await read()).body
    expect(done.overallStatus).toBe('Partially Valid')
    expect(done.documentSummary.map(({ status }: { status: string }) => status)).toEqual(['Valid', 'Invalid'])
    expect(done.documentSummary[0]).toMatchObject({
      ...{
        internalId: `L-${count - 1}`,
        typeName: 'Invoice',
        issuerTin: school.tin,
        totalPayableAmount: 2310,
      },
    })
    expect((await read('?pageNo=2&pageSize=1')).body.documentSummary[0].status).toBe('Invalid')
    expect((await read('?pageSize=101')).status).toBe(400)
    const other = await desk.call(
      'GET',
      `documentsubmissions/${body.submissionUid}`,
      undefined,
      await customerToken(),
    )
    expect(other.status).toBe(404)
    await desk.control('switches', { unknownForMs: 0 })
  })

  test('is decided after a delay of up to half an hour', async () => {
    await desk.control('switches', { validateAfterMs: 1_800_000 })
    const { body } = await desk.submit([next()])
    const status = async () =>
      (await desk.call('GET', `documentsubmissions/${body.submissionUid}`)).body.overallStatus
    desk.wait(1_799_000)
    expect(await status()).toBe('InProgress')
    await desk.control('switches', { validateAfterMs: 2_000 })
    // who comes later with a shorter delay is decided first
    expect((await desk.validated(next())).status).toBe('Valid')
    expect(await status()).toBe('Valid')
  })
})

test('raw gives the document as it was sent, and none that is not valid', async () => {
  const document = next({ number: 'RAW' })
  const text = JSON.stringify(document, null, 1)
  const one = await desk.validated(text)
  const { body } = await desk.call('GET', `documents/${one.uuid}/raw`)
  expect([body.document, body.internalId]).toEqual([text, 'RAW'])
  const invalid = await desk.validated(next({ classification: '004' }))
  expect((await desk.call('GET', `documents/${invalid.uuid}/raw`)).status).toBe(404)
  // who receives it sees what is valid, nothing else
  const token = await customerToken()
  expect((await desk.call('GET', `documents/${one.uuid}/raw`, undefined, token)).status).toBe(200)
  expect((await desk.call('GET', `documents/${invalid.uuid}/details`, undefined, token)).status).toBe(404)
})

describe('search', () => {
  const numbers = (body: { result: { internalId: string }[] }) =>
    body.result.map(({ internalId }) => internalId)
  const search = (query: string, token?: string) =>
    desk.call('GET', `documents/search?${query}`, undefined, token)
  const dates = () => {
    const day = (ms: number) => new Date(desk.now().getTime() + ms).toISOString().slice(0, 10)
    return `submissionDateFrom=${day(-20 * 24 * HOUR)}&submissionDateTo=${day(24 * HOUR)}`
  }

  test('finds by number within its dates, page for page, with the true count', async () => {
    for (const number of ['FIND-1', 'FIND-2', 'FIND-3']) await desk.validated(next({ number }))
    const { body } = await search(`${dates()}&searchQuery=find-2`)
    expect([numbers(body), body.metadata]).toEqual([['FIND-2'], { totalPages: 1, totalCount: 1 }])
    const page = await search(`${dates()}&searchQuery=FIND-&pageSize=2&pageNo=2`)
    expect([numbers(page.body), page.body.metadata]).toEqual([['FIND-1'], { totalPages: 2, totalCount: 3 }])
    expect(page.body.result[0]).toMatchObject({
      ...{
        supplierTIN: school.tin,
        submissionChannel: 'ERP',
        total: 2310,
        totalSales: 2310,
        netAmount: 2310,
      },
    })
    expect(numbers((await search(`${dates()}&searchQuery=FIND-&invoiceDirection=Received`)).body)).toEqual([])
    const received = await search(
      `${dates()}&searchQuery=FIND-&invoiceDirection=Received`,
      await customerToken(),
    )
    expect(numbers(received.body)).toEqual(['FIND-3', 'FIND-2', 'FIND-1'])
    expect(numbers((await search(`${dates()}&searchQuery=FIND-&status=Invalid`)).body)).toEqual([])
  })

  test.each([
    ['no dates', ''],
    ['half a pair', 'submissionDateFrom=2026-11-01'],
    ['32 days', 'submissionDateFrom=2026-11-01T00:00:00Z&submissionDateTo=2026-12-03T00:00:00Z'],
    ['the wrong way round', 'issueDateFrom=2026-11-02&issueDateTo=2026-11-01'],
    ['no date', 'issueDateFrom=yesterday&issueDateTo=2026-11-01'],
    ['a page of 101', 'issueDateFrom=2026-11-01&issueDateTo=2026-11-02&pageSize=101'],
    ['special signs', 'issueDateFrom=2026-11-01&issueDateTo=2026-11-02&searchQuery=%25%3B'],
  ])('refuses %s', async (_, query) => {
    const { status, body } = await search(query)
    expect([status, body.error.code]).toEqual([400, 'BadArgument'])
  })

  test('knows what was typed by hand in the portal, and recent forgets it after 31 days', async () => {
    await desk.control('type', { tin: school.tin, number: 'R007', total: 120.5 })
    const { body } = await search(`${dates()}&searchQuery=R007`)
    expect(body.result[0]).toMatchObject({
      ...{ internalId: 'R007', status: 'Valid', submissionChannel: 'Invoicing Portal', total: 120.5 },
    })
    const recent = async () => numbers((await desk.call('GET', 'documents/recent?pageSize=100')).body)
    expect((await recent())[0]).toBe('R007')
    desk.wait(31 * 24 * HOUR + 1)
    await desk.signIn()
    expect(await recent()).not.toContain('R007')
  })
})

describe('taxpayers', () => {
  const validate = async (tin: string, query: string) =>
    (await desk.call('GET', `taxpayer/validate/${tin}?${query}`)).status
  const search = async (query: string) => {
    const { status, body } = await desk.call('GET', `taxpayer/search/tin?${query}`)
    return [status, body.tin ?? body.error.message]
  }

  test('are validated by TIN and identity', async () => {
    expect(await validate(school.tin, `idType=BRN&idValue=${school.id}`)).toBe(200)
    expect(await validate(school.tin, 'idType=BRN&idValue=202009999999')).toBe(404)
    expect(await validate('IG98765432101', 'idType=NRIC&idValue=850101995678')).toBe(404)
    expect(await validate('EI00000000010', 'idType=NRIC&idValue=850101995678')).toBe(404)
    expect(await validate(school.tin, `idType=SSM&idValue=${school.id}`)).toBe(400)
    expect(await validate(school.tin, 'idType=BRN')).toBe(400)
    expect(await validate('anything', `idType=BRN&idValue=${school.id}`)).toBe(400)
    const changed = { tin: school.tin, name: school.name, idType: 'BRN', idValue: school.id }
    await desk.control('taxpayers', { ...changed, outdated: true })
    expect(await validate(school.tin, `idType=BRN&idValue=${school.id}`)).toBe(404)
    await desk.control('taxpayers', { ...changed, outdated: false })
  })

  test('are searched, and several are never chosen from', async () => {
    expect(await search(`idType=BRN&idValue=${school.id}`)).toEqual([200, school.tin])
    expect(await search('taxpayerName=tadika%20contoh%20sdn%20bhd')).toEqual([200, school.tin])
    const several = [400, expect.stringContaining('more than one TIN can be found')]
    expect(await search('idType=NRIC&idValue=850101995678')).toEqual(several)
    expect(await search('idType=NRIC&idValue=850101995678&fileType=1')).toEqual([200, 'IG20000000010'])
    expect(await search('idType=NRIC&idValue=850101995678&fileType=2')).toEqual([200, 'D2000000010'])
    expect((await search('idType=NRIC&idValue=700101991111'))[0]).toBe(404)
    for (const query of ['', 'idType=NRIC', 'taxpayerName=x&fileType=1', 'idType=NRIC&idValue=1&fileType=3'])
      expect((await search(query))[0], query).toBe(400)
  })

  test('are read from what their QR code holds', async () => {
    await desk.control('taxpayers', { tin: school.tin, qr: 'abc-1', city: 'Kajang' })
    expect((await desk.call('GET', 'taxpayers/qrcodeinfo/abc-1')).body).toMatchObject({
      tin: school.tin,
      city: 'Kajang',
    })
    expect((await desk.call('GET', 'taxpayers/qrcodeinfo/abc-2')).status).toBe(404)
  })
})

test('document types say the hours that are gone by', async () => {
  await desk.control('switches', { cancellationHours: 48 })
  const { body } = await desk.call('GET', 'documenttypes')
  expect(body.result.map((type: { invoiceTypeCode: number }) => type.invoiceTypeCode)).toEqual([
    1, 2, 3, 4, 11, 12, 13, 14,
  ])
  const one = (await desk.call('GET', `documenttypes/${body.result[0].id}`)).body
  const [version] = one.documentTypeVersions
  const shown = await desk.call('GET', `documenttypes/${one.id}/versions/${version.id}`)
  expect(shown.body).toMatchObject({ invoiceTypeCode: 1, name: '1.0', status: 'published' })
  expect((await desk.call('GET', 'documenttypes/1/versions/20')).status).toBe(404)
  expect((await desk.call('GET', 'documenttypes/99')).status).toBe(404)
  const hours = Object.fromEntries(
    one.workflowParameters.map(({ parameter, value }: { parameter: string; value: number }) => [
      parameter,
      value,
    ]),
  )
  expect(hours).toEqual({ submissionDuration: 72, cancellationDuration: 48, rejectionDuration: 72 })
  const valid = await desk.validated(next())
  desk.wait(49 * HOUR)
  await desk.signIn()
  expect(said(await change(valid.uuid, cancelled))).toEqual([400, 'OperationPeriodOver'])
  await desk.control('switches', { cancellationHours: 72 })
})

test('notifications tell both sides what became of a document', async () => {
  const one = await desk.validated(next({ number: 'TOLD' }))
  await desk.control('reject', { of: one.uuid, reason: 'No' })
  await change(one.uuid, cancelled)
  const kinds = async (token?: string) => {
    const { body } = await desk.call('GET', 'notifications/taxpayer?pageSize=100', undefined, token)
    return body.result
      .filter(({ notificationSubject: subject }: { notificationSubject: string }) => subject.includes('TOLD'))
      .map(({ typeId }: { typeId: number }) => typeId)
      .sort((a: number, b: number) => a - b)
  }
  expect(await kinds()).toEqual([7, 8, 15])
  expect(await kinds(await customerToken())).toEqual([6, 8])
})

test('documents older than three months can be forgotten', async () => {
  desk.wait(100 * 24 * HOUR)
  await desk.signIn()
  const kept = await desk.validated(next())
  const { gone } = await desk.control('purge', {})
  expect(gone).toBeGreaterThan(10)
  const left = await desk.control('documents')
  expect(left.map(({ uuid }: { uuid: string }) => uuid)).toEqual([kept.uuid])
  expect((await desk.call('GET', 'notifications/taxpayer')).body.result).toHaveLength(1)
})
