/** Where e-invoices go: LHDN's test system, or the real one. */
export const environments = ['sandbox', 'production'] as const
export type PortalEnvironment = (typeof environments)[number]

/** 01 invoice, 02 credit note, 03 debit note, 04 refund note; 11 to 14 the same, issued by the buyer. */
export const documentTypes = ['01', '02', '03', '04', '11', '12', '13', '14'] as const
export type DocumentType = (typeof documentTypes)[number]

/** 1.0 bears no signature, 1.1 one that the portal verifies. */
export const documentVersions = ['1.0', '1.1'] as const
export type DocumentVersion = (typeof documentVersions)[number]

/**
 * - queued: waits to be sent
 * - sending: its bytes are stored and may have arrived; no answer is known
 * - submitted: the portal took it in; processing: it was asked since and has not decided
 * - valid, invalid: what it decided
 * - failed: refused at once, or given up
 * - cancelled: by its issuer, within 72 hours of valid
 */
export const documentStatuses = [
  'queued',
  'sending',
  'submitted',
  'processing',
  'valid',
  'invalid',
  'failed',
  'cancelled',
] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** About which the portal still has something to say. */
export const openStatuses = [
  'queued',
  'sending',
  'submitted',
  'processing',
] as const satisfies DocumentStatus[]

/** What a document is made from. */
export const documentSources = ['invoice', 'credit_note', 'consolidation', 'self_billed'] as const
export type DocumentSource = (typeof documentSources)[number]

/** The schemes by which the portal identifies a person or a company beside the TIN. */
export const idTypes = ['NRIC', 'PASSPORT', 'ARMY', 'BRN'] as const
export type IdType = (typeof idTypes)[number]

/** One thing that is wrong with a document: said by the portal, or found before it was sent. */
export interface Fault {
  /** The portal's own validation step, such as `Step05-Taxpayer Profile Validator`; null when refused at once; `local` of ours. */
  step: string | null
  code: string | null
  /** As the portal said it, in English and in Malay. */
  text: string
  text_my: string | null
  /** The property of the document, as the portal names it. */
  path: string | null
}
