import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { type Lesson, weekWords } from '#app/domain/core/schedule.ts'
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
    { label: t('subject.program_id'), value: row.program, href: links.program },
    { label: t('subject.module_id'), value: row.module, href: links.module },
    { label: t('subject.category_id'), value: row.category, href: links.category },
    { label: t('subject.branch_id'), value: row.branch, href: links.branch },
    { label: t('subject.schedule'), value: weekWords(row.schedule, t, { rooms: true }) },
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
  name: string
  student_no: string
  starts_on: string
  status: string
}

/** Of who is in a class, on its page. */
export const enrolledColumns = columnsOf<Enrolled>()(
  { key: 'student_no', label: 'subject.student_no', kind: 'number' },
  { key: 'name', label: 'subject.student', room: 'who' },
  { key: 'starts_on', label: 'subject.since', kind: 'date' },
  { key: 'status', label: 'subject.status', kind: 'status' },
)
