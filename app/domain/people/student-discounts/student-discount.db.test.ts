import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import {
  branch,
  discount,
  enrolment,
  feeCategory,
  feeType,
  insert,
  parent,
  student,
  studentDiscount,
  subjectFee,
  user,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { discountsFor, discountsOf, studentDiscount as one } from './find-student-discounts.ts'
import {
  approveDiscount,
  endDiscount,
  endExpiredDiscounts,
  giveDiscount,
  nextDays,
  rejectDiscount,
  renewDiscount,
  withdrawDiscount,
} from './give-and-decide.ts'
import { isHalfAtMost } from './student-discount.ts'

describe('student discounts', () => {
  const today = '2026-03-10'
  const given = { starts_on: '2026-03-01', reason: 'Anak yatim' }
  let tenant: Tenant
  let admin: Actor
  let supervisor: Actor
  let clerk: Actor
  let far: string

  beforeAll(async () => {
    tenant = await freshTenant()
    ;[admin, supervisor, clerk] = [
      await tenant.actor('admin'),
      await tenant.actor('supervisor'),
      await tenant.actor('clerk'),
    ]
    far = await tenant.write(async (trx) => (await branch(trx)).id)
  })

  const scopeOf = (actor: Actor) => (actor === admin ? scopes.all(actor) : scopes.branch(actor))
  const child = (branch_id = tenant.branch.id) => tenant.write((trx) => student(trx, { branch_id }))
  const rule = (values: Parameters<typeof discount>[1] = {}) => tenant.write((trx) => discount(trx, values))
  const rowOf = (id: string) => tenant.read((db) => one(db, scopes.all(admin), id))

  async function give(actor: Actor, student_id: string, discount_id: string, more: object = {}) {
    const input = { ...given, discount_id, ...more }
    const alone = actor !== clerk
    return tenant.write((trx) =>
      giveDiscount(trx, actor, scopeOf(actor), student_id, input, { alone, today }),
    )
  }
  const approve = (actor: Actor, id: string) =>
    tenant.write((trx) => approveDiscount(trx, actor, scopeOf(actor), id, today))

  describe('who gives', () => {
    test.each([
      ['a manager gives any percentage at once', () => admin, { percent_bp: 10_000 }, 'approved'],
      ['a head of a branch gives half', () => supervisor, { percent_bp: 5_000 }, 'approved'],
      ['and asks for more', () => supervisor, { percent_bp: 5_001 }, 'requested'],
      ['a clerk always asks', () => clerk, { percent_bp: 100 }, 'requested'],
      ['a rule that needs a second person always waits', () => admin, { needs_approval: true }, 'requested'],
    ] as const)('%s', async (_what, actor, values, status) => {
      const [pupil, { id }] = [await child(), await rule(values)]
      const made = await give(actor(), pupil.id, id)
      expect(made.status).toBe(status)
      expect(await rowOf(made.id)).toMatchObject({
        status,
        requested_by: actor().id,
        decided_by: status === 'approved' ? actor().id : null,
      })
    })

    test('an amount is held against the smallest fee that it lowers', async () => {
      const { pupil, small, other } = await tenant.write(async (trx) => {
        const pupil = await student(trx, { branch_id: tenant.branch.id })
        const { subject_id } = await enrolment(trx, { student_id: pupil.id })
        const lowered = await feeCategory(trx, { discountable: true })
        const other = await feeCategory(trx, { discountable: false })
        const fee = async (fee_category_id: string, amount_sen: number) => {
          const type = await feeType(trx, { fee_category_id })
          return subjectFee(trx, { subject_id, fee_type_id: type.id, amount_sen, starts_on: '2026-01-01' })
        }
        await fee(lowered.id, 10_000)
        await fee(lowered.id, 30_000)
        await fee(other.id, 500)
        return { pupil, small: lowered.id, other: other.id }
      })
      const amount = (amount_sen: number) => ({ method: 'fixed', percent_bp: null, amount_sen })
      expect((await give(supervisor, pupil.id, (await rule(amount(5_000))).id)).status).toBe('approved')
      expect((await give(supervisor, pupil.id, (await rule(amount(5_001))).id)).status).toBe('requested')
      const named = await rule(amount(300))
      await tenant.write(async (trx) => {
        for (const fee_category_id of [small, other])
          await insert(trx, 'discount_fee_category', { discount_id: named.id, fee_category_id })
      })
      expect((await give(supervisor, pupil.id, named.id)).status).toBe('requested')
      const noFee = await child()
      expect((await give(supervisor, noFee.id, (await rule(amount(1))).id)).status).toBe('requested')
    })

    test('nobody gives their own child one alone, nor approves it', async () => {
      const { pupil, head } = await tenant.write(async (trx) => {
        const head = await user(trx, { roles: ['admin'] }, { branch_id: tenant.branch.id })
        const payer = await parent(trx, { user_id: head.id })
        return { head, pupil: await student(trx, { branch_id: tenant.branch.id }, { payer }) }
      })
      const actor: Actor = { ...admin, id: head.id }
      const scope = scopes.all(actor)
      const { id: discount_id } = await rule()
      const made = await tenant.write((trx) =>
        giveDiscount(trx, actor, scope, pupil.id, { ...given, discount_id }, { alone: true, today }),
      )
      expect(made.status).toBe('requested')
      const asked = await give(clerk, pupil.id, (await rule()).id)
      await expect(tenant.write((trx) => approveDiscount(trx, actor, scope, asked.id, today))).toRefuse(
        'four_eyes.own_family',
      )
      expect((await approve(admin, made.id)).status).toBe('approved')
    })
  })

  describe('what is not given', () => {
    test.each([
      ['what comes by itself', { type: 'early', days_early: 5 }, {}, 'student_discount.automatic'],
      ['what is not in use', { status: 'inactive' }, {}, 'not_found.discount'],
      ['before it is valid', { valid_from: '2026-03-02' }, {}, 'student_discount.not_valid'],
      ['after it was valid', { valid_to: '2026-02-28' }, {}, 'student_discount.not_valid'],
      [
        'for longer than it is valid',
        { valid_to: '2026-06-30' },
        { ends_on: '2026-07-01' },
        'student_discount.not_valid',
      ],
      ['without its document', { needs_document: true }, {}, 'student_discount.document_needed'],
    ] as const)('%s', async (_what, values, more, code) => {
      const [pupil, { id }] = [await child(), await rule(values)]
      await expect(give(admin, pupil.id, id, more)).toRefuse(code)
    })

    test('to who left, to a student of another branch, and twice', async () => {
      const { id } = await rule({ needs_document: true })
      const gone = await tenant.write((trx) =>
        student(trx, { branch_id: tenant.branch.id, status: 'withdrawn' }),
      )
      await expect(give(admin, gone.id, id)).toRefuse('student_discount.not_active')
      const pupil = await child(far)
      await expect(give(supervisor, pupil.id, id)).toRefuse('not_found.student')
      const document = { document: 'Surat pengesahan' }
      const tries = await Promise.allSettled(
        Array.from({ length: 4 }, () => give(admin, pupil.id, id, document)),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(give(admin, pupil.id, id, document)).rejects.toMatchObject({
        ...{ code: 'duplicate.student_discount', blockers: [{ to: 'student_discount' }] },
      })
    })

    test('is not offered either', async () => {
      const pupil = await child()
      const [kept, taken, early, old] = [
        await rule(),
        await rule(),
        await rule({ type: 'early', days_early: 3 }),
        await rule({ valid_to: '2026-03-09' }),
      ]
      await give(admin, pupil.id, taken.id)
      const offered = (await tenant.read((db) => discountsFor(db, pupil.id, today))).map(({ id }) => id)
      expect(offered).toContain(kept.id)
      for (const { id } of [taken, early, old]) expect(offered).not.toContain(id)
    })
  })

  describe('a request', () => {
    const request = async (values: Parameters<typeof discount>[1] = {}, branch_id = tenant.branch.id) => {
      const pupil = await child(branch_id)
      const { id } = await rule(values)
      return (
        await tenant.write((trx) =>
          giveDiscount(
            trx,
            clerk,
            scopes.all(clerk),
            pupil.id,
            { ...given, discount_id: id },
            { alone: false, today },
          ),
        )
      ).id
    }
    const reject = (actor: Actor, id: string) =>
      tenant.write((trx) =>
        rejectDiscount(trx, actor, scopeOf(actor), id, { decision_reason: 'Surat tidak lengkap' }),
      )

    test('is decided by somebody else within their reach, up to half by a head of a branch', async () => {
      const id = await request({ percent_bp: 4_000 })
      await expect(approve(clerk, id)).toRefuse('four_eyes.own_request')
      await expect(reject(clerk, id)).toRefuse('four_eyes.own_request')
      expect(await approve(supervisor, id)).toMatchObject({ status: 'approved' })
      await expect(approve(supervisor, await request({ percent_bp: 6_000 }))).toRefuse(
        'student_discount.above_half',
      )
      await expect(approve(supervisor, await request({}, far))).toRefuse('not_found.student_discount')
    })

    test('is decided once', async () => {
      const id = await request()
      const tries = await Promise.allSettled([approve(admin, id), approve(supervisor, id), reject(admin, id)])
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(approve(admin, id)).toRefuse('student_discount.decided')
      const log = await tenant.read((db) =>
        db.selectFrom('audit_log').select('action').where('object_id', '=', id).orderBy('position').execute(),
      )
      expect(log).toHaveLength(2)
    })

    test('is not approved when its discount is out of use by then', async () => {
      const pupil = await child()
      const { id: discount_id } = await rule()
      const { id } = await give(clerk, pupil.id, discount_id)
      await tenant.write((trx) =>
        trx.updateTable('discount').set({ status: 'inactive' }).where('id', '=', discount_id).execute(),
      )
      await expect(approve(admin, id)).toRefuse('not_found.discount')
    })

    test('is taken back by who asked alone, and asked again', async () => {
      const pupil = await child()
      const { id: discount_id } = await rule()
      const { id } = await give(clerk, pupil.id, discount_id)
      const withdraw = (actor: Actor) =>
        tenant.write((trx) => withdrawDiscount(trx, actor, scopeOf(actor), id))
      await expect(withdraw(admin)).toRefuse('student_discount.not_yours')
      await withdraw(clerk)
      expect(await rowOf(id)).toMatchObject({ status: 'withdrawn' })
      await expect(withdraw(clerk)).toRefuse('student_discount.decided')
      expect((await give(clerk, pupil.id, discount_id)).status).toBe('requested')
    })

    test('that was turned down keeps why', async () => {
      const id = await request()
      await reject(admin, id)
      expect(await rowOf(id)).toMatchObject({ status: 'rejected', decision_reason: 'Surat tidak lengkap' })
    })
  })

  describe('an end', () => {
    const held = (values: object = {}) => tenant.write((trx) => studentDiscount(trx, values))
    const end = (id: string, ends_on: string, version = 1) =>
      tenant.write((trx) =>
        endDiscount(trx, admin, scopes.all(admin), id, { ends_on, reason: 'Tamat biasiswa', version }, today),
      )

    test('that has come ends it; one to come leaves it until then', async () => {
      const [past, future] = [await held(), await held()]
      await end(past.id, '2026-03-09')
      await end(future.id, today)
      expect(await rowOf(past.id)).toMatchObject({ status: 'ended', ends_on: '2026-03-09' })
      expect(await rowOf(future.id)).toMatchObject({ status: 'approved', ends_on: today })
    })

    test('is a day of those on which it holds, of what was given, on what was seen', async () => {
      const { id } = await held({ ends_on: '2026-12-31' })
      await expect(end(id, '2025-12-31')).toRefuse('student_discount.ends_on')
      await expect(end(id, '2027-01-01')).toRefuse('student_discount.ends_on')
      await expect(end(id, '2026-06-30', 2)).toRefuse('version_conflict')
      const asked = await held({ status: 'requested', decided_by: null, decided_at: null })
      await expect(end(asked.id, '2026-06-30')).toRefuse('action_not_allowed')
    })
  })

  test('a family is told what its child has, and of no request', async () => {
    const { pupil, payer } = await tenant.write(async (trx) => {
      const payer = await parent(trx)
      return { payer, pupil: await student(trx, {}, { payer }) }
    })
    await give(admin, pupil.id, (await rule()).id)
    const { id } = await give(admin, pupil.id, (await rule({ needs_approval: true })).id)
    const scope = { scope: 'own', user_id: '', branch_ids: [], parent_id: payer.id } as const
    const told = await tenant.read((db) => discountsOf(db, scope, pupil.id))
    expect(told.map(({ status }) => status)).toEqual(['approved'])
    await expect(tenant.read((db) => one(db, scope, id))).toRefuse('not_found.student_discount')
  })
})

describe('renewing', () => {
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
      await tenant.write((trx) => endExpiredDiscounts(trx, '2026-04-01'))
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
      const follows = (await rowOf(id)).renewed_by_id
      expect(again).toMatchObject({
        ...{ code: 'student_discount.renewed', blockers: [{ to: 'student_discount', id: follows }] },
      })
    })

    test('is not given once more beside what follows it, even when that has begun', async () => {
      const { id, student_id, discount_id } = await held()
      await renew(admin, id)
      await tenant.write((trx) => endExpiredDiscounts(trx, '2026-04-01'))
      const input = { discount_id, starts_on: '2026-04-01', reason: 'Sekali lagi' }
      const again = tenant.write((trx) =>
        giveDiscount(trx, admin, scopes.branch(admin), student_id, input, {
          alone: true,
          today: '2026-04-02',
        }),
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
})

describe('half of a fee', () => {
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
})
