import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { openAccess } from './access.ts'
import { requestCancel } from './cancel.ts'
import { hour, minute } from './schedule.ts'
import { openSchool, openTestPortal, type School, type TestPortal } from './test-support.ts'
import { findTypedByHand, searchPatienceMs } from './typed-by-hand.ts'

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal()
})
afterEach(async () => {
  portal.after = undefined
  await portal.control('calm', {})
})
afterAll(() => portal.close())

const ask = async (school: School, document_id: string, reason = 'Bil untuk pelajar yang salah') => {
  const actor = await school.tenant.actor('admin')
  await school.tenant.write((trx) => requestCancel(trx, actor, { document_id, reason }, school.clock.now()))
}

/** Lets the time pass to `ms` after a document was validated. */
async function sinceValid(school: School, id: string, ms: number) {
  const { validated_at } = await school.document(id)
  school.clock.advance(validated_at!.getTime() + ms - school.clock.ms)
}

test('a valid document is cancelled one minute before its 72 hours are over, with who asked and why', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.settle()
  await sinceValid(school, one!.id, 72 * hour - minute)
  await ask(school, one!.id)
  expect(await school.document(one!.id)).toMatchObject({ status: 'valid', cancelled_at: null })
  expect(await school.jobs('einvoice.cancel')).toMatchObject([{ payload: { document_id: one!.id } }])
  await school.work()
  expect(await school.document(one!.id)).toMatchObject({ status: 'cancelled' })
  expect(await school.atPortal()).toMatchObject([{ status: 'Cancelled' }])
  expect((await school.events(one!.id)).slice(-2)).toEqual(['cancel_requested', 'cancelled'])
})

test('one minute after them the portal refuses (OperationPeriodOver): it stays valid, and its history says why', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.settle()
  await sinceValid(school, one!.id, 72 * hour + minute)
  await ask(school, one!.id)
  await school.work()
  const document = await school.document(one!.id)
  expect(document).toMatchObject({ status: 'valid', cancel_requested_at: null, cancel_reason: null })
  expect(await school.lastEvent(one!.id)).toMatchObject({
    kind: 'cancel_refused',
    detail: { code: 'OperationPeriodOver' },
  })
})

test('a document that a valid note corrects is not cancelled (ActiveReferencingDocuments)', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.settle()
  await school.note(one!.invoice_id, one!.id)
  await school.settle()
  await ask(school, one!.id)
  await school.work()
  expect(await school.document(one!.id)).toMatchObject({ status: 'valid' })
  expect(await school.lastEvent(one!.id)).toMatchObject({ detail: { code: 'ActiveReferencingDocuments' } })
})

test('a reason has 1 to 300 characters', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.settle()
  for (const reason of ['', '  ', 'x'.repeat(301)])
    await expect(ask(school, one!.id, reason)).rejects.toThrow(RangeError)
  await ask(school, one!.id, 'x'.repeat(300))
  await school.work()
  expect(await school.document(one!.id)).toMatchObject({ status: 'cancelled' })
})

test('asked for while it is on its way, it is cancelled as soon as it is valid', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.submit()
  expect(await school.document(one!.id)).toMatchObject({ status: 'sending' })
  await ask(school, one!.id)
  expect(await school.document(one!.id)).toMatchObject({ status: 'sending' })
  await school.settle()
  expect(await school.jobs('einvoice.cancel')).toMatchObject([{ payload: { document_id: one!.id } }])
  await school.work()
  expect(await school.document(one!.id)).toMatchObject({ status: 'cancelled' })
  expect(await school.events(one!.id)).toEqual([
    'stored',
    'cancel_requested',
    'accepted',
    'valid',
    'cancelled',
  ])
})

test('and when that is learnt only after 72 hours, its history tells a person that a note is needed', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.submit()
  await ask(school, one!.id)
  await school.work()
  await portal.control('calls')
  // the portal decides within seconds, and we hear of it days later
  school.clock.advance(3_000)
  await portal.control('state')
  school.clock.advance(73 * hour)
  await school.settle()
  expect(await school.document(one!.id)).toMatchObject({ status: 'valid' })
  expect(await school.events(one!.id)).toContain('cancel_late')
  expect(await school.jobs('einvoice.cancel')).toEqual([])
})

test('one that has not left is withdrawn, and never leaves', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await ask(school, one!.id)
  await school.settle()
  expect(await school.document(one!.id)).toMatchObject({
    ...{ status: 'failed', attempts: 0, faults: [{ step: 'local', code: 'withdrawn' }] },
  })
  expect(await school.atPortal()).toEqual([])
})

test('one that is to be cancelled, and never arrived, does not leave a second time', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await portal.control('trouble', { kind: 'http503', endpoint: 'submit', clientId: school.clientId })
  await school.work()
  await ask(school, one!.id)
  school.clock.advance(11 * minute)
  await school.settle()
  expect(await school.document(one!.id)).toMatchObject({
    ...{ status: 'failed', attempts: 1, cancel_requested_at: null, faults: [{ code: 'withdrawn' }] },
  })
  expect(await school.events(one!.id)).toEqual(['stored', 'cancel_requested', 'returned', 'withdrawn'])
  expect(await school.atPortal()).toEqual([])
})

test('asked for twice it is told once, and an answer that is lost is found out about', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.settle()
  await portal.control('trouble', { kind: 'lost', endpoint: 'state', clientId: school.clientId })
  await ask(school, one!.id)
  await ask(school, one!.id, 'Lagi sekali')
  await school.work()
  const document = await school.document(one!.id)
  expect(document).toMatchObject({ status: 'cancelled', cancel_reason: 'Bil untuk pelajar yang salah' })
  expect((await school.events(one!.id)).filter((kind) => kind === 'cancel_requested')).toHaveLength(1)
  expect((await school.calls('/state')).filter(({ path }) => path.includes(document.uuid!))).toHaveLength(1)
})

test('an invoice that is gone before its document leaves is not sent', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.tenant.write((trx) =>
    trx
      .updateTable('invoice')
      .set({ status: 'cancelled', paid_sen: 0, paid_on: null })
      .where('id', '=', one!.invoice_id)
      .execute(),
  )
  await school.settle()
  expect(await school.document(one!.id)).toMatchObject({
    status: 'failed',
    faults: [{ code: 'source.cancelled' }],
  })
})

test('a buyer’s request to reject leaves the document valid; the portal is asked hourly and for 72 hours', async () => {
  const school = await openSchool(portal)
  const [one, two] = await school.queue(2)
  await school.settle()
  const calls = async () =>
    (await school.calls(`documentsubmissions/${(await school.submissions())[0]!.submission_uid}`)).length
  const before = await calls()
  await portal.control('reject', { of: (await school.document(one!.id)).uuid, reason: 'Bukan anak saya' })
  const from = school.clock.ms
  while (school.clock.ms < from + 5 * hour) {
    await school.work()
    school.clock.advance(10 * minute)
  }
  const asked = (await calls()) - before
  expect(asked).toBeGreaterThanOrEqual(4)
  expect(asked).toBeLessThanOrEqual(5)
  expect(await school.document(one!.id)).toMatchObject({ status: 'valid', reject_reason: 'Bukan anak saya' })
  expect((await school.document(one!.id)).reject_requested_at).toBeInstanceOf(Date)
  expect(await school.document(two!.id)).toMatchObject({ status: 'valid', reject_requested_at: null })
  expect((await school.events(one!.id)).filter((kind) => kind === 'reject_requested')).toHaveLength(1)
  await sinceValid(school, two!.id, 72 * hour + minute)
  await school.work()
  expect(await school.submissions()).toMatchObject([{ state: 'closed', next_at: null }])
})

test('cancelled by hand in the portal it is cancelled here', async () => {
  const school = await openSchool(portal)
  const [one] = await school.queue(1)
  await school.settle()
  await portal.control('cancel', { of: (await school.document(one!.id)).uuid, reason: 'Di portal' })
  school.clock.advance(hour)
  await school.work()
  expect(await school.document(one!.id)).toMatchObject({ status: 'cancelled', cancel_reason: 'Di portal' })
})

test('numbers that somebody typed into the portal by hand are found, and not those that came from here', async () => {
  const school = await openSchool(portal)
  const rows = await school.queue(2)
  await school.settle()
  await portal.control('type', { tin: school.tin, number: 'R007', total: 120 })
  await portal.control('type', { tin: school.tin, number: 'LAIN', total: 5.5 })
  const access = (await openAccess({ ...school.tools, patienceMs: searchPatienceMs }))!
  const receipts = Array.from({ length: 10 }, (_, n) => `R${String(n + 1).padStart(3, '0')}`)
  const period = { from: new Date(school.clock.ms - 40 * 24 * hour), to: new Date(school.clock.ms + minute) }
  const among = await findTypedByHand(school.tools, access, {
    ...period,
    numbers: [...receipts, rows[0]!.number],
  })
  expect(among).toMatchObject({
    kind: 'ok',
    value: [{ number: 'R007', totalsSen: expect.arrayContaining([12_000]) }],
  })
  const all = await findTypedByHand(school.tools, access, period)
  expect(all.kind === 'ok' && all.value.map(({ number }) => number).sort()).toEqual(['LAIN', 'R007'])
})
