import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import { aClass, child, inTurn, plan, siblings } from '#tests/support/billing/cases.ts'
import {
  branch,
  discount,
  enrolment,
  parent,
  studentDiscount,
  type Trx,
} from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { type Rule, trialSearch, tryDiscount } from './try-discount.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
})

const all: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
const march = '2026-03-01'
const tried = (trx: Trx, rule: Rule, scope = all) => tryDiscount(trx, scope, rule, march)

/** Two families, of three children and of one, in a class of RM100.00. */
async function families(trx: Trx) {
  const { subject_id } = await aClass(trx)
  const [three, one] = [await parent(trx, { name: 'Bapa Tiga' }), await parent(trx, { name: 'Ibu Satu' })]
  for (const [at, name] of ['A', 'B', 'C'].entries())
    await child(trx, name, three, subject_id, { registered_on: `2024-0${at + 1}-01` })
  const alone = await child(trx, 'D', one, subject_id)
  return { subject_id, three, one, alone }
}

describe('a rule that is tried on a month', () => {
  test('costs what the plan would bill less, tells which families, and changes nothing', () =>
    inTurn(tenant, async (trx) => {
      const { three } = await families(trx)
      const rule = await siblings(trx, { status: 'inactive' })
      const counts = () =>
        sql`select (select count(*) from audit_log) as log, (select count(*) from invoice) as invoices,
          (select status from discount where id = ${rule.id}) as status`.execute(trx)
      const before = await counts()
      const trial = await tried(trx, rule)
      expect((await counts()).rows).toEqual(before.rows)
      expect(trial).toMatchObject({ students: 2, cost_sen: 2_500, less_sen: 2_500 })
      expect(trial.families).toEqual([
        {
          ...{ id: three.id, parent: 'Bapa Tiga', family_code: three.family_code, students: 'B, C' },
          ...{ branch: tenant.branch.name, before_sen: 20_000, after_sen: 17_500, less_sen: 2_500 },
        },
      ])
      const billed = async () => (await plan(trx)).reduce((sum, { amount_sen }) => sum + amount_sen, 0)
      const without = await billed()
      await trx.updateTable('discount').set({ status: 'active' }).where('id', '=', rule.id).execute()
      expect(without - (await billed())).toBe(trial.cost_sen)
    }))

  test('costs the same when it is on, when its days are over, and when the month was billed', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await families(trx)
      const rule = await siblings(trx)
      const first = await tried(trx, rule)
      expect(first.cost_sen).toBe(2_500)
      await trx
        .updateTable('discount')
        .set({ valid_from: '2024-01-01', valid_to: '2025-12-31' })
        .where('id', '=', rule.id)
        .execute()
      await billMarch(trx, subject_id)
      expect(new Set((await plan(trx)).map(({ skip }) => skip))).toEqual(new Set(['already_billed']))
      expect(await tried(trx, rule)).toEqual(first)
    }))

  test('costs only the difference to the discount that a family has without it', () =>
    inTurn(tenant, async (trx) => {
      const { alone } = await families(trx)
      const other = await discount(trx, { percent_bp: 1_000, stackable: false })
      await studentDiscount(trx, { student_id: alone.id, discount_id: other.id, starts_on: '2026-01-01' })
      const better = await discount(trx, { percent_bp: 3_000, stackable: false, status: 'inactive' })
      await studentDiscount(trx, { student_id: alone.id, discount_id: better.id, starts_on: '2026-01-01' })
      expect(await tried(trx, better)).toMatchObject({ cost_sen: 2_000, without_sen: 9_000, with_sen: 7_000 })
      expect(await tried(trx, other)).toMatchObject({ cost_sen: 1_000 })
    }))

  test('reaches by income families of whom a small one is known, beside those to whom it was given', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx)
      const rule = await discount(trx, {
        type: 'subsidy',
        by_income: true,
        percent_bp: 1_000,
        status: 'inactive',
      })
      for (const [name, income_above_2500] of Object.entries({ A: false, B: true, C: true })) {
        const pupil = await child(trx, name, await parent(trx, { income_above_2500 }), subject_id)
        if (name === 'C')
          await studentDiscount(trx, { student_id: pupil.id, discount_id: rule.id, starts_on: '2026-01-01' })
      }
      expect(await tried(trx, rule)).toMatchObject({ students: 2, cost_sen: 2_000, without_sen: 20_000 })
    }))

  test('tells the tax on it apart, and reaches who has so many classes', () =>
    inTurn(tenant, async (trx) => {
      const [one, two] = [await aClass(trx, {}, { taxable: true }), await aClass(trx)]
      const pupil = await child(trx, 'A', null, one.subject_id, { nationality: 'ID' })
      await enrolment(trx, { student_id: pupil.id, subject_id: two.subject_id, starts_on: '2026-01-05' })
      await child(trx, 'B', null, one.subject_id)
      const rule = await discount(trx, { type: 'multi_subject', from_subjects: 2, percent_bp: 1_000 })
      expect(await tried(trx, rule)).toMatchObject({ students: 1, cost_sen: 2_000, less_sen: 2_060 })
    }))

  test('counts students of the branches that the reader reaches, and their brothers and sisters elsewhere as such', () =>
    inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx)
      const [near, far] = [await branch(trx), await branch(trx)]
      const payer = await parent(trx)
      await child(trx, 'A', payer, subject_id, { registered_on: '2024-01-01', branch_id: far.id })
      await child(trx, 'B', payer, subject_id, { registered_on: '2024-02-01', branch_id: near.id })
      await child(trx, 'C', payer, subject_id, { registered_on: '2024-03-01', branch_id: far.id })
      const rule = await siblings(trx, { status: 'inactive' })
      const of = (id: string) => tried(trx, rule, { ...all, scope: 'branch', branch_ids: [id] })
      expect((await of(near.id)).branches).toEqual([
        { id: near.id, branch: near.name, families: 1, students: 1, cost_sen: 1_000 },
      ])
      expect((await of(far.id)).families).toMatchObject([{ students: 'C', less_sen: 1_500 }])
      expect((await tried(trx, rule)).branches.map(({ cost_sen }) => cost_sen)).toEqual([1_500, 1_000])
    }))

  test('is not one that is given when somebody pays', () =>
    inTurn(tenant, async (trx) => {
      const rule = await discount(trx, { type: 'early', days_early: 7, percent_bp: 500 })
      await expect(tried(trx, rule)).toRefuse('action_not_allowed')
    }))
})

/** A draft of whoever was first. */
/** Drafts for all who sit in the class. */
async function billMarch(trx: Trx, subject_id: string) {
  const seats = await trx
    .selectFrom('enrolment')
    .innerJoin('student_parent', 'student_parent.student_id', 'enrolment.student_id')
    .innerJoin('subject_fee', 'subject_fee.subject_id', 'enrolment.subject_id')
    .select(['enrolment.student_id', 'parent_id as payer_parent_id', 'subject_fee.id as subject_fee_id'])
    .where('enrolment.subject_id', '=', subject_id)
    .where('is_payer', '=', true)
    .execute()
  const march = { period_starts_on: '2026-03-01', period_ends_on: '2026-03-31' }
  for (const { subject_fee_id, ...whose } of seats)
    await invoice(trx, { ...whose, status: 'draft' }, [{ price_sen: 10_000, subject_fee_id, ...march }])
}

test.each([
  ['', '2026-05-01', 1],
  ['month=2026-03-01&page=2', '2026-03-01', 2],
  ['month=2026-03-02&page=-1', '2026-05-01', 1],
  ['month=2026-06-01', '2026-05-01', 1],
])('what %s asks for', (search, month, page) => {
  expect(trialSearch(new URLSearchParams(search), '2026-06-15')).toMatchObject({ month, page })
})
