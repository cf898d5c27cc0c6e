import { beforeAll, describe, expect, test } from 'vitest'
import { aClass, brief, child, inTurn, plan, siblings } from '#tests/support/billing/cases.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

/** From a class that ends in February to one that begins on the 16th of that month, which bills from March on. */
const old = { starts_on: '2026-01-05', ends_on: '2026-02-15' }
const young = { starts_on: '2026-02-16', bills_from: '2026-03-01', source: 'rollover' } as const

describe('a year that begins in mid-month', () => {
  test('is billed by whole months: the old class until one, the new class from the next', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { proration: 'by_day' })
      await child(trx, 'A old', null, subject_id, { seat: old })
      await child(trx, 'B new', null, subject_id, { seat: young })
      const february = { month: '2026-02-01' }
      expect(brief(await plan(trx, february))).toEqual([['A old', 10_000, 0, 10_000]])
      expect(brief(await plan(trx))).toEqual([
        ['A old', 'ended'],
        ['B new', 10_000, 0, 10_000],
      ])
      await trx
        .updateTable('enrolment')
        .set({ bills_until: '2026-01-31' })
        .where('ends_on', 'is not', null)
        .execute()
      await trx
        .updateTable('enrolment')
        .set({ bills_from: '2026-02-01' })
        .where('ends_on', 'is', null)
        .execute()
      expect(brief(await plan(trx, february))).toEqual([
        ['A old', 'ended'],
        ['B new', 10_000, 0, 10_000],
      ])
    }))

  test('charges nothing of who never came, or pauses from the first day', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx)
      const seat = { ...young, starts_on: '2026-03-12' }
      await child(trx, 'A', null, subject_id, { seat: { ...seat, ends_on: '2026-03-11' } })
      await child(trx, 'B', null, subject_id, {
        seat: { ...seat, paused_from: '2026-03-12', status: 'paused' },
      })
      await child(trx, 'C', null, subject_id, { seat: { ...seat, paused_from: '2026-03-13' } })
      expect(brief(await plan(trx))).toEqual([
        ['A', 'ended'],
        ['B', 'paused'],
        ['C', 10_000, 0, 10_000],
      ])
    }))

  test('keeps brothers and sisters what they are before the first lesson', () =>
    inTurn(tenant, async (trx) => {
      await siblings(trx)
      const { subject_id } = await aClass(trx)
      const seat = { ...young, starts_on: '2026-03-12' }
      const first = await child(trx, 'A', null, subject_id, { seat })
      const payer = await trx
        .selectFrom('student_parent')
        .select('parent_id as id')
        .where('student_id', '=', first.id)
        .executeTakeFirstOrThrow()
      await child(trx, 'B', payer, subject_id, { seat })
      expect(brief(await plan(trx))).toEqual([
        ['A', 10_000, 0, 10_000],
        ['B', 10_000, 1_000, 9_000],
      ])
    }))

  test('asks nobody who moved up for what is asked of who is new', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { apply_to: 'new', frequency: 'one_off' })
      await child(trx, 'A', null, subject_id, { seat: young })
      await child(trx, 'B', null, subject_id, { seat: { starts_on: '2026-03-01' } })
      expect(brief(await plan(trx))).toEqual([['B', 10_000, 0, 10_000]])
    }))
})

test('each fee once, to compare: in any month, billed or not, and nothing that comes once', () =>
  inTurn(tenant, async (trx) => {
    const { subject_id } = await aClass(trx, { billing_months: [1, 2] })
    await child(trx, 'A', null, subject_id)
    const yearly = await aClass(trx, { frequency: 'yearly', amount_sen: 50_000 })
    await child(trx, 'B', null, yearly.subject_id)
    const once = await aClass(trx, { frequency: 'one_off' })
    await child(trx, 'C', null, once.subject_id)
    const fresh = await aClass(trx, { apply_to: 'new' })
    await child(trx, 'D', null, fresh.subject_id, { seat: { starts_on: '2026-03-02' } })
    expect(brief(await plan(trx, { every_fee: true }))).toEqual([
      ['A', 10_000, 0, 10_000],
      ['B', 50_000, 0, 50_000],
    ])
  }))
