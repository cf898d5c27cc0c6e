import { expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { insert, parent } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { rolloverFamilyList } from './rollover-lists.ts'
import { school, yearOf } from './test-support.ts'

test('families whose bill changes by the share or more come first, of these the ones that pay more', async () => {
  const tenant = await freshTenant()
  await school(tenant)
  const { id: rollover_id } = await yearOf(tenant, { share_bp: 1_000 })
  const bills = [
    ['a little more', 10_000, 10_900],
    ['much more', 10_000, 15_000],
    ['gone', 10_000, 0],
    ['a tenth less', 10_000, 9_000],
    ['the same', 10_000, 10_000],
    ['a tenth more', 10_000, 11_000],
    ['new', 0, 5_000],
    ['a little less', 10_000, 9_500],
  ] as const
  await tenant.write(async (trx) => {
    for (const [name, before_sen, after_sen] of bills) {
      const { id: parent_id } = await parent(trx, { name })
      const about = { id: newId(), rollover_id, parent_id, students: 1 }
      await insert(trx, 'rollover_family', { ...about, before_sen, after_sen })
    }
  })
  const order = async (query: Record<string, string>) =>
    (await listed(tenant, rolloverFamilyList, { rollover: rollover_id, ...query })).rows.map(
      ({ family }) => family,
    )
  const over = ['new', 'much more', 'a tenth more', 'gone', 'a tenth less']
  expect(await order({})).toEqual([...over, 'a little more', 'a little less', 'the same'])
  expect(await order({ over: 'yes' })).toEqual(over)
})
