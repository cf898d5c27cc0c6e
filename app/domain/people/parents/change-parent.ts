import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import type { AtVersion } from '#app/domain/core/crud/kept-rows.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityChange, identityColumns } from '#app/domain/identity/accounts/identity.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { newFamilyCode } from './family-code.ts'
import type { ParentInput } from './parent-form.ts'
import { parentsIn } from './scope.ts'
import { refuseSimilarParents } from './similar.ts'

/**
 * Adds a parent with a family code of their own; no account is made. Refuses an identity number that another parent has,
 * and a phone or an address unless it is said that this is somebody else. Returns the id.
 */
export async function createParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  input: ParentInput,
): Promise<string> {
  await refuseSimilarParents(trx, scope, keys, input, null)
  const id = newId()
  const values = { ...valuesOf(input), income_above_2500: incomeOf(input) ?? null }
  const { family_code } = await trx
    .insertInto('parent')
    .values({
      ...{ id, ...values, family_code: await freeFamilyCode(trx) },
      ...identityColumns(keys, 'parent', id, input),
      consent_at: input.consent ? sql<Date>`now()` : null,
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .returning('family_code')
    .executeTakeFirstOrThrow()
  const told = { ...values, family_code, consent: input.consent === true }
  const after = { ...told, has_identity_no: input.identity_no !== undefined }
  await record(trx, actor, 'parent.created', { type: 'parent', id }, { after })
  return id
}

/**
 * Changes a parent whom the scope reaches. An account by which they sign in keeps its own name, phone and address: only
 * its owner changes what opens it. Refuses what {@link createParent} refuses, and version_conflict.
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
  // What they have already was decided on when it was given.
  const phone = input.phone === before.phone ? undefined : input.phone
  const email = input.email === (before.email ?? undefined) ? undefined : input.email
  await refuseSimilarParents(trx, scope, keys, { ...input, phone, email }, id)
  const income = incomeOf(input)
  const values = { ...valuesOf(input), ...(income === undefined ? {} : { income_above_2500: income }) }
  const consents = input.consent === true
  await changeAt(
    trx,
    actor,
    'parent',
    { id, version },
    {
      ...values,
      ...identityColumns(keys, 'parent', id, input),
      consent_at: consents ? sql<Date>`coalesce(consent_at, now())` : null,
    },
  )
  const earlier = { ...before, consent: before.consent_at !== null, identity_no: 'kept' }
  const after = { ...values, consent: consents, identity_no: identityChange(input) }
  const change = named(before.name, difference(earlier, after))
  await record(trx, actor, 'parent.edited', { type: 'parent', id }, change)
}

/** A parent whom the scope reaches, locked. Refuses not_found.parent and version_conflict. */
export async function lockedParent(trx: Transaction<DB>, scope: RowScope, { id, version }: AtVersion) {
  const row = await parentsIn(trx, scope)
    .selectAll('parent')
    .where('parent.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  refuseStale(row, version)
  return row
}

/** One that no family has, drawn again should chance repeat itself. */
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
/** Undefined when nothing was said, so that it stays. */
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
