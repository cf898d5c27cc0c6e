import type { Held } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { ReceiptSize } from '#app/domain/core/settings/receipt-size.ts'
import type { Locale } from '#app/i18n/locales.ts'

const documentKinds = ['receipt', 'invoice', 'list', 'statement', 'platform_invoice'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** queued → ready, or queued → failed; both are final. */
const documentStatuses = ['queued', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Chromium needs 3 ms a row and more for each further one; ten thousand would block the printer for minutes. */
export const pdfRows = 2_000

/** Lists that are made for one person at a time; who wants another waits for one of them. */
export const mostWaiting = 5

/** Then somebody who waits is told that something may be wrong. */
export const patienceMinutes = 2

/** Papers in one PDF; all of them are in the worker's memory, ten kilobytes and more each. */
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
  roles?: readonly Held[]
  format?: ListFormat
}

/** What a receipt's file is made of besides its payment. */
export interface ReceiptParameters {
  /** It is for whoever has the link, so its names are shortened. */
  audience?: 'public'
  /** A4 when it does not say. */
  size?: ReceiptSize
}

/** The days that a statement tells of, both among them. */
export interface StatementParameters {
  from: string
  to: string
}

type Parameters = ListParameters | ReceiptParameters | StatementParameters | Record<string, never>

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

/** What a reader is told in place of the document. */
export type DocumentFailure = RefusalCode
