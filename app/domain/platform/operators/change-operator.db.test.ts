import { beforeEach, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { newOperator } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { removeOperator, setOperatorStatus } from './change-operator.ts'

const platform = async <R>(work: (trx: Trx) => Promise<R>) => withPlatform((await testDatabase()).pool, work)

beforeEach(() => platform((trx) => trx.deleteFrom('platform.operator').execute()))

async function operator(role: 'owner' | 'support') {
  const row = newOperator({ role, status: 'active' })
  await platform((trx) => trx.insertInto('platform.operator').values(row).execute())
  return { ...systemActor, type: 'operator' as const, id: row.id, name: row.name }
}
const verbs = [
  ['removed', (trx: Trx, by: typeof systemActor, id: string) => removeOperator(trx, by, id, 1)],
  [
    'switched off',
    (trx: Trx, by: typeof systemActor, id: string) => setOperatorStatus(trx, by, id, 1, 'inactive'),
  ],
] as const

test.each(verbs)('the last owner is not %s, by nobody', async (_, verb) => {
  const [owner, support] = [await operator('owner'), await operator('support')]
  await expect(platform((trx) => verb(trx, owner, owner.id))).toRefuse('operator.own_account')
  await expect(platform((trx) => verb(trx, support, owner.id))).toRefuse('action_not_allowed')
  await expect(platform((trx) => verb(trx, systemActor, owner.id))).toRefuse('operator.last_owner')
  const second = await operator('owner')
  await platform((trx) => verb(trx, second, owner.id))
  await expect(platform((trx) => verb(trx, systemActor, second.id))).toRefuse('operator.last_owner')
})

test.each(verbs)('who is no owner any more has nobody %s', async (_, verb) => {
  const [owner, other, support] = [
    ...[await operator('owner'), await operator('owner')],
    await operator('support'),
  ] as const
  await platform((trx) => setOperatorStatus(trx, other, owner.id, 1, 'inactive'))
  await expect(platform((trx) => verb(trx, owner, support.id))).toRefuse('action_not_allowed')
})
