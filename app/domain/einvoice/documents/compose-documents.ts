import type { Kysely } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import type { EInvoice, OriginalDocument } from '../document/document.ts'
import { lineReportable } from '../rules/reportable.ts'
import { findSealedSetting, type SealedSetting } from '../settings/find-setting.ts'
import type { Fault } from '../words.ts'
import { type ComposeFacts, composeFacts, type Sources } from './compose-facts.ts'
import { composedLine, composedPeriod } from './composed-lines.ts'
import { composedPayment } from './composed-payment.ts'
import { buyerOf, supplierOf } from './parties.ts'

/** All of a document but what its sender decides: its time, and the version that the setting asks for. */
export type ComposedDocument = Omit<EInvoice, 'issuedAt' | 'version'>

/** What was decided for somebody who has to know it; not a fault. */
export type Notice =
  /** So many lines without a fee type are classified as "others". */
  | { kind: 'no_fee_type'; lines: number }
  /** So many lines are not reported, such as deposits. */
  | { kind: 'left_out'; lines: number; sen: number; reason: string }
  /** The invoice that the note corrects was never reported. */
  | { kind: 'original_not_reported'; number: string }

/**
 * - document: complete; `notices` tell what was decided.
 * - faults: it cannot be sent until somebody changes something.
 * - waits: nothing is wrong; the e-invoice that it corrects is not valid yet.
 */
export type Composed =
  | { document: ComposedDocument; notices: readonly Notice[] }
  | { faults: Fault[] }
  | { waits: { document_id: string; number: string } }

/** Faults found here, beside those of the parties: with step `local`. */
export const composeFaults = [
  /** The company is not entered in the e-invoice settings. */
  'supplier.missing',
  /** The invoice or the credit note was cancelled since. */
  'source.cancelled',
  /** The e-invoice that the note corrects is cancelled. */
  'original.cancelled',
  /** Nothing in it is reported; the reason follows after a dot. */
  'not_reportable',
] as const

/**
 * The documents of rows of `einvoice_document` that come from invoices and credit notes, by id; one flight of queries for up to
 * 100 of them. Rows that are not there are left out. The sums are those of the invoice, to the sen.
 */
export function composeDocuments(
  db: Kysely<DB>,
  keys: Keys,
  ids: readonly string[],
): Promise<Map<string, Composed>> {
  return composeSources(db, keys, { document_ids: ids })
}

/** The same of invoices and credit notes that have no row yet, by their own ids: what would be sent, and what lacks. */
export async function composeSources(
  db: Kysely<DB>,
  keys: Keys,
  sources: Sources,
): Promise<Map<string, Composed>> {
  const [setting, all] = await Promise.all([findSealedSetting(db), composeFacts(db, sources)])
  return new Map(all.map((facts) => [facts.head.id, composed(keys, setting, facts)]))
}

function composed(keys: Keys, setting: SealedSetting | undefined, facts: ComposeFacts): Composed {
  const { head } = facts
  if (head.source === 'invoice' ? head.invoice_status === 'cancelled' : head.note_status !== 'approved')
    return { faults: [fault('source.cancelled')] }
  const original = head.source === 'credit_note' ? originalOf(facts) : undefined
  if (original && !('original' in original)) return original
  const lines = facts.lines.filter(isReported)
  if (lines.length === 0) return { faults: [fault('not_reportable.deposit')] }
  const supplier = setting ? supplierOf(keys, setting, head.today) : { faults: [fault('supplier.missing')] }
  const buyer = buyerOf(keys, head)
  if ('faults' in supplier || 'faults' in buyer) {
    const found = [supplier, buyer].flatMap((party) => ('faults' in party ? party.faults : []))
    return { faults: found }
  }
  const terms = { student: head.student, rateBp: head.tax_rate_bp }
  const period = composedPeriod(lines)
  const document: ComposedDocument = {
    type: head.source === 'invoice' ? '01' : '02',
    number: head.number,
    currency: 'MYR',
    ...(period && { period }),
    ...(original && { originals: [original.original] }),
    supplier: supplier.party,
    buyer: buyer.party,
    ...(head.source === 'invoice' &&
      composedPayment(facts.payments, { issued_on: head.issued_on!, total_sen: head.total_sen })),
    lines: lines.map((line) => composedLine(line, terms)),
  }
  return { document, notices: noticesOf(facts, original) }
}

/**
 * The document that a note corrects: by the UUID of the valid one, or as never reported. While one is on its way, or refused
 * and to be sent again, the note waits for it; where the last word is "cancelled" there is nothing to correct.
 */
function originalOf({
  head,
  originals,
}: ComposeFacts): Exclude<Composed, { document: unknown }> | { original: OriginalDocument } {
  const number = head.invoice_number!
  const valid = originals.find(({ status }) => status === 'valid')
  if (valid) return { original: { number, uuid: valid.uuid } }
  const open = originals.find(({ status }) => status !== 'cancelled')
  if (open) return { waits: { document_id: open.id, number } }
  if (originals.length > 0) return { faults: [fault('original.cancelled')] }
  return { original: { number, uuid: null } }
}

function noticesOf(
  { head, lines }: ComposeFacts,
  original: { original: OriginalDocument } | undefined,
): Notice[] {
  const out = lines.filter((line) => !isReported(line))
  const untyped = lines.filter(({ classification }) => classification === null)
  return [
    ...(untyped.length > 0 ? [{ kind: 'no_fee_type' as const, lines: untyped.length }] : []),
    ...(out.length > 0
      ? [{ kind: 'left_out' as const, lines: out.length, sen: sumOf(out), reason: 'deposit' }]
      : []),
    ...(original?.original.uuid === null
      ? [{ kind: 'original_not_reported' as const, number: head.invoice_number! }]
      : []),
  ]
}

const isReported = (line: ComposeFacts['lines'][number]) =>
  lineReportable({ kind: line.fee_kind, refundable: line.refundable }).reportable

const sumOf = (lines: readonly { amount_sen: number; tax_sen: number }[]) =>
  lines.reduce((sum, { amount_sen, tax_sen }) => sum + amount_sen + tax_sen, 0)

function fault(code: string): Fault {
  return { step: 'local', code, text: '', text_my: null, path: null }
}
