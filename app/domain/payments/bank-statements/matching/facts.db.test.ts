import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { csvOf, familyOf, states, uploaded } from '#app/domain/payments/bank-statements/test-support.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { branch, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

describe('what is known of a line', () => {
  test('is how things are after the line before it was posted', async () => {
    await familyOf(tenant, 'Salmah Borhan Yahya', 10_000)
    const paid = (on: string) => ({ name: 'SALMAH BORHAN YAHYA', in: '100.00', on })
    const one = await uploaded(tenant, csvOf([paid('02/02/2026'), paid('20/02/2026')]))
    expect(await states(one)).toEqual(['matched', 'suggested'])
    expect(JSON.stringify((await one.lines())[1]!.evidence)).toContain('nothing_owed')
  })

  test('is what the family owes to the branch of the statement', async () => {
    const there = await tenant.write(async (trx) => {
      const { id: branch_id } = await branch(trx)
      const payer = await parent(trx, { name: 'Ismail Qasim Rahmat' })
      const child = await student(trx, { branch_id }, { payer })
      const billed = (at: string, price_sen: number, due_on: string) =>
        invoice(trx, { student_id: child.id, payer_parent_id: payer.id, branch_id: at, due_on }, [
          { price_sen },
        ])
      await billed(tenant.branch.id, 3_000, '2026-02-01')
      await billed(branch_id, 5_000, '2026-02-02')
      await billed(branch_id, 4_000, '2026-02-03')
      return branch_id
    })
    const text = csvOf([{ name: 'ISMAIL QASIM RAHMAT', in: '90.00' }])
    expect(await states(await uploaded(tenant, text, { branch_id: there }))).toEqual(['matched'])
  })

  test.each([
    ['2026-02-05', 'matched'],
    ['2026-02-06', 'suggested'],
    ['2026-02-14', 'suggested'],
    ['2026-02-15', 'matched'],
  ])('is money that came by hand on %s: %s', async (paid_on, state) => {
    const family = await familyOf(tenant, `Zaiton Musa ${paid_on}`, 6_000, 6_000)
    const clerk = await tenant.actor('clerk')
    const paid = { method: 'bank_transfer' as const, amount: 6_000, paid_on, reference_no: `SLIP ${paid_on}` }
    await tenant.write((trx) =>
      recordFamilyPayment(
        trx,
        clerk,
        family.id,
        { ...paid, lines: [{ invoice_id: family.bills[0]!.id, amount: 6_000 }] },
        { scope: everywhere, today: '2026-02-15', backdate_days: 30 },
      ),
    )
    expect(await states(await uploaded(tenant, csvOf([{ reference: family.code, in: '60.00' }])))).toEqual([
      state,
    ])
  })

  test('are the names of the children of who pays for them, not of whoever else is theirs', async () => {
    await tenant.write(async (trx) => {
      const [payer, other] = [await parent(trx, {}), await parent(trx, {})]
      const about = { branch_id: tenant.branch.id, name: 'Nurul Huda Badrul' }
      const child = await student(trx, about, { payer })
      await trx
        .insertInto('student_parent')
        .values({ student_id: child.id, parent_id: other.id, relationship: 'guardian', is_payer: false })
        .execute()
      await invoice(
        trx,
        {
          ...{ student_id: child.id, payer_parent_id: payer.id, branch_id: tenant.branch.id },
          due_on: '2026-02-01',
        },
        [{ price_sen: 7_300 }],
      )
    })
    const one = await uploaded(tenant, csvOf([{ words: 'NURUL HUDA BADRUL', in: '73.00' }]))
    expect(await states(one)).toEqual(['matched'])
  })

  test('is who has paid before, unless that was taken back', async () => {
    const family = await familyOf(tenant, 'Hashim Puteh Long', 4_100, 4_100)
    const name = 'KEDAI BUKU SERI PAGI'
    const before = await uploaded(
      tenant,
      csvOf([{ reference: family.code, name, in: '12.34', on: '03/02/2026' }]),
    )
    const later = (on: string) => uploaded(tenant, csvOf([{ name, in: '5.55', on }]))
    expect((await (await later('22/02/2026')).lines())[0]).toMatchObject({ parent_id: family.id })
    await before.beginUndo()
    await before.undo()
    expect((await (await later('23/02/2026')).lines())[0]).toMatchObject({ parent_id: null })
  })
})
