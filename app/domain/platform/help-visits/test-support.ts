import type { Actor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { addOperator, platform } from '#tests/support/people/second-factor.ts'
import { newSession } from '#tests/support/product/http.ts'
import { enterToHelp } from './enter.ts'

const reason = 'Tiket 4711: jumlah pada resit'

/** An operator with a session of their own. */
export async function helper() {
  const { id, name } = await addOperator({ role: 'support' })
  const { row } = newSession()
  await platform((trx) =>
    trx
      .insertInto('platform.operator_session')
      .values({ ...row, operator_id: id })
      .execute(),
  )
  const actor: Actor = {
    ...{ type: 'operator', id, name, roles: [], operator_role: 'support', branch_ids: [], parent_id: null },
    ...{ ip: null, user_agent: null, request_id: newId() },
  }
  return { actor, session_id: row.id }
}
export type Helper = Awaited<ReturnType<typeof helper>>

/** By a code however it is written, at the organisation. */
export const enter = (who: Helper, code: string, at: Tenant) =>
  enterToHelp(platform, who, at.entity.id, { code: code.replaceAll('-', ''), reason })
