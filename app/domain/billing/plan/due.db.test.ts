import { beforeAll, describe, expect, test } from 'vitest'
import { enrolment, student, subject, subjectFee } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { dueFees } from './due.ts'

const today = '2026-02-17'
const february = { period_starts_on: '2026-02-01', period_ends_on: '2026-02-28' }
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
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
      { price: 12_000, period_starts_on: '2026-02-01', period_ends_on: '2026-02-28' },
      { price: 5_000, period_starts_on: null },
      { price: 9_000, period_starts_on: '2026-01-01', period_ends_on: '2026-03-31' },
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
      const billed = { subject_fee_id: fee.id, ...february, price_sen: 12_000 }
      await invoice(trx, { ...owner, status: 'cancelled' }, [billed])
      return { id: row.id, fee, owner }
    })
    expect(await fees(id)).toMatchObject({ lines: [{ subject_fee_id: fee.id }], billed: [] })
    const billed = { subject_fee_id: fee.id, ...february, price_sen: 12_000 }
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
      await enrol({ starts_on: '2026-03-01' })
      await enrol({ ends_on: '2026-01-31' })
      await enrol({}, { ends_on: '2026-01-31' })
      await enrol({}, { starts_on: '2026-03-01' })
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
