import { expect, test } from 'vitest'
import type { Handlers, TenantTools } from './handler.ts'
import { postponedWhenBusy } from './postpone-when-busy.ts'
import { Postponed } from './queue/postponed.ts'

const lockTimeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

/** Jobs of organisations that end when it is said how. */
function jobs() {
  const begun = new Set<string>()
  const waiting = new Map<string, Promise<void>>()
  const { 'receipt.send': handle } = postponedWhenBusy({
    'receipt.send': ({ payment_id }) => {
      begun.add(payment_id)
      return waiting.get(payment_id)!
    },
  }) as Pick<Handlers, 'receipt.send'>
  return (entity_id: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const payment_id = `${waiting.size}`
    waiting.set(payment_id, promise)
    const ended = handle({ payment_id }, { entity: { id: entity_id } } as TenantTools).then(
      () => 'through',
      (error) => (error instanceof Postponed ? 'postponed' : 'failed'),
    )
    const after = (end: () => void) => () => {
      end()
      return ended
    }
    return {
      begins: begun.has(payment_id),
      comesThrough: after(resolve),
      isHeldUp: after(() => reject(lockTimeout)),
      fails: after(() => reject(new Error('no such thing'))),
    }
  }
}

test('an organisation whose job was held up has one place, also while others of it still wait that began before', async () => {
  const job = jobs()
  const [first, second, third] = [job('stuck'), job('stuck'), job('stuck')]
  expect(await first.isHeldUp()).toBe('postponed')
  expect(job('stuck').begins).toBe(false)
  expect(await second.isHeldUp()).toBe('postponed')
  expect(job('stuck').begins).toBe(false)
  expect(await third.isHeldUp()).toBe('postponed')
  const alone = job('stuck')
  expect(alone.begins).toBe(true)
  expect(job('stuck').begins).toBe(false)
  expect(job('other').begins).toBe(true)
  expect(await alone.isHeldUp()).toBe('postponed')
  expect(job('stuck').begins).toBe(true)
})

test.each([
  ['comesThrough', 'through'],
  ['fails', 'failed'],
] as const)('one that %s opens all places again', async (how, ended) => {
  const job = jobs()
  await job('stuck').isHeldUp()
  expect(await job('stuck')[how]()).toBe(ended)
  expect([job('stuck').begins, job('stuck').begins]).toEqual([true, true])
})
