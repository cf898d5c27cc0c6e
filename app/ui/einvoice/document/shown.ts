import type { ShownDocumentStatus } from '#app/domain/core/invoicing/einvoice-state.ts'
import type { ReportedState } from '#app/domain/core/invoicing/reported.ts'
import type { Notice } from '#app/domain/einvoice/documents/compose-documents.ts'
import type { DocumentSource, DocumentType, Fault, PortalEnvironment } from '#app/domain/einvoice/words.ts'

type Instant = Date | string

/** An e-invoice as its page shows it. */
export interface ShownDocument {
  id: string
  number: string
  type: DocumentType
  source: DocumentSource
  environment: PortalEnvironment
  status: ShownDocumentStatus
  stored_status: string
  bound: ReportedState
  buyer_name: string | null
  family_code: string | null
  branch: string | null
  total_sen: number
  uuid: string | null
  parent_id: string | null
  invoice_id: string | null
  credit_note_id: string | null
  about_id: string | null
  about_number: string | null
  invoice_status: string | null
  original_id: string | null
  original_number: string | null
  asked_by: string | null
  created_at: Instant
  submitted_at: Instant | null
  validated_at: Instant | null
  cancellable_until: Instant | null
  reject_requested_at: Instant | null
  reject_reason: string | null
  cancel_requested_at: Instant | null
  cancelled_at: Instant | null
  cancel_reason: string | null
  faults: readonly Fault[]
}

/** What the office sees besides; null for a family. */
export interface OfficeView {
  standing: {
    may: boolean
    why: 'unchanged' | 'reported' | 'faults' | 'waits' | 'cancelled' | 'stopped' | null
    faults: readonly Fault[]
    notices: readonly Notice[]
    waits_for: string | null
  } | null
  /** The e-invoice of a credit note that refers to it. */
  correction: { id: string; number: string } | null
  /** The portal has said where its page is. */
  linked: boolean
  /** The connection to the portal. */
  works: boolean
  now: Instant
  may: { submit: boolean; cancel: boolean; note: boolean; parent: boolean; setting: boolean }
}
