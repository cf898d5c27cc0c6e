import { array, assert, asyncProperty, date, subarray } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import { reminderSteps } from '#app/domain/core/settings/reminder-setting.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { lastStep, remindable } from './schedule.ts'
import { family } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

describe('the last step that has come', () => {
  const dates = { issued_on: '2026-01-02', due_on: '2026-01-31' }
  test.each([
    ['2026-01-01', undefined],
    ['2026-01-02', ['issued', '2026-01-02', 1]],
    ['2026-01-27', ['issued', '2026-01-02', 1]],
    ['2026-01-28', ['before_3', '2026-01-28', 1]],
    ['2026-01-31', ['due', '2026-01-31', 1]],
    ['2026-02-06', ['due', '2026-01-31', 1]],
    ['2026-02-07', ['after_7', '2026-02-07', 2]],
    ['2026-02-14', ['after_14', '2026-02-14', 2]],
    ['2026-03-01', ['after_14', '2026-02-14', 2]],
    ['2026-03-02', ['after_30', '2026-03-02', 3]],
    ['2026-04-01', ['after_30', '2026-03-02', 3]],
    ['2026-04-02', ['monthly', '2026-04-02', 3]],
    ['2027-03-05', ['monthly', '2027-03-02', 3]],
  ] as const)('on %s is %j', (today, reached) => {
    const step = lastStep(dates, reminderSteps, today)
    expect(step && [step.step, step.on, step.level]).toEqual(reached)
  })

  test('one that is switched off does not come', () => {
    const off = reminderSteps.filter((step) => step !== 'after_7')
    expect(lastStep(dates, off, '2026-02-07')?.step).toBe('due')
    expect(lastStep(dates, [], '2026-02-07')).toBeUndefined()
  })

  test('on the 31st of a month that has no such day the last one counts', () => {
    const due = { issued_on: '2026-01-01', due_on: '2026-01-01' }
    expect(lastStep(due, reminderSteps, '2026-02-27')).toMatchObject({ step: 'after_30', on: '2026-01-31' })
    expect(lastStep(due, reminderSteps, '2026-02-28')).toMatchObject({ step: 'monthly', on: '2026-02-28' })
    expect(lastStep(due, reminderSteps, '2026-03-31')).toMatchObject({ step: 'monthly', on: '2026-03-31' })
  })
})

test('in SQL it is the same for every invoice, every choice of steps and every day', async () => {
  const someDay = date({
    min: new Date('2024-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  }).map((day) => day.toISOString().slice(0, 10))
  const due = Array.from({ length: 40 }, (_, n) => addDays('2025-11-20', n * 9))
  const { invoices } = await tenant.write((trx) => family(trx, due, { invoice: { issued_on: '2025-11-01' } }))
  await assert(
    asyncProperty(
      array(someDay, { minLength: 1, maxLength: 3 }),
      subarray([...reminderSteps]),
      async (days, on) => {
        for (const today of days) {
          const rows = await tenant.read((db) =>
            remindable(db, on, today)
              .select(['invoice.id', 'reached.step', 'reached.step_on as on', 'reached.level'])
              .execute(),
          )
          expect(rows).toHaveLength(invoices.length)
          for (const { id, due_on } of invoices) {
            const {
              step = null,
              on: day = null,
              level = null,
            } = lastStep({ issued_on: '2025-11-01', due_on }, on, today) ?? {}
            expect(
              rows.find((row) => row.id === id),
              `${due_on} on ${today}`,
            ).toEqual({ id, step, on: day, level })
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})
