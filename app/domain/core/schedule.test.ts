import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { type Lesson, nextLesson, overlap, sortedLessons, timeWords, weekWords } from './schedule.ts'

const at = (weekday: number, starts: string, ends: string, room: string | null = null): Lesson => ({
  weekday,
  starts,
  ends,
  room,
})
const words = { en: i18nOf('en').t, my: i18nOf('my').t }
const daily = (days: number[], room?: string) => days.map((day) => at(day, '07:30', '13:00', room))

describe('the times of a week', () => {
  test('are said in the order of the week, in the reader’s language', () => {
    const week = [at(6, '10:00', '11:30', 'Bilik 1'), at(2, '16:00', '17:00'), at(2, '09:00', '10:00')]
    expect(weekWords(week, words.en, 'en')).toBe('Tue 9:00–10:00 am, Tue 4:00–5:00 pm, Sat 10:00–11:30 am')
    expect(weekWords(week, words.my, 'my')).toBe(
      'Sel 9.00–10.00 pagi, Sel 4.00–5.00 petang, Sab 10.00–11.30 pagi',
    )
    expect(weekWords(week, words.en, null, { rooms: true })).toMatch(/, Sat 10:00–11:30 \(Bilik 1\)$/)
    expect(weekWords([], words.en, 'en')).toBe('')
    expect(timeWords(at(7, '08:00', '09:00'), words.en, 'en')).toBe('Sun 8:00–9:00 am')
  })

  test.each([
    [daily([1, 2, 3, 4, 5]), 'Mon–Fri 07:30–13:00'],
    [daily([1, 2, 4, 5, 6]), 'Mon 07:30–13:00, Tue 07:30–13:00, Thu–Sat 07:30–13:00'],
    [daily([6, 7]), 'Sat 07:30–13:00, Sun 07:30–13:00'],
    [[...daily([1, 2, 3]), at(2, '15:00', '16:00')], 'Mon–Wed 07:30–13:00, Tue 15:00–16:00'],
    [daily([1, 2, 3, 4, 5, 6, 7]), 'Mon–Sun 07:30–13:00'],
  ])('of days that follow one another are said at once: %#', (week, said) => {
    expect(weekWords(week, words.en, null)).toBe(said)
  })

  test('are said apart where the rooms differ', () => {
    const week = [...daily([1, 2, 3], 'Bilik 1'), at(4, '07:30', '13:00', 'Bilik 2')]
    expect(weekWords(week, words.en, null, { rooms: true })).toBe(
      'Mon–Wed 07:30–13:00 (Bilik 1), Thu 07:30–13:00 (Bilik 2)',
    )
  })

  test('are ordered by day, then by time', () => {
    const week = [at(3, '10:00', '11:00'), at(1, '12:00', '13:00'), at(1, '08:00', '09:00')]
    expect(sortedLessons(week).map(({ starts }) => starts)).toEqual(['08:00', '12:00', '10:00'])
  })
})

test.each([
  [at(1, '10:00', '11:00'), true],
  [at(1, '11:00', '12:00'), false],
  [at(1, '09:00', '10:00'), false],
  [at(1, '10:59', '12:00'), true],
  [at(2, '10:00', '11:00'), false],
])('%j meets Monday from ten to eleven: %s', (other, meets) => {
  const one = at(1, '10:00', '11:00')
  expect(overlap(one, other)).toBe(meets)
  expect(overlap(other, one)).toBe(meets)
})

describe('the next lesson', () => {
  const classes = [
    { name: 'Sains', schedule: [at(2, '09:00', '10:00')] },
    { name: 'Matematik', schedule: [at(2, '16:00', '17:00'), at(5, '08:00', '09:00')] },
    { name: 'Tanpa jadual', schedule: null },
  ]
  test.each([
    [{ weekday: 1, time: '23:00' }, 'Sains', '09:00'],
    [{ weekday: 2, time: '09:30' }, 'Sains', '09:00'],
    [{ weekday: 2, time: '10:00' }, 'Matematik', '16:00'],
    [{ weekday: 2, time: '17:00' }, 'Matematik', '08:00'],
    [{ weekday: 6, time: '00:00' }, 'Sains', '09:00'],
  ])('from %o is that of %s at %s', (now, name, starts) => {
    const next = nextLesson(classes, now)
    expect([next?.of.name, next?.lesson.starts]).toEqual([name, starts])
  })
  test('is none without a schedule', () => {
    expect(nextLesson([{ schedule: null }], { weekday: 1, time: '00:00' })).toBeNull()
  })
})
