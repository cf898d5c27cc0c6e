import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('so many at once, first come first served, and no more in the line than may wait', async () => {
  const inTurn = atMost(2, { waiting: 3 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) => () => {
    begun.push(number)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const all = [1, 2, 3, 4, 5, 6].map((number) => inTurn(work(number)))
  await expect(all[5]).rejects.toMatchObject({ name: 'LineFull' })
  expect(begun).toEqual([1, 2])
  for (const at of [0, 1, 2, 3, 4]) {
    ends[at]!()
    await all[at]
  }
  expect(begun).toEqual([1, 2, 3, 4, 5])
})

test('what fails leaves its place to the next', async () => {
  const inTurn = atMost(1)
  const failed = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
