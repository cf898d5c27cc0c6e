import type { z } from 'zod'
import type { KeptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { type GivingKind, givingKinds } from './giving.ts'
import { tellCollected } from './mirror.ts'

type TypeNoun = `${GivingKind}_type`

/** The verbs of a kept noun, of which the main host is told each time. */
export function collectedVerbs<N extends TypeNoun, S extends z.ZodObject>(
  verbs: KeptVerbs<N, S>,
): KeptVerbs<N, S> {
  const kind = givingKinds.find((one) => verbs.noun === `${one}_type`)!
  return {
    ...verbs,
    async create(trx, actor, input) {
      const id = await verbs.create(trx, actor, input)
      await tellCollected(trx, kind, id)
      return id
    },
    async edit(trx, actor, at, input) {
      await verbs.edit(trx, actor, at, input)
      await tellCollected(trx, kind, at.id)
    },
    async setStatus(trx, actor, at, status) {
      const name = await verbs.setStatus(trx, actor, at, status)
      await tellCollected(trx, kind, at.id)
      return name
    },
    async remove(trx, actor, at) {
      const name = await verbs.remove(trx, actor, at)
      await tellCollected(trx, kind, at.id)
      return name
    },
  }
}
