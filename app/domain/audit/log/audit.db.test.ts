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

const details = {
  ...{ payer: "Aishah D'Cruz", number: 'INV-26-001234', amount_sen: 15_000, parts_sen: [4_000, 123_450] },
  ...{ discount_bp: 1_250, due_on: '2026-01-31', note: 'Bayaran 77.00 tunai\nperkara 45' },
}

test.each([
  ['Aishah D’Cruz', true],
  ['dcruz aishah', true],
  ['INV 26 001234', true],
  ['inv26001234', true],
  ['RM150.00', true],
  ['150.00', true],
  ['RM 150', true],
  ['50.00', false],
  ['1,500.00', false],
  ['RM40', true],
  ['1,234.50 D’Cruz', true],
  ['1,234.50 Lim', false],
  ['77.00', true],
  ['12.5%', true],
  ['2.5%', false],
  ['31 Jan 2026', true],
  ['31/01/2026', true],
  ['30 Jan 2026', false],
  ['perkara 45', true],
])('an entry with details is found as its page shows them: %s %j', async (typed, isFound) => {
  const object_id = newId()
  await tenant.write((trx) =>
    record(trx, admin, 'category.edited', { type: 'category', id: object_id }, { after: details }),
  )
  const { rows } = await listed(tenant, auditList, { object_id, q: typed })
  expect(rows).toHaveLength(isFound ? 1 : 0)
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
