import { describe, expect, test } from 'vitest'
import { changeBp, nextClass, nextYear, raised } from './rollover.ts'

describe('a price', () => {
  test.each([
    [20_000, 500, 100, 21_000],
    [19_990, 500, 100, 21_000],
    [10_000, 333, 1, 10_333],
    [10_000, 333, 5, 10_335],
    [10_000, 333, 10, 10_330],
    [10_000, 350, 100, 10_400],
    [10_000, 250, 100, 10_300],
    [10_000, 249, 100, 10_200],
    [10_000_000, 10_000, 1_000, 20_000_000],
    [1, 10_000, 1, 2],
    [0, 500, 100, 0],
  ])('of %i sen raised by %i basis points to steps of %i comes to %i', (sen, bp, step, expected) => {
    expect(raised(sen, bp, step)).toBe(expected)
  })

  test('that is not raised stays what it is', () => expect(raised(19_990, 0, 100)).toBe(19_990))
})

test('the change of a bill is told by what it was', () => {
  expect(changeBp(10_000, 10_500)).toBe(500)
  expect(changeBp(10_000, 0)).toBe(-10_000)
  expect(changeBp(30_000, 30_001)).toBe(0)
  expect(changeBp(0, 10_000)).toBeUndefined()
})

test.each([
  ['2026-11-24', 1, '2027-01-01', '2027-01'],
  ['2027-01-31', 1, '2027-01-01', '2027-01'],
  ['2027-02-03', 1, '2027-01-01', '2027-02'],
  ['2027-03-01', 1, '2028-01-01', '2028-01'],
  ['2027-03-01', 3, '2027-03-01', '2027-03'],
  ['2026-12-31', 9, '2027-09-01', '2027-09'],
])(
  'on %s the year that begins in month %i is that of %s, billed from %s',
  (today, month, starts_on, bills_from) => {
    expect(nextYear(today, month)).toMatchObject({ starts_on, bills_from })
  },
)

describe('where a class goes on', () => {
  const place = { branch_id: 'a', program_id: 'p' }
  const named = (name: string, given: Partial<typeof place> = {}) => ({ id: name, name, ...place, ...given })
  const guess = (name: string, ...others: ReturnType<typeof named>[]) =>
    nextClass(named(name), [named(name), ...others])

  test.each([
    ['Matematik Tahun 4', 'Matematik Tahun 5'],
    ['1 Bestari', '2 Bestari'],
    ['Tahun 9 (Petang)', 'tahun 10 (petang)'],
    ['Sesi 2026 Tahun 1', 'Sesi 2026 Tahun 2'],
  ])('%s leads to %s', (name, next) => {
    expect(guess(name, named(next), named('Sains Tahun 5'))).toEqual({ act: 'promote', to_subject_id: next })
  })

  test('without a class of its own name it goes on in another of the next level', () => {
    const others = [named('Tahun 4 Cekal'), named('Tahun 2 Bestari'), named('Bas Tahun 4')]
    expect(guess('Tahun 3 Bestari', ...others)).toEqual({ act: 'promote', to_subject_id: 'Tahun 4 Cekal' })
  })

  test('the last of its levels ends, and one without a level goes on', () => {
    expect(guess('Tahun 6', named('Tahun 5'))).toEqual({ act: 'end', to_subject_id: null })
    expect(guess('Tahun 6')).toEqual({ act: 'carry', to_subject_id: null })
    expect(guess('Catur', named('Piano'))).toEqual({ act: 'carry', to_subject_id: null })
    expect(guess('Sesi 2026', named('Sesi 2027'))).toEqual({ act: 'carry', to_subject_id: null })
  })

  test('it stays at its branch, and rather in its program', () => {
    expect(guess('Tahun 1', named('Tahun 2', { branch_id: 'b' }))).toEqual({
      act: 'carry',
      to_subject_id: null,
    })
    const others = [{ ...named('Tahun 2', { program_id: 'q' }), id: 'other' }, named('Tahun 2')]
    expect(guess('Tahun 1', ...others)).toEqual({ act: 'promote', to_subject_id: 'Tahun 2' })
    expect(guess('Tahun 1', others[0]!)).toEqual({ act: 'promote', to_subject_id: 'other' })
  })
})
