import { beforeAll, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import { branch } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { trend } from './trend.ts'

let tenant: Tenant
let here: string
let there: string
const today = '2026-03-20'

beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    here = (await branch(trx)).id
    there = (await branch(trx)).id
  })
  // Of two hours of one Malaysian day, which are two days of UTC; then one elsewhere alone.
  await ran('2026-03-09T23:30:00+08:00', 40, { [here]: [30, 2, 1, 450_000], [there]: [5, 0, 0, 75_000] })
  await ran('2026-03-09T01:00:00+08:00', 10, { [here]: [1, 0, 0, 15_000] })
  await ran('2026-03-12T00:30:00+08:00', 20, { [there]: [7, 0, 3, 105_000] })
  await ran('2026-02-19T00:30:00+08:00', 20, { [here]: [1, 0, 0, 10_000] })
  await ran('2026-02-18T23:59:00+08:00', 20, { [here]: [9, 0, 0, 90_000] })
})

/** A run that took so many seconds, with what it made at each branch: created, skipped, failed, sen. */
async function ran(
  at: string,
  seconds: number,
  made: Record<string, [created: number, skipped: number, failed: number, sen: number]>,
): Promise<void> {
  const { id: user_id } = await tenant.actor('admin')
  const run_at = new Date(at)
  const id = newId()
  await tenant.write(async (trx) => {
    await trx
      .insertInto('generation')
      .values({
        ...{ id, month: '2026-04-01', filters: '{}', setting: '{}', status: 'completed' },
        ...{ created_by: user_id, updated_by: user_id, run_by: user_id, issued_on: '2026-03-09' },
        ...{ run_at, finished_at: new Date(run_at.getTime() + seconds * 1_000) },
      })
      .execute()
    for (const [branch_id, [created, skipped, failed, total_sen]] of Object.entries(made))
      await trx
        .insertInto('generation_branch')
        .values({
          ...{ generation_id: id, branch_id, considered: created + skipped + failed },
          ...{ created, skipped, failed, invoices: created, total_sen },
        })
        .execute()
  })
}

const days = async (scope: RowScope) =>
  (await tenant.read((db) => trend(db, scope, today)))
    .filter(({ runs }) => runs > 0)
    .map(({ on, runs, created, skipped, failed, sen, seconds }) => [
      ...[on, runs, created, skipped, failed, sen, seconds],
    ])

test('thirty days, each as it is in Malaysia, with the sum of its runs and the seconds of the one in the middle', async () => {
  expect(await days(everywhere)).toEqual([
    ['2026-02-19', 1, 1, 0, 0, 10_000, 20],
    ['2026-03-09', 2, 36, 2, 1, 540_000, 10],
    ['2026-03-12', 1, 7, 0, 3, 105_000, 20],
  ])
  const all = await tenant.read((db) => trend(db, everywhere, today))
  expect([all.length, all[0]!.on, all.at(-1)!.on]).toEqual([30, '2026-02-19', today])
})

test('who heads one branch sees what was billed there, and no run that billed elsewhere alone', async () => {
  expect(await days({ ...everywhere, scope: 'branch', branch_ids: [here] })).toEqual([
    ['2026-02-19', 1, 1, 0, 0, 10_000, 20],
    ['2026-03-09', 2, 31, 2, 1, 465_000, 10],
  ])
})
