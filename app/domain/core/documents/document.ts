import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'

const documentKinds = ['receipt', 'invoice', 'list', 'statement', 'platform_invoice'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** queued → ready, or queued → failed; both are final. */
const documentStatuses = ['queued', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Chromium needs 3 ms a row and more for each further one; ten thousand would block the printer for minutes. */
export const pdfRows = 2_000

/** Lists that one person may have queued at a time. */
export const mostWaiting = 5

/** After this many minutes the waiting page says that something may be wrong. */
export const patienceMinutes = 2

/** The most documents in one PDF; all are in the worker's memory, ten kilobytes and more each. */
export const mostPapers = 1_000

/** `papers`: the own paper of each row, such as an invoice, one after the other in one PDF. */
export const listFormats = ['pdf', 'csv', 'xlsx', 'papers'] as const
export type ListFormat = (typeof listFormats)[number]

/** What a list's file is made of: the list, its filters, and who asked, for the rows and columns that they may see. */
export interface ListParameters {
  name: string
  /** Of the list's address, such as `status=active&sort=-code`. */
  query: string
  scope: RowScope
  /** Not said by documents that were asked for before lists had several formats: those are PDF. */
  roles?: readonly SessionRole[]
  format?: ListFormat
}

/** What a receipt's file depends on, apart from its payment. */
export interface ReceiptParameters {
  /** It can be opened by anybody with the link, so names are shortened. */
  audience?: 'public'
  /** A4 when it does not say. */
  size?: ReceiptSize
}

/** What an invoice's file depends on, apart from the invoice. */
export interface InvoiceParameters {
  /** It can be opened by anybody with the link, so names are shortened. */
  audience?: 'public'
}

/** The period of a statement, both days included. */
export interface StatementParameters {
  from: string
  to: string
}

type Parameters =
  | ListParameters
  | ReceiptParameters
  | InvoiceParameters
  | StatementParameters
  | Record<string, never>

export interface DocumentRequest {
  kind: DocumentKind
  subject_id?: string | null
  /** The same text for the same content, so that it is made once. */
  fingerprint: string
  parameters?: Parameters
  locale: Locale
}

export interface DocumentOrder {
  id: string
  kind: DocumentKind
  subject_id: string | null
  parameters: Parameters
  locale: Locale
  created_at: Date
}

export interface MadeFile {
  name: string
  content_type: string
  size_bytes: number
  sha256: Buffer
  storage_key: string
}

/** Why there is no document, as the reader is told. */
export type DocumentFailure = RefusalCode

/** The sheets on which a receipt is printed; `80mm`: the roll of a till, as long as it needs to be. */
export const receiptSizes = ['a4', 'a5', '80mm'] as const
export type ReceiptSize = (typeof receiptSizes)[number]

export const isReceiptSize = (text: string | null): text is ReceiptSize =>
  receiptSizes.some((size) => size === text)
