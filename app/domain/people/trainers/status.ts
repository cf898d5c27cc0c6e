import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { KeptStatus } from '#app/domain/core/crud/nouns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { removePerson, switchPerson } from '#app/domain/people/staff/status.ts'
import type { DB } from '#db/types.ts'
import { lockedTrainer } from './locked.ts'
import { onlyTeaches } from './trainer.ts'

/**
 * As for staff: inactive, the account opens nothing any more; active, it opens again. Refuses (trainer.other_roles) who
 * has another role, since that role would go with it. Returns the name.
 */
export async function setTrainerStatus(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
  { version, status }: { version: number; status: KeptStatus },
): Promise<string> {
  const person = await lockedTeacher(trx, actor, scope, id, version)
  return switchPerson(trx, actor, keys, person, status, { type: 'trainer', id })
}

/**
 * As for staff only somebody who never signed in and never taught; others are refused with trainer.remove_failed, and
 * (trainer.other_roles) who has another role. Returns the name.
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
