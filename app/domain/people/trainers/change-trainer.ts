import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { refuseForeignBranches } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceStatus } from '#app/domain/core/resources.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
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
  if ('name' in input && !mayReach({ id: actor.id, roles: person.held }, person))
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
  if (!onlyTeaches(person.roles)) throw new Refusal('trainer.other_roles')
  return person
}

/**
 * A trainer in scope with their account and staff rows, locked in the common order: accounts, staff, trainers. Refuses
 * not_found.trainer, version_conflict, and an account that the actor may not change (staff.protected).
 */
export async function lockedTrainer(
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
