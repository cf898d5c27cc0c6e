import { beforeAll, describe, expect, test } from 'vitest'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import {
  enrolment,
  feeType,
  type Given,
  student,
  subject,
  type Trx,
} from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import {
  changePrice,
  createSubjectFee,
  editSubjectFee,
  removeSubjectFee,
  setSubjectFeeStatus,
} from './change-subject-fee.ts'
import { pricesOf, subjectFee } from './find-subject-fees.ts'
import { subjectFeeForm } from './subject-fee.ts'

const today = '2026-03-17'
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const write = <T>(work: (trx: Trx) => Promise<T>) =>
  tenant.write(work).catch((error) => Promise.reject(asRefusal(error) ?? error))
const offer = () =>
  write(async (trx) => ({ subject_id: (await subject(trx)).id, fee_type_id: (await feeType(trx)).id }))
const typed = (given: object) => ({
  ...{ amount_sen: '120.00', quantity: 1, frequency: 'monthly', due_day: 7, proration: 'none' },
  ...{ apply_to: 'all', starts_on: '2026-01-01' },
  ...given,
})
const input = (given: object) => subjectFeeForm.parse(typed(given))
const create = (given: object) => write((trx) => createSubjectFee(trx, admin, input(given)))
const edit = (id: string, version: number, given: object) =>
  write((trx) => editSubjectFee(trx, admin, { id, version }, input(given)))
const price = (id: string, version: number, amount_sen: number, from: string) =>
  write((trx) => changePrice(trx, admin, { id, version, amount_sen, from, today }))
const one = (id: string) => tenant.read((db) => subjectFee(db, all, id))
const logOf = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('object_id', '=', id)
      .orderBy('position')
      .execute(),
  )
const bill = (fee: { id: string; subject_id?: string }, given: Given<'invoice_item'> = {}) =>
  write((trx) => invoice(trx, {}, [{ price_sen: 12_000, subject_fee_id: fee.id, ...given }]))

describe('a fee of a class', () => {
  test('is kept as typed, and the log has it', async () => {
    const about = await offer()
    const id = await create({
      ...about,
      billing_months: [11, 2, 2],
      ends_on: '2026-12-31',
      remark: 'Dua kali',
    })
    expect(await one(id)).toMatchObject({
      ...about,
      ...{
        amount_sen: 12_000,
        billing_months: [2, 11],
        ends_on: '2026-12-31',
        remark: 'Dua kali',
        billed: 0,
      },
    })
    expect(await logOf(id)).toMatchObject([{ action: 'subject_fee.created', after: { amount_sen: 12_000 } }])
    await edit(id, 1, { ...about, amount_sen: '99.90', due_day: 31 })
    expect(await one(id)).toMatchObject({ amount_sen: 9_990, billing_months: null, due_day: 31, version: 2 })
    expect((await logOf(id))[1]).toMatchObject({
      action: 'subject_fee.edited',
      before: { amount_sen: 12_000, due_day: 7, billing_months: [2, 11] },
      after: { amount_sen: 9_990, due_day: 31, billing_months: null },
    })
    await expect(edit(id, 1, about)).toRefuse('version_conflict')
  })

  test('is the only one of its kind on any day, also when two are added at once', async () => {
    const about = await offer()
    await create({ ...about, ends_on: '2026-06-30' })
    await expect(create({ ...about, starts_on: '2026-06-30' })).toRefuse('subject_fee.overlap', 'starts_on')
    await create({ ...about, starts_on: '2026-07-01' })
    await create({ ...about, apply_to: 'foreign' })
    const other = await offer()
    const both = await Promise.allSettled([create(other), create(other)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is of a class and a type that are offered', async () => {
    const about = await offer()
    await write((trx) =>
      trx.updateTable('fee_type').set({ status: 'inactive' }).where('id', '=', about.fee_type_id).execute(),
    )
    await expect(create(about)).toRefuse('not_found.fee_type', 'fee_type_id')
  })

  test('that is monthly alone has months, and it does not end before it begins', () => {
    const about = {
      subject_id: '0198f000-0000-7000-8000-00000000dead',
      fee_type_id: '0198f000-0000-7000-8000-00000000dead',
    }
    const faults = (given: object) =>
      subjectFeeForm.safeParse(typed({ ...about, ...given })).error?.issues.map(({ message }) => message)
    expect(faults({ frequency: 'yearly', billing_months: [1] })).toEqual(['subject_fee.months_of_monthly'])
    expect(faults({ ends_on: '2025-12-31' })).toEqual(['subject_fee.ends_before_start'])
    expect(faults({ ends_on: '2026-01-01' })).toBeUndefined()
  })
})

describe('once it was billed', () => {
  test('what the invoice has said stays, the rest may change', async () => {
    const about = await offer()
    const id = await create(about)
    await bill({ id })
    for (const [field, value] of Object.entries({
      ...(await offer()),
      ...{ amount_sen: '1.00', quantity: 2, frequency: 'yearly', starts_on: '2026-02-01' },
    }))
      await expect(edit(id, 1, { ...about, [field]: value }), field).rejects.toMatchObject({
        code: 'subject_fee.billed',
        field,
      })
    await edit(id, 1, { ...about, due_day: 15, ends_on: '2026-12-31', proration: 'by_day' })
    await expect(write((trx) => removeSubjectFee(trx, admin, { id, version: 2 }))).toRefuse(
      'subject_fee.in_use',
    )
  })

  test('a new price begins on a day, the old one ends the day before, and each invoice keeps its own', async () => {
    const about = await offer()
    const id = await create({ ...about, ends_on: '2026-12-31', billing_months: [4, 5] })
    const billed = await bill({ id })
    const next = await price(id, 1, 15_000, '2026-04-01')
    expect(await one(id)).toMatchObject({ amount_sen: 12_000, ends_on: '2026-03-31', version: 2 })
    expect(await one(next)).toMatchObject({
      ...about,
      ...{ amount_sen: 15_000, starts_on: '2026-04-01', ends_on: '2026-12-31', billing_months: [4, 5] },
      replaces_id: id,
    })
    const [line] = await tenant.read((db) =>
      db.selectFrom('invoice_item').select('price_sen').where('invoice_id', '=', billed.id).execute(),
    )
    expect(line).toEqual({ price_sen: 12_000 })
    expect((await logOf(id))[1]).toMatchObject({
      action: 'subject_fee.price_changed',
      before: { amount_sen: 12_000 },
      after: { amount_sen: 15_000, starts_on: '2026-04-01' },
    })
    const last = await price(next, 1, 16_000, '2026-06-01')
    for (const at of [id, next, last]) {
      const prices = await tenant.read((db) => pricesOf(db, { id: at }))
      expect(prices.map(({ amount_sen }) => amount_sen)).toEqual([16_000, 15_000, 12_000])
    }
    await expect(write((trx) => removeSubjectFee(trx, admin, { id: next, version: 2 }))).toRefuse(
      'subject_fee.followed',
    )
    const between = await price(id, 2, 13_000, '2026-03-20')
    expect(await one(between)).toMatchObject({ starts_on: '2026-03-20', ends_on: '2026-03-31' })
    const prices = await tenant.read((db) => pricesOf(db, { id: last }))
    expect(prices.map(({ amount_sen }) => amount_sen)).toEqual([16_000, 15_000, 13_000, 12_000])
  })

  test('a new price is another, from a day within the fee, and not in a month that is over', async () => {
    const id = await create({ ...(await offer()), ends_on: '2026-06-30' })
    await expect(price(id, 1, 12_000, '2026-04-01')).toRefuse('subject_fee.same_price', 'amount_sen')
    for (const from of ['2026-01-01', '2026-02-28', '2026-07-01'])
      await expect(price(id, 1, 13_000, from), from).toRefuse('subject_fee.price_day', 'from')
    const twice = await Promise.allSettled([
      price(id, 1, 13_000, '2026-03-01'),
      price(id, 1, 14_000, '2026-04-01'),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

test('it is switched off and on, and not on beside another of its kind; what was never billed is removed', async () => {
  const about = await offer()
  const id = await create(about)
  const set = (version: number, status: 'active' | 'inactive') =>
    write((trx) => setSubjectFeeStatus(trx, admin, { id, version }, status))
  await set(1, 'inactive')
  await expect(set(2, 'inactive')).toRefuse('action_not_allowed')
  const other = await create(about)
  await expect(set(2, 'active')).toRefuse('subject_fee.overlap', 'starts_on')
  await write((trx) => removeSubjectFee(trx, admin, { id: other, version: 1 }))
  await expect(one(other)).toRefuse('not_found.subject_fee')
  await set(2, 'active')
  expect((await logOf(id)).map(({ action }) => action)).toEqual([
    'subject_fee.created',
    'subject_fee.deactivated',
    'subject_fee.activated',
  ])
})

describe('what is due of a student', () => {
  const due = async (given: object, about: { nationality?: string; enrolled_on?: string } = {}) => {
    const fee = await offer()
    await create({ ...fee, ...given })
    const { id } = await write(async (trx) => {
      const child = await student(trx, { nationality: about.nationality ?? 'MY' })
      const starts_on = about.enrolled_on ?? '2026-01-05'
      await enrolment(trx, { student_id: child.id, subject_id: fee.subject_id, starts_on })
      return child
    })
    return (await tenant.read((db) => dueFees(db, id, today))).lines
  }

  test('comes in its months alone, and as often as it says', async () => {
    expect(await due({ billing_months: [3], quantity: 2 })).toMatchObject([{ quantity: 200, price: 12_000 }])
    expect(await due({ billing_months: [2, 4] })).toEqual([])
  })

  test('concerns who is no citizen, or who has just come, where it says so', async () => {
    expect(await due({ apply_to: 'foreign' })).toEqual([])
    expect(await due({ apply_to: 'foreign' }, { nationality: 'ID' })).toHaveLength(1)
    expect(await due({ apply_to: 'new' })).toEqual([])
    expect(await due({ apply_to: 'new' }, { enrolled_on: '2026-03-02' })).toHaveLength(1)
    expect(await due({ apply_to: 'new', frequency: 'one_off' })).toHaveLength(1)
  })
})
