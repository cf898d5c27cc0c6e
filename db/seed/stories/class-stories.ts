import { addDays } from '#app/domain/core/dates.ts'
import { type Seat, sitsOn } from '../enrolments.ts'
import type { Pupil } from '../people.ts'
import { randomOf } from '../plan/random.ts'
import { add, at, type Stage } from '../stage.ts'

/** What seldom happens to a class and must be seen: one is full and others wait for a seat, and one is closed. */
export function addClassStories(stage: Stage, seats: readonly Seat[]): void {
  const random = randomOf(`lunas ${stage.plan.entity.subdomain} classes`)
  fillClass(stage, seats, random.id)
  closeClass(stage, seats, random.id)
}

type MakeId = (at: Date) => string

/** The first class has as many places as pupils now, and two of its branch wait. */
function fillClass(stage: Stage, seats: readonly Seat[], makeId: MakeId) {
  const { today, plan } = stage
  const [subject] = stage.rows.subject!
  const { id: subject_id } = subject!
  const inside = seats.filter((seat) => seat.class.id === subject_id && sitsOn(seat, today))
  Object.assign(subject!, { capacity: Math.max(1, inside.length), waitlist: true })
  const all = new Set(inside.map(({ pupil }) => pupil))
  const waiting = pupilsOn(seats, today, plan.classes[0]!.branch).filter((pupil) => !all.has(pupil))
  for (const [index, { id: student_id }] of waiting.slice(0, 2).entries()) {
    const starts_on = addDays(today, -9 + 4 * index)
    const created_at = at(stage, starts_on, 10)
    add(stage, 'enrolment', {
      ...{ id: makeId(created_at), student_id, subject_id, starts_on, ends_on: null },
      ...{ status: 'waitlisted', source: 'staff', created_at },
    })
  }
}

/** A class of some weeks that is over; who was in it is in it no more. */
function closeClass(stage: Stage, seats: readonly Seat[], makeId: MakeId) {
  const { today, plan } = stage
  const { code, name, like } = plan.closed_class
  const index = plan.classes.findIndex((offer) => offer.code === like)
  const [starts_on, ends_on] = [addDays(today, -75), addDays(today, -47)]
  const created_at = at(stage, addDays(starts_on, -20), 11)
  const subject_id = makeId(created_at)
  add(stage, 'subject', {
    ...stage.rows.subject![index]!,
    ...{ id: subject_id, code, name, capacity: 12, starts_on, ends_on, registration_open: false },
    ...{ status: 'closed', closed_on: ends_on, created_at },
  })
  for (const { id: student_id } of pupilsOn(seats, starts_on, plan.classes[index]!.branch).slice(0, 6))
    add(stage, 'enrolment', {
      ...{ id: makeId(created_at), student_id, subject_id, starts_on, ends_on },
      ...{ status: 'ended', source: 'staff', created_at },
    })
}

/** Who sat in a class of their own branch on a day, each once. */
function pupilsOn(seats: readonly Seat[], on: string, branch: number): Pupil[] {
  const sitting = seats.filter((seat) => sitsOn(seat, on) && seat.pupil.home === branch)
  return [...new Set(sitting.map(({ pupil }) => pupil))]
}
