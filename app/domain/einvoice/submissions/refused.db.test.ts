import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { minute } from './schedule.ts'
import { openSchool, openTestPortal, type School, type TestPortal } from './test-support.ts'

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal()
})
afterEach(async () => {
  portal.before = undefined
  portal.after = undefined
  portal.behindMs = 0
  await portal.control('calm', {})
})
afterAll(() => portal.close())

const isSubmit = (request: Request) =>
  request.method === 'POST' && request.url.includes('/documentsubmissions')

/** The portal calls a request that holds this document malformed, and does not say which one it is. */
function poison(number: string): string[][] {
  const seen: string[][] = []
  portal.before = async (request) => {
    if (!isSubmit(request)) return undefined
    const { documents } = (await request.json()) as { documents: { codeNumber: string }[] }
    const numbers = documents.map(({ codeNumber }) => codeNumber)
    seen.push(numbers)
    if (!numbers.includes(number)) return undefined
    const message =
      'Invalid structured submission. For more details contact the System Admin using Correlation Id: 0HN:1'
    const details = [{ code: 'submission', target: 'submission', message, propertyPath: null, details: null }]
    return Response.json(
      { error: { code: 'ValidationError', message: null, target: null, details } },
      { status: 400 },
    )
  }
  return seen
}

describe('a request that is refused as a whole', () => {
  test('is halved until the one at fault is found; the others are valid with the bytes that they had', async () => {
    const school = await openSchool(portal)
    const rows = await school.queue(8)
    const bad = rows[5]!
    const seen = poison(bad.number)
    await school.settle()
    const found = await school.documents()
    expect(found.filter(({ status }) => status === 'valid')).toHaveLength(7)
    expect(await school.document(bad.id)).toMatchObject({ status: 'failed' })
    expect((await school.document(bad.id)).faults).toMatchObject([
      { text: expect.stringContaining('Invalid structured') },
    ])
    // 8, then 4 and 4, 2 and 2, 1 and 1
    expect(seen.map((numbers) => numbers.length).sort()).toEqual([1, 1, 2, 2, 4, 4, 8])
    const hashes = (await school.attempts()).filter(({ document_id }) => document_id === rows[0]!.id)
    expect(new Set(hashes.map(({ content_hash }) => content_hash)).size).toBe(1)
    expect(await school.events(rows[0]!.id)).toEqual(['stored', 'split', 'accepted', 'valid'])
  })

  test('fails alone when it is the only one, with what the portal said', async () => {
    const school = await openSchool(portal)
    const [bad] = await school.queue(1)
    poison(bad!.number)
    await school.settle()
    expect(await school.document(bad!.id)).toMatchObject({ status: 'failed', uuid: null })
    expect((await school.submissions())[0]).toMatchObject({ state: 'refused' })
  })

  test('because the login is another taxpayer’s: each fails with that sentence, and none is sent alone', async () => {
    const school = await openSchool(portal)
    const other = await openSchool(portal)
    await school.tenant.write((trx) => trx.updateTable('einvoice_setting').set({ tin: other.tin }).execute())
    await school.queue(3)
    await school.settle()
    expect((await school.documents()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
    expect((await school.documents())[0]!.faults).toMatchObject([
      { text: 'The authenticated TIN and documents TIN is not matching' },
    ])
    expect(await school.submissions()).toHaveLength(1)
    expect(await school.atPortal()).toEqual([])
  })
})

describe('our clock', () => {
  test('is ten minutes ahead: nothing leaves, the setting says so, and it goes on when the clock is right', async () => {
    const school = await openSchool(portal)
    portal.behindMs = 10 * minute
    await school.queue(2)
    await school.work()
    expect((await school.documents()).map(({ status }) => status)).toEqual(['queued', 'queued'])
    expect(await school.setting()).toMatchObject({ status: 'validated', fault: 'clock', fault_detail: '10' })
    expect(await school.submissions()).toEqual([])
    portal.behindMs = 0
    // the portal's clock is read with each answer
    await school.freshToken()
    await school.settle()
    expect((await school.documents()).map(({ status }) => status)).toEqual(['valid', 'valid'])
    expect(await school.setting()).toMatchObject({ fault: null })
  })

  test('is a little ahead: documents bear the portal’s own time, which is not in its future', async () => {
    const school = await openSchool(portal)
    portal.behindMs = 90_000
    await school.queue(1)
    const began = school.clock.ms
    await school.settle()
    const [document] = await school.documents()
    expect(document!.status).toBe('valid')
    expect(document!.issued_at!.getTime()).toBeLessThanOrEqual(began - 85_000)
  })

  test('seems right, and yet the time is refused (CF321): a new time once, then it fails with that fault', async () => {
    const school = await openSchool(portal)
    const [row] = await school.queue(1)
    portal.after = async (request, response) => {
      if (!isSubmit(request) || response.status !== 202) return response
      const { documents } = { documents: [row!] }
      const details = [
        {
          ...{
            code: 'CF321',
            message: 'Issuance date time value of the document is too old or in the future',
          },
          ...{
            target: 'DatetimeIssued',
            propertyPath: 'Invoice.IssueDate AND Invoice.IssueTime',
            details: null,
          },
        },
      ]
      const rejectedDocuments = documents.map(({ number }) => ({
        invoiceCodeNumber: number,
        error: { code: null, message: 'Validation Error', target: number, propertyPath: null, details },
      }))
      return Response.json({ submissionUid: null, acceptedDocuments: [], rejectedDocuments }, { status: 202 })
    }
    await school.work()
    expect(await school.document(row!.id)).toMatchObject({ status: 'queued' })
    school.clock.advance(minute)
    await school.work()
    expect(await school.document(row!.id)).toMatchObject({ status: 'failed', attempts: 2 })
    expect((await school.document(row!.id)).faults).toMatchObject([
      { code: 'CF321', path: 'Invoice.IssueDate AND Invoice.IssueTime' },
    ])
    expect(await school.events(row!.id)).toEqual(['stored', 'restamped', 'stored', 'refused'])
  })
})

describe('a login that is refused', () => {
  const wrongSecret = ({ clientId, tin }: School) =>
    portal.control('clients', { tin, clientId, secrets: ['another'] })

  test('three times in a row stops the queue of this organisation alone, once told, and nothing fails', async () => {
    const [school, other] = [await openSchool(portal), await openSchool(portal)]
    await wrongSecret(school)
    await school.queue(2)
    await other.queue(2)
    for (const count of [1, 2, 3]) {
      await school.work()
      school.clock.advance(2 * minute)
      expect(await school.setting()).toMatchObject({
        ...{ refused_logins: count, fault: 'wrong_secret' },
        status: count < 3 ? 'validated' : 'failed',
      })
    }
    const calls = (await school.calls('connect/token')).length
    await school.work()
    expect((await school.calls('connect/token')).length).toBe(calls)
    expect((await school.documents()).map(({ status, faults }) => [status, faults])).toEqual([
      ['queued', []],
      ['queued', []],
    ])
    expect(await school.jobs('einvoice.stopped')).toHaveLength(1)
    await other.settle()
    expect((await other.documents()).map(({ status }) => status)).toEqual(['valid', 'valid'])
  })

  test('in the middle of a document’s life leaves it where it is, and it goes on when the secret is right', async () => {
    const school = await openSchool(portal)
    await school.queue(1)
    await school.work()
    await wrongSecret(school)
    await school.freshToken()
    for (let n = 0; n < 4; n++) {
      school.clock.advance(5 * minute)
      await school.work()
    }
    expect(await school.setting()).toMatchObject({ status: 'failed' })
    expect(await school.documents()).toMatchObject([{ status: 'submitted', faults: [] }])
    await portal.control('clients', { tin: school.tin, clientId: school.clientId, secrets: [school.secret] })
    await school.tenant.write((trx) =>
      trx
        .updateTable('einvoice_setting')
        .set({ status: 'validated', refused_logins: 0, fault: null })
        .execute(),
    )
    await school.settle()
    expect(await school.documents()).toMatchObject([{ status: 'valid' }])
  })

  test('with the first secret is no refusal while the second one is taken', async () => {
    const school = await openSchool(portal, { secondSecret: 'another' })
    await wrongSecret(school)
    await school.queue(1)
    await school.settle()
    expect(await school.documents()).toMatchObject([{ status: 'valid' }])
    expect(await school.setting()).toMatchObject({ status: 'validated', refused_logins: 0 })
  })

  test('to an intermediary that was not appointed stops the queue, too', async () => {
    const through = { clientId: 'provider-1', secret: 'of-the-provider' }
    const provider = { tin: 'C3000000010', clientId: through.clientId, secrets: [through.secret] }
    await portal.control('taxpayers', {
      tin: provider.tin,
      name: 'Penyedia',
      idType: 'BRN',
      idValue: '202001000001',
    })
    await portal.control('clients', provider)
    const school = await openSchool(portal, { through })
    await school.queue(1)
    for (let n = 0; n < 3; n++) {
      await school.work()
      school.clock.advance(2 * minute)
    }
    expect(await school.setting()).toMatchObject({ status: 'failed', fault: 'not_represented' })
    await portal.control('appointments', { intermediaryTin: provider.tin, tin: school.tin })
    await school.tenant.write((trx) =>
      trx
        .updateTable('einvoice_setting')
        .set({ status: 'validated', refused_logins: 0, fault: null })
        .execute(),
    )
    await school.settle()
    expect(await school.documents()).toMatchObject([{ status: 'valid' }])
    expect(await school.submissions()).toMatchObject([{ on_behalf_of: school.tin }])
  })
})

test('a taxpayer that lets its intermediary in and not submit: the queue stops, nothing fails, and nothing was lost', async () => {
  const through = { clientId: 'provider-3', secret: 'of-the-provider' }
  const tin = 'C3000000030'
  await portal.control('taxpayers', { tin, name: 'Penyedia', idType: 'BRN', idValue: '202001000003' })
  await portal.control('clients', { tin, clientId: through.clientId, secrets: [through.secret] })
  const school = await openSchool(portal, { through })
  await portal.control('appointments', { intermediaryTin: tin, tin: school.tin, permissions: ['view'] })
  await school.queue(2)
  await school.work()
  expect(await school.setting()).toMatchObject({ status: 'failed', fault: 'forbidden' })
  expect(await school.jobs('einvoice.stopped')).toHaveLength(1)
  expect((await school.documents()).map(({ status, faults }) => [status, faults])).toEqual([
    ['queued', []],
    ['queued', []],
  ])
  await portal.control('appointments', { intermediaryTin: tin, tin: school.tin })
  await school.tenant.write((trx) =>
    trx.updateTable('einvoice_setting').set({ status: 'validated', fault: null }).execute(),
  )
  await school.freshToken()
  await school.settle()
  expect((await school.documents()).map(({ status }) => status)).toEqual(['valid', 'valid'])
})

describe('too many calls', () => {
  test('429 to one organisation: it waits as long as it is told, others go on, and nothing fails', async () => {
    const [school, other] = [await openSchool(portal), await openSchool(portal)]
    await portal.control('trouble', { kind: 'http429', endpoint: 'login', clientId: school.clientId })
    await school.queue(1)
    await other.queue(1)
    const [step] = await school.work()
    expect(step).toMatchObject({ kind: 'later' })
    expect(Math.abs((step as { ms: number }).ms - 17_000)).toBeLessThanOrEqual(1_000)
    await other.settle()
    expect(await other.documents()).toMatchObject([{ status: 'valid' }])
    await school.settle()
    expect(await school.documents()).toMatchObject([{ status: 'valid', faults: [] }])
    expect(await school.setting()).toMatchObject({ status: 'validated', refused_logins: 0 })
  })

  test('two organisations with one client id share its limits and no token', async () => {
    const through = { clientId: 'provider-2', secret: 'of-the-provider' }
    const tin = 'C3000000020'
    await portal.control('taxpayers', { tin, name: 'Penyedia', idType: 'BRN', idValue: '202001000002' })
    await portal.control('clients', { tin, clientId: through.clientId, secrets: [through.secret] })
    const schools = [await openSchool(portal, { through }), await openSchool(portal, { through })] as const
    for (const school of schools) {
      await portal.control('appointments', { intermediaryTin: tin, tin: school.tin })
      await school.queue(2)
    }
    const before = (await schools[0].calls('connect/token')).length
    const began = schools[0].clock.ms
    for (const school of schools) await school.settle()
    for (const school of schools) {
      expect((await school.documents()).map(({ status }) => status)).toEqual(['valid', 'valid'])
      expect(await school.atPortal()).toHaveLength(2)
    }
    expect((await schools[0].calls('connect/token')).length).toBe(before + 2)
    // Logins with one client id are five seconds apart, whoever makes them.
    expect(schools[0].clock.ms - began).toBeGreaterThanOrEqual(5_000)
  })
})
