import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { ignoreLine } from './change-line.ts'
import { mapStatement } from './change-statement.ts'
import { csvOf, familyOf, type GivenLine, owedBy, states, uploaded } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const line = (given: GivenLine): GivenLine => ({ on: '10/02/2026', ...given })
const balanced = async () => expect(await tenant.read(imbalance)).toEqual({})

describe('a statement', () => {
  test('posts what is certain, oldest invoice first and the rest as credit; the others wait with what speaks for them', async () => {
    const aminah = await familyOf(tenant, 'Aminah binti Hassan Latif', 12_000, 8_000)
    const lee = await familyOf(tenant, 'Lee Mei Ling', 15_000)
    const raju = await familyOf(tenant, 'Raju Muniandy Perumal', 9_000)
    const one = await uploaded(
      tenant,
      csvOf([
        line({ reference: `${aminah.code.slice(0, 4)} ${aminah.code.slice(4).toLowerCase()}`, in: '150.00' }),
        line({ words: `YURAN${lee.code}FEB`, name: 'JOHN SMITH', in: '170.00' }),
        line({ reference: `${raju.code.slice(0, 7)}X`, name: 'RAJU', in: '90.00' }),
        line({ words: 'FD INTEREST', in: '3.21' }),
        line({ words: 'TNB', out: '88.00' }),
      ]),
    )
    const now = await one.now()
    expect(now).toMatchObject({
      status: 'ready',
      line_count: 5,
      bank: 'RHB Bank',
      account_end: '0123',
      from_on: '2026-02-10',
    })
    expect(now).toMatchObject({
      opening_sen: 100_000,
      closing_sen: 132_521,
      credit_sen: 41_321,
      debit_sen: 8_800,
    })
    expect(await states(one)).toEqual(['matched', 'matched', 'suggested', 'unmatched', 'debit'])
    expect(await owedBy(tenant, aminah)).toEqual([0, 5_000])
    expect(await owedBy(tenant, lee)).toEqual([0])
    const payment = await tenant.read((db) =>
      db.selectFrom('payment').selectAll().where('payer_parent_id', '=', lee.id).executeTakeFirstOrThrow(),
    )
    expect(payment).toMatchObject({
      method: 'bank_transfer',
      amount_sen: 17_000,
      paid_on: '2026-02-10',
      received_by: null,
    })
    const credit = await tenant.read((db) =>
      db
        .selectFrom('credit_entry')
        .select('delta_sen')
        .where('parent_id', '=', lee.id)
        .executeTakeFirstOrThrow(),
    )
    expect(Number(credit.delta_sen)).toBe(2_000)
    const [, , third] = await one.lines()
    expect(third).toMatchObject({ parent_id: raju.id, by_itself: false })
    expect(JSON.stringify(third!.evidence)).toContain('near_reference')
    await balanced()
  })

  test('that comes twice posts nothing, nor does a line of one that overlaps; what is alike within a file is money twice', async () => {
    const family = await familyOf(tenant, 'Zainab Idris Mokhtar', 10_000, 10_000, 10_000)
    const twin = line({ reference: family.code, in: '100.00', on: '03/02/2026' })
    await uploaded(tenant, csvOf([twin, twin]))
    expect(await owedBy(tenant, family)).toEqual([0, 0, 10_000])
    expect(await states(await uploaded(tenant, csvOf([twin, twin])))).toEqual(['repeated', 'repeated'])
    const later = line({ reference: family.code, in: '100.00', on: '20/02/2026' })
    const overlapping = await uploaded(tenant, csvOf([twin, twin, later], 900))
    expect(await states(overlapping)).toEqual(['repeated', 'repeated', 'matched'])
    expect(await owedBy(tenant, family)).toEqual([0, 0, 0])
    await balanced()
  })

  test('two at once bring each line once', async () => {
    const families = await Promise.all(
      ['a', 'b', 'c'].map((name) => familyOf(tenant, `Sama Masa ${name}`, 5_000)),
    )
    const text = csvOf(families.map(({ code }) => line({ reference: code, in: '50.00', on: '11/02/2026' })))
    const both = await Promise.all([uploaded(tenant, text), uploaded(tenant, text)])
    const found = (await Promise.all(both.map(states))).flat().sort()
    expect(found).toEqual(['matched', 'matched', 'matched', 'repeated', 'repeated', 'repeated'])
    await balanced()
  })

  test('of another kind with the same movements posts nothing again: it may be the same money', async () => {
    const family = await familyOf(tenant, 'Hakim Wahab Nasir', 7_000, 7_000)
    await uploaded(tenant, csvOf([line({ reference: family.code, in: '70.00', on: '12/02/2026' })]))
    const mt940 = [
      ...[
        ':20:X',
        ':25:21234567890123',
        ':60F:C260211MYR100,00',
        `:61:260212C70,00NTRF${family.code}//88`,
        ':86:DUITNOW',
      ],
      ...[':62F:C260212MYR170,00', '-'],
    ]
    const again = await uploaded(tenant, mt940.join('\r\n'))
    expect(await states(again)).toEqual(['suggested'])
    const [held] = await again.lines()
    expect(JSON.stringify(held!.evidence)).toContain('duplicate')
    expect(await owedBy(tenant, family)).toEqual([0, 7_000])
  })

  test.each([
    ['bank_transfer', 'Kavitha Govindasamy Daud'],
    ['cheque', 'Hamidah Rosli Zakaria'],
    ['duitnow_qr', 'Norliza Kamal Bakri'],
  ] as const)('warns of a %s that somebody has recorded already', async (method, name) => {
    const family = await familyOf(tenant, name, 6_000, 6_000)
    const clerk = await tenant.actor('clerk')
    const paid = {
      method,
      amount: 6_000,
      paid_on: '2026-02-09',
      reference_no: `SLIP ${method}`,
    }
    await tenant.write((trx) =>
      recordFamilyPayment(
        trx,
        clerk,
        family.id,
        { ...paid, lines: [{ invoice_id: family.bills[0]!.id, amount: 6_000 }] },
        { scope: everywhere, today: '2026-02-09', backdate_days: 30 },
      ),
    )
    const one = await uploaded(tenant, csvOf([line({ reference: family.code, in: '60.00' })]))
    expect(await states(one)).toEqual(['suggested'])
    expect(await owedBy(tenant, family)).toEqual([0, 6_000])
  })

  test.each([
    ['in the end', 6, '13/02/2026', '1053.00', '1063.00'],
    ['only in between', 5, '19/02/2026', '1051.00', '1061.00'],
  ])(
    'whose lines do not add up to what it says, %s, posts nothing by itself',
    async (_, row, on, right, wrong) => {
      const family = await familyOf(tenant, `Rosnah Talib Harun ${row}`, 5_000)
      const text = csvOf([
        line({ reference: family.code, in: '50.00', on }),
        line({ words: 'X', in: '1.00', on }),
        line({ words: 'Y', in: '2.00', on }),
      ])
      const one = await uploaded(tenant, text.replace(right, wrong))
      expect(await one.now()).toMatchObject({ broken_row: row })
      expect(await states(one)).toEqual(['suggested', 'unmatched', 'unmatched'])
    },
  )

  test('of a branch is matched with its families alone', async () => {
    const family = await familyOf(tenant, 'Suraya Johari Azizi', 5_000)
    const branch = await tenant.write((trx) =>
      trx
        .insertInto('branch')
        .values({ id: '0198f000-0000-7000-8000-0000000000bb', code: 'B2', name: 'Cawangan Dua' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const text = csvOf([line({ reference: family.code, in: '50.00', on: '14/02/2026' })])
    expect(await states(await uploaded(tenant, text, { branch_id: branch.id }))).toEqual(['unmatched'])
    expect(await owedBy(tenant, family)).toEqual([5_000])
  })

  test('with headings that nobody knows is asked about once', async () => {
    const family = await familyOf(tenant, 'Faridah Osman Salleh', 5_000, 5_000)
    const text = (day: string) => `When,What,Ins,Outs,Date\n1,YURAN ${family.code},50.00,,${day}\n`
    const one = await uploaded(tenant, text('05/02/2026'), { matched: false })
    expect(await one.now()).toMatchObject({ status: 'uploaded', line_count: 0 })
    const admin = await tenant.actor('admin')
    const columns = [undefined, 'description', 'credit', 'debit', 'date'] as const
    await tenant.write((trx) =>
      mapStatement(
        trx,
        admin,
        everywhere,
        { id: one.id, version: 1 },
        { name: 'Bank Kampung', columns: [...columns], version: 1 },
        String,
      ),
    )
    const two = await uploaded(tenant, text('06/02/2026'))
    expect(await two.now()).toMatchObject({ status: 'ready', bank: 'Bank Kampung' })
    expect(await states(two)).toEqual(['matched'])
  })
})

describe('a statement that is taken back', () => {
  test('stays while a line of it was said to be no fee; nobody says so while a job is at it', async () => {
    const one = await uploaded(tenant, csvOf([line({ words: 'SEWA KANTIN', in: '30.00', on: '21/02/2026' })]))
    const clerk = await tenant.actor('clerk')
    const ignore = async () => {
      const { id, version } = (await one.lines())[0]!
      return tenant.write((trx) => ignoreLine(trx, clerk, everywhere, { id, version, reason: 'Bukan yuran' }))
    }
    await one.beginUndo()
    await expect(ignore()).rejects.toMatchObject({ code: 'bank_statement.busy' })
    await tenant.write((trx) =>
      trx.updateTable('bank_statement').set({ status: 'ready' }).where('id', '=', one.id).execute(),
    )
    await ignore()
    await one.beginUndo()
    await one.undo()
    expect(await one.now()).toMatchObject({ status: 'ready', blocked: [4] })
    expect(await states(one)).toEqual(['ignored'])
  })

  test('may be once what repeats it was taken back, which still says what it repeats', async () => {
    const text = csvOf([line({ words: 'SEWA DEWAN', in: '31.00', on: '21/02/2026' })])
    const [one, again] = [await uploaded(tenant, text), await uploaded(tenant, text)]
    for (const statement of [again, one]) {
      await statement.beginUndo()
      await statement.undo()
      expect(await statement.now()).toMatchObject({ status: 'undone' })
    }
    expect([await states(one), await states(again)]).toEqual([['undone'], ['repeated']])
  })

  test('leaves nothing, and may come again', async () => {
    const family = await familyOf(tenant, 'Norizan Bakar Kassim', 5_000)
    const text = csvOf([
      line({ reference: family.code, in: '60.00', on: '17/02/2026' }),
      line({ words: 'TNB', out: '3.00' }),
    ])
    const one = await uploaded(tenant, text)
    expect(await owedBy(tenant, family)).toEqual([0])
    await one.beginUndo()
    await one.undo()
    expect(await one.now()).toMatchObject({ status: 'undone' })
    expect(await states(one)).toEqual(['undone', 'undone'])
    expect(await owedBy(tenant, family)).toEqual([5_000])
    await balanced()
    expect(await states(await uploaded(tenant, text))).toEqual(['matched', 'debit'])
    expect(await owedBy(tenant, family)).toEqual([0])
  })

  test('stays while somebody has decided of a line, or another repeats one', async () => {
    const family = await familyOf(tenant, 'Mansor Saad Hamid', 5_000, 5_000)
    const text = csvOf([line({ reference: family.code, in: '50.00', on: '18/02/2026' })])
    const one = await uploaded(tenant, text)
    await uploaded(tenant, text)
    await one.beginUndo()
    await one.undo()
    expect(await one.now()).toMatchObject({ status: 'ready', blocked: [4] })
    expect(await owedBy(tenant, family)).toEqual([0, 5_000])
    await balanced()
  })
})
