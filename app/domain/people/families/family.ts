import { z } from 'zod'
import { familyCode, lines, paperLimit, reason, text } from '#app/domain/core/fields.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'

/** Families that one search shows at most. */
export const mostFound = 20

/** Characters a search needs, because fewer would match half of the organisation. */
export const leastTyped = 2

/** Payments shown on the page of a family, the latest first. */
export const mostShown = 4

/** Audit entries shown on the page of a family, the latest first. */
export const mostChanges = 3

export interface FoundFamily {
  /** The parent who pays. */
  id: string
  name: string
  phone: string
  family_code: string
  children: string | null
  /** What the family owes on the invoices in the reader's scope. */
  owed_sen: number
}

export const foundColumns = columnsOf<FoundFamily>()(
  { key: 'name', label: 'family.payer' },
  { key: 'children', label: 'family.children', room: 'who' },
  { key: 'phone', label: 'parent.phone', kind: 'phone' },
  { key: 'family_code', label: 'parent.family_code', kind: 'number', room: 'table' },
  { key: 'owed_sen', label: 'family.open', kind: 'money', room: 'much' },
)

/** An unpaid invoice of a family. */
export interface OpenInvoice {
  id: string
  number: string | null
  student: string
  title: TitleFacts
  branch: string
  issued_on: string | null
  due_on: string
  balance_sen: number
  status: string
}

export const openInvoiceColumns = columnsOf<OpenInvoice>()(
  { key: 'number', label: 'invoice.number', kind: 'number' },
  { key: 'title', label: 'invoice.what_for', kind: 'title', room: 'who' },
  { key: 'branch', label: 'invoice.branch', room: 'wide' },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date' },
  { key: 'balance_sen', label: 'invoice.balance_sen', kind: 'money', room: 'much', total: true },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)

export const noteForm = z.object({
  body: lines(2_000).pipe(z.string().min(1)),
  form_key: z.uuid().optional(),
})
export type NoteInput = z.output<typeof noteForm>

/** The code of the family whose children shall count as siblings of this one's. */
export const joinForm = z.object({
  family_code: familyCode.pipe(z.string().refine(isFamilyCode, 'family.code')),
  reason,
  form_key: z.uuid().optional(),
})
export type JoinInput = z.output<typeof joinForm>

/** Files that a family may have at once. */
export const mostFiles = 50

export const fileForm = z.object({
  file: z.instanceof(File).refine(({ size }) => size <= paperLimit.bytes, 'file.too_big'),
  name: text({ max: 100 }).optional(),
  form_key: z.uuid().optional(),
})
