import { createHash } from 'node:crypto'
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Draft, type DraftAnswers, draftAnswers, keptDays, noAnswers, type Part } from './draft.ts'

/** By whom a draft is asked for: the code of their cookie, and the account that they are signed in to as a parent. */
export interface Seeker {
  code: string | undefined
  user_id: string | null
}

/** Of one network in an hour; a school that helps families at its counter is one. */
const begun = { points: 40, seconds: 3_600 } as const
const saved = { points: 900, seconds: 3_600 } as const

const hashOf = (code: string) => createHash('sha256').update(code, 'ascii').digest()

const cellOf = ({ place }: Keys, row: string) =>
  ({ place, table: 'registration_draft', column: 'answers_sealed', row }) as const

/**
 * The draft of a code, or else the latest of a signed-in parent that is not handed in. `foreign`: it belongs to an account
 * that is not signed in here, and what is in it is not told. Undefined for none, or one that is over.
 */
export async function findDraft(
  db: Kysely<DB>,
  keys: Keys,
  { code, user_id }: Seeker,
): Promise<{ draft: Draft; foreign: boolean } | undefined> {
  const coded = code ? await found(db).where('code_hash', '=', hashOf(code)).executeTakeFirst() : undefined
  const row =
    coded ??
    (user_id
      ? await found(db)
          .where('user_id', '=', user_id)
          .where('application_id', 'is', null)
          .orderBy('updated_at', 'desc')
          .executeTakeFirst()
      : undefined)
  if (!row) return undefined
  const { answers_sealed, phone_verified_at, ...known } = row
  const foreign = row.user_id !== null && row.user_id !== user_id
  const answers = foreign
    ? noAnswers
    : draftAnswers.parse(JSON.parse(open(keys.ring, cellOf(keys, row.id), answers_sealed)))
  return { draft: { ...known, answers, phone_verified: phone_verified_at !== null }, foreign }
}

function found(db: Kysely<DB>) {
  return alive(
    db
      .selectFrom('registration_draft')
      .select(['id', 'version', 'user_id', 'answers_sealed', 'phone', 'phone_verified_at'])
      .select(['application_id', 'expires_at']),
  )
}

const alive = <O>(query: SelectQueryBuilder<DB, 'registration_draft', O>) =>
  query.where('expires_at', '>', sql<Date>`now()`)

/** What a page changes of a draft: a part of it, seen at a version; 0 of a draft that is only now begun. */
export interface DraftChange {
  part: Part
  version: number
  change(answers: DraftAnswers): DraftAnswers
}

export interface DraftPlace {
  seeker: Seeker
  form: string
  locale: string
}

/** Counts what a network begins and saves. Refuses too_many_requests. In a transaction of its own. */
export async function countDraftUse(write: Write, ip: string | null, isNew: boolean): Promise<void> {
  const over = await write((trx) =>
    countUses(trx, [
      { key: visitorKey('registration.save', ip), ...saved },
      ...(isNew ? [{ key: visitorKey('registration.begin', ip), ...begun }] : []),
    ]),
  )
  if (over) throw new Refusal('too_many_requests')
}

/**
 * Keeps what was typed on a page, right or wrong, and begins the draft with the first one: its code is then new and goes
 * into the family's cookie. A signed-in parent's hangs on the account from then on. Refuses register.changed when the same
 * part was changed meanwhile, in another window or on another device, and not_found.draft for one that is over, handed
 * in, or of somebody else.
 */
export async function saveDraft(
  trx: Transaction<DB>,
  keys: Keys,
  { seeker, form, locale }: DraftPlace,
  { part, version, change }: DraftChange,
): Promise<{ draft: Draft; code: string | undefined }> {
  const known = await findDraft(trx, keys, seeker)
  if (!known || (known.draft.application_id && version === 0)) {
    const answers = { ...change(noAnswers), changed: { [part]: 1 } }
    return begin(trx, keys, { seeker, form, locale }, answers)
  }
  const { draft, foreign } = known
  if (foreign || draft.application_id) throw new Refusal('not_found.draft')
  const last = draft.answers.changed[part] ?? 0
  const answers = change(draft.answers)
  if (sameAnswers(answers, draft.answers)) return { draft, code: undefined }
  if (last > version) throw new Refusal('register.changed')
  const next = draft.version + 1
  const kept = { ...answers, changed: { ...answers.changed, [part]: next } }
  const row = await trx
    .updateTable('registration_draft')
    .set({
      ...{ version: next, form, locale, step: part, updated_at: sql<Date>`now()` },
      ...{ user_id: draft.user_id ?? seeker.user_id, expires_at: untilWhen },
      answers_sealed: seal(keys.ring, cellOf(keys, draft.id), JSON.stringify(kept)),
    })
    .where('id', '=', draft.id)
    .where('version', '=', draft.version)
    .where('application_id', 'is', null)
    .returning(['expires_at', 'user_id'])
    .executeTakeFirst()
  if (!row) throw new Refusal('register.changed')
  return { draft: { ...draft, ...row, version: next, answers: kept }, code: undefined }
}

const untilWhen = sql<Date>`now() + make_interval(days => ${sql.lit(keptDays)})`

const sameAnswers = ({ changed: _, ...one }: DraftAnswers, { changed: __, ...other }: DraftAnswers) =>
  JSON.stringify(one) === JSON.stringify(other)

async function begin(
  trx: Transaction<DB>,
  keys: Keys,
  { seeker, form, locale }: DraftPlace,
  answers: DraftAnswers,
): Promise<{ draft: Draft; code: string }> {
  const [id, code] = [newId(), newPublicCode()]
  const { user_id } = seeker
  const { expires_at } = await trx
    .insertInto('registration_draft')
    .values({
      ...{ id, form, locale, user_id, code_hash: hashOf(code), step: 'begun', expires_at: untilWhen },
      answers_sealed: seal(keys.ring, cellOf(keys, id), JSON.stringify(answers)),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const draft: Draft = {
    ...{ id, version: 1, user_id, answers, expires_at },
    ...{ phone: null, phone_verified: false, application_id: null },
  }
  return { draft, code }
}

/** The draft of who asks, held until the transaction ends. Refuses not_found.draft where there is none to work on. */
export async function heldDraft(trx: Transaction<DB>, keys: Keys, seeker: Seeker): Promise<Draft> {
  const known = await findDraft(trx, keys, seeker)
  if (!known || known.foreign) throw new Refusal('not_found.draft')
  await trx
    .selectFrom('registration_draft')
    .select('id')
    .where('id', '=', known.draft.id)
    .forUpdate()
    .executeTakeFirst()
  const again = await findDraft(trx, keys, seeker)
  if (!again) throw new Refusal('not_found.draft')
  return again.draft
}

/** Whether a code of a link is one of a draft. */
export async function draftOfCode(db: Kysely<DB>, code: string): Promise<{ id: string } | undefined> {
  return alive(db.selectFrom('registration_draft').select('id'))
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst()
}

/** The number of the draft was proven by a code; one that was typed meanwhile is another. */
export async function notePhone(trx: Transaction<DB>, id: string, phone: string): Promise<void> {
  await trx
    .updateTable('registration_draft')
    .set({ phone, phone_verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('application_id', 'is', null)
    .execute()
}

/** It is handed in, once. Refuses register.changed. */
export async function noteHandedIn(
  trx: Transaction<DB>,
  { id, version }: Pick<Draft, 'id' | 'version'>,
  application_id: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('registration_draft')
    .set({ application_id, step: 'done', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('application_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('register.changed')
}
