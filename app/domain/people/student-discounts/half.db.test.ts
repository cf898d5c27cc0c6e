import { beforeAll, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import {
  discount,
  enrolment,
  feeCategory,
  feeType,
  student,
  studentDiscount,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { approveDiscount } from './give-and-decide.ts'
import { isHalfAtMost } from './half.ts'

const today = '2026-03-10'
let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

type Fee = Parameters<typeof subjectFee>[1]

/** Whether an amount is half at most of what a child pays in a class with these fees. */
const isHalf = async (amount_sen: number, fees: Partial<NonNullable<Fee>>[], seat: object = {}) => {
  const { pupil, rule } = await tenant.write(async (trx) => {
    const pupil = await student(trx)
    const { subject_id } = await enrolment(trx, { student_id: pupil.id, ...seat })
    const { id: fee_category_id } = await feeCategory(trx, { discountable: true })
    for (const fee of fees) {
      const { id: fee_type_id } = await feeType(trx, { fee_category_id })
      await subjectFee(trx, { subject_id, fee_type_id, starts_on: '2026-01-01', ...fee })
    }
    return { pupil, rule: await discount(trx, { method: 'fixed', percent_bp: null, amount_sen }) }
  })
  return tenant.read((db) => isHalfAtMost(db, { ...rule, percent_bp: null, amount_sen }, pupil.id, today))
}

test('half of a fee is half of all its pieces', async () => {
  expect(await isHalf(4_000, [{ amount_sen: 2_000, quantity: 4 }])).toBe(true)
  expect(await isHalf(4_001, [{ amount_sen: 2_000, quantity: 4 }])).toBe(false)
})

test('a fee that is over, or only begins, is no measure', async () => {
  const now = { amount_sen: 10_000 }
  for (const other of [{ ends_on: '2026-03-09' }, { starts_on: '2026-03-11' }])
    expect(await isHalf(5_000, [now, { amount_sen: 1_000, ...other }])).toBe(true)
})

test('nor is one of a class that the child has left', async () => {
  const left = { status: 'ended', ends_on: '2026-02-28' }
  expect(await isHalf(5_000, [{ amount_sen: 10_000 }], left)).toBe(false)
})

test('what was asked for is not approved once it is not valid any more', async () => {
  const clerk = await tenant.actor('clerk')
  const asked = (valid_to: string) =>
    tenant.write(async (trx) => {
      const { id: discount_id } = await discount(trx, { valid_to })
      const open = { status: 'requested', requested_by: clerk.id!, decided_by: null, decided_at: null }
      return (await studentDiscount(trx, { discount_id, ...open })).id
    })
  const approve = async (valid_to: string) => {
    const id = await asked(valid_to)
    return tenant.write((trx) => approveDiscount(trx, admin, scopes.all(admin), id, today))
  }
  await expect(approve('2026-03-09')).toRefuse('student_discount.not_valid')
  expect(await approve(today)).toMatchObject({ status: 'approved' })
})
