import { beforeAll, describe, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/actor.ts'
import {
  branch,
  enrolment,
  insert,
  parent,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { billableList, billableStudent, parentsOf } from './billable.server.ts'
import { dueFees } from './fees.server.ts'

const today = '2026-02-17'
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const scope = (name: RowScope['scope'], branch_ids: string[] = []): RowScope => ({
  scope: name,
  user_id: '',
  branch_ids,
  parent_id: null,
})

describe('whom to bill', () => {
  test('is found by name, number, or the payer’s name and phone, with what is owed', async () => {
    const { id } = await tenant.write(async (trx) => {
      const payer = await parent(trx, { name: 'Ravi Kumar', phone: '+60127778889' })
      const row = await student(trx, { name: 'Priya Ravi', student_no: 'P-77' }, { payer })
      const owner = { student_id: row.id, payer_parent_id: payer.id }
      await invoice(trx, { ...owner, paid_sen: 2_000 })
      await invoice(trx, { ...owner, status: 'draft' })
      await invoice(trx, { ...owner, status: 'cancelled' })
      return row
    })
    for (const q of ['priya', 'p-77', 'kumar', '7778889', '012-777 8889', '+6012 7778889']) {
      const { rows } = await listed(tenant, billableList, { q })
      expect(rows, q).toMatchObject([{ id, payer: 'Ravi Kumar', owed_sen: 10_000 }])
    }
  })

  test('is a student of the own branch, and nobody for who may not bill', async () => {
    const [own, other] = await tenant.write(async (trx) => [await branch(trx), await branch(trx)] as const)
    const [here, there] = await tenant.write(
      async (trx) =>
        [await student(trx, { branch_id: own.id }), await student(trx, { branch_id: other.id })] as const,
    )
    const list = async (of: RowScope) => (await listed(tenant, billableList, {}, { scope: of })).rows
    expect((await list(scope('branch', [own.id]))).map(({ id }) => id)).toEqual([here.id])
    for (const of of [scope('class'), scope('own'), scope('branch')]) expect(await list(of)).toEqual([])
    await expect(tenant.read((db) => billableStudent(db, scope('branch', [own.id]), there.id))).toRefuse(
      'not_found.student',
    )
  })

  test('has parents, the one who pays first', async () => {
    const row = await tenant.write(async (trx) => {
      const child = await student(trx)
      const mother = await parent(trx, { name: 'Aaa' })
      await insert(trx, 'student_parent', {
        student_id: child.id,
        parent_id: mother.id,
        relationship: 'mother',
      })
      return child
    })
    const parents = await tenant.read((db) => parentsOf(db, row.id))
    expect(parents.map(({ is_payer }) => is_payer)).toEqual([true, false])
  })
})

describe('what to bill', () => {
  const fees = (id: string, on = today, at = tenant) => at.read((db) => dueFees(db, id, on))

  test('is each fee of each class for its running period', async () => {
    const { id } = await tenant.write(async (trx) => {
      const row = await student(trx)
      const maths = await subject(trx, { name: 'Matematik' })
      await enrolment(trx, { student_id: row.id, subject_id: maths.id })
      await subjectFee(trx, { subject_id: maths.id, amount_sen: 12_000 })
      await subjectFee(trx, { subject_id: maths.id, amount_sen: 5_000, frequency: 'one_off' })
      await subjectFee(trx, { subject_id: maths.id, amount_sen: 9_000, frequency: 'quarterly' })
      return row
    })
    const { lines } = await fees(id)
    expect(lines).toMatchObject([
      { price_sen: 12_000, period_starts_on: '2026-02-01', period_ends_on: '2026-02-28' },
      { price_sen: 5_000, period_starts_on: null },
      { price_sen: 9_000, period_starts_on: '2026-01-01', period_ends_on: '2026-03-31' },
    ])
    expect(lines[0]?.description).toMatch(/^Matematik, Yuran bulanan \d+, Feb 2026$/)
    expect(lines[2]?.description).toMatch(/Jan – Mar 2026$/)
  })

  test('leaves out what is billed already, unless that invoice was cancelled', async () => {
    const { id, fee, owner } = await tenant.write(async (trx) => {
      const row = await student(trx)
      const fee = await subjectFee(trx)
      await enrolment(trx, { student_id: row.id, subject_id: fee.subject_id })
      const owner = { student_id: row.id, payer_parent_id: row.payer!.id }
      const billed = { subject_fee_id: fee.id, period_starts_on: '2026-02-01', price_sen: 12_000 }
      await invoice(trx, { ...owner, status: 'cancelled' }, [billed])
      return { id: row.id, fee, owner }
    })
    expect(await fees(id)).toMatchObject({ lines: [{ subject_fee_id: fee.id }], billed: [] })
    const billed = { subject_fee_id: fee.id, period_starts_on: '2026-02-01', price_sen: 12_000 }
    await tenant.write((trx) => invoice(trx, { ...owner, status: 'draft' }, [billed]))
    const second = await fees(id)
    expect(second.lines).toEqual([])
    expect(second.billed).toHaveLength(1)
    expect((await fees(id, '2026-03-01')).lines).toHaveLength(1)
  })

  test('is nothing of classes that have ended, not begun, or are paused, nor of old prices', async () => {
    const { id } = await tenant.write(async (trx) => {
      const row = await student(trx)
      const enrol = async (given: object, price: object = {}, of: object = {}) => {
        const { id: subject_id } = await subject(trx, of)
        await subjectFee(trx, { subject_id, ...price })
        await enrolment(trx, { student_id: row.id, subject_id, ...given })
      }
      await enrol({ status: 'paused' })
      await enrol({ status: 'ended' })
      await enrol({ starts_on: '2026-02-18' })
      await enrol({ ends_on: '2026-02-16' })
      await enrol({}, { ends_on: '2026-02-16' })
      await enrol({}, { starts_on: '2026-02-18' })
      await enrol({}, { status: 'inactive' })
      await enrol({}, {}, { status: 'closed', closed_on: today })
      return row
    })
    expect(await fees(id)).toEqual({ lines: [], billed: [] })
  })

  test('is written in the language of the organisation and follows its year', async () => {
    const own = await freshTenant({ default_locale: 'my' })
    const { id } = await own.write(async (trx) => {
      const row = await student(trx)
      const fee = await subjectFee(trx, { frequency: 'yearly' })
      await enrolment(trx, { student_id: row.id, subject_id: fee.subject_id })
      return row
    })
    const { lines } = await fees(id, '2026-03-05', own)
    expect(lines[0]?.description).toMatch(/, Jan – Dis 2026$/)
  })
})
