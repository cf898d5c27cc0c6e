import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { billing, nextMonth, today as now } from '#app/domain/billing/generations/test-support.ts'
import { createDraft } from '#app/domain/billing/invoices/drafts.ts'
import type { LineInput } from '#app/domain/billing/invoices/invoice-form.ts'
import { scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { enrolment, feeType, student, subject, subjectFee } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { dueFees } from './due.ts'

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

const january = { period_starts_on: '2026-01-01', period_ends_on: '2026-01-31' }
const quarter = { period_starts_on: '2026-01-01', period_ends_on: '2026-03-31' }

/** A student of a class that costs RM120.00 a month, or a quarter: one fee in two versions. */
const seated = (versions: { monthly?: object; quarterly?: object } = {}) =>
  tenant.write(async (trx) => {
    const pupil = await student(trx, { branch_id: tenant.branch.id })
    const { id: subject_id } = await subject(trx)
    const { id: fee_type_id } = await feeType(trx)
    const same = { subject_id, fee_type_id }
    const monthly = await subjectFee(trx, { ...same, frequency: 'monthly', ...versions.monthly })
    const given = { frequency: 'quarterly', billing_months: null, ...versions.quarterly }
    const quarterly = await subjectFee(trx, { ...same, starts_on: '2025-12-31', ...given })
    await enrolment(trx, { student_id: pupil.id, subject_id, starts_on: '2025-01-05' })
    return { id: pupil.id, monthly: monthly.id, quarterly: quarterly.id }
  })
const of = (subject_fee_id: string, period: Partial<LineInput>): LineInput => ({
  ...{ description: 'Yuran', quantity: 100, price: 12_000, subject_fee_id },
  ...period,
})
const draft = (student_id: string, items: LineInput[]) =>
  tenant.write((trx) =>
    createDraft(trx, clerk, scopes.branch(clerk), student_id, { due_on: '2026-02-07', items }, today),
  )

describe('a fee that was billed by the month', () => {
  test('is not billed by the quarter in which the month lies, nor the other way round', async () => {
    const one = await seated()
    await draft(one.id, [of(one.monthly, january)])
    await expect(draft(one.id, [of(one.quarterly, quarter)])).toRefuse(
      'invoice.overlaps_draft',
      'items[0].description',
    )
    const other = await seated()
    const first = await draft(other.id, [of(other.quarterly, quarter)])
    await tenant.write((trx) =>
      sql`update invoice set number = 'INV-26-000901', status = 'unpaid', issued_on = '2026-01-31' where id = ${first}`.execute(
        trx,
      ),
    )
    const refused = await draft(other.id, [of(other.monthly, january)]).catch(asRefusal)
    expect(refused).toMatchObject({
      code: 'invoice.overlaps_billed',
      field: 'items[0].description',
      values: { date: '2026-01-01', until: '2026-03-31', number: 'INV-26-000901' },
    })
  })

  test('is not billed so by two lines of one invoice', async () => {
    const one = await seated()
    const april = { period_starts_on: '2026-04-01', period_ends_on: '2026-06-30' }
    await expect(
      draft(one.id, [of(one.quarterly, april), of(one.monthly, january), of(one.quarterly, quarter)]),
    ).toRefuse('invoice.overlaps_draft', 'items[2].description')
    await draft(one.id, [of(one.quarterly, april), of(one.monthly, january)])
  })

  test('is billed by the quarter from the day on which that begins, as the plan has it', async () => {
    const one = await seated({
      monthly: { starts_on: '2025-01-01', ends_on: '2026-01-15' },
      quarterly: { starts_on: '2026-01-16', proration: 'by_day' },
    })
    const plan = () => tenant.read((db) => dueFees(db, one.id, '2026-02-10'))
    await draft(one.id, [of(one.monthly, january)])
    expect((await plan()).lines).toEqual([])
    const later = await seated({
      monthly: { starts_on: '2025-01-01', ends_on: '2026-01-31' },
      quarterly: { starts_on: '2026-02-01', proration: 'by_day' },
    })
    await draft(later.id, [of(later.monthly, january)])
    const [line] = (await tenant.read((db) => dueFees(db, later.id, '2026-02-10'))).lines
    expect(line).toMatchObject({ subject_fee_id: later.quarterly, ...quarter })
    await draft(later.id, [of(later.quarterly, { ...quarter, price: line!.price })])
  })

  test('is billed in one of its lengths by two who bill at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await seated()
      const done = await Promise.allSettled([
        draft(one.id, [of(one.monthly, january)]),
        draft(one.id, [of(one.quarterly, quarter)]),
      ])
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('is left out of a run that was compared before somebody billed it by hand', async () => {
    const at = await freshTenant()
    const month = startOfMonth(addMonths(startOfMonth(now), 1))
    const { pupil, daily } = await at.write(async (trx) => {
      const pupil = await student(trx)
      const { id: subject_id } = await subject(trx)
      const { id: fee_type_id } = await feeType(trx)
      await subjectFee(trx, { subject_id, fee_type_id, starts_on: '2025-01-01' })
      const daily = await subjectFee(trx, {
        ...{ subject_id, fee_type_id, frequency: 'yearly', billing_months: null },
        ...{ starts_on: '2024-01-01', ends_on: '2024-12-31' },
      })
      await enrolment(trx, { student_id: pupil.id, subject_id, starts_on: '2025-01-05' })
      return { pupil, daily }
    })
    const one = await (await billing(at, { month: nextMonth }).preview()).start()
    const by = await at.actor('clerk')
    const year = { period_starts_on: month, period_ends_on: addMonths(month, 11) }
    await at.write((trx) =>
      createDraft(trx, by, scopes.all(by), pupil.id, { due_on: now, items: [of(daily.id, year)] }, now),
    )
    await at.write((trx) => sql`update generation set checked_at = now() where id = ${one.id()}`.execute(trx))
    await one.work()
    expect(await one.students()).toMatchObject([{ result: 'skipped', reason: 'already_billed', invoices: 0 }])
  })
})
