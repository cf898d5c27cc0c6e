import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outageRetrier } from './outage.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const busy = new Error('timeout exceeded when trying to connect')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Fails so, one time each, and then answers; tells how often it was asked. */
function failing(...errors: Error[]) {
  const left = [...errors]
  return vi.fn(async () => {
    const error = left.shift()
    if (error) throw error
    return 'done'
  })
}

test('what failed because the database is away is done again', async () => {
  const work = failing(away, away)
  expect(await outageRetrier()(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
})

test('who waited for others is told so at once', async () => {
  const work = failing(busy)
  await expect(outageRetrier()(work)).rejects.toBe(busy)
  expect(work).toHaveBeenCalledTimes(1)
})

test('who waits while everybody comes back after an outage that another has met waits on, for a while', async () => {
  const retry = outageRetrier()
  await retry(failing(away))
  const work = failing(busy, busy)
  expect(await retry(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(3_001)
  await expect(retry(failing(busy))).rejects.toBe(busy)
})

test('a mistake is not made twice', async () => {
  const mistake = new TypeError('x is undefined')
  const work = failing(mistake)
  await expect(outageRetrier()(work)).rejects.toBe(mistake)
  expect(work).toHaveBeenCalledTimes(1)
})

test('nobody waits for longer than three seconds', async () => {
  const work = vi.fn(async () => {
    vi.advanceTimersByTime(1_000)
    throw away
  })
  await expect(outageRetrier()(work)).rejects.toBe(away)
  expect(work).toHaveBeenCalledTimes(3)
})

test('a clock that is set anew meanwhile neither ends nor prolongs the wait', async () => {
  const times = [365 * 86_400_000, -365 * 86_400_000]
  const work = vi.fn(async () => {
    const off = times.shift()
    if (off === undefined) return 'done'
    vi.setSystemTime(Date.now() + off)
    throw away
  })
  expect(await outageRetrier()(work)).toBe('done')
})
