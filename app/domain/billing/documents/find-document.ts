import type { Kysely } from 'kysely'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type {
  DocumentKind,
  DocumentOrder,
  DocumentStatus,
  ListParameters,
} from '#app/domain/core/documents/document.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { mayReadPayment } from '#app/domain/core/invoicing/payment-scope.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { readableFamily } from '#app/domain/people/families/statement.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** Somebody who wants to see a document. */
export interface DocumentReader {
  id: string | null
  /** The scope of a permission; undefined when they do not have it. */
  scopeOf(permission: Permission): RowScope | undefined
  /** Whether they may print this list at all. */
  mayPrint(list: string): boolean
}

/** A document that is queued for rendering; undefined when it is not. */
export async function queuedDocument(db: Kysely<DB>, id: string): Promise<DocumentOrder | undefined> {
  const row = await db
    .selectFrom('document')
    .select(['id', 'kind', 'subject_id', 'parameters', 'locale', 'created_at'])
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return row as DocumentOrder | undefined
}

/**
 * A document for a reader with access: a list only for who requested it, an invoice, receipt or statement for anybody who
 * may print its subject. Refuses everybody else with not_found.document.
 */
export async function documentFor(db: Kysely<DB>, reader: DocumentReader, id: string) {
  const row = await db
    .selectFrom('document')
    .leftJoin('stored_file', 'stored_file.id', 'document.file_id')
    .select(['document.id', 'document.subject_id', 'document.fingerprint', 'document.parameters'])
    .select(['document.error_code', 'document.created_at', 'document.created_by', 'document.locale'])
    .select(['document.kind', 'document.status', 'document.rows_done', 'document.rows_total'])
    .select(['stored_file.name as file_name', 'stored_file.storage_key'])
    .select(['stored_file.content_type', 'stored_file.size_bytes'])
    .where('document.id', '=', id)
    .executeTakeFirst()
  const document = row && {
    ...row,
    kind: row.kind as DocumentKind,
    status: row.status as DocumentStatus,
    locale: knownLocale(row.locale),
    parameters: row.parameters as unknown as DocumentOrder['parameters'],
  }
  if (!document || !(await maySee(db, reader, document))) throw new Refusal('not_found.document')
  return document
}

interface Subject {
  kind: DocumentKind
  subject_id: string | null
  created_by: string | null
  parameters: DocumentOrder['parameters']
}

/** The permission to print the subject of each kind of document. */
const printing = {
  invoice: 'invoice.print',
  receipt: 'payment.print',
  statement: 'statement.view',
  platform_invoice: 'subscription.print',
} as const

async function maySee(db: Kysely<DB>, reader: DocumentReader, document: Subject): Promise<boolean> {
  const { kind, subject_id, created_by, parameters } = document
  if (kind === 'list') return created_by === reader.id && reader.mayPrint((parameters as ListParameters).name)
  const scope = reader.scopeOf(printing[kind])
  if (!scope) return false
  if (kind === 'statement') return subject_id !== null && mayReadStatement(db, scope, subject_id)
  // A tenant's schema only has documents for its own platform invoices.
  if (kind === 'platform_invoice') return true
  if (kind === 'receipt') return subject_id !== null && mayReadPayment(db, scope, subject_id)
  const found = invoicesIn(db, scope).select('invoice.id').where('invoice.id', '=', subject_id)
  return (await found.executeTakeFirst()) !== undefined
}

const mayReadStatement = (db: Kysely<DB>, scope: RowScope, parent_id: string) =>
  readableFamily(db, scope, parent_id).then(
    () => true,
    (error) => {
      if (asRefusal(error)) return false
      throw error
    },
  )

/** Where the file of a ready document is; undefined for one that is not ready. */
export async function fileOfDocument(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .select(['stored_file.name', 'stored_file.content_type', 'stored_file.storage_key'])
    .where('document.id', '=', id)
    .where('document.status', '=', 'ready')
    .executeTakeFirst()
}

/** The latest document with this fingerprint and its file, if it is made already. */
export async function findDocument(db: Kysely<DB>, fingerprint: string) {
  return db
    .selectFrom('document')
    .leftJoin('stored_file', 'stored_file.id', 'document.file_id')
    .select(['document.id', 'document.status', 'stored_file.storage_key'])
    .where('document.fingerprint', '=', fingerprint)
    .orderBy('document.id', 'desc')
    .executeTakeFirst()
}
