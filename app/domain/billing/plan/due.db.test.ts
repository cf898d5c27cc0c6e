import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { aClass, child, inTurn } from '#tests/support/billing/cases.ts'
import { branch, enrolment, parent, student, subject, subjectFee } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { dueFees, nextMonthOf } from './due.ts'
import { changesSince, explainAmounts, type Reader } from './explain-amounts.ts'

describe('fees that are due', () => {
  const today = '2026-02-17'
  const february = { period_starts_on: '2026-02-01', period_ends_on: '2026-02-28' }
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  describe('what to bill', () => {
    const fees = (id: string, on = today, at = tenant) => at.read((db) => dueFees(db, id, on))

    test('is each fee of each class for its current period', async () => {
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

    test('is without fees that are billed already, unless that invoice was cancelled', async () => {
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

    test('is nothing for classes that have ended, have not begun or are paused, nor at old prices', async () => {
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

    test('is described in the language of the organisation, with its academic year', async () => {
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
})

describe('explaining amounts', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const facts = {
    ...{ enrolment_id: newId(), usual_sen: 12_000, own: { sen: 10_000, reason: 'Dipersetujui dahulu' } },
    ...{ share: null, capped: false, tax: null },
    discounts: [
      {
        ...{
          discount_id: newId(),
          student_discount_id: newId(),
          code: 'YC',
          name: 'Subsidi',
          type: 'subsidy',
        },
        ...{ percent_bp: null, fixed_sen: 1_000, sen: 1_000, sponsor: 'Yayasan Contoh', child: null },
        ...{ decided_by: 'Puan Aminah', reason: 'Pendapatan keluarga' },
      },
    ],
  }
  const line = { price_sen: 10_000, discount_sen: 1_000, amount_sen: 9_000, facts: JSON.stringify(facts) }
  const why = (id: string, reader: Reader) => tenant.read((db) => explainAmounts(db, id, reader))

  describe('why an amount is what it is', () => {
    test('is explained for calculated lines, not for manual ones', async () => {
      const { id } = await tenant.write((trx) => invoice(trx, {}, [{ price_sen: 500 }, line]))
      expect(await why(id, 'office')).toMatchObject([
        { position: 2, facts, again: { price_sen: 10_000, amount_sen: 9_000, agrees: true } },
      ])
    })

    test('is explained to a family without who decided and why, and to anybody with the link without the sponsor', async () => {
      const { id } = await tenant.write((trx) => invoice(trx, {}, [line]))
      const [theirs] = await why(id, 'family')
      expect(theirs!.facts.discounts).toMatchObject([
        { name: 'Subsidi', sen: 1_000, sponsor: 'Yayasan Contoh', decided_by: null, reason: null },
      ])
      expect(theirs!.again.agrees).toBe(true)
      expect(JSON.stringify(theirs)).not.toMatch(/Aminah|Pendapatan|Dipersetujui/)
      expect(JSON.stringify(await why(id, 'anybody'))).not.toMatch(/Aminah|Pendapatan|Dipersetujui|Yayasan/)
    })

    test('does not agree with a line of another amount', async () => {
      const { id } = await tenant.write((trx) => invoice(trx, {}, [{ ...line, amount_sen: 9_001 }]))
      expect(await why(id, 'office')).toMatchObject([{ again: { agrees: false, amount_sen: 9_000 } }])
    })
  })

  describe('what changed since the period before', () => {
    const month = (no: string, last: number) => ({
      period_starts_on: `2026-${no}-01`,
      period_ends_on: `2026-${no}-${last}`,
    })
    const [february, march] = [month('02', 28), month('03', 31)]

    test('is what is new, gone, or has another price or discount, for this student alone', async () => {
      const { id, first } = await tenant.write(async (trx) => {
        const branch_id = (await branch(trx)).id
        const [child, other] = [await student(trx, { branch_id }), await student(trx, { branch_id })]
        const owner = { student_id: child.id, payer_parent_id: child.payer!.id }
        const fee = async () => {
          const one = await subjectFee(trx)
          await enrolment(trx, { student_id: child.id, subject_id: one.subject_id })
          return one.id
        }
        const [same, dearer, lowered, gone, fresh] = [
          await fee(),
          await fee(),
          await fee(),
          await fee(),
          await fee(),
        ]
        const of = (subject_fee_id: string, period: object, given: object = {}) => ({
          ...{ subject_fee_id, price_sen: 12_000, ...period, ...given },
        })
        const before = await invoice(trx, owner, [
          of(same, february),
          of(dearer, february),
          of(lowered, february),
          of(gone, february, { description: 'Silat' }),
        ])
        await invoice(trx, { student_id: other.id, payer_parent_id: other.payer!.id }, [of(fresh, february)])
        const now = await invoice(trx, owner, [
          of(same, march),
          of(dearer, march, { price_sen: 13_000, description: 'Piano' }),
          of(lowered, march, { discount_sen: 500, description: 'Melayu' }),
          of(fresh, march, { description: 'Catur' }),
        ])
        return { id: now.id, first: before.id }
      })
      expect(await tenant.read((db) => changesSince(db, first))).toBeNull()
      expect(await tenant.read((db) => changesSince(db, id))).toEqual([
        { kind: 'price', description: 'Piano', before_sen: 12_000, now_sen: 13_000 },
        { kind: 'discount', description: 'Melayu', before_sen: 12_000, now_sen: 11_500 },
        { kind: 'new', description: 'Catur', before_sen: null, now_sen: 12_000 },
        { kind: 'gone', description: 'Silat', before_sen: 12_000, now_sen: null },
      ])
    })

    test('is nothing when nothing has changed', async () => {
      const id = await tenant.write(async (trx) => {
        const fee = await subjectFee(trx)
        const child = await student(trx)
        const owner = { student_id: child.id, payer_parent_id: child.payer!.id }
        await invoice(trx, owner, [{ subject_fee_id: fee.id, price_sen: 12_000, ...february }])
        return (await invoice(trx, owner, [{ subject_fee_id: fee.id, price_sen: 12_000, ...march }])).id
      })
      expect(await tenant.read((db) => changesSince(db, id))).toEqual([])
    })
  })
})

describe('the next month of a family', () => {
  test('is what it will pay with tax, and nothing for a child that somebody else pays for', async () => {
    const tenant = await freshTenant({ tax_registered: true })
    await inTurn(tenant, async (trx) => {
      const { subject_id } = await aClass(trx, { amount_sen: 9_999 }, { taxable: true })
      const [payer, other] = [await parent(trx), await parent(trx)]
      await child(trx, 'A', payer, subject_id)
      await child(trx, 'B', payer, subject_id, { nationality: 'ID' })
      await child(trx, 'C', other, subject_id)
      expect(await nextMonthOf(trx, payer.id, '2026-02-17')).toMatchObject({
        month: '2026-03-01',
        total_sen: 9_999 + 10_599,
        children: [
          { name: 'A', lines: [{ sen: 9_999 }] },
          { name: 'B', lines: [{ sen: 10_599 }] },
        ],
      })
      expect(await nextMonthOf(trx, newId(), '2026-02-17')).toBeNull()
    })
  })
})
