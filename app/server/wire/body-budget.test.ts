import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BodiesFull, bodyBudgets, byteBudget } from './body-budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const budget = () => byteBudget({ total: 100, each: 60, waitMs: 5_000 })

test('bodies have room up to the total, one sender up to their share, and a request gives back all it took', async () => {
  const all = budget()
  const [one, two] = [all.allot('a'), all.allot('b')]
  await one.take(30)
  await one.take(30)
  await two.take(40)
  expect(all.used()).toBe(100)
  one.release()
  one.release()
  expect(all.used()).toBe(40)
})

test.each([
  ['of the total', 'c', 30],
  ['of its sender', 'a', 10],
])('who finds no room %s waits for it', async (_, sender, bytes) => {
  const all = budget()
  const first = all.allot('a')
  await first.take(55)
  const other = all.allot('b')
  await other.take(30)
  const took = vi.fn()
  const waiting = all.allot(sender)
  void waiting.take(bytes).then(took)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(took).not.toHaveBeenCalled()
  first.release()
  await vi.advanceTimersByTimeAsync(0)
  expect(took).toHaveBeenCalledOnce()
  expect(all.used()).toBe(30 + bytes)
})

test('but only for a while, and is then counted no more', async () => {
  const all = budget()
  await all.allot('a').take(60)
  const late = all.allot('a')
  const refused = expect(late.take(1)).rejects.toThrow(BodiesFull)
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
  late.release()
  expect(all.used()).toBe(60)
})

test('one that is released while it waits keeps nothing', async () => {
  const all = budget()
  const first = all.allot('a')
  await first.take(60)
  const waiting = all.allot('a')
  const taking = waiting.take(10)
  waiting.release()
  first.release()
  await taking
  expect(all.used()).toBe(0)
})

test('uploads that fill their budget leave small forms theirs; a body of unknown length is an upload', async () => {
  const budgets = bodyBudgets()
  for (const sender of ['a', 'b'])
    await budgets
      .for('6000000')
      .allot(sender)
      .take(32 * 1_048_576)
  await budgets.for('800').allot('c').take(800)
  const refused = expect(budgets.for(null).allot('c').take(1)).rejects.toThrow(BodiesFull)
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
  expect(budgets.used()).toBe(64 * 1_048_576 + 800)
})
