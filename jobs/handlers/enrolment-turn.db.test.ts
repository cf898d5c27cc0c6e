import { expect, test } from 'vitest'
import { inPlatform } from '#db/in-place.ts'
import { enrolment } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { turnAllEnrolments, turnEnrolmentsOf } from './enrolment-turn.ts'

test('each active organisation is asked by itself, and lets go who had their last day', async () => {
  const [one, resting] = [await freshTenant(), await freshTenant({ status: 'inactive' })]
  const { id } = await one.write((trx) => enrolment(trx, { ends_on: '2026-02-28' }))
  const tools = jobTools(one, 'enrolment.turn_all')
  await turnAllEnrolments({}, { ...tools, inPlace: tools.inPlatform } as never)
  const asked = await inPlatform(one.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('entity_id').where('name', '=', 'enrolment.turn').execute(),
  )
  expect(asked.map(({ entity_id }) => entity_id)).toEqual([one.place.id])
  expect(asked.map(({ entity_id }) => entity_id)).not.toContain(resting.place.id)
  for (const _ of ['once', 'twice']) await turnEnrolmentsOf({}, jobTools(one, 'enrolment.turn'))
  const row = await one.read((db) =>
    db.selectFrom('enrolment').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row).toEqual({ status: 'ended', version: 2 })
})
