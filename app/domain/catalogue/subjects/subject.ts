import { z } from 'zod'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { type Lesson, mostLessons, overlap, sortedLessons, weekWords } from '#app/domain/core/schedule.ts'
import { translatedFields, translationFacts } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** A class that one can join: of a program, in a branch, at times of the week. */

/** A class that is over may be opened again within a year; those who were in it stay out. */
export const subjectStatuses = ['active', 'inactive', 'closed'] as const

interface Described {
  program: string
  module: string | null
  category: string | null
  branch: string
  main_trainer: string | null
  further_trainers: string | null
  assistants: string | null
  capacity: number | null
  waitlist: boolean
  schedule: readonly Lesson[]
  session_minutes: number
  sessions_per_month: number
  min_age: number | null
  max_age: number | null
  starts_on: string | null
  ends_on: string | null
  registration_open: boolean
  description: string | null
}

/** The nouns that a class names, each with the page of the row for who may open it. */
export type LinksOfClass = Partial<Record<'program' | 'module' | 'category' | 'branch', string | null>>

/** What a class is, besides its code and name. */
export function subjectFacts(
  row: Described,
  t: Words,
  locale: Locale,
  links: LinksOfClass = {},
): PlainFact[] {
  const answer = (yes: boolean) => t(yes ? 'common.yes' : 'common.no')
  const day = (on: string | null) => on && formatDate(on, locale)
  return [
    ...translationFacts(row, 'subject', ['name'], t),
    { label: t('subject.program_id'), value: row.program, href: links.program },
    { label: t('subject.module_id'), value: row.module, href: links.module },
    { label: t('subject.category_id'), value: row.category, href: links.category },
    { label: t('subject.branch_id'), value: row.branch, href: links.branch },
    { label: t('subject.schedule'), value: weekWords(row.schedule, t, locale, { rooms: true }) },
    { label: t('subject.main_trainer_id'), value: row.main_trainer },
    { label: t('subject.trainer_ids'), value: row.further_trainers },
    { label: t('subject.assistant_ids'), value: row.assistants },
    { label: t('subject.capacity'), value: row.capacity ?? t('subject.no_limit') },
    { label: t('subject.waitlist'), value: answer(row.waitlist) },
    { label: t('subject.session_minutes'), value: row.session_minutes },
    { label: t('subject.sessions_per_month'), value: row.sessions_per_month },
    { label: t('subject.min_age'), value: row.min_age },
    { label: t('subject.max_age'), value: row.max_age },
    { label: t('subject.starts_on'), value: day(row.starts_on) },
    { label: t('subject.ends_on'), value: day(row.ends_on) },
    { label: t('subject.registration_open'), value: answer(row.registration_open) },
    { label: t('subject.description'), value: row.description, wide: true },
  ]
}

interface Part {
  code: string
  name: string
  branch: string
  schedule: readonly Lesson[] | null
  status: string
}

/** Of the classes of another noun, on its page. */
export const classPartColumns = columnsOf<Part>()(
  { key: 'code', label: 'subject.code', kind: 'number' },
  { key: 'name', label: 'subject.name', room: 'who' },
  { key: 'branch', label: 'subject.branch_id', room: 'table' },
  { key: 'schedule', label: 'subject.schedule', kind: 'week' },
  { key: 'status', label: 'subject.status', kind: 'status' },
)

interface Enrolled {
  rate_bp: number | null
  name: string
  student_no: string
  starts_on: string
  status: string
}

/** Of who is in a class, on its page. */
export const enrolledColumns = (attendance: boolean) =>
  columnsOf<Enrolled>()(
    { key: 'student_no', label: 'subject.student_no', kind: 'number' },
    { key: 'name', label: 'subject.student', room: 'who' },
    { key: 'starts_on', label: 'subject.since', kind: 'date' },
    ...(attendance ? [{ key: 'rate_bp', label: 'attendance.in_class', kind: 'percent' } as const] : []),
    { key: 'status', label: 'subject.status', kind: 'status' },
  )

const age = z.number().int().min(0).max(120).optional()
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'input.time', abort: true })

/** An empty line is ignored; in others everything but the room is required. */
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
    ...translatedFields('name', text({ min: 2, max: 150 })),
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
