import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { removeOld } from '#app/domain/core/documents/old-drafts.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ApplicationDocumentKind } from '#app/domain/enrolment/applications/application.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Draft } from './draft.ts'
import { isOf, type Paper } from './papers.ts'

/** Files of one draft: ten children with every paper and some questions. */
const mostFiles = 60

export interface DraftFile {
  id: string
  kind: ApplicationDocumentKind
  question: string | null
  place: number | null
  file_id: string
  name: string
  size_bytes: number
}

/** The first handed in before the next. */
export async function filesOf(db: Kysely<DB>, draft_id: string): Promise<DraftFile[]> {
  const rows = await db
    .selectFrom('registration_draft_file as paper')
    .innerJoin('stored_file', 'stored_file.id', 'paper.file_id')
    .select(['paper.id', 'paper.kind', 'paper.question', 'paper.place', 'paper.file_id'])
    .select(['stored_file.name', 'stored_file.size_bytes'])
    .where('paper.draft_id', '=', draft_id)
    .orderBy('paper.id')
    .execute()
  return rows as DraftFile[]
}

export interface KeptFile {
  storage_key: string
  name: string
  content_type: string
  bytes: Uint8Array
}

/**
 * Keeps a file that lies in the store already, in place of an earlier one for the same. Refuses register.too_many_files.
 * Returns the key of the one whose place it took, which may go.
 */
export async function addFile(
  trx: Transaction<DB>,
  draft: Pick<Draft, 'id'>,
  paper: Paper,
  { storage_key, name, content_type, bytes }: KeptFile,
): Promise<string | undefined> {
  const files = await filesOf(trx, draft.id)
  const before = files.find((one) => isOf(one, paper))
  if (!before && files.length >= mostFiles) throw new Refusal('register.too_many_files')
  const file_id = newId()
  await trx
    .insertInto('stored_file')
    .values({
      ...{ id: file_id, kind: 'application', name, content_type, storage_key },
      ...{ size_bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() },
    })
    .execute()
  const gone = before && (await removeFile(trx, draft, before.id))
  const { kind, question, place } = paper
  await trx
    .insertInto('registration_draft_file')
    .values({ id: newId(), draft_id: draft.id, kind, question, place, file_id })
    .execute()
  return gone
}

/** Returns its key in the store. Refuses not_found.document. */
export async function removeFile(
  trx: Transaction<DB>,
  { id }: Pick<Draft, 'id'>,
  paper: string,
): Promise<string> {
  const row = await trx
    .deleteFrom('registration_draft_file')
    .where('id', '=', paper)
    .where('draft_id', '=', id)
    .returning('file_id')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.document')
  return forgetStored(trx, row.file_id)
}

/** Of a child who is no longer among those of the draft. Returns the keys in the store. */
export async function removeFilesOf(
  trx: Transaction<DB>,
  draft_id: string,
  place: number,
): Promise<string[]> {
  const files = await filesOf(trx, draft_id)
  const keys: string[] = []
  for (const file of files)
    if (file.place === place) keys.push(await removeFile(trx, { id: draft_id }, file.id))
  return keys
}

async function forgetStored(trx: Transaction<DB>, file_id: string): Promise<string> {
  const { storage_key } = await trx
    .deleteFrom('stored_file')
    .where('id', '=', file_id)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  return storage_key
}

/** One of a draft, to be shown to its family. Refuses not_found.document. */
export async function storedFileOf(db: Kysely<DB>, { id }: Pick<Draft, 'id'>, paper: string) {
  const row = await db
    .selectFrom('registration_draft_file as paper')
    .innerJoin('stored_file', 'stored_file.id', 'paper.file_id')
    .select(['stored_file.name', 'stored_file.content_type', 'stored_file.storage_key'])
    .select('stored_file.size_bytes')
    .where('paper.id', '=', paper)
    .where('paper.draft_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.document')
  return row
}

/** A draft with all its files; what was handed in with an application stays. Returns the keys in the store. */
export async function removeDraft(trx: Transaction<DB>, id: string): Promise<string[]> {
  const keys: string[] = []
  for (const file of await filesOf(trx, id)) keys.push(await removeFile(trx, { id }, file.id))
  await trx.deleteFrom('registration_draft').where('id', '=', id).execute()
  return keys
}

/** Drafts that have waited their time, some at a time. Returns how many there were and the keys of their files. */
export const removeOldDrafts = (trx: Transaction<DB>, limit: number) =>
  removeOld(trx, 'registration_draft', limit, removeDraft)

/** They belong to the application now. */
export async function handOverFiles(trx: Transaction<DB>, draft_id: string): Promise<void> {
  await trx.deleteFrom('registration_draft_file').where('draft_id', '=', draft_id).execute()
}
