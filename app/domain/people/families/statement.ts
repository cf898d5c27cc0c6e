import { z } from 'zod'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { dayFaults, onDay } from '#app/domain/core/lists/filters.ts'

/** What moves a family's account, in the order in which it is told of one day. */
export const movements = [
  'opening',
  'invoice',
  'invoice_amended',
  'invoice_cancelled',
  'credit_note',
  'write_off',
  'note_reversed',
  'payment',
  'payment_cancelled',
  'credit',
  'credit_moved',
  'refund',
  'closing',
] as const
export type Movement = (typeof movements)[number]

export interface StatementRow {
  id: string
  /** The paper that it is about, of the noun that its movement says; null where nothing can be opened. */
  about_id: string | null
  on: string
  movement: Movement
  /** Number of the invoice or the receipt. */
  about: string | null
  /** Whose invoice it is. */
  student: string | null
  /** What the family owes by it, in sen; null on the other side. */
  charged_sen: number | null
  paid_sen: number | null
  /** What it owes after it less what is kept for it: below zero it has paid ahead. */
  balance_sen: number
}

export const statementColumns = columnsOf<StatementRow>()(
  { key: 'on', label: 'statement.on', kind: 'date' },
  { key: 'movement', label: 'statement.movement', words: 'statement.movements', room: 'who' },
  { key: 'about', label: 'statement.about', kind: 'number' },
  { key: 'student', label: 'statement.student', room: 'wide' },
  { key: 'charged_sen', label: 'statement.charged_sen', kind: 'money' },
  { key: 'paid_sen', label: 'statement.paid_sen', kind: 'money' },
  { key: 'balance_sen', label: 'statement.balance_sen', kind: 'money', room: 'much' },
)

/** The days that a statement tells of, both among them; the last ends it at the latest today. */
export interface Span {
  from: string
  to: string
}

/** The days as a form asks for them. */
export const statementDays = {
  from: onDay('statement.from', { until: 'to' }),
  to: onDay('statement.to'),
}

/** What is wrong with the days of an address: none of the calendar, or the last before the first. */
export const spanFaults = (search: URLSearchParams) =>
  dayFaults(statementDays, { from: search.get('from'), to: search.get('to') })

/**
 * What an address asks for. A day that is wrong is as if it were not there; without a last day it is today, without a first
 * one twelve months. Nothing is told of days to come.
 */
export function spanOf(search: URLSearchParams, today: string): Span {
  const faults = spanFaults(search)
  const [from, to] = (['from', 'to'] as const).map((name) => (faults[name] ? null : search.get(name)) || null)
  const last = to && to < today ? to : today
  const first = from ?? addMonths(startOfMonth(last), -11)
  return { from: first < last ? first : last, to: last }
}

/** Spans that are asked for most, by the key of their word. */
export function presets(today: string): readonly (Span & { label: string })[] {
  const month = startOfMonth(today)
  const before = addMonths(month, -1)
  return [
    { label: 'statement.this_month', from: month, to: today },
    { label: 'statement.last_month', from: before, to: addDays(month, -1) },
    { label: 'statement.this_year', from: `${today.slice(0, 4)}-01-01`, to: today },
    { label: 'statement.twelve_months', from: addMonths(month, -11), to: today },
  ]
}

/** The button by which a statement is mailed; its days stand in the address. */
export const sendStatementForm = z.object({ form_key: z.uuid().optional() })
