import { type Lesson, overlap } from '#app/domain/core/schedule.ts'
import type { ClassPlan } from './plan/plan.ts'
import { add, type Stage } from './stage.ts'

/** A class of which it is known who takes it. */
export interface TaughtClass extends ClassPlan {
  id: string
  user_ids: readonly string[]
}

interface Taken extends Lesson {
  room: string
  branch: number
  user_ids: readonly string[]
}

/**
 * Times and rooms of the classes: nobody is in two places at once and no room is taken twice, but where a plan says so.
 * A class for which no time is left has none yet.
 */
export function addTimetable(stage: Stage, classes: readonly TaughtClass[]): void {
  const taken: Taken[] = []
  for (const [index, offer] of classes.entries()) {
    const beside = classes.find(({ code }) => code === offer.shares)
    const week = beside ? sharedWith(beside, taken, offer) : weekOf(offer, index, taken)
    taken.push(...week)
    for (const { weekday, starts, ends, room } of week)
      add(stage, 'subject_schedule', { subject_id: offer.id, weekday, starts, ends, room })
  }
}

function weekOf(offer: TaughtClass, index: number, taken: readonly Taken[]): Taken[] {
  const { days, starts, rooms, lessons } = offer.week
  const week: Taken[] = []
  const tries = turned(days, index).flatMap((weekday) =>
    turned(starts, index).flatMap((time) => rooms.map((room) => lessonAt(offer, weekday, time, room))),
  )
  for (const one of tries) {
    const isFree = [...taken, ...week].every((other) => !overlap(one, other) || !meet(one, other))
    if (isFree && week.length < lessons && week.every(({ weekday }) => weekday !== one.weekday))
      week.push(one)
  }
  return week
}

/** At the first time of another class and in its room, so that the warning about that is seen. */
function sharedWith(beside: TaughtClass, taken: readonly Taken[], offer: TaughtClass): Taken[] {
  const there = taken.find(({ user_ids }) => user_ids === beside.user_ids)
  return there ? [lessonAt(offer, there.weekday, there.starts, there.room)] : []
}

const meet = (one: Taken, other: Taken) =>
  (one.branch === other.branch && one.room === other.room) ||
  one.user_ids.some((id) => other.user_ids.includes(id))

function lessonAt(
  { minutes, branch, user_ids }: TaughtClass,
  weekday: number,
  starts: string,
  room: string,
): Taken {
  const [hours = 0, past = 0] = starts.split(':').map(Number)
  const end = hours * 60 + past + minutes
  const two = (figure: number) => String(figure).padStart(2, '0')
  const ends = `${two(Math.floor(end / 60))}:${two(end % 60)}`
  return { weekday, starts, ends, room, branch, user_ids }
}

/** Each class begins to look elsewhere. */
const turned = <T>(list: readonly T[], by: number): readonly T[] => {
  const at = by % Math.max(1, list.length)
  return [...list.slice(at), ...list.slice(0, at)]
}
