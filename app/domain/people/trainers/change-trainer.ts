import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { refuseForeignBranches } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { addPerson, changePerson, followAddress, places } from '#app/domain/people/staff/person.ts'
import type { DB } from '#db/types.ts'
import { lockedTrainer } from './locked.ts'
import { mayReach } from './trainer.ts'
import type { NewTrainerInput, TeachingInput, TrainerInput } from './trainer-form.ts'

/**
 * Creates a trainer: somebody who works here, with that role alone. Refuses as `addPerson` does, and (not_found.branch)
 * a branch beyond those of who may only do it for their own. Returns the id.
 */
export async function createTrainer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  input: NewTrainerInput,
): Promise<string> {
  refuseForeignBranches(scope, places, input)
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
 * Changes what a trainer teaches, and where the input has it their name, phone and e-mail address: in the account and
 * as staff, too. Refuses action_not_allowed where the actor may not change those.
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
  await followAddress(trx, actor, keys, person, contact.email)
  return contact.name
}

const contactOf = ({ name, phone, email }: TrainerInput) => ({ name, phone, email: email ?? null })

function teachingOf({
  specialisation,
  qualification,
}: Partial<Record<'specialisation' | 'qualification', string | null | undefined>>) {
  return { specialisation: specialisation ?? null, qualification: qualification ?? null }
}
