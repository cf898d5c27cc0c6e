import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityColumns, identityDetail, identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import { createParent, createParentAccount } from '#app/domain/people/parents/change-parent.ts'
import type { Relationship } from '#app/domain/people/parents/parent.ts'
import type { Application as ApplicationRow, DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import type { ParentAnswers } from './application.ts'

/** How a parent on file was matched; `self`: the applicant was signed in as that parent. */
export type KnownBy = 'self' | 'identity_no' | 'phone' | 'email'

/**
 * The parent on file who matches: signed in, else by identity number, else by phone, else by e-mail address. Undefined for
 * somebody new.
 */
export async function knownParent(
  db: Kysely<DB>,
  keys: Keys,
  { identity_no, phone, email: typed }: Pick<ParentAnswers, 'identity_no' | 'phone' | 'email'>,
  self: string | null,
): Promise<{ id: string; name: string; status: string; by: KnownBy } | undefined> {
  const email = typed ?? null
  const indexes = identity_no
    ? identityIndexes(keys.ring, { place: keys.place, table: 'parent' }, identity_no)
    : []
  return db
    .selectFrom('parent')
    .select(['id', 'name', 'status'])
    .select(
      sql<KnownBy>`case when id = ${self}::uuid then 'self' when identity_no_index = any(${indexes}::bytea[])
        then 'identity_no' when phone = ${phone} then 'phone' else 'email' end`.as('by'),
    )
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(id = ${self}::uuid or identity_no_index = any(${indexes}::bytea[]) or phone = ${phone}
        or lower(email) = ${email})`,
    )
    .orderBy(sql`id = ${self}::uuid desc nulls last`)
    .orderBy(sql`identity_no_index = any(${indexes}::bytea[]) desc nulls last`)
    .orderBy(sql`phone = ${phone} desc`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** What proves the identity of the applicant. */
interface Proof {
  /** The parent who was signed in. */
  self: string | null
  /** The phone number was confirmed by a code. */
  phone: boolean
  /** The office filled it in with the family present. */
  office: boolean
}

/**
 * The matching parent on file, else a new one with an account and an invitation, unless the phone or address already has an
 * account. Empty details of a parent on file are filled in only after proof: a stranger who knows a phone number could
 * otherwise add their own address. That a household has a low income is taken over only by somebody who may see it and has
 * looked at its proof, since a subsidy may follow it. Refuses an inactive parent (application.parent_inactive).
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
  const known = await knownParent(trx, keys, answers, settled ?? proof.self)
  if (!known) {
    const input = { ...answers, consent: true, is_another: true }
    const id = await createParent(trx, actor, everywhere, keys, input, proof.office)
    const account = await createParentAccount(trx, actor, keys, { ...answers, email: answers.email ?? null })
    if ('user_id' in account)
      await trx.updateTable('parent').set({ user_id: account.user_id }).where('id', '=', id).execute()
    return { id, relationship }
  }
  if (known.status !== 'active')
    throw new Refusal('application.parent_inactive', undefined, { name: known.name })
  if (!settled && isProven(known.by, proof)) await fillIn(trx, actor, keys, known.id, answers)
  // The registration fee may have been taken before anybody had looked at the proof.
  else if (settled && vouches) await fillIn(trx, actor, keys, known.id, incomeOf(answers))
  return { id: known.id, relationship }
}

/** The proof for the parent at a place; only the first can be signed in or confirmed by a code. */
export const proofOf = (
  {
    channel,
    parent_id,
    phone_verified,
  }: { channel: string; parent_id: string | null; phone_verified: boolean },
  place: number,
): Proof => ({
  self: place === 1 ? parent_id : null,
  phone: place === 1 && phone_verified,
  office: channel === 'staff',
})

/** Whether the match is proven. */
export const isProven = (by: KnownBy, { phone, office }: Proof): boolean =>
  by === 'self' || office || (by === 'phone' && phone)

const incomeOf = ({ income_above_2500 }: ParentAnswers) => ({ income_above_2500 })

const plain = ['email', 'home_phone', 'occupation', 'tin'] as const

/** Fills empty details from the answers. */
async function fillIn(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  id: string,
  answers: Partial<ParentAnswers>,
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
  const consents = row.consent_at === null
  if (Object.keys({ ...filled, ...identity }).length === 0 && !consents) return
  await trx
    .updateTable('parent')
    .set({
      ...{ ...filled, ...identity, ...changed(actor) },
      consent_at: sql<Date>`coalesce(consent_at, now())`,
    })
    .where('id', '=', id)
    .execute()
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
    .select(['id', 'place', 'answers_sealed', 'parent_id'])
    .where('application_id', '=', application.id)
    .orderBy('place')
    .execute()
  const family: Awaited<ReturnType<typeof resolveParent>>[] = []
  for (const row of rows.slice(0, most)) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (!answers) throw new Refusal('application.decided')
    const proof = proofOf(application, row.place)
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

/**
 * The subsidies that would follow a low income which the family of an application has only answered, by name: nobody who may
 * see it has put it on file yet. None where no such rule is active.
 */
export async function unprovenSubsidies(
  db: Kysely<DB>,
  keys: Keys,
  application_id: string,
  today: string,
): Promise<string[]> {
  const rules = await db
    .selectFrom('discount')
    .select('name')
    .where('by_income', '=', sql<boolean>`true`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(valid_to, 'infinity'::date) >= ${today}::date`)
    .orderBy('name')
    .execute()
  if (rules.length === 0) return []
  const rows = await db
    .selectFrom('application_parent')
    .innerJoin('application', 'application.id', 'application_parent.application_id')
    .select(['application_parent.id', 'place', 'application_parent.answers_sealed'])
    .select(['application_parent.parent_id', 'application.parent_id as self'])
    .where('application_id', '=', application_id)
    .execute()
  for (const row of rows) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (answers?.income_above_2500 !== 'no') continue
    const settled = row.parent_id ?? (row.place === 1 ? row.self : null)
    const known = await knownParent(db, keys, answers, settled)
    const { onFile } = known
      ? await db
          .selectFrom('parent')
          .select(sql<boolean>`income_above_2500 is not null`.as('onFile'))
          .where('id', '=', known.id)
          .executeTakeFirstOrThrow()
      : { onFile: false }
    if (!onFile) return rules.map(({ name }) => name)
  }
  return []
}
