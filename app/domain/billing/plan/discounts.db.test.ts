import { beforeAll, describe, expect, test } from 'vitest'
import { aClass, brief, child, given, inTurn, plan } from '#tests/support/billing/cases.ts'
import { discount, enrolment, insert, parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
})

describe('discounts', () => {
  test('of all there is leave nothing to tax, and no invoice unless the organisation wants one', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, {}, { taxable: true })
      const pupil = await child(trx, 'A', null, subject_id, { nationality: 'ID' })
      await given(trx, pupil.id, { type: 'scholarship', percent_bp: 10_000 })
      expect(brief(await plan(trx))).toEqual([['A', 'zero_total']])
      await insert(trx, 'setting', { key: 'generation', value: JSON.stringify({ issue_zero: true }) })
      const [line] = await plan(trx)
      expect(line).toMatchObject({ skip: null, discount_sen: 10_000, amount_sen: 0, tax_sen: 0 })
      expect(line!.facts.tax).toEqual({ rate_bp: 600, scope: 'non_citizens' })
    }))

  test.each([
    [2_499, 0],
    [2_500, 1],
  ])('of %i basis points of two sen are %i sen', (percent_bp, sen) =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { amount_sen: 1, quantity: 2 })
      const pupil = await child(trx, 'A', null, subject_id)
      await given(trx, pupil.id, { percent_bp })
      expect(brief(await plan(trx))).toEqual([['A', 1, sen, 2 - sen]])
    }),
  )

  test('that add up to 140 % stop at half, or at all with a scholarship among them', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { amount_sen: 9_999 })
      const [pupil, other] = [
        await child(trx, 'A', null, subject_id),
        await child(trx, 'B', null, subject_id),
      ]
      await insert(trx, 'setting', { key: 'generation', value: JSON.stringify({ issue_zero: true }) })
      await given(trx, pupil.id, { code: 'A1', percent_bp: 4_000, priority: 1 })
      await given(trx, pupil.id, { code: 'A2', percent_bp: 10_000, priority: 2 })
      await given(trx, other.id, { code: 'B1', percent_bp: 4_000, priority: 1 })
      await given(trx, other.id, { code: 'B2', type: 'scholarship', percent_bp: 10_000, priority: 2 })
      const lines = await plan(trx)
      expect(brief(lines)).toEqual([
        ['A', 9_999, 5_000, 4_999],
        ['B', 9_999, 9_999, 0],
      ])
      expect(
        lines.map(({ facts }) => [facts.capped, ...facts.discounts.map(({ code, sen }) => [code, sen])]),
      ).toEqual([
        [true, ['A1', 4_000], ['A2', 1_000]],
        [true, ['B1', 4_000], ['B2', 5_999]],
      ])
    }))

  test('come after the share of a begun month, percentages before amounts, and never below nothing', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { proration: 'by_day', amount_sen: 6_200 })
      const pupil = await child(trx, 'A', null, subject_id, { seat: { starts_on: '2026-03-17' } })
      await given(trx, pupil.id, {
        ...{ code: 'X', method: 'fixed', percent_bp: null, amount_sen: 9_000, priority: 1 },
      })
      await given(trx, pupil.id, { code: 'Y', percent_bp: 1_000, priority: 2 })
      await insert(trx, 'setting', { key: 'generation', value: JSON.stringify({ issue_zero: true }) })
      const [line] = await plan(trx)
      expect(line).toMatchObject({ price_sen: 3_000, discount_sen: 3_000, amount_sen: 0 })
      expect(line!.facts.share).toEqual({ by: 'day', counted: 15, of: 31, from: '2026-03-17' })
      expect(line!.facts.discounts.map(({ code, sen }) => [code, sen])).toEqual([
        ['X', 2_700],
        ['Y', 300],
      ])
    }))

  test('that do not add up are given alone, where one is better than the others together', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx)
      const pupil = await child(trx, 'A', null, subject_id)
      await given(trx, pupil.id, { code: 'S1', percent_bp: 1_000 })
      await given(trx, pupil.id, { code: 'S2', percent_bp: 1_000 })
      await given(trx, pupil.id, { code: 'N', percent_bp: 2_000, stackable: false, priority: 0 })
      expect((await plan(trx))[0]!.facts.discounts.map(({ code }) => code)).toEqual(['S1', 'S2'])
      await given(trx, pupil.id, { code: 'M', percent_bp: 2_001, stackable: false })
      expect((await plan(trx))[0]!.facts.discounts.map(({ code }) => code)).toEqual(['M'])
    }))
})

test('a subsidy by income reaches families of whom a small one is known, and others when it is given', () =>
  inTurn(tenant, async (trx) => {
    const { subject_id } = await aClass(trx)
    const pupils = { A: false, B: true, C: null, D: true }
    const rule = { code: 'B40', type: 'subsidy', percent_bp: 2_000 }
    for (const [name, income_above_2500] of Object.entries(pupils)) {
      const payer = await parent(trx, { income_above_2500 })
      const pupil = await child(trx, name, payer, subject_id)
      if (name === 'D') await given(trx, pupil.id, { ...rule, code: 'BUDI' })
    }
    const told = async () => brief(await plan(trx)).map(([name, , discount_sen]) => [name, discount_sen])
    await discount(trx, { ...rule, by_income: false })
    expect(await told()).toEqual([
      ['A', 0],
      ['B', 0],
      ['C', 0],
      ['D', 2_000],
    ])
    await trx.updateTable('discount').set({ by_income: true }).where('code', '=', 'B40').execute()
    expect(await told()).toEqual([
      ['A', 2_000],
      ['B', 0],
      ['C', 0],
      ['D', 2_000],
    ])
    const [line] = await plan(trx)
    expect(line!.facts.discounts).toMatchObject([
      { code: 'B40', decided_by: null, student_discount_id: null },
    ])
  }))

test('who has several classes gets the discount for them, whatever filter is set', () =>
  inTurn(tenant, async (trx) => {
    await discount(trx, { type: 'multi_subject', from_subjects: 2, percent_bp: 500 })
    const [one, two] = [await aClass(trx), await aClass(trx)]
    const pupil = await child(trx, 'A', null, one.subject_id)
    await enrolment(trx, { student_id: pupil.id, subject_id: two.subject_id })
    await child(trx, 'B', null, one.subject_id)
    expect(brief(await plan(trx, { subject_id: one.subject_id }))).toEqual([
      ['A', 10_000, 500, 9_500],
      ['B', 10_000, 0, 10_000],
    ])
  }))
