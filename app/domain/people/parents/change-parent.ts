import { randomInt } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { keepingOwnFamily, refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { owed } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import {
  identityChange,
  identityColumns,
  identityIndexes,
  revealIdentity,
} from '#app/domain/identity/accounts/identity.ts'
import { notifyFormer } from '#app/domain/identity/contacts/contact-changed.ts'
import {
  contactKinds,
  hasProvenEmail,
  hasProvenIdentity,
  hasProvenPhone,
  provenNow,
} from '#app/domain/identity/contacts/proven.ts'
import { takeClaims } from '#app/domain/identity/contacts/take-claims.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import { childrenInTheWay, openInvoicesOf } from '#app/domain/people/blockers.ts'
import { isRestorable } from '#app/domain/people/students/scope.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB, Parent } from '#db/types.ts'
import { newFamilyCode } from './family-code.ts'
import { oldPhone, parentsIn, reachedParents, unconfirmedOf } from './find-parents.ts'
import { correctInvitedAccount } from './invited-account.ts'
import { isOwnWord } from './own-word.ts'
import type { ParentInput } from './parent.ts'

/** Whose word the details of a new parent are; see `app/domain/identity/contacts/proven.ts` for what follows from it. */
export interface Vouched {
  phone: boolean
  email: boolean
  identity: boolean
  /** It is evidence for whose a bank transfer is. */
  name: boolean
  /** The accounts of those who typed them; the actor unless it says. */
  typists?: readonly string[]
  /** The phone was proven by a code, which counts whoever typed it. */
  code?: boolean
}

/** The office typed them, or a file of the office has them. */
export const officesWord: Vouched = { phone: true, email: true, identity: true, name: true }

/**
 * Adds a parent with a new family code and without an account. Refuses an identity number that another parent has, and the
 * phone or e-mail of another one unless it is confirmed that this is somebody else. What a colleague types about their own
 * family does not count. Returns the id.
 */
export async function createParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  input: ParentInput,
  vouched: Vouched = officesWord,
): Promise<string> {
  await refuseSimilarParents(trx, scope, keys, input, null)
  const id = newId()
  const values = { ...valuesOf(input), income_above_2500: incomeOf(input) ?? null }
  const { family_code } = await trx
    .insertInto('parent')
    .values({
      ...{ id, ...values, family_code: await freeFamilyCode(trx), name_confirmed: vouched.name },
      ...identityColumns(keys, 'parent', id, input),
      consent_at: input.consent ? sql<Date>`now()` : null,
      phone_proven_at: provenNow(vouched.phone ? input.phone : null),
      email_proven_at: provenNow(vouched.email ? input.email : null),
      identity_proven_at: provenNow(vouched.identity ? input.identity_no : null),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .returning('family_code')
    .executeTakeFirstOrThrow()
  const typists = vouched.typists ?? [actor.id]
  if (await isOwnWord(trx, typists, keys, id, input))
    await trx
      .updateTable('parent')
      .set({
        phone_proven_at: vouched.code ? provenNow(input.phone) : null,
        ...{ email_proven_at: null, identity_proven_at: null, name_confirmed: false },
      })
      .where('id', '=', id)
      .execute()
  if (input.tin) await enqueue(trx, 'einvoice.check_tin', { parent_id: id })
  const shown = { ...values, family_code, consent: input.consent === true }
  const after = { ...shown, has_identity_no: input.identity_no !== undefined }
  await record(trx, actor, 'parent.created', { type: 'parent', id }, { after })
  return id
}

/**
 * Changes a parent in scope; saved by the office, the name is confirmed. Their account keeps its own name, phone and e-mail,
 * because only its owner may change what it is signed in with; one that nobody has come in to yet is corrected. What is
 * entered counts as the office's word, unless a colleague types it about their own family; what stays counts as before, and
 * the former contact is told. Refuses what {@link createParent} refuses,
 * version_conflict, (profile.own_contact) a colleague who would change their own contacts so, and (four_eyes.own_family) one
 * who would make their own family nobody's.
 */
export async function editParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  { id, version }: AtVersion,
  input: ParentInput,
): Promise<void> {
  const before = await lockedParent(trx, scope, { id, version })
  const { identity_no, identity_clear, identity_type } = input
  const keeps = before.identity_no_sealed !== null && !identity_no && !identity_clear
  if (keeps && identity_type !== before.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  // Unchanged contacts were confirmed when they were entered.
  const phone = input.phone === before.phone ? undefined : input.phone
  const email = input.email === (before.email ?? undefined) ? undefined : input.email
  if (before.user_id === actor.id) {
    const own = phone ? 'phone' : input.email === (before.email ?? undefined) ? undefined : 'email'
    if (own) throw new Refusal('profile.own_contact', own)
  }
  await refuseSimilarParents(trx, scope, keys, { ...input, phone, email }, id)
  const income = incomeOf(input)
  const values = { ...valuesOf(input), ...(income === undefined ? {} : { income_above_2500: income }) }
  const consents = input.consent === true
  const columns = {
    ...values,
    ...identityColumns(keys, 'parent', id, input),
    ...(phone ? { phone_proven_at: provenNow(phone) } : {}),
    ...(email || !input.email ? { email_proven_at: provenNow(email) } : {}),
    ...(identity_no || identity_clear ? { identity_proven_at: provenNow(identity_no) } : {}),
    name_confirmed: true,
    consent_at: consents ? sql<Date>`coalesce(consent_at, now())` : null,
  }
  const wasOwn = scope.scope === 'own' || (await isOwnWord(trx, [actor.id], keys, id))
  await keepingOwnFamily(trx, actor, id, () => changeAt(trx, actor, 'parent', { id, version }, columns))
  const isOwn = wasOwn || (await isOwnWord(trx, [actor.id], keys, id, input))
  if (isOwn)
    await trx
      .updateTable('parent')
      .set({
        name_confirmed: before.name_confirmed && input.name === before.name,
        ...(phone ? { phone_proven_at: null } : {}),
        ...(email ? { email_proven_at: null } : {}),
        ...(identity_no ? { identity_proven_at: null } : {}),
      })
      .where('id', '=', id)
      .execute()
  if (input.tin && (input.tin !== before.tin || identity_no))
    await enqueue(trx, 'einvoice.check_tin', { parent_id: id })
  // What the family asked the office for counts in their account, too.
  if (before.user_id && input.preferred_locale !== before.preferred_locale)
    await trx
      .updateTable('user_account')
      .set({ locale: input.preferred_locale })
      .where('id', '=', before.user_id)
      .execute()
  const corrected = { phone, email: email ?? (input.email || !before.email ? undefined : null) }
  const { user_id } = before
  const isTold = user_id && (await correctInvitedAccount(trx, actor, keys, user_id, corrected, !isOwn))
  if (!isTold) await tellParent(trx, before, corrected)
  const earlier = { ...before, consent: before.consent_at !== null, identity_no: 'kept' }
  const after = { ...values, consent: consents, identity_no: identityChange(input) }
  const change = named(before.name, difference(earlier, after))
  await record(trx, actor, 'parent.edited', { type: 'parent', id }, change)
}

/** Tells the former contact of a parent's row, where invoices and receipts went, as long as it counted. */
async function tellParent(
  trx: Transaction<DB>,
  before: Pick<
    Selectable<Parent>,
    'id' | 'user_id' | 'phone' | 'email' | 'phone_proven_at' | 'email_proven_at'
  >,
  corrected: { phone?: string | undefined; email?: string | null | undefined },
): Promise<void> {
  const kinds = contactKinds.filter((kind) => corrected[kind] !== undefined && before[`${kind}_proven_at`])
  if (kinds.length === 0) return
  const { id, user_id } = before
  const who = user_id ? { user_id } : { user_id: null, parent_id: id }
  const phone = before.phone_proven_at ? before.phone : null
  const email = before.email_proven_at ? before.email : null
  await notifyFormer(trx, { ...who, phone, email }, kinds, 'office')
}

/** A parent in scope, locked. Refuses not_found.parent and version_conflict. */
async function lockedParent(trx: Transaction<DB>, scope: RowScope, { id, version }: AtVersion) {
  const row = await parentsIn(trx, scope)
    .selectAll('parent')
    .where('parent.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  refuseStale(row, version)
  return row
}

/** A random code that no family has. */
async function freeFamilyCode(trx: Transaction<DB>): Promise<string> {
  for (;;) {
    const code = newFamilyCode(randomInt)
    const taken = await trx
      .selectFrom('parent')
      .select('id')
      .where('family_code', '=', code)
      .executeTakeFirst()
    if (!taken) return code
  }
}

const incomes = { yes: true, no: false, unknown: null } as const
/** Undefined when the question was not asked, so that the value stays. */
const incomeOf = ({ income_above_2500: said }: ParentInput) => said && incomes[said]

function valuesOf(input: ParentInput) {
  return {
    name: input.name,
    relationship: input.relationship,
    identity_type: input.identity_type,
    phone: input.phone,
    email: input.email ?? null,
    home_phone: input.home_phone ?? null,
    occupation: input.occupation ?? null,
    tin: input.tin ?? null,
    ...(Object.fromEntries(addressNames.map((name) => [name, input[name] ?? null])) as Record<
      (typeof addressNames)[number],
      string | null
    >),
    preferred_locale: input.preferred_locale,
    preferred_channel: input.preferred_channel,
  }
}

/**
 * Activates or deactivates a parent; an inactive one cannot be chosen for further children. Refuses to deactivate the payer of
 * an active student (parent.pays), an unchanged status, and parents themselves. Returns the name.
 */
export async function setParentStatus(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { status, ...at }: AtVersion & { status: 'active' | 'inactive' },
): Promise<string> {
  const before = await lockedParent(trx, scope, at)
  if (before.status === status || scope.scope === 'own') throw new Refusal('action_not_allowed')
  if (status === 'inactive') {
    const children = await childrenInTheWay(trx, scope, at.id, { paid: true })
    if (children.count > 0) throw new Refusal('parent.pays').blockedBy(...children.named)
  }
  await changeAt(trx, actor, 'parent', at, { status }, { status: before.status })
  const change = named(before.name, { before: { status: before.status }, after: { status } })
  const action = status === 'active' ? 'parent.activated' : 'parent.deactivated'
  await record(trx, actor, action, { type: 'parent', id: at.id }, change)
  return before.name
}

/**
 * Removes a parent without children, open invoices, credit, account or credit transfer requests; the row stays and can be
 * restored for 90 days. Refuses others with parent.in_use. Returns the name.
 */
export async function removeParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
): Promise<string> {
  const { id } = at
  const { name, family_code, user_id } = await lockedParent(trx, scope, at)
  const { open, credit, moves } = await trx
    .selectNoFrom([
      sql<number>`(select count(*) from invoice where payer_parent_id = ${id}
        and (status = 'draft' or ${owed} > 0))`.as('open'),
      sql<number>`(select coalesce(sum(delta_sen), 0) from credit_entry where parent_id = ${id})`.as(
        'credit',
      ),
      sql<number>`(select count(*) from credit_move
        where status = 'requested' and ${id}::uuid in (parent_id, to_parent_id))`.as('moves'),
    ])
    .executeTakeFirstOrThrow()
  const children = await childrenInTheWay(trx, scope, id)
  if (user_id || open > 0 || credit !== 0 || moves > 0 || children.count > 0)
    throw new Refusal('parent.in_use').blockedBy(
      ...children.named,
      ...(open > 0 ? await openInvoicesOf(trx, { payer_parent_id: id }) : []),
      (credit !== 0 || moves > 0 || children.count + open === 0) && { to: 'family_credit', id },
    )
  await changeAt(trx, actor, 'parent', at, { deleted_at: sql<Date>`now()` }, { removed: false })
  await record(trx, actor, 'parent.removed', { type: 'parent', id }, { before: { name, family_code } })
  return name
}

/**
 * Restores a removed parent. Refuses one who cannot be restored, or whose identity number another parent has by now
 * (duplicate.parent). Returns the name.
 */
export async function restoreParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: AtVersion,
): Promise<string> {
  const row = await reachedParents(trx, scope)
    .select('parent.name')
    .where('parent.id', '=', id)
    .where(isRestorable('parent'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  await changeAt(trx, actor, 'parent', { id, version }, { deleted_at: null }, { removed: true })
  await record(trx, actor, 'parent.restored', { type: 'parent', id }, { after: { name: row.name } })
  return row.name
}

/** An existing parent with the same identity number, phone or e-mail; `claimed_no`: a number that nobody has checked. */
export interface SimilarParent {
  /** Null when out of the reader's scope, who then only learns that there is one. */
  id: string | null
  name: string | null
  family_code: string | null
  same: 'identity_no' | 'phone' | 'email' | 'claimed_no'
}

interface Details {
  identity_no?: string | undefined
  phone: string | undefined
  email?: string | undefined
  is_another?: boolean | undefined
}

/**
 * Refuses (duplicate.parent, at the number) when another parent has this identity number, and, unless `is_another`,
 * (duplicate.parent_contact) when one has this phone or e-mail. The refusal contains them as SimilarParent.
 */
async function refuseSimilarParents(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  { identity_no, phone, email, is_another }: Details,
  except: string | null,
): Promise<void> {
  const indexes = identity_no
    ? identityIndexes(keys.ring, { place: keys.place, table: 'parent' }, identity_no)
    : []
  // A likeness with somebody unproven is worth a question, but a number that somebody only claims blocks nobody.
  const others = await db
    .selectFrom('parent')
    .select(['id', 'name', 'family_code'])
    .select(
      sql<SimilarParent['same']>`case when ${hasProvenIdentity(indexes)} then 'identity_no'
        when phone = ${phone ?? null} then 'phone' when lower(email) = ${email ?? null} then 'email'
        else 'claimed_no' end`.as('same'),
    )
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .where(
      sql<boolean>`(identity_no_index = any(${indexes}::bytea[]) or phone = ${phone ?? null} or lower(email) = ${email ?? null})`,
    )
    .orderBy('id')
    .limit(5)
    .execute()
  const isSame = others.some(({ same }) => same === 'identity_no')
  if (others.length === 0 || (is_another && !isSame)) return
  const ids = others.map(({ id }) => id)
  const reached = await parentsIn(db, scope).where('parent.id', 'in', ids).select('parent.id').execute()
  const found: SimilarParent[] = others.map((one) =>
    reached.some(({ id }) => id === one.id)
      ? one
      : { id: null, name: null, family_code: null, same: one.same },
  )
  if (isSame) throw new Refusal('duplicate.parent', 'identity_no', {}, found)
  throw new Refusal('duplicate.parent_contact', 'is_another', {}, found)
}

/**
 * The full identity number and income of a parent, with an audit entry about who has seen them. Refuses with not_found.parent.
 */
export async function revealParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<{ identity_no: string | null; income_above_2500: boolean | null }> {
  const row = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.identity_type', 'parent.identity_no_sealed', 'parent.income_above_2500'])
    .where('parent.id', '=', id)
    .executeTakeFirst()
  const { identity_no } = await revealIdentity(trx, actor, keys, 'parent', row, 'not_found.parent')
  return { identity_no, income_above_2500: row?.income_above_2500 ?? null }
}

interface AccountHolder {
  name: string
  phone: string
  email: string | null
  preferred_locale: string
  /** What counts of the two; an account never begins with a phone that does not. */
  proven: { phone: boolean; email: boolean }
}

/**
 * Creates an account for a parent, with an invitation by e-mail; without an address they sign in by a code to their mobile
 * phone. An e-mail address that does not count yet is proven by the link of the invitation. Returns its id, or why there is
 * none: no e-mail or mobile phone that counts, or another account has proven the same one. What others merely claim is taken
 * away from them.
 */
export async function createParentAccount(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { name, phone, email, preferred_locale, proven }: AccountHolder,
): Promise<{ user_id: string } | { none: 'unreachable' | 'taken' }> {
  const mobile = isMobile(phone) && proven.phone ? phone : null
  if (!email && !mobile) return { none: 'unreachable' }
  const taken = await trx
    .selectFrom('user_account')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([hasProvenPhone('user_account', mobile), hasProvenEmail('user_account', email)]))
    .executeTakeFirst()
  if (taken) return { none: 'taken' }
  if (mobile) await takeClaims(trx, { kind: 'phone', value: mobile, except: null })
  if (email && proven.email) await takeClaims(trx, { kind: 'email', value: email, except: null })
  const user_id = newId()
  await trx
    .insertInto('user_account')
    .values({
      ...{ id: user_id, name, email, phone: mobile, roles: ['parent'], locale: preferred_locale },
      ...{ status: 'invited', created_by: actor.id, updated_by: actor.id },
      phone_proven_at: provenNow(mobile),
      email_proven_at: provenNow(proven.email ? email : null),
    })
    .execute()
  if (email) await invite(trx, actor, keys, user_id)
  return { user_id }
}

/**
 * Creates a parent's account, or sends a new invitation to it. Refuses an inactive parent, parents themselves, a parent without
 * e-mail and mobile phone that counts (parent.unreachable, parent.unconfirmed), a contact that belongs to another account (parent.account_taken), and what
 * invite refuses, and (four_eyes.own_family) an account of somebody else for the own family. Returns the name and the address,
 * empty where there is none.
 */
export async function inviteParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  at: AtVersion,
): Promise<{ name: string; email: string }> {
  const row = await lockedParent(trx, scope, at)
  if (row.status !== 'active' || scope.scope === 'own') throw new Refusal('action_not_allowed')
  const { name, email } = row
  if (row.user_id) await invite(trx, actor, keys, row.user_id)
  else {
    const proven = { phone: row.phone_proven_at !== null, email: row.email_proven_at !== null }
    const account = await createParentAccount(trx, actor, keys, { ...row, proven })
    if ('none' in account) {
      if (account.none === 'taken') throw new Refusal('parent.account_taken')
      throw new Refusal(isMobile(row.phone) ? 'parent.unconfirmed' : 'parent.unreachable')
    }
    const { user_id } = account
    await keepingOwnFamily(trx, actor, at.id, () =>
      changeAt(trx, actor, 'parent', at, { user_id }, { status: 'active' }),
    )
    await record(
      trx,
      actor,
      'parent.account_opened',
      { type: 'parent', id: at.id },
      named(name, { after: { email } }),
    )
  }
  return { name, email: email ?? '' }
}

/**
 * The office's word for what a family said of itself: name, phone, e-mail and number count from now on, and an account
 * without a phone gets this one. A phone that was proven long ago counts as proven today. Refuses parents themselves, a parent
 * of whom everything counts already (action_not_allowed), a contact that another account has proven (duplicate.user_phone,
 * duplicate.user_email), and a number that counts for another parent (duplicate.parent). Returns the name.
 */
export async function confirmParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
): Promise<string> {
  const row = await lockedParent(trx, scope, at)
  const { phone_old } = await trx
    .selectFrom('parent')
    .select((eb) => oldPhone(eb).as('phone_old'))
    .where('id', '=', at.id)
    .executeTakeFirstOrThrow()
  const confirmed = [...unconfirmedOf(row), ...(phone_old ? (['phone'] as const) : [])]
  if (scope.scope === 'own' || confirmed.length === 0) throw new Refusal('action_not_allowed')
  await refuseOwnFamilyOf(trx, actor, { type: 'parent', id: at.id })
  const counting = {
    phone_proven_at: sql<Date>`coalesce(phone_proven_at, now())`,
    email_proven_at: sql<Date>`case when email is not null then coalesce(email_proven_at, now()) end`,
  }
  await changeAt(trx, actor, 'parent', at, {
    ...counting,
    identity_proven_at: sql<Date>`case when identity_no_index is not null then coalesce(identity_proven_at, now()) end`,
    name_confirmed: true,
  })
  if (row.user_id) await confirmAccount(trx, row.user_id, row, Boolean(phone_old))
  const change = named(row.name, { after: { confirmed } })
  await record(trx, actor, 'parent.confirmed', { type: 'parent', id: at.id }, change)
  return row.name
}

/** The account's contacts that are those of the parent's row; a phone is added where it has none. */
async function confirmAccount(
  trx: Transaction<DB>,
  user_id: string,
  { phone, email }: { phone: string; email: string | null },
  phone_old: boolean,
): Promise<void> {
  const account = await trx
    .selectFrom('user_account')
    .select(['phone', 'email', 'phone_proven_at', 'email_proven_at'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const gets_phone = (!account.phone_proven_at || phone_old) && isMobile(phone)
  const gets_email = !account.email_proven_at && email && account.email?.toLowerCase() === email.toLowerCase()
  if (gets_phone) await takeClaims(trx, { kind: 'phone', value: phone, except: user_id })
  if (gets_email) await takeClaims(trx, { kind: 'email', value: email, except: user_id })
  if (!gets_phone && !gets_email) return
  await trx
    .updateTable('user_account')
    .set({
      ...(gets_phone ? { phone, phone_proven_at: sql<Date>`now()` } : {}),
      ...(gets_email ? { email_proven_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', user_id)
    .execute()
}
