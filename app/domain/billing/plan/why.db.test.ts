import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { branch, enrolment, student, subjectFee } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { changesSince, type Reader, whyAmounts } from './why.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const facts = {
  ...{ enrolment_id: newId(), usual_sen: 12_000, own: { sen: 10_000, reason: 'Dipersetujui dahulu' } },
  ...{ share: null, capped: false, tax: null },
  discounts: [
    {
      ...{ discount_id: newId(), student_discount_id: newId(), code: 'YC', name: 'Subsidi', type: 'subsidy' },
      ...{ percent_bp: null, fixed_sen: 1_000, sen: 1_000, sponsor: 'Yayasan Contoh', child: null },
      ...{ decided_by: 'Puan Aminah', reason: 'Pendapatan keluarga' },
    },
  ],
}
const line = { price_sen: 10_000, discount_sen: 1_000, amount_sen: 9_000, facts: JSON.stringify(facts) }
const why = (id: string, reader: Reader) => tenant.read((db) => whyAmounts(db, id, reader))

describe('why an amount is what it is', () => {
  test('is told of what was worked out, and not of what was written by hand', async () => {
    const { id } = await tenant.write((trx) => invoice(trx, {}, [{ price_sen: 500 }, line]))
    expect(await why(id, 'office')).toMatchObject([
      { position: 2, facts, again: { price_sen: 10_000, amount_sen: 9_000, agrees: true } },
    ])
  })

  test('is told to a family without who decided and why, and to whoever has the link without who bears it', async () => {
    const { id } = await tenant.write((trx) => invoice(trx, {}, [line]))
    const [theirs] = await why(id, 'family')
    expect(theirs!.facts.discounts).toMatchObject([
      { name: 'Subsidi', sen: 1_000, sponsor: 'Yayasan Contoh', decided_by: null, reason: null },
    ])
    expect(theirs!.again.agrees).toBe(true)
    expect(JSON.stringify(theirs)).not.toMatch(/Aminah|Pendapatan|Dipersetujui/)
    expect(JSON.stringify(await why(id, 'anybody'))).not.toMatch(/Aminah|Pendapatan|Dipersetujui|Yayasan/)
  })

  test('does not agree with a line that says something else', async () => {
    const { id } = await tenant.write((trx) => invoice(trx, {}, [{ ...line, amount_sen: 9_001 }]))
    expect(await why(id, 'office')).toMatchObject([{ again: { agrees: false, amount_sen: 9_000 } }])
  })
})

describe('what changed since the time before', () => {
  const month = (no: string, last: number) => ({
    period_starts_on: `2026-${no}-01`,
    period_ends_on: `2026-${no}-${last}`,
  })
  const [february, march] = [month('02', 28), month('03', 31)]

  test('is what is new, gone, dearer, or lowered by something else, of this student alone', async () => {
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

  test('is nothing when all is as it was', async () => {
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
