import { z } from 'zod'
import { chosenFile, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import type { FirstSheet } from '#app/integrations/spreadsheets/read-sheet.ts'
import { type SkippedRow, statementLimits } from '#app/integrations/statements/statement.ts'

/**
 * uploaded (columns unknown) → matching → ready → undoing → undone; failed is final.
 */
export const statementStatuses = ['uploaded', 'matching', 'ready', 'failed', 'undoing', 'undone'] as const
export type StatementStatus = (typeof statementStatuses)[number]

/** An intraday report, the statement, and a notification of single movements. */
export const camtFormats = ['camt052', 'camt053', 'camt054'] as const

export const isCamt = (format: string) => (camtFormats as readonly string[]).includes(format)

export const statementFormats = ['csv', 'xlsx', 'mt940', ...camtFormats] as const

/**
 * new → matched automatically, suggested (a family to accept with one click), or unmatched; the latter two → matched or ignored
 * ("not fees") by a person, and back within the day. Outgoing money is a debit, and a line of an earlier statement is
 * repeated: both are final. Lines of an undone statement are undone.
 */
export const lineStatuses = [
  'suggested',
  'unmatched',
  'matched',
  'ignored',
  'debit',
  'repeated',
  'undone',
  'new',
] as const
export type LineStatus = (typeof lineStatuses)[number]

/** Statuses that need a decision. */
export const openStatuses: readonly LineStatus[] = ['suggested', 'unmatched']

/** Evidence that prevents automatic posting, shown as a warning. */
const warningKinds = [
  'others',
  'duplicate',
  'part',
  'in_payment',
  'before_issue',
  'nothing_owed',
  'too_old',
  'month_closed',
  'uploaders',
  'not_added_up',
  'refused',
] as const

/** Evidence for a family and against automatic posting; texts are in `bank_line.evidence`. */
const evidenceKinds = [
  'reference',
  'near_reference',
  'invoice',
  'name',
  'same_name',
  'part_of_name',
  'child',
  'paid_before',
  'sum_all',
  'sum_first',
  'sum_single',
  'sum_only',
  'sum_less',
  'sum_more',
  ...warningKinds,
] as const
/** All that the bank wrote about a line but its payer. */
export const wordsOf = ({ reference, description }: { reference: string | null; description: string }) =>
  `${reference ?? ''} ${description}`

export type EvidenceKind = (typeof evidenceKinds)[number]

export interface Evidence {
  kind: EvidenceKind
  /** The code, number or name found. */
  text?: string | undefined
  typed?: string | undefined
  count?: number | undefined
  sen?: number | undefined
}

export const warnings: readonly EvidenceKind[] = warningKinds

/** Evidence that rules out accepting with one click; the line must be opened. */
export const closerLook: readonly EvidenceKind[] = [
  'others',
  'duplicate',
  'part',
  'in_payment',
  'month_closed',
  'refused',
]

/** Invoice numbers that a line names; these are paid first. */
export const invoiceNumbersOf = (evidence: readonly Evidence[]) =>
  evidence.flatMap(({ kind, text }) => (kind === 'invoice' && text ? [text] : []))

/** Fields of a bank's sheet. `description` and `reference` may have several columns. */
export const lineFields = [
  'date',
  'description',
  'reference',
  'payer',
  'credit',
  'debit',
  'amount',
  'sign',
  'balance',
] as const
export type LineField = (typeof lineFields)[number]

export const severalOf: readonly LineField[] = ['description', 'reference']

/** The field of each column, or null. */
export type Columns = readonly (LineField | null)[]

/** What a person should know about a file beside its lines. */
export interface StatementNotes {
  /** Rows that are no transaction; of more than {@link mostSkipped} the first. */
  skipped?: readonly SkippedRow[] | undefined
  /** Numbers of rows that are hidden in the file, and read all the same. */
  hidden_rows?: readonly number[] | undefined
  /** Sheets of the workbook that are not read. */
  left_out?: FirstSheet['left_out'] | undefined
}

/** Left out rows that are stored with their words; a bank's file has a few on each page. */
export const mostSkipped = 1_000

/** Lines processed in one transaction. */
export const chunkLines = 25

/** Days around a line's date within which a payment of the same sum probably is the same money. */
export const sameMoneyDays = 4

export const uploadForm = z.object({
  /** By default the statement is of the whole organisation. */
  branch_id: z.uuid().optional(),
  file: chosenFile.refine(({ size }) => size <= statementLimits.bytes, 'file.too_big'),
  form_key: z.uuid().optional(),
})
export type UploadInput = z.output<typeof uploadForm>

/** The mapping of columns and the bank; both are stored for files with the same headings. */
export const mapForm = z.object({
  name: text({ max: 60 }),
  columns: z.array(z.enum(lineFields).optional()).max(sheetLimits.columns),
  version,
})
export type MapInput = z.output<typeof mapForm>

/** Assigns an amount of a line to a family, optionally allocated over invoices. */
export const assignForm = z.object({
  parent_id: z.uuid(),
  amount: ringgit({ min: 1 }),
  paid_on: plainDate,
  lines: z
    .array(z.object({ invoice_id: z.uuid(), amount: ringgit().optional() }))
    .max(mostPaidAtOnce)
    .default([]),
  /** Confirms that an online payment under way was noticed. */
  despite_attempt: z.literal('on').optional(),
  /** Why it is another transfer than one that is recorded already. */
  other_reason: reason.optional(),
  version,
  form_key: z.uuid().optional(),
})
export type AssignInput = z.output<typeof assignForm>

/** Marks a line as not a fee payment, with the reason. */
export const ignoreForm = z.object({ reason, version })
