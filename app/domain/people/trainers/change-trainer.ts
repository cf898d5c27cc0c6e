import type { Kysely, Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { refuseForeignBranches } from '#app/domain/core/lists/references.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceStatus } from '#app/domain/core/resources.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { removePerson, setPersonStatus } from '#app/domain/people/staff/change-staff.ts'
import {
  addPerson,
  changePerson,
  lockedStaff,
  staffReferences,
  syncInvitation,
} from '#app/domain/people/staff/person.ts'
import type { DB } from '#db/types.ts'
import { trainersIn } from './find-trainers.ts'
import {
  mayReach,
  type NewTrainerInput,
  onlyTeaches,
  type PayInput,
  seesDetails,
  type TeachingInput,
  type TrainerInput,
} from './trainer.ts'

/**
 * Creates a staff member with only the trainer role. Refuses what `addPerson` refuses, and (not_found.branch) a branch out of
 * the actor's scope. Returns the id.
 */
export async function createTrainer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  input: NewTrainerInput,
): Promise<string> {
  refuseForeignBranches(scope, staffReferences, input)
  const teaching = teachingOf(input)
  const { trainer_id } = await addPerson(trx, actor, keys, { ...input, roles: ['trainer'] }, teaching)
  const id = trainer_id!
  await record(
    trx,
    actor,
    'trainer.created',
    { type: 'trainer', id },
    { after: { name: input.name, ...teaching } },
  )
  return id
}

/**
 * Changes what a trainer teaches and, if the input has them, name, phone and e-mail address, also in the account and staff
 * rows. Refuses action_not_allowed when the actor may not change those.
 */
export async function editTrainer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
  input: TrainerInput | TeachingInput,
): Promise<string> {
  const { row, person } = await lockedTrainer(trx, actor, scope, id, input.version)
  const { name, phone, email } = person
  const contact = 'name' in input ? contactOf(input) : { name, phone, email }
  if ('name' in input && !mayReach({ id: actor.id, roles: person.actorRoles }, person))
    throw new Refusal('action_not_allowed')
  const teaching = teachingOf(input)
  await changePerson(trx, actor, person, contact, { trainer: teaching })
  const before = { name, phone, email, ...teachingOf(row) }
  const change = difference(before, { ...contact, ...teaching })
  await record(trx, actor, 'trainer.edited', { type: 'trainer', id }, named(contact.name, change))
  await syncInvitation(trx, actor, keys, person, contact.email)
  return contact.name
}

const contactOf = ({ name, phone, email }: TrainerInput) => ({ name, phone, email: email ?? null })

function teachingOf({
  specialisation,
  qualification,
}: Partial<Record<'specialisation' | 'qualification', string | null | undefined>>) {
  return { specialisation: specialisation ?? null, qualification: qualification ?? null }
}

/**
 * Activates or deactivates the trainer's whole account, as for staff. Refuses (trainer.other_roles) a person with another role,
 * which would be affected too. Returns the name.
 */
export async function setTrainerStatus(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
  { version, status }: { version: number; status: ResourceStatus },
): Promise<string> {
  const person = await lockedTeacher(trx, actor, scope, id, version)
  return setPersonStatus(trx, actor, keys, person, status, { type: 'trainer', id })
}

/**
 * Removes a trainer who never signed in and never taught, as for staff; refuses others with trainer.remove_failed, and a person
 * with another role with trainer.other_roles. Returns the name.
 */
export async function removeTrainer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
): Promise<string> {
  const person = await lockedTeacher(trx, actor, scope, id, version)
  return removePerson(trx, actor, person, { type: 'trainer', id })
}

async function lockedTeacher(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
) {
  const { person } = await lockedTrainer(trx, actor, scope, id, version)
  if (!onlyTeaches(person.roles))
    throw new Refusal('trainer.other_roles').blockedBy({ to: 'staff', id: person.id, name: person.name })
  return person
}

/**
 * A trainer in scope with their account and staff rows, locked in the common order: accounts, staff, trainers. Refuses
 * not_found.trainer, version_conflict, and an account that the actor may not change (staff.protected).
 */
async function lockedTrainer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
) {
  const known = await trainersIn(trx, scope)
    .select('staff.id as staff_id')
    .where('trainer.id', '=', id)
    .executeTakeFirst()
  if (!known) throw new Refusal('not_found.trainer')
  const person = await lockedStaff(trx, actor, known.staff_id)
  const row = await trx
    .selectFrom('trainer')
    .select(['id', 'specialisation', 'qualification', 'version'])
    .select(['bank_name', 'account_name', 'account_number_sealed', 'tin', 'pay_type', 'pay_rate_sen'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.trainer')
  refuseStale(row, version)
  return { row, person }
}

const cell = (place: string, row: string) => {
  return { place, table: 'trainer', column: 'account_number_sealed', row }
}

/**
 * How a trainer is paid, with the account number masked; undefined out of scope. The rate is left out for trainers themselves,
 * who see no amounts.
 */
export async function payOf(db: Kysely<DB>, scope: RowScope, { ring, place }: Keys, id: string) {
  const row = await trainersIn(db, scope)
    .select(['bank_name', 'account_name', 'account_number_sealed', 'tin', 'pay_type', 'pay_rate_sen'])
    .where('trainer.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { account_number_sealed: sealed, pay_rate_sen, ...known } = row
  const account_number = sealed && maskedAccount(open(ring, cell(place, id), sealed))
  return { ...known, account_number, ...(seesDetails(scope) ? { pay_rate_sen } : {}) }
}
export type Pay = NonNullable<Awaited<ReturnType<typeof payOf>>>

/**
 * Changes a trainer's bank account and rate. The audit entry only says that the account number was replaced or removed. Refuses
 * an account without a number (input.required, at the field). Returns the name.
 */
export async function changePay(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  id: string,
  input: PayInput,
): Promise<string> {
  const { row, person } = await lockedTrainer(trx, actor, scope, id, input.version)
  const { account_number_sealed: sealed } = row
  const { account_number: typed, ...after } = payValues(input)
  if (after.bank_name && !typed && !sealed) throw new Refusal('input.required', 'account_number')
  const account_number_sealed = typed ? seal(ring, cell(place, id), typed) : after.bank_name ? sealed : null
  await trx
    .updateTable('trainer')
    .set({ ...after, account_number_sealed, ...changed(actor) })
    .where('id', '=', id)
    .execute()
  const number = typed ? 'replaced' : sealed && !account_number_sealed ? 'removed' : 'kept'
  const change = difference({ ...row, account_number: 'kept' }, { ...after, account_number: number })
  await record(trx, actor, 'trainer.pay_changed', { type: 'trainer', id }, named(person.name, change))
  return person.name
}

/** An emptied field is cleared. */
const payValues = ({ bank_name, account_name, account_number, tin, pay_type, pay_rate_sen }: PayInput) => ({
  bank_name: bank_name ?? null,
  account_name: account_name ?? null,
  account_number: account_number ?? null,
  tin: tin ?? null,
  pay_type: pay_type ?? null,
  pay_rate_sen: pay_rate_sen ?? null,
})
