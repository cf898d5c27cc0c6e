import type { Kysely, Transaction } from 'kysely'
import { insertStoredFile, type KeptFile } from '#app/domain/core/documents/insert-stored-file.ts'
import { removeExpiredDrafts } from '#app/domain/core/expired-drafts.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ApplicationDocumentKind } from '#app/domain/enrolment/applications/application.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Draft, DraftAnswers } from './draft.ts'
import {
  familyPapers,
  type OptionalField,
  optionalFields,
  questionsOf,
  type RegistrationForm,
  stateOf,
} from './form-setting.ts'

/** Identifies a required document. */
export interface Paper {
  kind: ApplicationDocumentKind
  /** Id of the organisation's question that asks for it. */
  question: string | null
  /** The child's place; null: of the family. */
  place: number | null
}

/** Whether a file is this document. */
export const isOf = (file: Paper, { kind, question, place }: Paper) =>
  file.kind === kind && file.question === question && file.place === place

export interface AskedPaper extends Paper {
  required: boolean
}

/** `student_id`: the child is already a student. */
interface Family {
  students: readonly Pick<DraftAnswers['students'][number], 'place' | 'student_id'>[]
}

/** All documents asked of the family and of each new child, in the order of the pages. */
export function papersOf(form: RegistrationForm, { students }: Family): AskedPaper[] {
  const asked = optionalFields.document.flatMap((kind) => {
    const state = stateOf(form, `document.${kind}` as OptionalField)
    return state === 'hidden' ? [] : [{ kind, question: null, required: state === 'required' }]
  })
  const questions = questionsOf(form).filter(({ kind }) => kind === 'file')
  const ofFamily = [
    ...asked.filter(({ kind }) => familyPapers.includes(kind)),
    ...questions.filter(({ of }) => of === 'family').map(questionPaper),
  ]
  const ofChild = [
    ...asked.filter(({ kind }) => !familyPapers.includes(kind)),
    ...questions.filter(({ of }) => of === 'child').map(questionPaper),
  ]
  return [
    ...students.flatMap(({ place, student_id }) =>
      ofChild
        .filter(({ question }) => student_id === null || question !== null)
        .map((paper) => ({ ...paper, place })),
    ),
    ...ofFamily.map((paper) => ({ ...paper, place: null })),
  ]
}

const questionPaper = ({ id, required }: { id: string; required: boolean }) => ({
  ...{ kind: 'question' as const, question: id, required },
})

/** Files of one draft, enough for ten children with every document and some questions. */
const mostFiles = 60

interface DraftFile {
  id: string
  kind: ApplicationDocumentKind
  question: string | null
  place: number | null
  file_id: string
  name: string
  size_bytes: number
}

/** Files of a draft in the order of upload. */
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

/**
 * Adds a stored file, replacing an earlier one for the same document. Refuses a draft that was handed in or removed
 * (not_found.draft) and register.too_many_files. Returns the storage key
 * of the replaced file, to be deleted.
 */
export async function addFile(
  trx: Transaction<DB>,
  draft: Pick<Draft, 'id'>,
  paper: Paper,
  file: KeptFile,
): Promise<string | undefined> {
  // One at a time, and none into a draft that is being handed in, whose files would be lost to its application.
  const open = await trx
    .selectFrom('registration_draft')
    .select('id')
    .where('id', '=', draft.id)
    .where('application_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!open) throw new Refusal('not_found.draft')
  const files = await filesOf(trx, draft.id)
  const before = files.find((one) => isOf(one, paper))
  if (!before && files.length >= mostFiles) throw new Refusal('register.too_many_files')
  const file_id = await insertStoredFile(trx, 'application', file)
  const gone = before && (await removeFile(trx, draft, before.id))
  const { kind, question, place } = paper
  await trx
    .insertInto('registration_draft_file')
    .values({ id: newId(), draft_id: draft.id, kind, question, place, file_id })
    .execute()
  return gone
}

/** Returns the file's storage key. Refuses not_found.document. */
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

/** Removes the files of a child who was removed from the draft. Returns their storage keys. */
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

/** A draft's file, to be shown to its family. Refuses not_found.document. */
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

/** Removes a draft with its files; a submitted application keeps its own. Returns the storage keys. */
export async function removeDraft(trx: Transaction<DB>, id: string): Promise<string[]> {
  const keys: string[] = []
  for (const file of await filesOf(trx, id)) keys.push(await removeFile(trx, { id }, file.id))
  await trx.deleteFrom('registration_draft').where('id', '=', id).execute()
  return keys
}

/** Removes a batch of expired drafts. Returns their number and the storage keys of their files. */
export const removeOldDrafts = (trx: Transaction<DB>, limit: number) =>
  removeExpiredDrafts(trx, 'registration_draft', limit, removeDraft)

/** Moves the draft's files to its application. */
export async function moveFilesToApplication(trx: Transaction<DB>, draft_id: string): Promise<void> {
  await trx.deleteFrom('registration_draft_file').where('draft_id', '=', draft_id).execute()
}
