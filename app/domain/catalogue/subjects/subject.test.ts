import { describe, expect, test } from 'vitest'
import { subjectForm } from './subject.ts'

const id = (last: number) => `0198f000-0000-7000-8000-00000000000${last}`
const least = {
  ...{ code: 'K1', name: 'Matematik', session_minutes: 60, sessions_per_month: 4 },
  ...{ program_id: id(1), branch_id: id(2) },
}
/** What is wrong, by field. */
const faults = (given: object) => {
  const { error } = subjectForm.safeParse({ ...least, ...given })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
const at = (weekday: number, starts: string, ends: string) => ({ weekday, starts, ends })

describe('the week of a class', () => {
  test('is kept in its order, with rooms, without the lines that nobody filled in', () => {
    const schedule = [{}, { ...at(6, '10:00', '11:30'), room: ' Bilik 1 ' }, {}, at(2, '16:00', '17:00')]
    expect(subjectForm.parse({ ...least, schedule }).schedule).toEqual([
      { ...at(2, '16:00', '17:00'), room: null },
      { ...at(6, '10:00', '11:30'), room: 'Bilik 1' },
    ])
    expect(subjectForm.parse(least).schedule).toEqual([])
  })

  test('needs of each line all but the room, and an end after the beginning', () => {
    expect(faults({ schedule: [{}, { room: 'Bilik 1' }] })).toEqual({
      'schedule.1.weekday': 'input.required',
      'schedule.1.starts': 'input.required',
      'schedule.1.ends': 'input.required',
    })
    for (const ends of ['10:00', '09:59'])
      expect(faults({ schedule: [at(1, '10:00', ends)] })).toEqual({
        'schedule.0.ends': 'subject.lesson_ends',
      })
    for (const starts of ['24:00', '9:00', '10.00', '10:60'])
      expect(faults({ schedule: [at(1, starts, '23:59')] })).toEqual({ 'schedule.0.starts': 'input.time' })
    expect(faults({ schedule: [at(8, '10:00', '11:00')] })).toHaveProperty(['schedule.0.weekday'])
    expect(faults({ schedule: [at(0, '10:00', '11:00')] })).toHaveProperty(['schedule.0.weekday'])
  })

  test('has no two times at once, and may have one right after another', () => {
    const first = at(1, '10:00', '11:00')
    for (const other of [
      at(1, '10:00', '11:00'),
      at(1, '10:59', '12:00'),
      at(1, '09:00', '10:01'),
      at(1, '10:15', '10:45'),
      at(1, '09:00', '12:00'),
    ])
      expect(faults({ schedule: [first, {}, other] })).toEqual({
        'schedule.2.starts': 'subject.lessons_overlap',
      })
    for (const other of [at(1, '11:00', '12:00'), at(1, '09:00', '10:00'), at(2, '10:00', '11:00')])
      expect(faults({ schedule: [first, other] })).toEqual({})
  })

  test('has seven times at most', () => {
    const week = (count: number) => Array.from({ length: count }, (_, day) => at(day + 1, '10:00', '11:00'))
    expect(faults({ schedule: week(7) })).toEqual({})
    expect(faults({ schedule: [...week(7), at(1, '12:00', '13:00')] })).toEqual({
      schedule: 'subject.lessons_too_many',
    })
  })
})

test('each person has one duty', () => {
  const [one, two, three] = [id(3), id(4), id(5)]
  expect(faults({ main_trainer_id: one, trainer_ids: [two], assistant_ids: [three] })).toEqual({})
  expect(faults({ main_trainer_id: one, trainer_ids: [one, two] })).toEqual({
    trainer_ids: 'subject.two_duties',
  })
  expect(faults({ main_trainer_id: one, assistant_ids: [one] })).toEqual({
    assistant_ids: 'subject.two_duties',
  })
  expect(faults({ trainer_ids: [two], assistant_ids: [two] })).toEqual({
    assistant_ids: 'subject.two_duties',
  })
})

test.each([
  [{ starts_on: '2026-01-31', ends_on: '2026-01-30' }, { ends_on: 'program.ends_before_start' }],
  [{ starts_on: '2026-01-31', ends_on: '2026-01-31' }, {}],
  [{ min_age: 9, max_age: 8 }, { max_age: 'category.age_range' }],
  [{ min_age: 8, max_age: 8 }, {}],
  [{ max_age: 0 }, {}],
])('%j is refused with %j', (given, wrong) => {
  expect(faults(given)).toEqual(wrong)
})

test.each([
  ['capacity', 1, 1000],
  ['session_minutes', 15, 480],
  ['sessions_per_month', 1, 31],
])('%s is from %i to %i', (field, least, most) => {
  for (const value of [least, most]) expect(faults({ [field]: value })).toEqual({})
  for (const value of [least - 1, most + 1]) expect(faults({ [field]: value })).toHaveProperty(field)
})
