import type { Logger } from 'pino'
import { expect, test, vi } from 'vitest'
import { logError } from './queue.ts'

test('an outage of the queue in Postgres is a line now and then, not one for each look', () => {
  const warn = vi.fn()
  let now = 0
  const onError = logError({ redis: undefined, log: { warn } as unknown as Logger }, () => now)
  for (; now < 30_000; now += 100) onError(new Error('the database system is starting up'))
  expect(warn).toHaveBeenCalledTimes(3)
})
