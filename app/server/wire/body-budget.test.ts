import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyLimitOf } from './body.ts'
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
  const ended = expect(waiting.take(10)).rejects.toThrow(BodiesFull)
  waiting.release()
  await ended
  first.release()
  expect(all.used()).toBe(0)
})

test('whoever has the least is next, however long the line of another', async () => {
  const all = byteBudget({ total: 100, each: 50, waitMs: 5_000 })
  const begun = ['a', 'b'].map((sender) => all.allot(sender))
  for (const one of begun) await one.take(50)
  const order: string[] = []
  const take = (sender: string) => {
    const one = all.allot(sender)
    void one.take(50).then(() => order.push(sender))
    return one
  }
  const many = [take('a'), take('a'), take('b'), take('a')]
  const last = take('c')
  begun[1]!.release()
  await vi.advanceTimersByTimeAsync(0)
  expect(order).toEqual(['b'])
  begun[0]!.release()
  await vi.advanceTimersByTimeAsync(0)
  expect(order).toEqual(['b', 'a'])
  many[0]!.release()
  await vi.advanceTimersByTimeAsync(0)
  expect(order).toEqual(['b', 'a', 'c'])
  last.release()
})

test('one that is next is not overtaken for ever by smaller ones', async () => {
  const all = byteBudget({ total: 100, each: 90, waitMs: 5_000 })
  const first = all.allot('a')
  await first.take(30)
  const large = vi.fn()
  void all.allot('b').take(80).then(large)
  const small = vi.fn()
  void all.allot('c').take(10).then(small)
  await vi.advanceTimersByTimeAsync(0)
  expect(small).not.toHaveBeenCalled()
  first.release()
  await vi.advanceTimersByTimeAsync(0)
  expect([large, small].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a line has an end, and says whose it is', async () => {
  const all = byteBudget({ total: 100, each: 50, waitMs: 5_000, waiting: { each: 1, total: 2 } })
  const begun = ['a', 'b'].map((sender) => all.allot(sender))
  for (const one of begun) await one.take(50)
  const own = all.allot('a')
  void own.take(1).catch(() => {})
  await expect(all.allot('a').take(1)).rejects.toMatchObject({ own: true })
  void all
    .allot('b')
    .take(1)
    .catch(() => {})
  await expect(all.allot('c').take(1)).rejects.toMatchObject({ own: false })
  await vi.advanceTimersByTimeAsync(5_000)
})

test('uploads that fill their budget leave small forms and gateways theirs; a body of unknown length is an upload', async () => {
  const budgets = bodyBudgets()
  for (const sender of ['a', 'b', 'c', 'd'])
    await budgets
      .for('6000000')
      .allot(sender)
      .take(16 * 1_048_576)
  await budgets.for('800').allot('e').take(800)
  await budgets.calls.allot('e').take(800)
  const refused = expect(budgets.for(null).allot('e').take(1)).rejects.toThrow(BodiesFull)
  await vi.advanceTimersByTimeAsync(45_000)
  await refused
  expect(budgets.used()).toBe(64 * 1_048_576 + 1_600)
})

test('the largest body that a page lets in fits into the part of one sender', async () => {
  await bodyBudgets().for(null).allot('a').take(bodyLimitOf('/import/new'))
})
