import { expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { branch, user } from '#tests/support/database/factories.ts'
import { everyRow } from '#tests/support/database/lists.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { insertAnnouncement } from '../announcements/test-support.ts'
import { createMessages } from './create-messages.ts'
import { deliveryList, deliverySums } from './find-deliveries.ts'

test('who got what is seen of all, of the own branches, and of what somebody wrote', async () => {
  const tenant = await freshTenant()
  const made = await tenant.write(async (trx) => {
    const [far, clerk, reader] = [await branch(trx), await user(trx), await user(trx)]
    const sent = async (given: Parameters<typeof insertAnnouncement>[1]) => {
      const { id } = await insertAnnouncement(trx, { status: 'sending', ...given })
      await createMessages(trx, [
        {
          ...{ kind: 'announcement', announcement_id: id, parent_id: null, user_id: reader.id },
          ...{ name: 'Pembaca', locale: 'my', facts: {} },
          deliveries: [{ channel: 'inapp', address: null, credits: 0 }],
        },
      ])
      return id
    }
    return {
      ...{ clerk, reader, all: await sent({ branch_id: null }), far: await sent({ branch_id: far.id }) },
      near: await sent({ branch_id: tenant.branch.id }),
      written: await sent({ branch_id: far.id, created_by: clerk.id }),
      test: await sent({ branch_id: tenant.branch.id, is_test: true }),
    }
  })
  const seen = async (scope: RowScope) => {
    const ids = [made.all, made.far, made.near, made.written, made.test]
    const sums = await Promise.all(ids.map((id) => tenant.read((db) => deliverySums(db, scope, id))))
    const rows = await everyRow(tenant, deliveryList, {}, { today: '2026-12-01', scope })
    const found = ids.filter((_, index) => sums[index] !== undefined)
    expect(rows).toHaveLength(found.length)
    return found
  }
  const own = { ...everywhere, user_id: made.clerk.id, branch_ids: [tenant.branch.id] }
  expect(await seen(everywhere)).toEqual([made.all, made.far, made.near, made.written])
  expect(await seen({ ...own, scope: 'branch' })).toEqual([made.near, made.written])
  expect(await seen({ ...own, scope: 'class' })).toEqual([made.written])
  expect(await seen({ ...own, scope: 'own', user_id: made.reader.id })).toEqual([])
})
