import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seconds, step } from './steps.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.useFakeTimers()
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
})
afterEach(() => vi.useRealTimers())

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a quick step says nothing', async () => {
  const done = step('Building the pages', () => after(1_900))
  await vi.advanceTimersByTimeAsync(3_000)
  await done
  expect(lines).toEqual([])
})

test('a slow one says what it is doing, how far it is, and how long it took', async () => {
  const done = step('Migrating', async (progress) => {
    progress('3 of 9')
    await after(4_500)
    return 'result'
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await done).toBe('result')
  expect(lines).toEqual(['  Migrating (3 of 9) …\n', '  Migrating: done in 4.5 s\n'])
})

test('a failure is passed on', async () => {
  const failing = step('Migrating', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
})

test('seconds have one decimal', () => {
  expect(seconds(7_240)).toBe('7.2 s')
})
