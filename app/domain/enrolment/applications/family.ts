import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { nameKey } from '#app/domain/core/contact/name-key.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityColumns, identityDetail, identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import {
  hasProvenEmail,
  hasProvenIdentity,
  hasProvenPhone,
  provenNow,
} from '#app/domain/identity/contacts/proven.ts'
import { createParent, createParentAccount } from '#app/domain/people/parents/change-parent.ts'
import { isOwnWord } from '#app/domain/people/parents/own-word.ts'
import type { Relationship } from '#app/domain/people/parents/parent.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { Application as ApplicationRow, DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import type { ParentAnswers } from './application.ts'

/** How a parent on file was matched; `self`: the applicant was signed in as that parent. */
export type KnownBy = 'self' | 'identity_no' | 'phone' | 'email'

interface KnownParent {
  id: string
  name: string
  status: string
  by: KnownBy
  /** No other family has this phone, or its account is this parent's. */
  only: boolean
  /**
   * Only the phone or e-mail address is the same: numbers are given to new owners, so the office has to say whether this is
   * the same family (`same-family.ts`).
   */
  differs: boolean
}

/**
 * The parent on file who matches: signed in, else by identity number, else by phone, else by e-mail address, of those that
 * count (`contacts/proven.ts`). Undefined for somebody new.
 * @param others parents on file of whom the office has said that they are another family
 */
export async function knownParent(
  db: Kysely<DB>,
  keys: Keys,
  { name, identity_no, phone, email }: Pick<ParentAnswers, 'name' | 'identity_no' | 'phone' | 'email'>,
  self: string | null,
  others: readonly string[] = [],
): Promise<KnownParent | undefined> {
  const indexes = identity_no
    ? identityIndexes(keys.ring, { place: keys.place, table: 'parent' }, identity_no)
    : []
  const [isNumber, isPhone] = [hasProvenIdentity(indexes), hasProvenPhone('parent', phone)]
  const hasAccount = sql<boolean>`exists (select from user_account where user_account.id = parent.user_id
    and user_account.deleted_at is null and ${hasProvenPhone('user_account', phone)})`
  const rows = await db
    .selectFrom('parent')
    .select(['parent.id', 'parent.name', 'parent.status'])
    .select(sql<boolean>`${hasProvenEmail('parent', email)} is true`.as('same_email'))
    .select(
      sql<Buffer | null>`case when parent.identity_proven_at is not null then parent.identity_no_index end`.as(
        'number',
      ),
    )
    .select(
      sql<KnownBy>`case when parent.id = ${self}::uuid then 'self' when ${isNumber} then 'identity_no'
        when ${isPhone} then 'phone' else 'email' end`.as('by'),
    )
    .select(hasAccount.as('has_account'))
    .where('parent.deleted_at', 'is', null)
    .where(sql<boolean>`(parent.id = ${self}::uuid or parent.id <> all(${[...others]}::uuid[]))`)
    .where(sql<boolean>`(parent.id = ${self}::uuid or ${isNumber} or ${isPhone}
      or ${hasProvenEmail('parent', email)})`)
    .orderBy(sql`parent.id = ${self}::uuid desc nulls last`)
    .orderBy(sql`${isNumber} desc nulls last`)
    .orderBy(sql`${isPhone} desc nulls last`)
    .orderBy(hasAccount, 'desc')
    .orderBy('parent.id')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const { has_account, same_email, number, ...known } = first
  const byContact = known.by === 'phone' || known.by === 'email'
  const hasOtherNumber = number !== null && indexes.length > 0
  const agrees = nameKey(known.name) === nameKey(name) || (known.by === 'phone' && same_email)
  return {
    ...known,
    only: has_account || rows.filter(({ by }) => by === 'phone').length < 2,
    differs: byContact && (hasOtherNumber || !agrees),
  }
}

/** What proves the identity of the applicant. */
interface Proof {
  /** The parent who was signed in. */
  self: string | null
  /** The phone number was confirmed by a code. */
  phone: boolean
  /** The office filled it in with the family present, and not about a colleague's own family. */
  office: boolean
  /** The office has said that the family is one on file. */
  same: string | null
  /** Parents on file of whom the office has said that they are another family. */
  others: readonly string[]
  /** The colleagues who typed the application. */
  typists: readonly string[]
}

/**
 * The matching parent on file, else a new one with an account and an invitation, unless the phone or address already has an
 * account. Of a new parent's contacts a phone with a code counts, or what the office filled in; name and number count once a
 * person decides. Empty details of a parent on file are filled in only after proof: a stranger who knows a phone number could
 * otherwise add their own address. That a household has a low income is taken over only by somebody who may see it and has
 * looked at its proof, since a subsidy may follow it. Refuses an inactive parent (application.parent_inactive), and a parent on
 * file with the same contact but another name or number, until the office has said whether it is the same family
 * (application.same_family).
 * @param settled the parent found earlier
 */
async function resolveParent(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  given: ParentAnswers,
  proof: Proof,
  settled: string | null = null,
): Promise<{ id: string; relationship: Relationship }> {
  const vouches = identityDetail(actor.roles, 'parent.view') === 'known'
  const { relationship } = given
  const answers: ParentAnswers =
    !vouches && given.income_above_2500 === 'no' ? { ...given, income_above_2500: 'unknown' } : given
  const known = await knownParent(trx, keys, answers, settled ?? proof.same ?? proof.self, proof.others)
  if (!known) {
    const input = { ...answers, consent: true, is_another: true }
    const proven = { phone: proof.phone || proof.office, email: proof.office }
    const identity = isPerson(actor) || proof.office
    const vouched = { ...proven, identity, name: proof.office, typists: proof.typists, code: proof.phone }
    const id = await createParent(trx, actor, everywhere, keys, input, vouched)
    const account = await createParentAccount(trx, actor, keys, {
      ...{ ...answers, email: answers.email ?? null, proven },
    })
    if ('user_id' in account)
      await trx.updateTable('parent').set({ user_id: account.user_id }).where('id', '=', id).execute()
    return { id, relationship }
  }
  if (known.status !== 'active')
    throw new Refusal('application.parent_inactive', undefined, { name: known.name }).blockedBy({
      to: 'parent',
      id: known.id,
      name: known.name,
    })
  if (known.differs) throw new Refusal('application.same_family', undefined, { name: answers.name })
  if (!settled && isProven(known, proof)) await fillIn(trx, actor, keys, known.id, answers, proof)
  // The registration fee may have been taken before anybody had looked at the proof.
  else if (settled && vouches) await fillIn(trx, actor, keys, known.id, incomeOf(answers), proof)
  return { id: known.id, relationship }
}

/** Who typed an application: whether the office did, and which colleagues. */
export interface Typed {
  office: boolean
  typists: readonly string[]
}

/**
 * Whose word an application is: the office's, where a colleague filled it in for a family that is not their own. Whoever
 * corrected it since has typed it, too.
 */
export async function typedBy(
  trx: Transaction<DB>,
  keys: Keys,
  { id, channel }: { id: string; channel: string },
): Promise<Typed> {
  const rows = await trx
    .selectFrom('audit_log')
    .select('actor_id')
    .distinct()
    .where('object_type', '=', 'application')
    .where('object_id', '=', id)
    .where('actor_type', '=', 'user')
    .where('action', 'in', ['application.submitted', 'application.edited'])
    .execute()
  const typists = rows.flatMap(({ actor_id }) => actor_id ?? [])
  const office = channel === 'staff' && !(await isTypistsOwn(trx, keys, id, typists))
  return { office, typists }
}

/** Whether a parent of the application has a typist's name or contact, or is on file as of a typist's family. */
async function isTypistsOwn(
  trx: Transaction<DB>,
  keys: Keys,
  application_id: string,
  typists: readonly string[],
): Promise<boolean> {
  if (typists.length === 0) return false
  const [accounts, parents] = await Promise.all([
    trx
      .selectFrom('user_account')
      .select(['name', 'phone', 'email'])
      .where('id', 'in', [...typists])
      .execute(),
    trx
      .selectFrom('application_parent')
      .selectAll()
      .where('application_id', '=', application_id)
      .orderBy('place')
      .execute(),
  ])
  const isAlike = (one: { name: string; phone: string | null; email: string | null }) =>
    accounts.some(
      ({ name, phone, email }) =>
        nameKey(one.name) === nameKey(name) ||
        (phone !== null && one.phone === phone) ||
        (email !== null && one.email?.toLowerCase() === email.toLowerCase()),
    )
  if (parents.some(isAlike)) return true
  for (const row of parents) {
    const answers = openedAnswers(keys, 'application_parent', row)
    const settled = row.parent_id ?? row.same_parent_id
    const known = answers && (await knownParent(trx, keys, answers, settled, row.other_parent_ids))
    if (known && (await isOwnWord(trx, typists, keys, known.id, answers))) return true
  }
  return false
}

/** The proof for a parent of an application; only the first can be signed in or confirmed by a code. */
export const proofOf = (
  { parent_id, phone_verified }: { parent_id: string | null; phone_verified: boolean },
  {
    place,
    same_parent_id: same,
    other_parent_ids: others,
  }: { place: number; same_parent_id: string | null; other_parent_ids: readonly string[] },
  typed: Typed,
): Proof => ({
  self: place === 1 ? parent_id : null,
  phone: place === 1 && phone_verified,
  ...{ same, others, ...typed },
})

/** Somebody of the office decides, not the automatic approval. */
const isPerson = ({ type }: Actor) => type === 'user'

/** Whether the match is proven; a phone that two families have proves neither. */
export const isProven = ({ by, only, differs }: KnownParent, { phone, office }: Proof): boolean =>
  !differs && (by === 'self' || office || (by === 'phone' && phone && only))

const incomeOf = ({ income_above_2500 }: ParentAnswers) => ({ income_above_2500 })

const plain = ['email', 'home_phone', 'occupation', 'tin'] as const

/** Fills empty details from the answers; what a family typed does not count by that. */
async function fillIn(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  id: string,
  answers: Partial<ParentAnswers>,
  { office }: Proof,
) {
  const row = await trx
    .selectFrom('parent')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const filled: Record<string, string | boolean> = {}
  for (const field of plain) if (row[field] === null && answers[field]) filled[field] = answers[field]
  if (addressNames.every((name) => !row[name]))
    for (const name of addressNames) if (answers[name]) filled[name] = answers[name]
  const income = answers.income_above_2500
  if (row.income_above_2500 === null && (income === 'yes' || income === 'no'))
    filled.income_above_2500 = income === 'yes'
  const { identity_no, identity_type } = answers
  const identity =
    !row.identity_no_sealed && identity_no
      ? { ...identityColumns(keys, 'parent', id, { identity_no }), identity_type }
      : {}
  const counting = {
    ...(filled.email ? { email_proven_at: provenNow(office ? answers.email : null) } : {}),
    ...('identity_type' in identity
      ? { identity_proven_at: provenNow(office || isPerson(actor) ? identity_no : null) }
      : {}),
  }
  const consents = row.consent_at === null
  if (Object.keys({ ...filled, ...identity }).length === 0 && !consents) return
  await trx
    .updateTable('parent')
    .set({
      ...{ ...filled, ...identity, ...counting, ...changed(actor) },
      consent_at: sql<Date>`coalesce(consent_at, now())`,
    })
    .where('id', '=', id)
    .execute()
  if ((filled.tin ?? row.tin) && (filled.tin || 'identity_type' in identity))
    await enqueue(trx, 'einvoice.check_tin', { parent_id: id })
  const change = difference({ ...row } as Record<string, unknown>, {
    ...filled,
    ...(consents ? { consent: true } : {}),
    ...('identity_type' in identity ? { has_identity_no: true } : {}),
  })
  await record(trx, actor, 'parent.edited', { type: 'parent', id }, named(row.name, change))
}

type Application = Selectable<ApplicationRow>

/**
 * The application's parents, matched or created, in their order. A parent resolved earlier, by a paid registration fee or a
 * decided child, is kept. Refuses what resolveParent refuses.
 * @param most number of parents to resolve, from the first
 */
export async function resolveFamily(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  application: Application,
  most = Number.POSITIVE_INFINITY,
): Promise<Awaited<ReturnType<typeof resolveParent>>[]> {
  const rows = await trx
    .selectFrom('application_parent')
    .select(['id', 'place', 'answers_sealed', 'parent_id', 'same_parent_id', 'other_parent_ids'])
    .where('application_id', '=', application.id)
    .orderBy('place')
    .execute()
  const typed = await typedBy(trx, keys, application)
  const family: Awaited<ReturnType<typeof resolveParent>>[] = []
  for (const row of rows.slice(0, most)) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (!answers) throw new Refusal('application.decided')
    const proof = proofOf(application, row, typed)
    const settled = await resolveParent(trx, actor, keys, answers, proof, row.parent_id)
    await trx
      .updateTable('application_parent')
      .set({ parent_id: settled.id })
      .where('id', '=', row.id)
      .execute()
    if (!family.some(({ id }) => id === settled.id)) family.push(settled)
  }
  return family
}
