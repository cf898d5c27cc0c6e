import { beforeAll, expect, test } from 'vitest'
import type { OperatorRole } from '#app/domain/core/access/operator-access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { auditEntry, auditList, logScopeOfOperator } from './audit.ts'

let tenant: Tenant
let admin: Actor & { id: string }
let clerk: Actor & { id: string }
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
  clerk = await tenant.actor('clerk')
})

async function written(actor: Actor) {
  const object_id = newId()
  return tenant.write(async (trx) => {
    await record(trx, actor, 'category.created', { type: 'category', id: object_id })
    const query = trx.selectFrom('audit_log').select(['id', 'at']).where('object_id', '=', object_id)
    return { object_id, ...(await query.executeTakeFirstOrThrow()) }
  })
}

test('who sees what they did themselves opens no entry of a colleague, whatever its address', async () => {
  const [own, other] = [await written(clerk), await written(admin)]
  const open = (id: string, scope: string | null) => tenant.read((db) => auditEntry(db, { own: scope }, id))
  expect((await open(own.id, clerk.id)).object_id).toBe(own.object_id)
  await expect(open(other.id, clerk.id)).toRefuse('not_found.audit_entry')
  expect((await open(other.id, null)).object_id).toBe(other.object_id)
})

test.each([
  ['owner', null],
  ['support', 'me'],
] as const)('of the platform’s log %s sees: %j (null: all)', (role, own) => {
  expect(logScopeOfOperator({ id: 'me', role: role as OperatorRole })).toEqual({ own })
})

test('the first and the last day of a span are part of it', async () => {
  const { object_id, at } = await written(admin)
  const day = todayIn(at)
  const found = async (from: string, to: string) => {
    const { rows } = await listed(tenant, auditList, { object_id, from, to })
    return rows.length
  }
  expect(await found(day, day)).toBe(1)
  expect(await found(addDays(day, -3), addDays(day, -1))).toBe(0)
  expect(await found(addDays(day, 1), addDays(day, 3))).toBe(0)
})
