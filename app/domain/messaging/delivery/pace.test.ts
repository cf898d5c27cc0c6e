import { expect, test } from 'vitest'
import { againMs, firstLeaves, heldUntil, isQuiet, quietEnds, restMs } from './pace.ts'

const at = (clock: string) => new Date(`2026-03-04T${clock}:00+08:00`)

test.each([
  ['20:59', false],
  ['21:00', true],
  ['23:30', true],
  ['00:00', true],
  ['07:59', true],
  ['08:00', false],
])('at %s it is quiet: %s', (clock, quiet) => {
  expect(isQuiet(at(clock))).toBe(quiet)
})

test.each([
  ['21:00', '2026-03-05T08:00:00+08:00'],
  ['03:00', '2026-03-04T08:00:00+08:00'],
])('what waits at %s leaves at 8', (clock, ends) => {
  expect(quietEnds(at(clock))).toEqual(new Date(ends))
})

test('pauses grow, to half an hour for a gateway and an hour for one message', () => {
  const rests = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map(restMs)
  expect(rests).toEqual(rests.toSorted((one, other) => one - other))
  expect([rests[0], rests.at(-1)]).toEqual([15_000, 1_800_000])
  expect([againMs(1), againMs(0), againMs(99)]).toEqual([60_000, 60_000, 3_600_000])
})

test('what is ready at night is held until 8 am, unless something urgent leaves before', () => {
  const [day, night, morning] = [at('20:59'), at('21:00'), quietEnds(at('21:00'))]
  expect([heldUntil(day), heldUntil(night), heldUntil(morning)]).toEqual([null, morning, null])
  expect(firstLeaves(day, null)).toEqual(day)
  expect(firstLeaves(night, null)).toEqual(morning)
  const urgent = new Date(night.getTime() + 60_000)
  expect(firstLeaves(night, urgent)).toEqual(urgent)
  expect(firstLeaves(night, new Date(morning.getTime() + 1))).toEqual(morning)
})
