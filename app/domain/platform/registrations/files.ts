import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { removeExpiredDrafts } from '#app/domain/core/expired-drafts.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Draft, type documentKinds, documentLimit } from './draft.ts'

export type DocumentKind = (typeof documentKinds)[number]

export interface RegistrationFile {
  id: string
  kind: DocumentKind
  name: string
  content_type: string
  size_bytes: number
  storage_key: string
}

/** Files of a registration or of a draft, in the order of upload. Runs in the platform's schema. */
export async function filesOf(
  db: Kysely<DB>,
  owner: { draft_id: string } | { registration_id: string },
): Promise<RegistrationFile[]> {
  const [column, id] = Object.entries(owner)[0] as ['draft_id' | 'registration_id', string]
  const rows = await db
    .selectFrom('platform.entity_registration_file')
    .select(['id', 'kind', 'name', 'content_type', 'size_bytes', 'storage_key'])
    .where(column, '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as DocumentKind }))
}

/** The number of a draft's files. */
export async function countFiles(db: Kysely<DB>, draft_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('platform.entity_registration_file')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('draft_id', '=', draft_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a file to a locked draft. Refuses register.too_many_files. */
export async function addFile(
  trx: Transaction<DB>,
  { id: draft_id }: Pick<Draft, 'id'>,
  file: { kind: DocumentKind; storage_key: string; name: string; content_type: string; bytes: Uint8Array },
): Promise<void> {
  if ((await countFiles(trx, draft_id)) >= documentLimit.most) throw new Refusal('register.too_many_files')
  const { bytes, ...rest } = file
  await trx
    .insertInto('platform.entity_registration_file')
    .values({
      ...{ ...rest, id: newId(), draft_id, size_bytes: bytes.byteLength },
      sha256: createHash('sha256').update(bytes).digest(),
    })
    .execute()
}

/** Returns the file's storage key. Refuses not_found.document. */
export async function removeFile(
  trx: Transaction<DB>,
  { id: draft_id }: Pick<Draft, 'id'>,
  id: string,
): Promise<string> {
  const row = await trx
    .deleteFrom('platform.entity_registration_file')
    .where('id', '=', id)
    .where('draft_id', '=', draft_id)
    .returning('storage_key')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.document')
  return row.storage_key
}

/** Removes a draft with its files; a submitted registration keeps its own. Returns the storage keys. */
export async function removeDraft(trx: Transaction<DB>, draft_id: string): Promise<string[]> {
  const files = await trx
    .deleteFrom('platform.entity_registration_file')
    .where('draft_id', '=', draft_id)
    .returning('storage_key')
    .execute()
  await trx.deleteFrom('platform.entity_registration_draft').where('id', '=', draft_id).execute()
  return files.map(({ storage_key }) => storage_key)
}

/** Removes a batch of expired drafts. Returns their number and the storage keys of their files. */
export const removeOldDrafts = (trx: Transaction<DB>, limit: number) =>
  removeExpiredDrafts(trx, 'platform.entity_registration_draft', limit, removeDraft)
