import { createHash } from 'node:crypto'
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, type Keys, open, seal } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { pendingCode, type RequestedCode, requestCode, takeCode } from '#app/domain/identity/codes/codes.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { paths } from '#app/paths.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Draft, type DraftAnswers, draftAnswers, noAnswers, type Part, retentionDays } from './draft.ts'

/** Who looks for a draft: the code of the cookie, and the account of a signed-in parent. */
export interface Seeker {
  code: string | undefined
  user_id: string | null
}

/** Per IP address and hour, high enough for a school that helps families at its counter. */
const begun = { points: 40, seconds: 3_600 } as const

const saved = { points: 900, seconds: 3_600 } as const

const hashOf = (code: string) => createHash('sha256').update(code, 'ascii').digest()

const cellOf = ({ place }: Keys, row: string) =>
  ({ place, table: 'registration_draft', column: 'answers_sealed', row }) as const

/**
 * The draft of a code, or else the latest unsubmitted one of a signed-in parent. `foreign`: it belongs to an account that is
 * not signed in, and its content is withheld. Undefined if there is none or it has expired.
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

/** A change of one part of a draft at the version shown; version 0: a new draft. */
export interface DraftChange {
  part: Part
  version: number
  change(answers: DraftAnswers): DraftAnswers
}

interface DraftPlace {
  seeker: Seeker
  form: string
  locale: string
}

/** Counts drafts begun or saved from an IP address, in its own transaction. Refuses too_many_requests. */
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
 * Saves the raw input of a page, valid or not; the first page begins the draft and returns a new code for the family's cookie.
 * A signed-in parent's draft is linked to the account. Refuses register.changed if the same part was changed in the meantime,
 * and not_found.draft for a draft that has expired, was submitted, or belongs to somebody else.
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
  const merged = { ...answers, changed: { ...answers.changed, [part]: next } }
  const row = await trx
    .updateTable('registration_draft')
    .set({
      ...{ version: next, form, locale, step: part, updated_at: sql<Date>`now()` },
      ...{ user_id: draft.user_id ?? seeker.user_id, expires_at: untilWhen },
      answers_sealed: seal(keys.ring, cellOf(keys, draft.id), JSON.stringify(merged)),
    })
    .where('id', '=', draft.id)
    .where('version', '=', draft.version)
    .where('application_id', 'is', null)
    .returning(['expires_at', 'user_id'])
    .executeTakeFirst()
  if (!row) throw new Refusal('register.changed')
  return { draft: { ...draft, ...row, version: next, answers: merged }, code: undefined }
}

const untilWhen = sql<Date>`now() + make_interval(days => ${sql.lit(retentionDays)})`

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

/** Locks the seeker's draft. Refuses not_found.draft. */
export async function lockDraft(trx: Transaction<DB>, keys: Keys, seeker: Seeker): Promise<Draft> {
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

/** The draft of a link's code. */
export async function draftOfCode(db: Kysely<DB>, code: string): Promise<{ id: string } | undefined> {
  return alive(db.selectFrom('registration_draft').select('id'))
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst()
}

/** Marks the draft as submitted, once. Refuses register.changed. */
export async function markSubmitted(
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

/** The number and code with which a family follows its application. Refuses not_found.application. */
export async function submittedApplication(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('application')
    .select(['number', 'public_code', 'estimate_sen'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  return row
}

const day = 86_400

/** Limits of mails with a link: per draft, e-mail address and IP address. */
const mails = { draft: 3, address: 5, network: 20 } as const

const linkCellOf = ({ place }: Keys, row: string) =>
  ({ place, table: 'outbox', column: 'registration_code', row }) as const

/**
 * Mails a family the link to its draft. The code is encrypted in the outbox, since it gives access to the draft.
 * Refuses too_many_requests.
 */
export async function mailDraftLink(
  write: Write,
  keys: Keys,
  given: { draft: Pick<Draft, 'id'>; code: string; address: string; ip: string | null; locale: Locale },
): Promise<void> {
  const { draft, code, address, ip, locale } = given
  const over = await write((trx) =>
    countUses(trx, [
      { key: `registration.link:${draft.id}`, points: mails.draft, seconds: 3_600 },
      { key: `registration.link to ${address}`, points: mails.address, seconds: day },
      { key: visitorKey('registration.link', ip), points: mails.network, seconds: 3_600 },
    ]),
  )
  if (over) throw new Refusal('too_many_requests')
  const code_sealed = seal(keys.ring, linkCellOf(keys, draft.id), code)
  await write((trx) =>
    enqueue(trx, 'registration_draft.send', { draft_id: draft.id, code_sealed, address, locale }),
  )
}

/** The code of a link to be mailed; undefined when the draft has expired, was submitted or removed. */
export async function codeToMail(
  trx: Transaction<DB>,
  keys: Keys,
  { draft_id, code_sealed }: { draft_id: string; code_sealed: string },
): Promise<{ code: string; expires_at: Date } | undefined> {
  const row = await trx
    .selectFrom('registration_draft')
    .select('expires_at')
    .where('id', '=', draft_id)
    .where('application_id', 'is', null)
    .executeTakeFirst()
  return row && { ...row, code: open(keys.ring, linkCellOf(keys, draft_id), code_sealed) }
}

interface DraftLink {
  code: string
  expires_at: Date
}

/** The link to an unsubmitted registration. Not sent if it was submitted or has expired in the meantime. */
export const draftLinkLetter = defineLetter<'registration_draft.send', DraftLink>({
  list: 'registration',
  load: (trx, payload, { keys }) => codeToMail(trx, keys, payload),
  to: (_trx, { address, locale }) => ({ address, name: null, locale: knownLocale(locale) }),

  compose({ code, expires_at }, { t, locale, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name }
    return {
      subject: t('mail.draft_link.subject', values),
      greeting: greetingOf(null, t),
      paragraphs: [t('mail.draft_link.text', values), t('mail.draft_link.secret')],
      facts: [{ label: t('mail.draft_link.until'), value: formatDate(todayIn(expires_at), locale) }],
      action: { label: t('mail.draft_link.action'), url: origin + paths.register.resume(code) },
      sender: sender.lines,
      note: t('mail.draft_link.note', values),
    }
  },
})

const purpose = 'registration' as const

/** Sends a code to the phone number of the draft. Refuses as {@link requestCode} does. */
export function requestPhoneProof(
  write: Write,
  request: { phone: string; channel: 'sms' | 'whatsapp'; locale: Locale; ip: string | null },
): Promise<RequestedCode> {
  const { phone, channel, locale, ip } = request
  return requestCode(write, { purpose, channel, address: phone, locale, ip }, async () => ({ user_id: null }))
}

export const pendingPhoneProof = (db: Kysely<DB>, pending: string | undefined) =>
  pendingCode(db, purpose, pending)

/** Refuses auth.otp_invalid for a wrong code, and auth.otp_over for an expired one. */
export async function provePhone(
  write: Write,
  ring: Keyring,
  draft: Pick<Draft, 'id'>,
  given: { pending: string | undefined; code: string; ip: string | null },
): Promise<void> {
  const { address } = await takeCode(write, ring, { purpose, ...given })
  return write((trx) => markPhoneProven(trx, draft.id, address))
}

/** Marks the phone number as proven; a number typed later is not. */
export async function markPhoneProven(trx: Transaction<DB>, id: string, phone: string): Promise<void> {
  await trx
    .updateTable('registration_draft')
    .set({ phone, phone_verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('application_id', 'is', null)
    .execute()
}
