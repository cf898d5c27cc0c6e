import { beforeAll, describe, expect, test } from 'vitest'
import { aClass, brief, child, inTurn, plan, siblings } from '#tests/support/billing/cases.ts'
import { insert, parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
})

describe('brothers and sisters', () => {
  test('of three the middle one withdraws on the 15th: all pay this month, the youngest is second in the next', () =>
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

  test('who are twins and came on one day count in the order of their numbers', () =>
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

  test('of parents who each pay for one of two count where any parent counts, and when the families are joined', () =>
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

  test('count by what they pay where the dearest child is the first', () =>
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
