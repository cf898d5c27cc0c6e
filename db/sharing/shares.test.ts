import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeShares, type Shares } from './shares.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Asks for room, and holds what it gets until told to leave. */
function asker(shares: Shares) {
  const held: { party: string; leave: () => void }[] = []
  const told = () => Promise.resolve()
  return {
    held,
    of: (party: string) => held.filter((one) => one.party === party).length,
    async ask(party: string, times = 1) {
      for (let n = 0; n < times; n++)
        shares.take(party).then(
          (leave) => held.push({ party, leave }),
          () => {},
        )
      await told()
    },
    async leave(party: string) {
      const [one] = held.filter((each) => each.party === party)
      if (!one) return
      held.splice(held.indexOf(one), 1)
      one.leave()
      await told()
    },
  }
}

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [10, 5],
  [11, 6],
])('of %i connections one organisation alone has %i', async (size, most) => {
  const shares = makeShares(size, 900)
  const { ask, of } = asker(shares)
  await ask('a', 50)
  expect(of('a')).toBe(most)
  expect(shares.waiting()).toBe(50 - most)
})

test('who has none goes before all that have some and came earlier', async () => {
  const { ask, of, leave } = asker(makeShares(4, 900))
  await ask('a', 9)
  await ask('b', 9)
  await ask('c', 9)
  expect([of('a'), of('b'), of('c')]).toEqual([2, 1, 1])
  await ask('d')
  expect(of('d')).toBe(0)
  await leave('a')
  expect([of('a'), of('d')]).toEqual([1, 1])
})

test('of one organisation, and of two with as many, who came first goes first', async () => {
  const shares = makeShares(1, 900)
  const { leave, ask } = asker(shares)
  const order: string[] = []
  await ask('x')
  for (const [party, name] of [
    ['b', 'b1'],
    ['a', 'a1'],
    ['b', 'b2'],
    ['a', 'a2'],
  ] as const)
    void shares.take(party).then((goOn) => {
      order.push(name)
      goOn()
    })
  await leave('x')
  await vi.advanceTimersByTimeAsync(0)
  expect(order).toEqual(['b1', 'a1', 'b2', 'a2'])
})

describe('who waits too long', () => {
  test('is refused, and takes nothing with them', async () => {
    const shares = makeShares(1, 900)
    const leave = await shares.take('a')
    const refused = expect(shares.take('b')).rejects.toMatchObject({ name: 'ConnectionsTaken' })
    await vi.advanceTimersByTimeAsync(900)
    await refused
    expect(shares.waiting()).toBe(0)
    leave()
    leave()
    const again = await shares.take('b')
    again()
    expect(shares.waiting()).toBe(0)
  })
})

test('whoever comes and goes: never more than there are, none idle for who has none, and something left for a newcomer', async () => {
  const party = fc.constantFrom('a', 'b', 'c', 'd')
  const event = fc.record({ party, comes: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(event, { maxLength: 80 }),
      async (size, events) => {
        const shares = makeShares(size, 900)
        const { ask, leave, held, of } = asker(shares)
        for (const { party: name, comes } of events) {
          await (comes ? ask(name) : leave(name))
          const free = size - held.length
          const holding = new Set(held.map((one) => one.party))
          expect(free).toBeGreaterThanOrEqual(Math.floor(size / 2 ** holding.size))
          for (const one of holding) expect(of(one)).toBeLessThanOrEqual(Math.ceil(size / 2))
          if (shares.waiting() > 0 && holding.size < 4 && free > 0) {
            const before = held.length
            await ask('newcomer')
            expect(held.length).toBe(before + 1)
            await leave('newcomer')
          }
        }
      },
    ),
  )
})
