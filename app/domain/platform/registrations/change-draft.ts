import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import { removeExpiredDrafts } from '#app/domain/core/expired-drafts.ts'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Registered } from './change-registration.ts'
import {
  type Draft,
  type DraftAnswers,
  type documentKinds,
  documentLimit,
  draftAnswers,
  retentionDays,
  type TypedStep,
} from './registration.ts'

// All of this runs in the platform's schema.

/** Per IP address. */
const begun = { points: 20, seconds: 3_600 } as const
const saved = { points: 300, seconds: 3_600 } as const

const cellOf = (row: string) =>
  ({ place: 'platform', table: 'entity_registration_draft', column: 'answers_sealed', row }) as const

const untilWhen = sql<Date>`now() + make_interval(days => ${sql.lit(retentionDays)})`

/** Counts drafts begun or saved from an IP address, in its own transaction. Refuses too_many_requests. */
export async function countDraftUse(write: Write, ip: string | null, use: 'begin' | 'save'): Promise<void> {
  const limit =
    use === 'begin'
      ? { key: visitorKey('entity_registration.begin', ip), ...begun }
      : { key: visitorKey('entity_registration.save', ip), ...saved }
  if (await write((trx) => countUses(trx, [limit]))) throw new Refusal('too_many_requests')
}

/** Starts a draft and returns its code, of which only the hash is stored. */
export async function beginDraft(
  trx: Transaction<DB>,
  actor: Actor,
  ring: Keyring,
  { package_id, locale }: { package_id: string | undefined; locale: Locale },
): Promise<string> {
  const [id, code] = [newId(), newPublicCode()]
  const answers: DraftAnswers = package_id ? { package: { package_id } } : {}
  await trx
    .insertInto('platform.entity_registration_draft')
    .values({
      ...{
        id,
        locale,
        code_hash: tokenHash(code),
        step: 'begun',
        expires_at: untilWhen,
        ip: storedVisitor(actor).ip,
      },
      answers_sealed: seal(ring, cellOf(id), JSON.stringify(answers)),
    })
    .execute()
  return code
}

/** The draft of a code; undefined if there is none or it has expired. */
export async function findDraft(db: Kysely<DB>, ring: Keyring, code: string): Promise<Draft | undefined> {
  const row = await found(db, code).executeTakeFirst()
  return row && opened(ring, row)
}

/** The same, locked until the transaction ends. Refuses not_found.draft. */
export async function lockDraft(trx: Transaction<DB>, ring: Keyring, code: string): Promise<Draft> {
  const row = await found(trx, code).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found.draft')
  return opened(ring, row)
}

function found(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('platform.entity_registration_draft')
    .select(['id', 'version', 'answers_sealed', 'registration_id', 'expires_at'])
    .where('code_hash', '=', tokenHash(code))
    .where('expires_at', '>', sql<Date>`now()`)
}

function opened(
  ring: Keyring,
  { answers_sealed, ...row }: Omit<Draft, 'answers'> & { answers_sealed: string },
): Draft {
  return { ...row, answers: draftAnswers.parse(JSON.parse(open(ring, cellOf(row.id), answers_sealed))) }
}

/**
 * Saves the raw input of a step, valid or not; other steps may be answered in other windows at the same time. Refuses
 * not_found.draft, also for a submitted draft.
 */
export async function saveStep(
  trx: Transaction<DB>,
  ring: Keyring,
  code: string,
  { step, typed, locale }: { step: TypedStep; typed: Record<string, string>; locale: Locale },
): Promise<void> {
  const draft = await lockDraft(trx, ring, code)
  if (draft.registration_id) throw new Refusal('not_found.draft')
  const answers: DraftAnswers = { ...draft.answers, [step]: typed }
  await change(trx, draft, {
    ...{ step, locale, expires_at: untilWhen },
    answers_sealed: seal(ring, cellOf(draft.id), JSON.stringify(answers)),
  })
}

/** Marks the draft as submitted, once: empties its answers and moves its files to the registration. Refuses register.changed. */
export async function completeDraft(
  trx: Transaction<DB>,
  ring: Keyring,
  draft: Draft,
  { id: registration_id, reserved_until }: Registered,
): Promise<void> {
  await change(trx, draft, {
    ...{ step: 'done', registration_id, expires_at: reserved_until },
    answers_sealed: seal(ring, cellOf(draft.id), '{}'),
  })
  await trx
    .updateTable('platform.entity_registration_file')
    .set({ draft_id: null, registration_id })
    .where('draft_id', '=', draft.id)
    .execute()
}

interface Changed {
  step: string
  answers_sealed: string
  expires_at: Date | typeof untilWhen
  locale?: Locale
  registration_id?: string
}

async function change(trx: Transaction<DB>, { id, version }: Draft, set: Changed): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity_registration_draft')
    .set({ ...set, version: version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('registration_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('register.changed')
}

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
