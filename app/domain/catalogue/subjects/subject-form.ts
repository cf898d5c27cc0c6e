import { z } from 'zod'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { type Lesson, mostLessons, overlap, sortedLessons } from '#app/domain/core/schedule.ts'

const age = z.number().int().min(0).max(120).optional()
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'input.time', abort: true })

/** A line that nobody filled in says nothing; of others all but the room must be there. */
const line = z
  .object({
    weekday: z.number().int().min(1).max(7).optional(),
    starts: time.optional(),
    ends: time.optional(),
    room: text({ max: 50 }).optional(),
  })
  .superRefine((typed, context) => {
    if (isBlank(typed)) return
    for (const field of ['weekday', 'starts', 'ends'] as const)
      if (typed[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'input.required' })
    if (typed.starts && typed.ends && typed.starts >= typed.ends)
      context.addIssue({ code: 'custom', path: ['ends'], message: 'subject.lesson_ends' })
  })

const isBlank = (typed: object) => Object.values(typed).every((value) => value === undefined)

/** A line of which nothing is missing. */
const lessonOf = ({ weekday, starts, ends, room }: z.output<typeof line>): Lesson | undefined =>
  weekday && starts && ends ? { weekday, starts, ends, room: room ?? null } : undefined

const schedule = z
  .array(line)
  .max(mostLessons, 'subject.lessons_too_many')
  .optional()
  .superRefine((lines = [], context) => {
    const lessons = lines.map(lessonOf)
    for (const [index, one] of lessons.entries())
      if (one && lessons.slice(0, index).some((other) => other && overlap(one, other)))
        context.addIssue({ code: 'custom', path: [index, 'starts'], message: 'subject.lessons_overlap' })
  })
  .transform((lines = []) => sortedLessons(lines.flatMap((line) => lessonOf(line) ?? [])))

/** New and edit. An emptied field is written as empty. Whether the module is the program's is asked of the database. */
export const subjectForm = z
  .object({
    code,
    name: text({ min: 2, max: 150 }),
    program_id: z.uuid(),
    module_id: z.uuid().optional(),
    category_id: z.uuid().optional(),
    branch_id: z.uuid(),
    main_trainer_id: z.uuid().optional(),
    trainer_ids: z.array(z.uuid()).max(20).optional(),
    assistant_ids: z.array(z.uuid()).max(20).optional(),
    capacity: z.number().int().min(1).max(1000).optional(),
    waitlist: z.boolean().optional(),
    schedule,
    session_minutes: z.number().int().min(15).max(480),
    sessions_per_month: z.number().int().min(1).max(31),
    min_age: age,
    max_age: age,
    starts_on: plainDate.optional(),
    ends_on: plainDate.optional(),
    registration_open: z.boolean().optional(),
    description: lines(2000).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((typed, context) => {
    const say = (path: keyof typeof typed, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { main_trainer_id: main, trainer_ids = [], assistant_ids = [], min_age = 0, max_age = 120 } = typed
    if (trainer_ids.some((id) => id === main)) say('trainer_ids', 'subject.two_duties')
    if (assistant_ids.some((id) => id === main || trainer_ids.includes(id)))
      say('assistant_ids', 'subject.two_duties')
    if (min_age > max_age) say('max_age', 'category.age_range')
    if (typed.starts_on && typed.ends_on && typed.starts_on > typed.ends_on)
      say('ends_on', 'program.ends_before_start')
  })
export type SubjectInput = z.output<typeof subjectForm>

/** A class is over from the day after. `enrolments`: how many the page said would end. */
export const closeForm = z.object({
  on: plainDate,
  enrolments: z.number().int().min(0).max(100_000),
  version,
})
export type CloseInput = z.output<typeof closeForm>
