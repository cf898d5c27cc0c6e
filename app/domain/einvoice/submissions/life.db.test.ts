import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { moveDocuments } from './move-documents.ts'
import { hour, minute } from './schedule.ts'
import { openSchool, openTestPortal, type School, type TestPortal } from './test-support.ts'

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal()
})
afterEach(async () => {
  portal.before = undefined
  portal.after = undefined
  await portal.control('switches', { validateAfterMs: 2_000, unknownForMs: 0 })
})
afterAll(() => portal.close())

/** Somebody corrected it, or says that it is to be sent again. */
const sendAgain = (school: School, id: string) =>
  school.tenant.write((trx) => moveDocuments(trx, 'queued', [{ id }], { at: school.clock.now() }))

const statuses = async (school: School) => (await school.documents()).map(({ status }) => status)

/** A taxpayer whom the portal does not know. */
const unknownTin = { tin: 'IG99000000010' }

test('three documents become valid, with their link and their history', async () => {
  const school = await openSchool(portal)
  const [first] = await school.queue(3)
  await school.settle()
  const documents = await school.documents()
  expect(documents.map(({ status, faults }) => ({ status, faults }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'valid', faults: [] })),
  )
  for (const { uuid, long_id, validated_at, issued_at } of documents) {
    expect(uuid).toMatch(/^[0-9A-Z]{26}$/)
    expect(long_id).toMatch(/\w{20}/)
    expect(validated_at!.getTime()).toBeGreaterThanOrEqual(issued_at!.getTime())
  }
  expect(await school.events(first!.id)).toEqual(['stored', 'accepted', 'valid'])
  expect(await school.submissions()).toMatchObject([{ state: 'closed', sends: 1, document_count: 3 }])
  expect(await school.atPortal()).toHaveLength(3)
})

test('250 queued documents leave in requests of 100, 100 and 50, one after the other was answered', async () => {
  const school = await openSchool(portal)
  await school.queue(250)
  await school.work()
  expect(await school.submissions()).toHaveLength(1)
  await school.settle()
  const counts = (await school.submissions()).map(({ document_count, sends }) => [document_count, sends])
  expect(counts).toEqual([
    [100, 1],
    [100, 1],
    [50, 1],
  ])
  expect(new Set(await statuses(school))).toEqual(new Set(['valid']))
  expect(await school.atPortal()).toHaveLength(250)
})

test('taken in is not valid: nothing has a link while the portal validates for twelve minutes, and then one is invalid', async () => {
  const school = await openSchool(portal)
  await portal.control('switches', { validateAfterMs: 12 * minute })
  const wrong = await school.family('Encik Salah', unknownTin)
  const [good] = await school.queue(1)
  const [bad] = await school.queue(1, { family: wrong })
  const began = school.clock.ms
  await school.work()
  expect(await statuses(school)).toEqual(['submitted', 'submitted'])
  // the portal said 202, and nobody is written to
  const asked = await withPlatform(school.tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('name')
      .distinct()
      .where('entity_id', '=', school.tenant.entity.id)
      .execute(),
  )
  expect(asked).toEqual([{ name: 'einvoice.follow' }])
  await school.settle()
  expect(school.clock.ms - began).toBeGreaterThanOrEqual(12 * minute)
  expect(school.clock.ms - began).toBeLessThanOrEqual(15 * minute + 5_000)
  expect(await school.document(good!.id)).toMatchObject({ status: 'valid' })
  const refused = await school.document(bad!.id)
  expect(refused).toMatchObject({ status: 'invalid', long_id: null, validated_at: null })
  expect(refused.faults).toMatchObject([{ step: expect.stringContaining('Step05'), code: 'ERR406' }])
  expect((refused.faults as { text_my: string }[])[0]!.text_my).toBeTruthy()
  expect(await school.events(bad!.id)).toEqual(['stored', 'accepted', 'undecided', 'invalid'])
  // seconds, then minutes: not every moment
  const { polls } = (await school.submissions())[0]!
  expect(polls).toBeLessThanOrEqual(7)
})

test('the portal that has not decided after half an hour is asked hourly, then daily, for as long as it takes', async () => {
  const school = await openSchool(portal)
  await portal.control('switches', { validateAfterMs: 50 * hour })
  await school.queue(1)
  const began = school.clock.ms
  await school.settle({ rounds: 120 })
  const { polls } = (await school.submissions())[0]!
  expect(await statuses(school)).toEqual(['valid'])
  expect(school.clock.ms - began).toBeGreaterThan(50 * hour)
  expect(polls).toBeLessThanOrEqual(7 + 24 + 3)
})

test('valid with an empty long id is asked about again, and only then valid', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  let blanked = 0
  portal.after = async (request, response) => {
    if (request.method !== 'GET' || !request.url.includes('/documentsubmissions/')) return response
    const answer = (await response.json()) as { documentSummary: { status: string; longId: string }[] }
    for (const document of answer.documentSummary)
      if (document.status === 'Valid' && blanked < 2) {
        document.longId = ''
        blanked++
      }
    return Response.json(answer)
  }
  await school.work()
  while (blanked < 2) {
    school.clock.advance(minute)
    await school.work()
    expect(await school.document(one!.id)).toMatchObject({ status: 'processing', long_id: null })
  }
  await school.settle()
  expect(await school.document(one!.id)).toMatchObject({
    status: 'valid',
    long_id: expect.stringMatching(/\w/),
  })
})

test('not found for the first moments is on its way', async () => {
  const school = await openSchool(portal)
  await portal.control('switches', { unknownForMs: 20_000 })
  await school.queue(1)
  await school.settle()
  expect(await statuses(school)).toEqual(['valid'])
})

describe('one that is at fault touches no other', () => {
  test('found by our own checks, it fails before it is sent, and 99 others are valid', async () => {
    const school = await openSchool(portal)
    const wrong = await school.family('Encik Tanpa Bandar', { city: null })
    await school.queue(60)
    const [bad] = await school.queue(1, { family: wrong })
    await school.queue(39)
    await school.settle()
    const found = await school.documents()
    expect(found.filter(({ status }) => status === 'valid')).toHaveLength(99)
    expect(await school.document(bad!.id)).toMatchObject({
      status: 'failed',
      attempts: 0,
      submission_id: null,
    })
    expect((await school.document(bad!.id)).faults).toMatchObject([{ step: 'local', code: 'buyer.city' }])
    expect(await school.submissions()).toMatchObject([{ document_count: 99, sends: 1 }])
  })

  test('found by the portal later, it alone is invalid, and no invoice changes', async () => {
    const school = await openSchool(portal)
    const wrong = await school.family('Encik Salah', unknownTin)
    await school.queue(10)
    const [bad] = await school.queue(1, { family: wrong })
    await school.queue(9)
    const invoices = () =>
      school.tenant.read((db) => db.selectFrom('invoice').selectAll().orderBy('number').execute())
    const before = await invoices()
    await school.settle()
    const found = await school.documents()
    expect(found.filter(({ status }) => status === 'valid')).toHaveLength(19)
    expect((await school.document(bad!.id)).status).toBe('invalid')
    expect(await invoices()).toEqual(before)
  })
})

test('of fifty that are invalid each has its reasons, and no other call waits behind them', async () => {
  const school = await openSchool(portal)
  const wrong = await school.family('Encik Salah', unknownTin)
  await school.queue(50, { family: wrong })
  await school.settle()
  const found = await school.documents()
  expect(found.map(({ status, faults }) => [status, (faults as unknown[]).length])).toEqual(
    Array.from({ length: 50 }, () => ['invalid', 1]),
  )
  expect((await school.submissions())[0]!.polls).toBeGreaterThanOrEqual(3)
})

describe('sent again', () => {
  test('unchanged it does not leave, mended it does, with another uuid, and both attempts stay', async () => {
    const school = await openSchool(portal)
    const wrong = await school.family('Encik Salah', unknownTin)
    const [bad] = await school.queue(1, { family: wrong })
    await school.settle()
    const first = await school.document(bad!.id)
    expect(first.status).toBe('invalid')

    await sendAgain(school, bad!.id)
    await school.settle()
    expect(await school.document(bad!.id)).toMatchObject({ status: 'failed', faults: first.faults })
    expect((await school.events(bad!.id)).slice(-2)).toEqual(['queued', 'unchanged'])
    expect(await school.attempts()).toHaveLength(1)

    await school.tenant.write((trx) =>
      trx.updateTable('parent').set({ tin: 'IG20000000010' }).where('id', '=', wrong.payer.id).execute(),
    )
    await sendAgain(school, bad!.id)
    await school.settle()
    const mended = await school.document(bad!.id)
    expect(mended).toMatchObject({ status: 'valid', faults: [], attempts: 2 })
    expect(mended.uuid).not.toBe(first.uuid)
    const outcomes = (await school.attempts()).map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['invalid', 'valid'])
  })

  test('a note waits for the document that it corrects, and names its valid uuid, not that of an invalid try', async () => {
    const school = await openSchool(portal)
    const wrong = await school.family('Encik Salah', unknownTin)
    const [original] = await school.queue(1, { family: wrong })
    const note = await school.note(original!.invoice_id, original!.id)
    await school.work()
    expect(await school.document(note.id)).toMatchObject({ status: 'queued' })
    school.clock.advance(minute)
    await school.work()
    expect(await school.document(original!.id)).toMatchObject({ status: 'invalid' })
    expect(await school.document(note.id)).toMatchObject({ status: 'queued' })
    await school.tenant.write((trx) =>
      trx.updateTable('parent').set({ tin: 'IG20000000020' }).where('id', '=', wrong.payer.id).execute(),
    )
    await sendAgain(school, original!.id)
    await school.settle()
    const { uuid } = await school.document(original!.id)
    const sent = await school.document(note.id)
    expect(sent.status).toBe('valid')
    const { text } = await portal.control(`document?of=${sent.uuid}`)
    const [reference] = JSON.parse(text).Invoice[0].BillingReference
    expect(reference.InvoiceDocumentReference[0].UUID[0]._).toBe(uuid)
  })
})

test('signed documents are valid, too', async () => {
  const school = await openSchool(portal)
  const { key, certificate } = await portal.control('certificate', {
    name: 'Tadika Contoh',
    tin: school.tin,
    registrationNo: `202001${school.tin.slice(-6)}`,
  })
  await school.useCertificate(key, certificate)
  await school.queue(3)
  await school.settle()
  expect((await school.documents()).map(({ status, faults }) => ({ status, faults }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'valid', faults: [] })),
  )
})
