import { expect, test } from 'vitest'
import { keepSchedules, needsSchedules } from './schedules.ts'

const wanted = { 'exception.remind_all': { pattern: '0 30 8 * * *' } }
const at = (text: string) => Date.parse(`${text}+08:00`)

/** A queue that has planned the next run of the daily job for this instant. */
function planned(next: number) {
  const removed: string[] = []
  const queue = {
    getJobSchedulers: async () => [{ key: 'exception.remind_all', name: 'exception.remind_all', next }],
    removeJobScheduler: async (key: string) => removed.push(key) > 0,
    upsertJobScheduler: async () => undefined,
  }
  return { queue: queue as unknown as Parameters<typeof keepSchedules>[0], removed }
}

test('a run that a worker whose clock is ten minutes ahead has begun early is not planned again', async () => {
  const now = at('2026-03-02T08:20:05')
  const { queue, removed } = planned(at('2026-03-03T08:30:00'))
  expect(await needsSchedules(queue, wanted, now)).toBe(false)
  expect(await keepSchedules(queue, wanted, now)).toEqual([])
  expect(removed).toEqual([])
})

test('one that would miss more than a run is', async () => {
  const now = at('2026-03-02T08:20:05')
  const { queue, removed } = planned(at('2026-03-04T08:30:00'))
  expect(await needsSchedules(queue, wanted, now)).toBe(true)
  expect(await keepSchedules(queue, wanted, now)).toEqual(['exception.remind_all'])
  expect(removed).toEqual(['exception.remind_all'])
})
