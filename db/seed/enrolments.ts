import { addDays } from '#app/domain/core/dates.ts'
import type { OfferedClass } from './catalogue.ts'
import type { Household, Pupil } from './people.ts'
import { add, at, laterOf, type Stage } from './stage.ts'

/** A pupil in a class; both ends are included. */
export interface Seat {
  id: string
  pupil: Pupil
  class: OfferedClass
  starts_on: string
  ends_on: string | null
}

/** Whether somebody sits there on a day. */
export const sitsOn = ({ starts_on, ends_on }: Seat, on: string): boolean =>
  starts_on <= on && (ends_on === null || ends_on >= on)

/** Who sat where, year by year: each January a pupil goes on with the same lines in the next school year. */
export function addEnrolments(
  stage: Stage,
  households: readonly Household[],
  classes: readonly OfferedClass[],
): Seat[] {
  const seats = households.flatMap(({ pupils }) => pupils).flatMap((pupil) => seatsOf(stage, classes, pupil))
  for (const seat of seats) {
    const { pupil, starts_on, ends_on } = seat
    const ended = ends_on !== null && ends_on < stage.today
    const created_at = at(stage, starts_on, 9)
    seat.id = stage.random.id(created_at)
    add(stage, 'enrolment', {
      id: seat.id,
      student_id: pupil.id,
      subject_id: seat.class.id,
      starts_on,
      ends_on,
      status: ended ? 'ended' : 'active',
      source: starts_on === pupil.joined_on ? 'staff' : 'rollover',
      created_at,
    })
  }
  return seats
}

function seatsOf(stage: Stage, classes: readonly OfferedClass[], pupil: Pupil): Seat[] {
  const { plan, random, today, months } = stage
  const thisYear = Number(today.slice(0, 4))
  const lastYear = Number(months.at(-1)!.slice(0, 4))
  const yearIn = (calendar: number) => pupil.year - (thisYear - calendar)
  const [joined, left] = [pupil.joined_on, pupil.left_on]
  const firstYear = Number(joined.slice(0, 4))
  let lines = plan.choose(random, yearIn(firstYear))
  const seats: Seat[] = []
  for (let calendar = firstYear; calendar <= Number(left?.slice(0, 4) ?? lastYear); calendar++) {
    const year = yearIn(calendar)
    const [january, december] = [`${calendar}-01-01`, `${calendar}-12-31`]
    let sits = classesOf(plan.branch_of_year !== null, classes, pupil, year, lines)
    if (sits.length === 0) {
      lines = plan.choose(random, year)
      sits = classesOf(plan.branch_of_year !== null, classes, pupil, year, lines)
    }
    for (const sit of sits) {
      const before = seats.find((seat) => seat.class === sit && seat.ends_on === addDays(january, -1))
      const ends_on = left && left < december ? left : calendar < lastYear || left ? december : null
      if (before) before.ends_on = ends_on
      else seats.push({ id: '', pupil, class: sit, starts_on: laterOf(joined, january), ends_on })
    }
  }
  return seats
}

function classesOf(
  anyBranch: boolean,
  classes: readonly OfferedClass[],
  pupil: Pupil,
  year: number,
  lines: readonly string[],
): OfferedClass[] {
  return classes.filter(
    ({ line, years: [from, to], branch }) =>
      lines.includes(line) && from <= year && year <= to && (anyBranch || branch === pupil.home),
  )
}
