import type { RowScope } from '#app/domain/actor.ts'
import type { RefusalCode } from '#app/domain/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'

const documentKinds = ['receipt', 'invoice', 'list'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** queued → ready, or queued → failed; both are final. */
const documentStatuses = ['queued', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/**
 * Rows that a list may have in a PDF, some seventy pages. Chromium needs 3 ms for each and more than that for each
 * further one, so that the ten thousand of an export would block the printer for minutes.
 */
export const pdfRows = 2_000

/** Minutes after which somebody who waits is told that something may be wrong. */
export const patienceMinutes = 2

/** What a list's PDF is made of: the list, its filters, and the rows that who asked may see. */
export interface ListParameters {
  name: string
  /** The query of the list's address, such as `status=active&sort=-code`. */
  query: string
  scope: RowScope
}

export interface DocumentRequest {
  kind: DocumentKind
  subject_id?: string | null
  /** The same text for the same content, so that it is made once. */
  fingerprint: string
  parameters?: ListParameters | Record<string, never>
  locale: Locale
}

/** A document as whoever makes it needs it. */
export interface DocumentOrder {
  id: string
  kind: DocumentKind
  subject_id: string | null
  parameters: ListParameters | Record<string, never>
  locale: Locale
  created_at: Date
}

/** A file that was put into the organisation's files. */
export interface MadeFile {
  name: string
  content_type: string
  size_bytes: number
  sha256: Buffer
  storage_key: string
}

/** Why there is no document: what its reader is told. */
export type DocumentFailure = RefusalCode
