import { expect, test } from 'vitest'
import type { Portal } from '#app/integrations/myinvois/client.ts'
import { type DocumentStatus, documentStatuses } from '../words.ts'
import { nextWatch, readSubmission } from './poll.ts'
import { stampOf } from './prepare.ts'
import { day, hour, minute, nextPoll } from './schedule.ts'
import { type Happening, isFinal, moveOf, moves } from './states.ts'

const happenings = [
  ...new Set(documentStatuses.flatMap((status) => Object.keys(moves[status]) as Happening[])),
]

test('each happening leads to one state', () => {
  for (const happening of happenings) expect(() => moveOf(happening)).not.toThrow()
  expect(moveOf('cancelled')).toEqual({ from: ['submitted', 'processing', 'valid'], to: 'cancelled' })
})

test('nothing becomes valid that the portal has not taken in, and nothing leaves valid but by being cancelled', () => {
  expect(moveOf('valid').from).toEqual(['submitted', 'processing'])
  expect(Object.values(moves.valid)).toEqual(['cancelled'])
  expect(moves.cancelled).toEqual({})
})

test('only what certainly is not at the portal gets a new time: bytes leave from the queue alone', () => {
  const toQueue = documentStatuses.filter((status) => Object.values(moves[status]).includes('queued'))
  expect(toQueue).toEqual(['sending', 'invalid', 'failed'])
  expect(moveOf('stored')).toEqual({ from: ['queued'], to: 'sending' })
})

test('every state is reached, and from every one that is not final something leads on', () => {
  const reached = new Set<DocumentStatus>(['queued'])
  for (const status of reached) for (const to of Object.values(moves[status])) reached.add(to)
  expect([...reached].sort()).toEqual([...documentStatuses].sort())
  for (const status of documentStatuses.filter((one) => !isFinal(one)))
    expect(Object.keys(moves[status])).not.toEqual([])
})

test('polling widens: 2 s, 5 s, 15 s, 1, 5, 15 and 30 minutes, then hourly, after a day daily', () => {
  const accepted = new Date('2026-11-10T08:00:00Z')
  const ages: number[] = []
  for (let now = accepted; now.getTime() - accepted.getTime() < 3 * day; ) {
    now = nextPoll(accepted, now)
    ages.push(now.getTime() - accepted.getTime())
  }
  const seconds = [2, 5, 15].map((count) => count * 1_000)
  const minutes = [1, 5, 15, 30].map((count) => count * minute)
  const hours = Array.from({ length: 24 }, (_, n) => (n + 1) * hour)
  expect(ages).toEqual([...seconds, ...minutes, ...hours, 2 * day, 3 * day])
})

test('a valid document is watched hourly, until 72 hours after it became valid', () => {
  const validated_at = new Date('2026-11-10T08:00:00Z')
  const after = (ms: number) => new Date(validated_at.getTime() + ms)
  const watched = (status: string, ms: number) => nextWatch([{ status, validated_at }], after(ms))
  expect(watched('valid', 3 * day - 1)).toEqual(after(3 * day - 1 + hour))
  expect(watched('valid', 3 * day)).toBeNull()
  expect(watched('cancelled', hour)).toBeNull()
})

test('an acceptance that a clock ahead has dated is asked about at once', () => {
  const now = new Date('2026-11-10T08:00:00Z')
  expect(nextPoll(new Date('2031-01-01T00:00:00Z'), now)).toEqual(new Date('2026-11-10T08:00:02Z'))
})

test.each([
  // our clock, the portal's, and the time that a document bears
  ['08:00:00.700', '08:00:03.000', '08:00:00.000'],
  ['08:04:00.000', '08:00:00.000', '08:00:00.000'],
  ['08:10:00.000', '08:00:00.000', undefined],
  ['08:00:00.000', '08:30:00.000', '08:00:00.000'],
  ['08:00:00.000', null, '08:00:00.000'],
])('by our clock it is %s, by the portal’s %s: a document bears %s', (ours, theirs, stamp) => {
  const at = (time: string) => new Date(`2026-11-10T${time}Z`)
  expect(stampOf(at(ours), theirs === null ? null : at(theirs))).toEqual(stamp && at(stamp))
})

test.each([0, 1, 99, 100, 101, 200, 250])('a submission of %i documents is read whole', async (count) => {
  const asked: number[] = []
  const getSubmission = async (_uid: string, page = 1) => {
    asked.push(page)
    const documents = Array.from({ length: count }, (_, n) => ({ number: `R${n}` })).slice(
      (page - 1) * 100,
      page * 100,
    )
    const value = { overall: 'in_progress', count, documents }
    return { kind: 'ok', value, correlationId: null, portalTime: null }
  }
  const portal = { getSubmission } as unknown as Portal
  const read = await readSubmission({ portal }, 'UID')
  expect(read.kind === 'ok' && new Set(read.value.documents.map((one) => one.number)).size).toBe(count)
  expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 100)))
})
