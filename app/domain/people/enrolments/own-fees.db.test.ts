import { beforeAll, describe, expect, test } from 'vitest'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { auditOf, inBranch } from '#app/domain/people/parents/test-support.ts'
import { branch, enrolment, feeType, student, subjectFee } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { feesOfEnrolment, setOwnFees } from './own-fees.ts'

const today = '2026-03-04'
let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

/** A student in a class that charges two fees, the second with a price to come. */
const seated = () =>
  tenant.write(async (trx) => {
    const pupil = await student(trx, { branch_id: tenant.branch.id })
    const seat = await enrolment(trx, { student_id: pupil.id })
    const { subject_id } = seat
    const [monthly, book] = [await feeType(trx, { name: 'Bulanan' }), await feeType(trx, { name: 'Buku' })]
    await subjectFee(trx, { subject_id, fee_type_id: monthly.id, amount_sen: 12_000 })
    await subjectFee(trx, {
      ...{ subject_id, fee_type_id: book.id, amount_sen: 3_000, frequency: 'one_off' },
      ends_on: '2026-03-31',
    })
    await subjectFee(trx, {
      ...{ subject_id, fee_type_id: book.id, amount_sen: 3_500, frequency: 'one_off' },
      starts_on: '2026-04-01',
    })
    return { id: seat.id, student_id: pupil.id, monthly: monthly.id, book: book.id }
  })
const set = (
  id: string,
  amounts: Record<string, number | undefined>,
  { reason, version = 1, scope = everywhere }: { reason?: string; version?: number; scope?: RowScope } = {},
) => {
  const fees = Object.entries(amounts).map(([fee_type_id, amount_sen]) => ({ fee_type_id, amount_sen }))
  return tenant.write((trx) => setOwnFees(trx, admin, scope, id, { fees, reason, version }, today))
}
const prices = async (student_id: string) =>
  (await tenant.read((db) => dueFees(db, student_id, today))).lines.map(({ price }) => price)
const reason = 'Dipersetujui dahulu'

describe('what one student pays in a class', () => {
  test('is what everyone pays, until it is said otherwise, and again when that is emptied', async () => {
    const { id, student_id, monthly, book } = await seated()
    const told = () => tenant.read((db) => feesOfEnrolment(db, id, today))
    expect((await told()).map(({ usual_sen, amount_sen }) => [usual_sen, amount_sen]).sort()).toEqual(
      [
        [12_000, null],
        [3_000, null],
      ].sort(),
    )
    await set(id, { [monthly]: 9_050, [book]: undefined }, { reason })
    expect((await prices(student_id)).sort()).toEqual([3_000, 9_050].sort())
    await set(id, { [monthly]: 0 }, { reason, version: 2 })
    expect((await prices(student_id)).sort()).toEqual([0, 3_000])
    await set(id, {}, { version: 3 })
    expect((await prices(student_id)).sort()).toEqual([12_000, 3_000].sort())
    expect((await auditOf(tenant, id)).map(({ action }) => action)).toEqual(
      Array(3).fill('enrolment.fees_set'),
    )
  })

  test('is of that class alone', async () => {
    const [one, other] = [await seated(), await seated()]
    await set(one.id, { [one.monthly]: 100 }, { reason })
    expect(await prices(other.student_id)).toContain(12_000)
    await expect(set(one.id, { [other.monthly]: 100 }, { reason, version: 2 })).toRefuse('not_found.fee_type')
  })

  test('needs a reason, a seat that is not over, within reach, as it was seen', async () => {
    const { id, monthly } = await seated()
    await expect(set(id, { [monthly]: 100 })).toRefuse('enrolment.fee_reason')
    await expect(set(id, { [monthly]: 100 }, { reason, version: 2 })).toRefuse('version_conflict')
    const far = await tenant.write((trx) => branch(trx))
    await expect(set(id, { [monthly]: 100 }, { reason, scope: inBranch(far.id) })).toRefuse(
      'not_found.enrolment',
    )
    const over = await tenant.write((trx) => enrolment(trx, { status: 'ended', ends_on: '2026-02-28' }))
    await expect(set(over.id, {}, { reason })).toRefuse('action_not_allowed')
  })
})
