import { beforeAll, expect, test } from 'vitest'
import { enrolment, parent, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { changedSessions } from './changed-sessions.ts'
import { session } from './test-support.ts'

const today = '2026-03-02'
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const cancelled = (held_on: string) => ({
  ...{ held_on, status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'Guru sakit' },
})
const moved = (planned_on: string, held_on: string, planned_starts = '10:00') => ({
  ...{ held_on, planned_on, planned_starts },
})

test('a family is told of what was cancelled or moved in the next seven days, once for all its children', async () => {
  const { subject_id, parent_id } = await tenant.write(async (trx) => {
    const payer = await parent(trx)
    const taught = await subject(trx, { name: 'Tilawah' })
    for (const name of ['Aiman', 'Balqis']) {
      const child = await student(trx, { name }, { payer })
      await enrolment(trx, { student_id: child.id, subject_id: taught.id, starts_on: '2026-01-01' })
    }
    // Of a class of another family.
    await session(trx, cancelled('2026-03-03'))
    return { subject_id: taught.id, parent_id: payer.id }
  })
  const add = (given: object, starts: string) =>
    tenant.write((trx) => session(trx, { subject_id, starts, ends: '15:30', ...given }))
  await add({ held_on: today }, '08:00')
  await add(moved(today, today, '09:00'), '09:00')
  await add(cancelled('2026-03-01'), '10:00')
  await add(cancelled('2026-03-09'), '10:00')
  await add(moved('2026-02-27', '2026-03-01'), '10:00')
  await add({ ...moved('2026-03-04', '2026-03-05'), status: 'confirmed', confirmed_at: new Date() }, '10:00')
  const told = [
    await add(moved(today, today, '11:00'), '12:00'),
    await add(cancelled('2026-03-08'), '10:00'),
    await add(moved('2026-03-07', '2026-03-20'), '10:00'),
  ]
  const rows = await tenant.read((db) => changedSessions(db, { parent_id }, today))
  expect(rows.map(({ id }) => id)).toEqual(told.map(({ id }) => id))
  expect(rows.slice(0, 2)).toEqual([
    expect.objectContaining({
      ...{
        subject: 'Tilawah',
        children: ['Aiman', 'Balqis'],
        held_on: today,
        starts: '12:00',
        ends: '15:30',
      },
      ...{ planned_on: today, planned_starts: '11:00', cancel_reason: null },
    }),
    expect.objectContaining({ cancel_reason: 'Guru sakit', planned_on: null }),
  ])
  const nobody = await tenant.read((db) => changedSessions(db, { parent_id: null }, today))
  expect(nobody).toEqual([])
})
