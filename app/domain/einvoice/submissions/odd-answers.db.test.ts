import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
  await portal.control('calm', {})
})
afterAll(() => portal.close())

const isSubmit = ({ method, url }: Request) => method === 'POST' && url.includes('/documentsubmissions')
const isList = ({ method, url }: Request) => method === 'GET' && url.includes('/documentsubmissions/')

/** Each document is at the portal once, and ours is that one. */
async function expectOnce(school: School) {
  const there = await school.atPortal()
  const ours = await school.documents()
  expect(there.map(({ number }) => number).sort()).toEqual(ours.map(({ number }) => number).sort())
  expect(ours.map(({ uuid }) => uuid).sort()).toEqual(there.map(({ uuid }) => uuid).sort())
  expect(ours.every(({ status }) => status === 'valid')).toBe(true)
}

test.each([
  ['an object that is no list', () => Response.json({ message: 'Service is starting' })],
  ['a list without its documents', () => Response.json({ metadata: { totalPages: 1, totalCount: 2 } })],
  ['an empty list of nothing', () => Response.json({ result: null })],
])('a search that is answered by %s proves nothing: no document gets a new time', async (_, odd) => {
  const school = await openSchool(portal)
  await portal.control('trouble', { kind: 'lost', endpoint: 'submit', clientId: school.clientId })
  await school.queue(2)
  await school.work()
  school.clock.advance(11 * minute)
  let times = 0
  portal.before = async ({ url }) => (url.includes('/documents/search') && ++times < 4 ? odd() : undefined)
  await school.settle()
  expect(times).toBe(4)
  await expectOnce(school)
})

test('a submission that is found before all of its documents are in its list keeps them on their way', async () => {
  const school = await openSchool(portal)
  await portal.control('trouble', { kind: 'lost', endpoint: 'submit', clientId: school.clientId })
  await school.queue(3)
  await school.work()
  school.clock.advance(11 * minute)
  let times = 0
  portal.after = async (request, response) => {
    if (!isList(request) || ++times > 3) return response
    const body = (await response.json()) as { documentSummary: unknown[] }
    return Response.json({ ...body, documentSummary: body.documentSummary.slice(0, 1) })
  }
  await school.settle()
  expect(times).toBeGreaterThan(3)
  await expectOnce(school)
})

test('a submission that the portal gives page after page of is not read without an end', async () => {
  const school = await openSchool(portal)
  await school.queue(1)
  await school.submit()
  let last = 0
  let known: unknown
  portal.after = async (request, response) => {
    if (!isList(request) || last > 30) return response
    last = Math.max(last, Number(new URL(request.url).searchParams.get('pageNo')))
    const body = (await response.json()) as { documentSummary: unknown[] }
    known = body.documentSummary[0] ?? known
    const documentSummary = Array(100).fill(known)
    return Response.json({ ...body, documentCount: null, documentSummary })
  }
  await school.settle()
  expect(last).toBeLessThan(30)
  await expectOnce(school)
})

test('documents that the portal says to have taken in without naming their submission are found, and none stays behind', async () => {
  const school = await openSchool(portal)
  await school.queue(2)
  portal.after = async (request, response) => {
    if (!isSubmit(request)) return response
    portal.after = undefined
    const { submissionUid: _, ...body } = (await response.json()) as { submissionUid: string }
    return Response.json(body, { status: 202 })
  }
  await school.settle()
  await expectOnce(school)
})

test('texts that no database holds refuse a document all the same, and its siblings are valid', async () => {
  const school = await openSchool(portal)
  const [one, other] = await school.queue(2)
  portal.after = async (request, response) => {
    if (!isSubmit(request)) return response
    portal.after = undefined
    const body = (await response.json()) as { acceptedDocuments: { invoiceCodeNumber: string }[] }
    const of = ({ invoiceCodeNumber }: { invoiceCodeNumber: string }) => invoiceCodeNumber === one!.number
    const text = `nama \u0000 \ud800 ${'x'.repeat(1_991)}\u{20000}<script>`
    const rejected = { invoiceCodeNumber: one!.number, error: { code: 'CF1', message: text } }
    const acceptedDocuments = body.acceptedDocuments.filter((document) => !of(document))
    return Response.json({ ...body, acceptedDocuments, rejectedDocuments: [rejected] }, { status: 202 })
  }
  await school.settle()
  expect(await school.document(one!.id)).toMatchObject({ status: 'failed', faults: [{ code: 'CF1' }] })
  expect(await school.document(other!.id)).toMatchObject({ status: 'valid' })
})

test('what somebody typed into the portal without a number stands in nobody’s way', async () => {
  const school = await openSchool(portal)
  await portal.control('trouble', { kind: 'lost', endpoint: 'submit', clientId: school.clientId })
  await school.queue(1)
  await school.work()
  school.clock.advance(11 * minute)
  portal.after = async (request, response) => {
    if (!request.url.includes('/documents/search')) return response
    const { result, ...body } = (await response.json()) as { result: object[] }
    return Response.json({ ...body, result: [{ ...result[0], uuid: 'TYPED', internalId: null }, ...result] })
  }
  await school.settle()
  await expectOnce(school)
})
