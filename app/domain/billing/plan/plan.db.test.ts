import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { aClass, brief, child, given, inTurn, plan, siblings } from '#tests/support/billing/cases.ts'
import { discount, enrolment, insert, parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { PlanInput } from './plan-input.ts'

describe('fees', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant({ tax_registered: true })
  })

  describe('a fee', () => {
    test('of a closed class is not billed, nor that of a student without a payer', () =>
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

    test('due on the 31st is due on the last day of February, and a week after the issue where that is too soon', () =>
      inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx, { due_day: 31 })
        await child(trx, 'A', null, subject_id)
        const due = async (given: Partial<PlanInput>) => (await plan(trx, given))[0]!.due_on
        expect(await due({ month: '2026-02-01', issued_on: '2026-01-25' })).toBe('2026-02-28')
        expect(await due({ month: '2028-02-01', issued_on: '2028-02-26' })).toBe('2028-02-29')
        expect(await due({ month: '2028-02-01', issued_on: '2028-02-27' })).toBe('2028-03-05')
      }))

    test('is taxed by the rules of the day of billing, not of the month', () =>
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

    test.each([
      ['comes and goes within it', { starts_on: '2026-03-16', ends_on: '2026-03-20' }, 5, 968],
      ['goes within it', { ends_on: '2026-03-20' }, 20, 3_871],
      ['goes on its first day', { ends_on: '2026-03-01' }, 1, 194],
      ['goes on its last day', { ends_on: '2026-03-31' }, undefined, 6_000],
      ['goes after it', { ends_on: '2026-04-10' }, undefined, 6_000],
      ['pauses within it', { paused_from: '2026-03-10', paused_to: '2026-03-14' }, 26, 5_032],
      ['pauses at its beginning', { paused_from: '2026-02-20', paused_to: '2026-03-10' }, 21, 4_065],
      [
        'pauses twice within it',
        {
          pauses: [
            { paused_from: '2026-03-03', paused_to: '2026-03-04' },
            { paused_from: '2026-03-10', paused_to: '2026-03-12' },
          ],
        },
        26,
        5_032,
      ],
      ['pauses from its middle on', { paused_from: '2026-03-22' }, 21, 4_065],
      ['pauses at another time', { paused_from: '2026-04-01', paused_to: '2026-04-30' }, undefined, 6_000],
      [
        'comes, pauses and goes within it',
        {
          starts_on: '2026-03-02',
          ends_on: '2026-03-29',
          paused_from: '2026-03-10',
          paused_to: '2026-03-11',
        },
        26,
        5_032,
      ],
    ])('by days, of a student who %s', (_, seat, counted, sen) =>
      inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx, { proration: 'by_day', amount_sen: 6_000 })
        await child(trx, 'A', null, subject_id, { seat })
        const [line] = await plan(trx)
        expect([line!.skip, line!.facts.share?.counted, line!.amount_sen]).toEqual([null, counted, sen])
      }),
    )

    test('of a leaver names the days, and is whole where it is not charged by days', () =>
      inTurn(tenant, async (trx) => {
        const seat = { starts_on: '2026-03-16', ends_on: '2026-03-20' }
        const { subject_id } = await aClass(trx, { proration: 'by_day', amount_sen: 6_000 })
        const whole = await aClass(trx, { amount_sen: 6_000 })
        await child(trx, 'A', null, subject_id, { seat })
        await child(trx, 'B', null, whole.subject_id, { seat })
        const [part, all] = await plan(trx)
        expect(part!.description).toContain('16 Mar 2026 – 20 Mar 2026')
        expect(part!.facts.share).toMatchObject({ from: '2026-03-16', until: '2026-03-20' })
        expect(all).toMatchObject({ amount_sen: 6_000 })
      }))

    test('prorated by lessons counts those of a leaver, without those of a pause', () =>
      inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx, { proration: 'by_session', amount_sen: 10_000 })
        await trx.updateTable('subject').set({ sessions_per_month: 5 }).where('id', '=', subject_id).execute()
        await insert(trx, 'subject_schedule', { subject_id, weekday: 1, starts: '09:00', ends: '10:00' })
        // Mondays of March 2026: 2, 9, 16, 23, 30.
        await child(trx, 'A', null, subject_id, { seat: { ends_on: '2026-03-17' } })
        await child(trx, 'B', null, subject_id, {
          seat: { paused_from: '2026-03-08', paused_to: '2026-03-16' },
        })
        expect(brief(await plan(trx))).toEqual([
          ['A', 6_000, 0, 6_000],
          ['B', 6_000, 0, 6_000],
        ])
      }))

    test('prorated by lessons counts no more than the agreed number in a month', () =>
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

    test('prorated by lessons counts no public holiday of the class’s state', async () => {
      await withPlatform(tenant.database.pool, (trx) =>
        trx
          .insertInto('platform.closure_date')
          .values({ id: newId(), name: 'Cuti negeri', closed_on: '2026-06-15', state: 'Johor' })
          .execute(),
      )
      const charged = async (state: string) => {
        let said: unknown
        await inTurn(tenant, async (trx) => {
          const { subject_id } = await aClass(trx, { proration: 'by_session', amount_sen: 10_000 })
          await trx
            .updateTable('subject')
            .set({ sessions_per_month: 5 })
            .where('id', '=', subject_id)
            .execute()
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

    test('of a quarter is due in its first month, or in that in which a student joined later', () =>
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

    test('begins with the student’s own price, and is billed once for two enrolments in a class', () =>
      inTurn(tenant, async (trx) => {
        const fee = await aClass(trx)
        const pupil = await child(trx, 'A', null, fee.subject_id, {
          seat: { ends_on: '2026-03-10', status: 'ended' },
        })
        const seat = await enrolment(trx, {
          ...{ student_id: pupil.id, subject_id: fee.subject_id, starts_on: '2026-03-11' },
        })
        await insert(trx, 'enrolment_fee', {
          ...{
            enrolment_id: seat.id,
            fee_type_id: fee.fee_type_id,
            amount_sen: 7_777,
            reason: 'Dipersetujui',
          },
        })
        const lines = await plan(trx)
        expect(brief(lines)).toEqual([['A', 7_777, 0, 7_777]])
        expect(lines[0]!.facts).toMatchObject({
          usual_sen: 10_000,
          own: { sen: 7_777, reason: 'Dipersetujui' },
        })
      }))
  })
})

describe('siblings', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant({ tax_registered: true })
  })

  describe('brothers and sisters', () => {
    test('of whom the middle one withdraws on the 15th: all pay this month, and the youngest is second in the next', () =>
      inTurn(tenant, async (trx) => {
        await siblings(trx)
        const { subject_id } = await aClass(trx)
        const payer = await parent(trx)
        await child(trx, 'A', payer, subject_id, { registered_on: '2024-01-01' })
        await child(trx, 'B', payer, subject_id, {
          registered_on: '2024-02-01',
          seat: { ends_on: '2026-03-15' },
        })
        await child(trx, 'C', payer, subject_id, { registered_on: '2024-03-01' })
        expect(brief(await plan(trx))).toEqual([
          ['A', 10_000, 0, 10_000],
          ['B', 10_000, 1_000, 9_000],
          ['C', 10_000, 1_500, 8_500],
        ])
        expect(brief(await plan(trx, { month: '2026-04-01', issued_on: '2026-03-25' }))).toEqual([
          ['A', 10_000, 0, 10_000],
          ['B', 'ended'],
          ['C', 10_000, 1_000, 9_000],
        ])
      }))

    test('who are twins and registered on one day rank by their numbers', () =>
      inTurn(tenant, async (trx) => {
        await siblings(trx)
        const { subject_id } = await aClass(trx)
        const payer = await parent(trx)
        const same = { registered_on: '2024-01-01', born_on: '2018-05-05' }
        await child(trx, 'Adik', payer, subject_id, { ...same, student_no: 'T-2' })
        await child(trx, 'Kakak', payer, subject_id, { ...same, student_no: 'T-1' })
        expect(brief(await plan(trx))).toEqual([
          ['Adik', 10_000, 1_000, 9_000],
          ['Kakak', 10_000, 0, 10_000],
        ])
      }))

    test('whose parents each pay for one of them count where any parent counts, and when the families are joined', () =>
      inTurn(tenant, async (trx) => {
        await siblings(trx)
        const { subject_id } = await aClass(trx)
        const [mother, father] = [await parent(trx), await parent(trx)]
        const elder = await child(trx, 'A', mother, subject_id, { registered_on: '2024-01-01' })
        await child(trx, 'B', father, subject_id, { registered_on: '2024-02-01' })
        await insert(trx, 'student_parent', {
          ...{ student_id: elder.id, parent_id: father.id, relationship: 'father' },
        })
        const apart = [
          ['A', 10_000, 0, 10_000],
          ['B', 10_000, 0, 10_000],
        ]
        const together = [
          ['A', 10_000, 0, 10_000],
          ['B', 10_000, 1_000, 9_000],
        ]
        expect(brief(await plan(trx))).toEqual(apart)
        await insert(trx, 'setting', { key: 'generation', value: JSON.stringify({ family: 'any_parent' }) })
        expect(brief(await plan(trx))).toEqual(together)
        await trx.deleteFrom('setting').where('key', '=', 'generation').execute()
        await insert(trx, 'joined_family', {
          ...{
            parent_id: father.id,
            joined_to_id: mother.id,
            reason: 'Berpisah, seorang membayar setiap anak',
          },
        })
        expect(brief(await plan(trx))).toEqual(together)
      }))

    test('rank by their fees where the child with the highest fee is the first', () =>
      inTurn(tenant, async (trx) => {
        await siblings(trx)
        await insert(trx, 'setting', {
          ...{ key: 'generation', value: JSON.stringify({ child_order: 'highest_fee_first' }) },
        })
        const [cheap, dear] = [await aClass(trx), await aClass(trx, { amount_sen: 20_000 })]
        const payer = await parent(trx)
        const elder = await child(trx, 'A', payer, cheap.subject_id, { registered_on: '2024-01-01' })
        await child(trx, 'B', payer, dear.subject_id, { registered_on: '2024-02-01' })
        expect(brief(await plan(trx))).toEqual([
          ['A', 10_000, 1_000, 9_000],
          ['B', 20_000, 0, 20_000],
        ])
        expect(brief(await plan(trx, { students: [elder.id] }))).toEqual([['A', 10_000, 1_000, 9_000]])
      }))
  })
})

describe('discounts', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant({ tax_registered: true })
  })

  describe('discounts', () => {
    test('of the whole amount leave no tax, and no invoice unless the organisation wants one', () =>
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

    test('that add up to 140 % stop at half, or at 100 % with a scholarship among them', () =>
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

    test('come after proration, percentages before amounts, and never make an amount negative', () =>
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
        expect(line!.facts.share).toEqual({
          by: 'day',
          counted: 15,
          of: 31,
          from: '2026-03-17',
          until: '2026-03-31',
        })
        expect(line!.facts.discounts.map(({ code, sen }) => [code, sen])).toEqual([
          ['X', 2_700],
          ['Y', 300],
        ])
      }))

    test.each([
      ['2026-03-02', null, 0],
      ['2026-03-01', '2026-03-01', 1_000],
      [null, '2026-02-28', 0],
    ])(
      'valid from %s to %s take %i sen off a fee that is charged from 1 March',
      (valid_from, valid_to, sen) =>
        inTurn(tenant, async (trx) => {
          const { subject_id } = await aClass(trx)
          const pupil = await child(trx, 'A', null, subject_id)
          await given(trx, pupil.id, { percent_bp: 1_000, valid_from, valid_to })
          expect(brief(await plan(trx))).toEqual([['A', 10_000, sen, 10_000 - sen]])
        }),
    )

    test.each([
      ['a percentage', { percent_bp: 1_000 }],
      ['an amount', { method: 'fixed', percent_bp: null, amount_sen: 1_000 }],
    ])('of %s take no more than their maximum off', (_, rule) =>
      inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx)
        const pupil = await child(trx, 'A', null, subject_id)
        await given(trx, pupil.id, { ...rule, max_amount_sen: 700 })
        expect(brief(await plan(trx))).toEqual([['A', 10_000, 700, 9_300]])
      }),
    )

    test('that are not stackable are given alone, where one is better than the others together', () =>
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

  test('a subsidy by income is given to families with a known low income, and to others who got it individually', () =>
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

  test('a student with several classes gets the discount for them, whatever filter is set', () =>
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
})

describe('a new year', () => {
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
        const pupil = await child(trx, 'A old', null, subject_id, { seat: old })
        // The same child goes on in a class that costs nothing.
        await enrolment(trx, { student_id: pupil.id, ...young })
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

    test('charges nothing for a student who never came, or pauses from the first day', () =>
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

    test('keeps the ranks of siblings before the first lesson', () =>
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

    test('bills no fee for new students to those who moved up', () =>
      inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx, { apply_to: 'new', frequency: 'one_off' })
        await child(trx, 'A', null, subject_id, { seat: young })
        await child(trx, 'B', null, subject_id, { seat: { starts_on: '2026-03-01' } })
        expect(brief(await plan(trx))).toEqual([['B', 10_000, 0, 10_000]])
      }))
  })

  test('`every_fee`: each recurring fee once, in any month, billed or not', () =>
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
})
