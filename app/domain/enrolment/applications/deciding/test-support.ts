import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { said, today } from '../test-support.ts'
import { approveApplication, rejectApplication } from './decide.ts'
import type { ChosenClass } from './decide-form.ts'

interface More {
  place?: number
  /** As it is, unless it says. */
  version?: number
  scope?: RowScope
  chosen?: ChosenClass[]
}

/** What can be decided about an application of an organisation by somebody. */
export function decisionsIn(tenant: () => Tenant, actor: () => Actor) {
  const versionOf = (id: string) =>
    tenant().read(async (db) => {
      const rows = db.selectFrom('application').select('version').where('id', '=', id)
      return (await rows.executeTakeFirstOrThrow()).version
    })
  const which = async (id: string, { place, version }: More) => ({
    ...{ id, version: version ?? (await versionOf(id)) },
    ...(place ? { place } : {}),
  })
  return {
    which,
    async approve(id: string, { scope = everywhere, chosen, ...more }: More = {}) {
      const what = await which(id, more)
      const keys = keysIn(tenant())
      return tenant()
        .write((trx) => approveApplication(trx, actor(), scope, keys, what, today, chosen))
        .catch(said)
    },
    async reject(id: string, { scope = everywhere, ...more }: More = {}) {
      const what = await which(id, more)
      return tenant()
        .write((trx) => rejectApplication(trx, actor(), scope, what, 'Kelas ini untuk umur lain.'))
        .catch(said)
    },
    childrenOf: (id: string) =>
      tenant().read((db) =>
        db
          .selectFrom('application_student')
          .selectAll()
          .where('application_id', '=', id)
          .orderBy('place')
          .execute(),
      ),
  }
}
