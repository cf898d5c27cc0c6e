import { expect, test, vi } from 'vitest'
import type { Site } from '#app/server/routing/site.ts'
import { countCacheKey, toDoCountCache } from './to-do-count-cache.ts'

const counted = (count: number) => vi.fn(async () => ({ request: count }))

test('readers of the same rows share a count, readers of others do not', async () => {
  const waiting = toDoCountCache()
  const [all, branch, again] = [counted(5), counted(2), counted(9)]
  expect(await waiting.of('alpha', 'all', all)).toEqual({ request: 5 })
  expect(await waiting.of('alpha', 'branch', branch)).toEqual({ request: 2 })
  expect(await waiting.of('alpha', 'all', again)).toEqual({ request: 5 })
  expect(await waiting.of('alpha', 'branch', again)).toEqual({ request: 2 })
  expect(again).not.toHaveBeenCalled()
})

test('each organisation has counts of its own, and a change drops only these', async () => {
  const waiting = toDoCountCache()
  await waiting.of('alpha', 'all', counted(5))
  expect(await waiting.of('beta', 'all', counted(1))).toEqual({ request: 1 })
  waiting.forget('alpha')
  expect(await waiting.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
  expect(await waiting.of('beta', 'all', counted(9))).toEqual({ request: 1 })
})

test('a change drops the counts of all readers of its organisation', async () => {
  const waiting = toDoCountCache()
  for (const reach of ['all', 'branch']) await waiting.of('alpha', reach, counted(5))
  waiting.forget('alpha')
  for (const reach of ['all', 'branch'])
    expect(await waiting.of('alpha', reach, counted(4)), reach).toEqual({ request: 4 })
})

test('a count that was begun before a change and ends after it is returned, but not cached', async () => {
  const waiting = toDoCountCache()
  const { promise, resolve } = Promise.withResolvers<Record<string, number>>()
  const early = waiting.of('alpha', 'all', () => promise)
  waiting.forget('alpha')
  resolve({ request: 5 })
  expect(await early).toEqual({ request: 5 })
  expect(await waiting.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
})

test('an old count is made again, and the organisation counted longest ago is dropped first', async () => {
  const never = toDoCountCache({ rememberMs: -1 })
  await never.of('alpha', 'all', counted(5))
  expect(await never.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
  const few = toDoCountCache({ most: 2 })
  for (const entity of ['alpha', 'beta', 'gamma']) await few.of(entity, 'all', counted(5))
  expect(await few.of('beta', 'all', counted(4))).toEqual({ request: 5 })
  expect(await few.of('alpha', 'all', counted(4))).toEqual({ request: 4 })
})

test('each organisation has its own key, and the platform another', () => {
  const at = (id: string) => ({ side: 'tenant', entity: { id } }) as Site
  const main = { side: 'main' } as Site
  expect(new Set([at('alpha'), at('beta'), main].map(countCacheKey)).size).toBe(3)
})
