import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { aClass, brief, child, inTurn, plan } from '#tests/support/billing/cases.ts'
import { enrolment, insert } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { PlanInput } from './plan-input.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
})

describe('a fee', () => {
  test('of a class that was closed is not billed, nor one of whom nobody pays', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx)
      const lonely = await child(trx, 'A', null, subject_id)
      await trx.deleteFrom('student_parent').where('student_id', '=', lonely.id).execute()
      expect(brief(await plan(trx))).toEqual([['A', 'no_payer']])
      await trx
        .updateTable('subject')
        .set({ status: 'closed', closed_on: '2026-02-20' })
        .where('id', '=', subject_id)
        .execute()
      expect(brief(await plan(trx))).toEqual([['A', 'subject_closed']])
    }))

  test('that is due on the 31st is so on the last of February, and a week on where that is too soon', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { due_day: 31 })
      await child(trx, 'A', null, subject_id)
      const due = async (given: Partial<PlanInput>) => (await plan(trx, given))[0]!.due_on
      expect(await due({ month: '2026-02-01', issued_on: '2026-01-25' })).toBe('2026-02-28')
      expect(await due({ month: '2028-02-01', issued_on: '2028-02-26' })).toBe('2028-02-29')
      expect(await due({ month: '2028-02-01', issued_on: '2028-02-27' })).toBe('2028-03-05')
    }))

  test('is taxed by the rules of when it is billed, not by those of the month', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { amount_sen: 10_008 }, { taxable: true })
      await child(trx, 'A', null, subject_id)
      await child(trx, 'B', null, subject_id, { nationality: 'ID' })
      const taxes = async () => (await plan(trx)).map(({ tax_sen, facts }) => [tax_sen, facts.tax?.rate_bp])
      expect(await taxes()).toEqual([
        [0, undefined],
        [600, 600],
      ])
      await insert(trx, 'setting', { key: 'tax', value: JSON.stringify({ rate_bp: 800, scope: 'all' }) })
      expect(await taxes()).toEqual([
        [801, 800],
        [801, 800],
      ])
    }))

  test('is counted by lessons, of which a month has no more than are agreed', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { proration: 'by_session', amount_sen: 10_000 })
      await trx.updateTable('subject').set({ sessions_per_month: 4 }).where('id', '=', subject_id).execute()
      await insert(trx, 'subject_schedule', { subject_id, weekday: 1, starts: '09:00', ends: '10:00' })
      // Mondays of March 2026: 2, 9, 16, 23, 30.
      await child(trx, 'A', null, subject_id, { seat: { starts_on: '2026-03-09' } })
      await child(trx, 'B', null, subject_id, { seat: { starts_on: '2026-03-10' } })
      await child(trx, 'C', null, subject_id, { seat: { starts_on: '2026-03-31' } })
      expect(brief(await plan(trx))).toEqual([
        ['A', 10_000, 0, 10_000],
        ['B', 7_500, 0, 7_500],
        ['C', 'zero_total'],
      ])
    }))

  test('counts no lesson that falls on a public holiday where the class is held', async () => {
    await inPlatform(tenant.database.pool, (trx) =>
      trx
        .insertInto('platform.closure_date')
        .values({ id: newId(), name: 'Cuti negeri', closed_on: '2026-06-15', state: 'Johor' })
        .execute(),
    )
    const charged = async (state: string) => {
      let said: unknown
      await inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx, { proration: 'by_session', amount_sen: 10_000 })
        await trx.updateTable('subject').set({ sessions_per_month: 5 }).where('id', '=', subject_id).execute()
        await trx.updateTable('branch').set({ state }).execute()
        await insert(trx, 'subject_schedule', { subject_id, weekday: 1, starts: '09:00', ends: '10:00' })
        // Mondays of June 2026: 1, 8, 15, 22, 29.
        await child(trx, 'A', null, subject_id, { seat: { starts_on: '2026-06-08' } })
        const [line] = await plan(trx, { month: '2026-06-01', issued_on: '2026-05-25' })
        said = [line!.facts.share?.counted, line!.facts.share?.of, line!.price_sen]
      })
      return said
    }
    expect(await charged('Johor')).toEqual([3, 4, 7_500])
    expect(await charged('Perak')).toEqual([4, 5, 8_000])
  })

  test('of a quarter is due in its first month, or in that in which somebody came later', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { frequency: 'quarterly', proration: 'none' })
      await child(trx, 'A', null, subject_id, { seat: { starts_on: '2025-12-01' } })
      await child(trx, 'B', null, subject_id, { seat: { starts_on: '2026-03-02' } })
      expect(brief(await plan(trx))).toEqual([
        ['A', 'month_not_billed'],
        ['B', 10_000, 0, 10_000],
      ])
      expect(brief(await plan(trx, { catch_up: true }))).toEqual([
        ['A', 10_000, 0, 10_000],
        ['B', 10_000, 0, 10_000],
      ])
      expect((await plan(trx)).map(({ period_key }) => period_key)).toEqual(['2026-Q1', '2026-Q1'])
    }))

  test('of somebody who pays another price begins with that, and of two seats in a class is billed for one', () =>
    inTurn(tenant, async (trx) => {
      const fee = await aClass(trx)
      const pupil = await child(trx, 'A', null, fee.subject_id, {
        seat: { ends_on: '2026-03-10', status: 'ended' },
      })
      const seat = await enrolment(trx, {
        ...{ student_id: pupil.id, subject_id: fee.subject_id, starts_on: '2026-03-11' },
      })
      await insert(trx, 'enrolment_fee', {
        ...{ enrolment_id: seat.id, fee_type_id: fee.fee_type_id, amount_sen: 7_777, reason: 'Dipersetujui' },
      })
      const lines = await plan(trx)
      expect(brief(lines)).toEqual([['A', 7_777, 0, 7_777]])
      expect(lines[0]!.facts).toMatchObject({
        usual_sen: 10_000,
        own: { sen: 7_777, reason: 'Dipersetujui' },
      })
    }))
})
