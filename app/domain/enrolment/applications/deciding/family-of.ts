import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { openedAnswers } from '../answers.ts'
import type { heldApplication } from '../close.ts'
import { proofOf, settleParent } from './family.ts'

type Application = Awaited<ReturnType<typeof heldApplication>>

/**
 * The parents of an application, found or made, in their order; who was settled before, by a registration fee that they
 * paid or a child of theirs who was decided, stays that one. Refuses what settleParent refuses.
 * @param most so many of them, the first one first
 */
export async function settleFamily(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  application: Application,
  most = Number.POSITIVE_INFINITY,
): Promise<Awaited<ReturnType<typeof settleParent>>[]> {
  const rows = await trx
    .selectFrom('application_parent')
    .select(['id', 'place', 'answers_sealed', 'parent_id'])
    .where('application_id', '=', application.id)
    .orderBy('place')
    .execute()
  const family: Awaited<ReturnType<typeof settleParent>>[] = []
  for (const row of rows.slice(0, most)) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (!answers) throw new Refusal('application.decided')
    const proof = proofOf(application, row.place)
    const settled = await settleParent(trx, actor, keys, answers, proof, row.parent_id)
    await trx
      .updateTable('application_parent')
      .set({ parent_id: settled.id })
      .where('id', '=', row.id)
      .execute()
    if (!family.some(({ id }) => id === settled.id)) family.push(settled)
  }
  return family
}
