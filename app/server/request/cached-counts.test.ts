import { expect, test, vi } from 'vitest'
import type { Site } from '#app/server/routing/site.ts'
import { countedAs, waitingFinder } from './cached-counts.ts'

const counted = (count: number) => vi.fn(async () => ({ request: count }))

test('who reaches the same rows shares a count, who reaches others has one of their own', async () => {
  const waiting = waitingFinder()
  const [all, branch, again] = [counted(5), counted(2), counted(9)]
  expect(await waiting.of('alpha', 'all', all)).toEqual({ request: 5 })
  expect(await waiting.of('alpha', 'branch', branch)).toEqual({ request: 2 })
  expect(await waiting.of('alpha', 'all', again)).toEqual({ request: 5 })
  expect(await waiting.of('alpha', 'branch', again)).toEqual({ request: 2 })
  expect(again).not.toHaveBeenCalled()
})

test('another organisation has counts of its own, and forgets only these', async () => {
  const waiting = waitingFinder()
  await waiting.of('alpha', 'all', counted(5))
  expect(await waiting.of('beta', 'all', counted(1))).toEqual({ request: 1 })
  waiting.forget('alpha')
  expect(await waiting.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
  expect(await waiting.of('beta', 'all', counted(9))).toEqual({ request: 1 })
})

test('a change is seen by every reach of its organisation', async () => {
  const waiting = waitingFinder()
  for (const reach of ['all', 'branch']) await waiting.of('alpha', reach, counted(5))
  waiting.forget('alpha')
  for (const reach of ['all', 'branch'])
    expect(await waiting.of('alpha', reach, counted(4)), reach).toEqual({ request: 4 })
})

test('a count that was begun before a change and ends after it is told, but not kept', async () => {
  const waiting = waitingFinder()
  const { promise, resolve } = Promise.withResolvers<Record<string, number>>()
  const early = waiting.of('alpha', 'all', () => promise)
  waiting.forget('alpha')
  resolve({ request: 5 })
  expect(await early).toEqual({ request: 5 })
  expect(await waiting.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
})

test('what is too old is counted again, and the organisation that was counted longest ago is forgotten first', async () => {
  const never = waitingFinder({ rememberMs: -1 })
  await never.of('alpha', 'all', counted(5))
  expect(await never.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
  const few = waitingFinder({ most: 2 })
  for (const entity of ['alpha', 'beta', 'gamma']) await few.of(entity, 'all', counted(5))
  expect(await few.of('beta', 'all', counted(4))).toEqual({ request: 5 })
  expect(await few.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
})

test('each organisation is counted as itself, and the platform as none of them', () => {
  const at = (id: string) => ({ side: 'tenant', entity: { id } }) as Site
  const main = { side: 'main' } as Site
  expect(new Set([at('alpha'), at('beta'), main].map(countedAs)).size).toBe(3)
})
