import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { RowScope } from '#app/domain/core/actor.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { checkDocument } from '../document/check-document.ts'
import type { Basis } from '../settings/find-setting.ts'
import type { Fault } from '../words.ts'
import { type Composed, composeSources, type Notice } from './compose-documents.ts'
import { hasReportableLine } from './queue-documents.ts'

/** Invoices and credit notes that a page offers at once. */
export const mostOffered = 50

/** As a form names them: `invoice:<id>` or `credit_note:<id>`. */
const source = z
  .string()
  .regex(/^(invoice|credit_note):[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
  .transform((text) => {
    const [kind, id] = text.split(':') as ['invoice' | 'credit_note', string]
    return { kind, id }
  })
export const submitForm = z.object({
  sources: z.array(source).min(1, 'einvoice.nothing_chosen').max(mostOffered),
})

/** What may get an e-invoice, as a page offers it. */
export interface Candidate {
  kind: 'invoice' | 'credit_note'
  id: string
  number: string
  student: string
  payer: string
  payer_id: string
  total_sen: number
  issued_on: string | null
}

interface Wanted {
  /** Whether unpaid invoices are offered, too. */
  basis: Basis
  q?: string | undefined
  /** Only this one, whatever the basis. */
  only?: { kind: 'invoice' | 'credit_note'; id: string } | undefined
}

/**
 * Invoices in scope without an e-invoice, and credit notes of invoices that have one, the newest first; at most one more than
 * {@link mostOffered}.
 */
export async function candidates(db: Kysely<DB>, scope: RowScope, wanted: Wanted): Promise<Candidate[]> {
  const { only } = wanted
  const [invoices, notes] = await Promise.all([
    only?.kind === 'credit_note' ? [] : invoicesToOffer(db, scope, wanted).execute(),
    only?.kind === 'invoice' ? [] : notesToOffer(db, scope, wanted).execute(),
  ])
  return [...invoices, ...notes]
    .map((row) => ({ ...row, number: row.number ?? '' }))
    .toSorted((one, other) => (other.issued_on ?? '').localeCompare(one.issued_on ?? ''))
    .slice(0, mostOffered + 1)
}

/** Refuses (not_found.invoice, not_found.credit_note) one that the reader does not reach. */
export async function refuseUnreached(
  db: Kysely<DB>,
  scope: RowScope,
  { kind, id }: NonNullable<Wanted['only']>,
): Promise<void> {
  const invoices = invoicesIn(db, scope).select('invoice.id')
  const found =
    kind === 'invoice'
      ? await invoices.where('invoice.id', '=', id).executeTakeFirst()
      : await db
          .selectFrom('credit_note')
          .select('id')
          .where('id', '=', id)
          .where('invoice_id', 'in', invoices)
          .executeTakeFirst()
  if (!found) throw new Refusal(`not_found.${kind}`)
}

const without = (column: 'invoice_id' | 'credit_note_id', id: 'invoice.id' | 'note.id') =>
  sql<boolean>`not exists (select from einvoice_document as known where ${sql.ref(`known.${column}`)} = ${sql.ref(id)}
    and known.status <> 'cancelled' and known.environment = (select environment from einvoice_setting))`

function invoicesToOffer(db: Kysely<DB>, scope: RowScope, { basis, q, only }: Wanted) {
  const settled =
    basis === 'on_paid' && !only ? (['paid'] as const) : (['unpaid', 'pending', 'paid'] as const)
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([sql<'invoice' | 'credit_note'>`'invoice'`.as('kind'), 'invoice.id', 'invoice.number'])
    .select(['student.name as student', 'parent.name as payer', 'parent.id as payer_id'])
    .select(['invoice.total_sen', 'invoice.issued_on'])
    .where('invoice.status', 'in', settled)
    .where('invoice.is_carried_over', '=', sql<boolean>`false`)
    .where('invoice.total_sen', '>', 0)
    .where(hasReportableLine)
    .where(without('invoice_id', 'invoice.id'))
    .$if(only !== undefined, (query) => query.where('invoice.id', '=', only!.id))
    .$if(Boolean(q), (query) =>
      query.where((eb) => contains(eb, q!, ['invoice.number', 'student.name', 'parent.name'])),
    )
    .orderBy('invoice.issued_on', 'desc')
    .orderBy('invoice.id', 'desc')
    .limit(mostOffered + 1)
}

function notesToOffer(db: Kysely<DB>, scope: RowScope, { q, only }: Wanted) {
  return db
    .selectFrom('credit_note as note')
    .innerJoin('invoice', 'invoice.id', 'note.invoice_id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([sql<'invoice' | 'credit_note'>`'credit_note'`.as('kind'), 'note.id', 'note.number'])
    .select(['student.name as student', 'parent.name as payer', 'parent.id as payer_id', 'note.issued_on'])
    .select(sql<number>`note.total_sen`.as('total_sen'))
    .where('note.kind', '=', 'credit_note')
    .where('note.status', '=', 'approved')
    .where('note.invoice_id', 'in', invoicesIn(db, scope).select('invoice.id'))
    .where(without('credit_note_id', 'note.id'))
    .$if(only !== undefined, (query) => query.where('note.id', '=', only!.id))
    .$if(only === undefined, (query) => query.where(sql<boolean>`not ${without('invoice_id', 'invoice.id')}`))
    .$if(Boolean(q), (query) =>
      query.where((eb) => contains(eb, q!, ['note.number', 'invoice.number', 'student.name', 'parent.name'])),
    )
    .orderBy('note.issued_on', 'desc')
    .orderBy('note.id', 'desc')
    .limit(mostOffered + 1)
}

/** What would become of a candidate that is queued now. */
export interface Outlook {
  /** What lacks, so that it would not be sent. */
  faults: readonly Fault[]
  notices: readonly Notice[]
  /** The invoice whose e-invoice it waits for. */
  waits_for: string | null
}

/** The outlook of candidates by their ids; one flight of queries for all. */
export async function outlooks(
  db: Kysely<DB>,
  keys: Keys,
  rows: readonly Pick<Candidate, 'kind' | 'id'>[],
  at: Date,
): Promise<Map<string, Outlook>> {
  const idsOf = (kind: Candidate['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const sources = { invoice_ids: idsOf('invoice'), credit_note_ids: idsOf('credit_note') }
  const composed = await composeSources(db, keys, sources)
  return new Map([...composed].map(([id, one]) => [id, outlookOf(one, at)]))
}

function outlookOf(composed: Composed, issuedAt: Date): Outlook {
  if ('waits' in composed) return { faults: [], notices: [], waits_for: composed.waits.number }
  if ('faults' in composed) return { faults: composed.faults, notices: [], waits_for: null }
  const { document, notices } = composed
  const faults = checkDocument({ ...document, issuedAt, version: '1.0' })
  return { faults, notices, waits_for: null }
}
