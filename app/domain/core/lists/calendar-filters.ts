import { oneOf } from './filters.ts'
import type { Reader } from './list.ts'

/** Years of which somebody may ask; those to come and those long ago are not offered. */
const years = Array.from({ length: 60 }, (_, index) => String(2020 + index))
const offeredYears = 6

/**
 * The running year and the five before it.
 * @param all what no choice is called, where that does not stand for every year
 */
export const inYear = (label: string, all?: string) =>
  oneOf<string, Reader>(label, years, undefined, {
    ...(all ? { all } : {}),
    offers: (year, { today }) =>
      year <= today.slice(0, 4) && Number(year) > Number(today.slice(0, 4)) - offeredYears,
  })

/** Keys of the months in a row that has a column for each; their words are in `attendance_report.months`. */
export const monthKeys = [
  'm01',
  'm02',
  'm03',
  'm04',
  'm05',
  'm06',
  'm07',
  'm08',
  'm09',
  'm10',
  'm11',
  'm12',
] as const
export type MonthKey = (typeof monthKeys)[number]

/** A month of the year (`11`). */
export const inMonth = (label: string) =>
  oneOf(
    label,
    monthKeys.map((key) => key.slice(1)),
    (month) => `attendance_report.months.m${month}`,
  )
