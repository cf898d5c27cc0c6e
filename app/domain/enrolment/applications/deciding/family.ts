import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityColumns, identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import { openParentAccount } from '#app/domain/people/parents/account.ts'
import { createParent } from '#app/domain/people/parents/change-parent.ts'
import type { Relationship } from '#app/domain/people/parents/parent.ts'
import type { DB } from '#db/types.ts'
import type { ParentAnswers } from '../application-form.ts'

/** By what a parent on file is known again; `self`: who applied was signed in as that parent. */
export type KnownBy = 'self' | 'identity_no' | 'phone' | 'email'

/**
 * The parent on file who applied: signed in, else with the same identity number, else with the same phone, else with the
 * same address. Undefined when it is somebody new.
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

/** Who handed an application in, as far as it shows whether they are who they say. */
export interface Proof {
  /** The parent who was signed in. */
  self: string | null
  /** They have shown that the phone is theirs. */
  phone: boolean
  /** Somebody of the office filled it in, with the family before them. */
  office: boolean
}

/**
 * The parent on file who applied; else a new one, with an account and an invitation to it unless somebody has an account
 * with this phone or address already. What was empty in the details of one on file is filled in only by who has proven
 * to be that one: a stranger who knows a phone would else put their own address there. Refuses one who is on file but not
 * active (application.parent_inactive).
 * @param settled who it was found to be before
 */
export async function settleParent(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  answers: ParentAnswers,
  proof: Proof,
  settled: string | null = null,
): Promise<{ id: string; relationship: Relationship }> {
  const { relationship } = answers
  const known = await knownParent(trx, keys, answers, settled ?? proof.self)
  if (!known) {
    const input = { ...answers, consent: true, is_another: true }
    const id = await createParent(trx, actor, everywhere, keys, input)
    const account = await openParentAccount(trx, actor, keys, { ...answers, email: answers.email ?? null })
    if ('user_id' in account)
      await trx.updateTable('parent').set({ user_id: account.user_id }).where('id', '=', id).execute()
    return { id, relationship }
  }
  if (known.status !== 'active')
    throw new Refusal('application.parent_inactive', undefined, { name: known.name })
  if (!settled && isProven(known.by, proof)) await fillIn(trx, actor, keys, known.id, answers)
  return { id: known.id, relationship }
}

/** Of the parent at a place: only the first was signed in or had a code sent to the phone. */
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

/** Whether who applied has shown to be the parent by whom they are known again. */
export const isProven = (by: KnownBy, { phone, office }: Proof): boolean =>
  by === 'self' || office || (by === 'phone' && phone)

const plain = ['email', 'home_phone', 'occupation', 'tin'] as const

/** What is on file stays; what is not yet is taken from the answers. */
async function fillIn(trx: Transaction<DB>, actor: Actor, keys: Keys, id: string, answers: ParentAnswers) {
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
