import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { billingPlan } from '#app/domain/billing/plan/plan.ts'
import { discountTypes } from '#app/domain/catalogue/discounts/discount.ts'
import { appliesTo } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import type { Settings } from '#app/domain/core/settings/settings.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import * as make from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { ParentAnswers, StudentAnswers } from './application.ts'
import { approveApplication } from './decide-application.ts'
import { submitApplication } from './submit-application.ts'
import { appliedChild, appliedParent, newApplication, today, visitor, wishes } from './test-support.ts'
import { answersOfConditions, unprovenAnswers } from './unproven-answers.ts'

/** Each answer with another value than that of the first application: a new answer does not compile without one. */
const otherChild: Omit<Required<StudentAnswers>, 'name' | 'identity_no'> = {
  ...{ born_on: '2012-01-09', gender: 'female', nationality: 'MY', identity_type: 'passport' },
  ...{ birth_cert_no: 'ZZ90001', phone: '+60155500177', email: 'anak@keluarga.test' },
  ...{ highest_education: 'preschool', previous_school: 'Tadika lain', transport_type: 'bus' },
  ...{ daycare: 'full_day', number_of_siblings: 7, position_in_family: 8 },
  ...{ health_conditions: 'Lelah', allergies: 'Kacang' },
}
const address = { address_line1: '1 Jalan Contoh', city: 'Ipoh', state: 'Perak', postcode: '30000' } as const
const otherParent: Omit<Required<ParentAnswers>, 'name' | 'identity_no' | 'tin'> = {
  ...{ relationship: 'guardian', identity_type: 'passport', phone: '+60155500178' },
  ...{ email: 'lain@keluarga.test', home_phone: '+60355500178', occupation: 'Guru', income_above_2500: 'no' },
  ...{ ...address, address_line2: 'Taman Contoh', address_line3: 'Fasa 2' },
  ...{ preferred_locale: 'en', preferred_channel: 'whatsapp' },
}

let tenant: Tenant
let admin: Actor
let class_id: string

beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
  admin = await tenant.actor('admin')
  class_id = await tenant.write(async (trx) => {
    const { id: subject_id } = await make.subject(trx, { branch_id: tenant.branch.id })
    const { id: fee_category_id } = await make.feeCategory(trx, { discountable: true })
    for (const apply_to of appliesTo) {
      const given = { fee_category_id, taxable: true, name: `Yuran ${apply_to}` }
      const { id: fee_type_id } = await make.feeType(trx, given)
      await make.subjectFee(trx, { subject_id, fee_type_id, apply_to, amount_sen: 10_000 })
    }
    for (const type of discountTypes)
      for (const by_income of type === 'subsidy' ? [false, true] : [false])
        await make.discount(trx, {
          ...{ type, by_income, stackable: true, name: `Diskaun ${type}` },
          ...(type === 'sibling' ? { second_child_bp: 100 } : { percent_bp: 100 }),
          ...(type === 'multi_subject' ? { from_subjects: 2 } : {}),
          ...(type === 'early' ? { days_early: 3 } : {}),
        })
    return subject_id
  })
})

/** What a family is charged once somebody approves its answers, in sen, and which of them nobody has checked before. */
async function applied(scope: Settings['tax']['scope'], child: object = {}, parent: object = {}) {
  const undo = new Error('undo')
  let found = { sen: 0, unproven: [] as string[] }
  const keys = keysIn(tenant)
  const written = tenant.write(async (trx) => {
    await make.insert(trx, 'setting', { key: 'tax', value: JSON.stringify({ rate_bp: 600, scope }) })
    const given = appliedChild({ nationality: 'SG', born_on: '2017-08-09', ...child })
    const input = newApplication({
      students: [{ ...given, subjects: wishes(class_id) }],
      parents: [appliedParent({ income_above_2500: 'yes', ...parent })],
    })
    const { id } = await submitApplication(trx, visitor, keys, input, today)
    const unproven = await unprovenAnswers(trx, keys, id, today)
    await approveApplication(trx, admin, everywhere, keys, { id, version: 1 }, today)
    const { total_sen } = await trx
      .selectFrom('invoice')
      .select((eb) => eb.fn.sum<number>('total_sen').as('total_sen'))
      .executeTakeFirstOrThrow()
    found = { sen: Number(total_sen), unproven: unproven.map(({ answer }) => answer) }
    throw undo
  })
  await expect(written).rejects.toBe(undo)
  return found
}

describe.each(Object.keys(answersOfConditions.tax) as Settings['tax']['scope'][])(
  'where tax is charged to %s',
  (scope) => {
    let usual: Awaited<ReturnType<typeof applied>>
    beforeAll(async () => {
      usual = await applied(scope)
    })

    test('nothing of the first application is unproven', () => {
      expect(usual).toEqual({ sen: expect.any(Number), unproven: [] })
      expect(usual.sen).toBeGreaterThan(0)
    })

    const answers = [
      ...Object.entries(otherChild).map(([field, value]) => [field, { [field]: value }, {}] as const),
      ...Object.entries(otherParent).map(([field, value]) => {
        const whole = field in address ? address : {}
        return [field, {}, { ...(field.startsWith('address') ? address : whole), [field]: value }] as const
      }),
    ]
    test.each(answers)(
      'the answer %s lowers nothing unless it waits for a person',
      async (_, child, parent) => {
        const other = await applied(scope, child, parent)
        const cheaper = other.sen < usual.sen ? other : other.sen > usual.sen ? usual : undefined
        expect(cheaper?.unproven).not.toEqual([])
      },
    )
  },
)

test('nationality and income do lower what is charged, so that the above can find it', async () => {
  const { sen } = await applied('non_citizens')
  const citizen = await applied('non_citizens', { nationality: 'MY' })
  expect(citizen.unproven).toEqual(['nationality'])
  expect(citizen.sen).toBeLessThan(sen)
  const poor = await applied('non_citizens', {}, { income_above_2500: 'no' })
  expect(poor.unproven).toEqual(['income_above_2500'])
  expect(poor.sen).toBeLessThan(sen)
})

describe('of children who register together the day of birth', () => {
  /** Two children of one family, one of them in a dear class, by the years of their birth. */
  const together = async (years: [string, string], fees: [number, number], child_order = 'oldest_first') => {
    const undo = new Error('undo')
    const found = { sen: 0, unproven: [] as string[] }
    const keys = keysIn(tenant)
    const written = tenant.write(async (trx) => {
      await make.insert(trx, 'setting', { key: 'generation', value: JSON.stringify({ child_order }) })
      const { id: fee_category_id } = await make.feeCategory(trx, { discountable: true })
      const classes: string[] = []
      for (const amount_sen of fees) {
        const { id: subject_id } = await make.subject(trx, { branch_id: tenant.branch.id })
        const { id: fee_type_id } = await make.feeType(trx, { fee_category_id, taxable: false })
        await make.subjectFee(trx, { subject_id, fee_type_id, amount_sen })
        classes.push(subject_id)
      }
      const students = years.map((year, index) => ({
        ...appliedChild({ born_on: `${year}-03-04` }),
        subjects: wishes(fees[0] === fees[1] ? classes[0]! : classes[index]!),
      }))
      const { id } = await submitApplication(trx, visitor, keys, newApplication({ students }), today)
      found.unproven = (await unprovenAnswers(trx, keys, id, today)).map(({ answer }) => answer)
      for (const place of [1, 2])
        await approveApplication(trx, admin, everywhere, keys, { id, version: place, place }, today)
      const { rows } = await sql<{ sen: number }>`
        select sum(total_sen)::int as sen from (${billingPlan({ month: '2026-04-01', issued_on: '2026-04-01' })}) as plan
          cross join lateral (select plan.amount_sen + plan.tax_sen as total_sen) as line where plan.skip is null`.execute(
        trx,
      )
      found.sen = rows[0]!.sen
      throw undo
    })
    await expect(written).rejects.toBe(undo)
    return found
  }

  test('moves the discount for siblings, and waits for a person', async () => {
    const dear_first = await together(['2014', '2017'], [50_000, 10_000])
    const dear_second = await together(['2017', '2014'], [50_000, 10_000])
    expect(dear_second.sen).toBeLessThan(dear_first.sen)
    expect(dear_second.unproven).toEqual(['born_on'])
  })

  test('lowers nothing in one class, or where the higher fees come first', async () => {
    expect((await together(['2014', '2017'], [10_000, 10_000])).unproven).toEqual([])
    const dear = [50_000, 10_000] as [number, number]
    const [one, two] = [
      await together(['2014', '2017'], dear, 'highest_fee_first'),
      await together(['2017', '2014'], dear, 'highest_fee_first'),
    ]
    expect([one.unproven, two.unproven, one.sen]).toEqual([[], [], two.sen])
  })
})

test('the page says which children, which fees and the tax', async () => {
  const undo = new Error('undo')
  const [plain, taxed] = await tenant.write(async (trx) => {
    const { id } = await make.subject(trx, { branch_id: tenant.branch.id })
    const { id: subject_id } = await make.subject(trx, { branch_id: tenant.branch.id })
    const { id: fee_type_id } = await make.feeType(trx, { taxable: true })
    await make.subjectFee(trx, { subject_id, fee_type_id })
    return [id, subject_id]
  })
  const of = (subject_id: string, tax: boolean) =>
    tenant.write(async (trx) => {
      if (!tax) await trx.updateTable('fee_type').set({ taxable: false }).execute()
      const input = newApplication({
        students: [{ ...appliedChild({ name: 'Nur Contoh' }), subjects: wishes(subject_id) }],
      })
      const { id } = await submitApplication(trx, visitor, keysIn(tenant), input, today)
      throw Object.assign(undo, { found: await unprovenAnswers(trx, keysIn(tenant), id, today) })
    })
  const answer = { answer: 'nationality', children: ['Nur Contoh'], names: ['Yuran foreign'] }
  await expect(of(class_id, true)).rejects.toMatchObject({ found: [{ ...answer, tax: true }] })
  await expect(of(class_id, false)).rejects.toMatchObject({ found: [{ ...answer, tax: false }] })
  await expect(of(taxed, true)).rejects.toMatchObject({ found: [{ ...answer, names: [], tax: true }] })
  await expect(of(plain, true)).rejects.toMatchObject({ found: [] })
})
