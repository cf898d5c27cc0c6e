import { type Column, columnsOf } from '#app/domain/core/lists/columns.ts'
import type { CalendarSession } from './calendar.ts'

type Listed = CalendarSession & { time: string }

const columns = columnsOf<Listed>()(
  { key: 'time', label: 'class_session.time' },
  { key: 'subject', label: 'class_session.subject', room: 'who' },
  { key: 'children', label: 'class_session.child' },
  { key: 'trainer', label: 'class_session.trainer' },
  { key: 'room', label: 'class_session.room' },
  { key: 'branch', label: 'class_session.branch', room: 'table' },
  { key: 'kind', label: 'class_session.kind', words: 'class_session.kinds', room: 'wide' },
  { key: 'status', label: 'class_session.status', kind: 'status' },
)
type Key = (typeof columns)[number]['key']

/** Of the sessions of one day; a parent reads for which child, the others need not. */
export const dayColumns = (own: boolean): readonly Column<Key>[] =>
  columns.filter(({ key }) => own || key !== 'children')

/** Of a printed calendar, wide enough that it lies across. */
export const printColumns = columnsOf<Listed & { day: string }>()(
  { key: 'day', label: 'class_session.held_on' },
  { key: 'time', label: 'class_session.time' },
  { key: 'subject', label: 'class_session.subject', room: 'who' },
  { key: 'room', label: 'class_session.room' },
  { key: 'trainer', label: 'class_session.trainer' },
  { key: 'branch', label: 'class_session.branch' },
  { key: 'status', label: 'class_session.status', kind: 'status' },
)
