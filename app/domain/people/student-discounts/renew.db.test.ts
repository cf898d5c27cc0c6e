import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { branch, discount, student, studentDiscount } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { discountsFor, studentDiscount as one } from './find-student-discounts.ts'
import { giveDiscount } from './give-and-decide.ts'
import { nextDays, renewDiscount } from './renew.ts'
import { turnDiscounts } from './turn.ts'

const today = '2026-03-10'
let tenant: Tenant
let admin: Actor
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  ;[admin, clerk] = [await tenant.actor('admin'), await tenant.actor('clerk')]
})

/** Half a year at the branch, unless told. */
const held = (given: object = {}, rule: Parameters<typeof discount>[1] = {}) =>
  tenant.write(async (trx) => {
    const { id: student_id } = await student(trx, { branch_id: tenant.branch.id })
    const { id: discount_id } = await discount(trx, rule)
    const days = { starts_on: '2025-10-01', ends_on: '2026-03-31' }
    return studentDiscount(trx, { student_id, discount_id, ...days, ...given })
  })
const renew = (actor: Actor, id: string, more: object = {}) =>
  tenant.write((trx) =>
    renewDiscount(
      trx,
      actor,
      scopes.branch(actor),
      id,
      { reason: 'Masih layak', ...more },
      { alone: actor !== clerk, today },
    ),
  )
const rowOf = (id: string) => tenant.read((db) => one(db, scopes.all(admin), id))

describe('renewing a discount of a student', () => {
  test('goes on from the day after the last one, as a row of its own', async () => {
    const before = await held()
    const { id, status } = await renew(admin, before.id, { ends_on: '2026-09-30' })
    expect(status).toBe('approved')
    expect(await rowOf(id)).toMatchObject({
      ...{ starts_on: '2026-04-01', ends_on: '2026-09-30', renews_id: before.id },
      discount_id: before.discount_id,
    })
    expect(await rowOf(before.id)).toMatchObject({ ends_on: '2026-03-31', renewed_by_id: id })
    await tenant.write((trx) => turnDiscounts(trx, '2026-04-01'))
    expect((await rowOf(before.id)).status).toBe('ended')
    expect((await rowOf(id)).status).toBe('approved')
    const third = await renew(admin, id)
    expect(await rowOf(third.id)).toMatchObject({ starts_on: '2026-10-01', ends_on: null, renews_id: id })
  })

  test('waits for a second person where one is needed, and asks for the document anew', async () => {
    expect((await renew(clerk, (await held()).id)).status).toBe('requested')
    expect((await renew(admin, (await held({}, { needs_approval: true })).id)).status).toBe('requested')
    const { id } = await held({}, { needs_document: true })
    await expect(renew(admin, id)).toRefuse('student_discount.document_needed', 'document')
  })

  test('is done once, however many do so at the same time', async () => {
    const { id } = await held()
    const done = await Promise.allSettled(Array.from({ length: 4 }, () => renew(admin, id)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const again = await renew(admin, id).catch(asRefusal)
    expect(again).toMatchObject({ code: 'student_discount.renewed' })
  })

  test('is not given once more beside what follows it, even when that has begun', async () => {
    const { id, student_id, discount_id } = await held()
    await renew(admin, id)
    await tenant.write((trx) => turnDiscounts(trx, '2026-04-01'))
    const input = { discount_id, starts_on: '2026-04-01', reason: 'Sekali lagi' }
    const again = tenant.write((trx) =>
      giveDiscount(trx, admin, scopes.branch(admin), student_id, input, { alone: true, today: '2026-04-02' }),
    )
    await expect(again).toRefuse('duplicate.student_discount', 'discount_id')
    const offered = await tenant.read((db) => discountsFor(db, student_id, '2026-04-02'))
    expect(offered.map((row) => row.id)).not.toContain(discount_id)
  })

  test('is not for what has no last day, has ended, or is of another branch, nor backwards', async () => {
    await expect(renew(admin, (await held({ ends_on: null })).id)).toRefuse('action_not_allowed')
    await expect(renew(admin, (await held({ status: 'ended' })).id)).toRefuse('action_not_allowed')
    const { id: student_id } = await tenant.write(async (trx) =>
      student(trx, { branch_id: (await branch(trx)).id }),
    )
    await expect(renew(clerk, (await held({ student_id })).id)).toRefuse('not_found.student_discount')
    await expect(renew(admin, (await held()).id, { ends_on: '2026-03-31' })).toRefuse(
      'student_discount.ends_before_start',
      'ends_on',
    )
  })

  test.each([
    ['2025-10-01', '2026-03-31', '2026-04-01', '2026-09-29'],
    ['2026-03-10', '2026-03-10', '2026-03-11', '2026-03-11'],
  ])('from %s to %s is offered from %s to %s', (starts_on, ends_on, from, to) => {
    expect(nextDays({ starts_on, ends_on, status: 'approved' })).toEqual({ starts_on: from, ends_on: to })
  })
})
