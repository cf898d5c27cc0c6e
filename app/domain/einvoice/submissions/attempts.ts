import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Keys, open, type SecretCell } from '#app/domain/core/secrets.ts'
import { type NewDocument, type PortalDocument, submissionBody } from '#app/integrations/myinvois/calls.ts'
import type { DB } from '#db/types.ts'

/** In hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where the bytes of a document are sealed; they open nowhere else. */
export const attemptCell = (place: string, row: string): SecretCell => ({
  ...{ place, table: 'einvoice_attempt', column: 'content_sealed', row },
})

/** One document of a request. */
export interface Attempt {
  document_id: string
  number: string
  /** Of the document now. */
  status: string
  uuid: string | null
}

/** With the bytes that leave. */
export interface SealedAttempt extends Attempt, NewDocument {
  fingerprint: string
  issued_at: Date
}

const attempts = (trx: Transaction<DB>, submission_id: string) =>
  trx
    .selectFrom('einvoice_attempt as attempt')
    .innerJoin('einvoice_document as document', 'document.id', 'attempt.document_id')
    .select(['attempt.document_id', 'document.number', 'document.status', 'attempt.uuid'])
    .where('attempt.submission_id', '=', submission_id)
    .orderBy('attempt.position')

/** The documents of a request in their order. */
export const findAttempts = (trx: Transaction<DB>, submission_id: string): Promise<Attempt[]> =>
  attempts(trx, submission_id).execute()

/** The same with their bytes, which in this order make the bytes of the request. */
export async function openAttempts(
  trx: Transaction<DB>,
  { ring, place }: Keys,
  submission_id: string,
): Promise<SealedAttempt[]> {
  const rows = await attempts(trx, submission_id)
    .select(['attempt.id', 'attempt.content_sealed', 'attempt.content_hash'])
    .select(['attempt.fingerprint', 'attempt.issued_at'])
    .execute()
  return rows.map(({ id, content_sealed, content_hash, ...row }) => ({
    ...row,
    text: open(ring, attemptCell(place, id), content_sealed),
    hash: content_hash,
  }))
}

/** The body of a request, byte for byte as it was stored. Refuses (Error) bytes that are others. */
export function bodyOf(attempts: readonly NewDocument[], body_hash: string): string {
  const body = submissionBody(attempts)
  if (sha256(body) !== body_hash) throw new Error('the bytes of a submission are not those that were stored')
  return body
}

/**
 * Whether a document at the portal is one of ours: number, issuer and total. Not by its time: a document with them that came from
 * no other request of ours has reported the same, whatever time it bears, and a second one would report it twice.
 */
export function isSameDocument(attempt: SealedAttempt, found: PortalDocument): boolean {
  if (found.number !== attempt.number) return false
  const said = identityOf(attempt.text)
  if (found.issuerTin && said.issuerTin && found.issuerTin !== said.issuerTin) return false
  return found.totalsSen.length === 0 || found.totalsSen.some((sen) => said.totalsSen.includes(sen))
}

type Node = { [name: string]: readonly Node[] & { _?: unknown } }

/** By what a document is recognised, read from its bytes. */
function identityOf(text: string): { issuerTin: string | undefined; totalsSen: number[] } {
  const invoice = (JSON.parse(text) as { Invoice: [Node] }).Invoice[0]
  const valueAt = (node: Node | undefined, name: string) =>
    (node?.[name]?.[0] as { _?: unknown } | undefined)?._
  const type = String(valueAt(invoice, 'InvoiceTypeCode') ?? '')
  const party = invoice[type.startsWith('1') ? 'AccountingCustomerParty' : 'AccountingSupplierParty']?.[0]
  const identities = party?.Party?.[0]?.PartyIdentification ?? []
  const tin = identities
    .map((one) => one.ID?.[0] as { _?: unknown; schemeID?: unknown } | undefined)
    .find((id) => id?.schemeID === 'TIN')
  const total = invoice.LegalMonetaryTotal?.[0]
  const totals = ['PayableAmount', 'TaxInclusiveAmount', 'TaxExclusiveAmount', 'LineExtensionAmount']
  return {
    issuerTin: typeof tin?._ === 'string' ? tin._ : undefined,
    totalsSen: totals
      .map((name) => valueAt(total, name))
      .filter((ringgit) => typeof ringgit === 'number')
      .map((ringgit) => Math.round(ringgit * 100)),
  }
}
