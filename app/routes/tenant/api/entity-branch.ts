import { branchesInScope } from '#app/domain/catalogue/branches/branches.ts'
import { apiRead } from '#app/server/api/call.ts'
import { camelKeys } from '#app/server/api/camel.ts'
import { addressOf } from '#app/server/api/schemas/parts.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.view', api: true } satisfies Handle

const call = apiRead('entity/branch', async ({ db, context }) => {
  const rows = await branchesInScope(db, context.scope('branch.view'))
  return {
    branches: rows.map((row) => ({
      ...camelKeys(row),
      address: addressOf(row),
      status: row.status as 'active' | 'inactive',
    })),
  }
})
export const loader = call.loader
export const action = call.action
