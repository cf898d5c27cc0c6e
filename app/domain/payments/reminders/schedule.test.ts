import { array, assert, boolean, constantFrom, date, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { states } from '#app/domain/core/contact/address.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import type { Holiday } from '#app/domain/core/holidays/holiday.ts'
import { atTime, fridayStates, nextMoment, restsOn } from './schedule.ts'

const hours = { from: '09:00', until: '20:00' }
const labourDay: Holiday = { on: '2020-05-01', yearly: true, state: null }
const raya: Holiday = { on: '2026-03-20', yearly: false, state: null }
const johor: Holiday = { on: '2026-03-23', yearly: false, state: 'Johor' }

test.each([
  ['2026-11-22', 'Selangor', true], // a Sunday
  ['2026-11-22', null, true],
  ['2026-11-22', 'Kelantan', false],
  ['2026-11-20', 'Kelantan', true], // a Friday
  ['2026-11-20', 'Terengganu', true],
  ['2026-11-20', 'Kedah', true],
  ['2026-11-20', 'Johor', false],
  ['2026-11-21', 'Kelantan', false],
  ['2028-05-01', 'Sabah', true],
  ['2028-05-02', 'Sabah', false],
  ['2026-03-20', 'Perak', true],
  ['2027-03-20', 'Perak', false],
  ['2026-03-23', 'Johor', true],
  ['2026-03-23', 'Perak', false],
  ['2026-03-23', null, false],
] as const)('on %s %s rests: %s', (on, state, rests) => {
  expect(restsOn(on, state, [labourDay, raya, johor])).toBe(rests)
})

test('of the states that rest on Friday each is one that an address can have', () => {
  for (const state of fridayStates) expect(states).toContain(state)
})

test.each([
  ['2026-11-23T08:59:59+08:00', '2026-11-23T09:00:00+08:00'],
  ['2026-11-23T09:00:00+08:00', '2026-11-23T09:00:00+08:00'],
  ['2026-11-23T19:59:59+08:00', '2026-11-23T19:59:59+08:00'],
  ['2026-11-23T20:00:00+08:00', '2026-11-24T09:00:00+08:00'],
  // the night before a Sunday
  ['2026-11-21T20:00:00+08:00', '2026-11-23T09:00:00+08:00'],
  // in UTC it is still the day before
  ['2026-11-22T17:00:00Z', '2026-11-23T09:00:00+08:00'],
])('what is ready at %s leaves at %s', (now, leaves) => {
  expect(nextMoment(new Date(now), hours, ['Selangor'], [])).toEqual(new Date(leaves))
})

test('a family in two states is told when neither rests', () => {
  const friday = new Date('2026-11-20T10:00:00+08:00')
  expect(nextMoment(friday, hours, ['Selangor'], [])).toEqual(friday)
  expect(nextMoment(friday, hours, ['Selangor', 'Kelantan'], [])).toEqual(atTime('2026-11-21', '09:00'))
})

test('where every day is a holiday nobody is ever told', () => {
  const all = Array.from({ length: 366 }, (_, day) => ({
    ...{ on: addDays('2028-01-01', day), yearly: true, state: null },
  }))
  expect(nextMoment(new Date('2026-11-23T10:00:00+08:00'), hours, [null], all)).toBeUndefined()
})

const someday = date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
const someStates = array(constantFrom(null, ...states), { maxLength: 3 })
const someHolidays = array(
  record({
    on: someday.map((at) => at.toISOString().slice(0, 10)),
    yearly: boolean(),
    state: constantFrom(null, ...states),
  }),
  { maxLength: 40 },
)

test('whatever the calendar, a message leaves in the hours, on no day of rest, and at the first allowed moment', () => {
  assert(
    property(someday, someStates, someHolidays, (now, where, holidays) => {
      const leaves = nextMoment(now, hours, where, holidays)!
      const on = todayIn(leaves)
      const rests = (day: string) => where.some((state) => restsOn(day, state, holidays))
      expect(leaves >= now).toBe(true)
      expect(rests(on)).toBe(false)
      expect(leaves >= atTime(on, '09:00') && leaves < atTime(on, '20:00')).toBe(true)
      // all that lies between is closed
      for (let day = todayIn(now); day < on; day = addDays(day, 1))
        expect(rests(day) || now >= atTime(day, '20:00')).toBe(true)
      if (leaves > now) expect(leaves).toEqual(atTime(on, '09:00'))
    }),
  )
})
