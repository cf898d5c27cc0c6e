import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { cleanOutbox } from '#jobs/handlers/upkeep.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { platform } from '#tests/support/people/second-factor.ts'

test('a failed job is known half a year, and a month after it was tried again', async () => {
  const failed = async (days: number, retried?: number) => {
    const ago = (count: number) => sql<Date>`now() - make_interval(days => ${count}, mins => 5)`
    const id = newId()
    await platform((trx) =>
      trx
        .insertInto('platform.failed_job')
        .values({
          ...{ id, name: 'receipt.send', payload: '{}', error: 'no answer', attempts: 6 },
          ...{ failed_at: ago(days), retried_at: retried === undefined ? null : ago(retried) },
        })
        .execute(),
    )
    return id
  }
  const kept = [await failed(179), await failed(100, 29)]
  const gone = [await failed(180), await failed(100, 30)]
  const { log, signal, environment } = jobTools(await freshTenant(), 'receipt.send')
  await cleanOutbox({}, { log, signal, environment, withTenant: platform } as Parameters<
    typeof cleanOutbox
  >[1])
  const left = await platform((trx) =>
    trx
      .selectFrom('platform.failed_job')
      .select('id')
      .where('id', 'in', [...kept, ...gone])
      .execute(),
  )
  expect(left.map(({ id }) => id).sort()).toEqual(kept.sort())
})
