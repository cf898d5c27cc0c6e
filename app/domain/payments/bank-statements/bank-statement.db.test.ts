import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { branch, parent, student } from '#tests/support/database/factories.ts'
import { lockLast } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { chunkLines } from './bank-statement.ts'
import { acceptLine, assignTo, ignoreLine, reopenLine, undoLine } from './change-line.ts'
import { mapStatement } from './change-statement.ts'
import { csvOf, type Family, familyOf, type GivenLine, owedBy, states, uploaded } from './test-support.ts'

describe('statements', () => {
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
          line({
            reference: `${aminah.code.slice(0, 4)} ${aminah.code.slice(4).toLowerCase()}`,
            in: '150.00',
          }),
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

    test('is other money than the same sum of the family more than four days before', async () => {
      const family = await familyOf(tenant, 'Farhana Idris Yusof', 4_100, 4_100, 4_100)
      const came = (on: string) => line({ reference: family.code, in: '41.00', on })
      await uploaded(tenant, csvOf([came('10/02/2026')]))
      // The days of the whole statement reach back to that payment.
      const first = line({ in: '0.07', on: '10/02/2026', name: 'Tiada Sesiapa' })
      const statement = await uploaded(tenant, csvOf([first, came('14/02/2026'), came('15/02/2026')]))
      expect(await states(statement)).toEqual(['unmatched', 'suggested', 'matched'])
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
      const one = await uploaded(
        tenant,
        csvOf([line({ words: 'SEWA KANTIN', in: '30.00', on: '21/02/2026' })]),
      )
      const clerk = await tenant.actor('clerk')
      const ignore = async () => {
        const { id, version } = (await one.lines())[0]!
        return tenant.write((trx) =>
          ignoreLine(trx, clerk, everywhere, { id, version, reason: 'Bukan yuran' }),
        )
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

    test('stays while somebody has booked a line', async () => {
      const family = await familyOf(tenant, 'Zulkifli Ramli Hashim', 5_000)
      const one = await uploaded(tenant, csvOf([line({ name: family.name, in: '7.00', on: '19/02/2026' })]))
      const [{ id, version, status }] = (await one.lines()) as [Awaited<ReturnType<typeof one.lines>>[0]]
      expect(status).toBe('suggested')
      const clerk = await tenant.actor('clerk')
      const rules = { scope: everywhere, today: todayIn(new Date()), early_reason: 'Sebelum invois' }
      await tenant.write((trx) => acceptLine(trx, clerk, { id, version }, rules))
      await one.beginUndo()
      await one.undo()
      expect(await one.now()).toMatchObject({ status: 'ready', blocked: [4] })
      expect(await owedBy(tenant, family)).toEqual([4_300])
      await balanced()
    })

    test('stays while another repeats one of its lines', async () => {
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
})

describe('deciding a line', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const today = todayIn(new Date())
  const rules = { scope: everywhere, today, early_reason: 'Menurut penyata bank' }
  const line = (given: GivenLine): GivenLine => ({ on: '10/02/2026', ...given })
  const balanced = async () => expect(await tenant.read(imbalance)).toEqual({})

  /** As somebody decides, at the version that they see. */
  async function deciding<R>(
    id: string,
    work: (
      at: { id: string; version: number },
      trx: Parameters<Parameters<Tenant['write']>[0]>[0],
    ) => Promise<R>,
  ): Promise<R> {
    return tenant.write(async (trx) => {
      const { version } = await trx
        .selectFrom('bank_line')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return work({ id, version }, trx)
    })
  }

  describe('a line that waits', () => {
    test('is accepted by one click, shared out over families, said to be no fee, and undone', async () => {
      const [one, two] = [
        await familyOf(tenant, 'Latifah Yaacob Razak', 4_000),
        await familyOf(tenant, 'Goh Pei Shan Ong', 3_000),
      ]
      const statement = await uploaded(
        tenant,
        csvOf([
          line({ reference: `${one.code} ${two.code}`, in: '70.00', on: '15/02/2026' }),
          line({ words: 'DERMA SURAU', in: '20.00', on: '15/02/2026' }),
        ]),
      )
      const [shared, gift] = await statement.lines()
      const clerk = await tenant.actor('clerk')
      const supervisor = await tenant.actor('supervisor')
      const part = { amount: 4_000, paid_on: '2026-02-15', lines: [], parent_id: one.id }
      await deciding(shared!.id, (at, trx) =>
        assignTo(trx, clerk, at.id, { ...part, version: at.version }, rules),
      )
      await balanced()
      expect((await statement.lines())[0]).toMatchObject({ status: 'suggested', assigned_sen: 4_000 })
      const rest = { ...part, parent_id: two.id, amount: 3_001 }
      await expect(
        deciding(shared!.id, (at, trx) =>
          assignTo(trx, clerk, at.id, { ...rest, version: at.version }, rules),
        ),
      ).rejects.toMatchObject({ code: 'bank_line.too_much' })
      await deciding(shared!.id, (at, trx) =>
        assignTo(trx, clerk, at.id, { ...rest, amount: 3_000, version: at.version }, rules),
      )
      expect(await states(statement)).toEqual(['matched', 'unmatched'])
      expect([await owedBy(tenant, one), await owedBy(tenant, two)]).toEqual([[0], [0]])
      await deciding(gift!.id, (at, trx) =>
        ignoreLine(trx, clerk, everywhere, { ...at, reason: 'Derma untuk surau sekolah' }),
      )
      expect(await states(statement)).toEqual(['matched', 'ignored'])
      await deciding(gift!.id, (at, trx) => reopenLine(trx, clerk, everywhere, at))
      const undo = { today, reason: 'Baris dipadankan semula' }
      await expect(
        deciding(shared!.id, (at, trx) => undoLine(trx, clerk, everywhere, at, undo)),
      ).rejects.toMatchObject({
        code: 'four_eyes.own_entry',
      })
      const tomorrow = { ...undo, today: addDays(today, 1) }
      await expect(
        deciding(shared!.id, (at, trx) => undoLine(trx, supervisor, everywhere, at, tomorrow)),
      ).rejects.toMatchObject({ code: 'bank_line.undo_over' })
      await deciding(shared!.id, (at, trx) => undoLine(trx, supervisor, everywhere, at, undo))
      expect(await states(statement)).toEqual(['suggested', 'unmatched'])
      expect([await owedBy(tenant, one), await owedBy(tenant, two)]).toEqual([[4_000], [3_000]])
      await balanced()
    })

    test('is taken by the first of two who click at once', async () => {
      const family = await familyOf(tenant, 'Tan Wei Jie Khoo', 5_000)
      const statement = await uploaded(
        tenant,
        csvOf([line({ reference: family.bills[0]!.number!, in: '50.00', on: '16/02/2026' })]),
      )
      const [waiting] = await statement.lines()
      expect(waiting).toMatchObject({ status: 'suggested', parent_id: family.id })
      const at = { id: waiting!.id, version: waiting!.version }
      const clerk = await tenant.actor('clerk')
      const clicks = await Promise.allSettled(
        [1, 2, 3].map(() => tenant.write((trx) => acceptLine(trx, clerk, at, rules))),
      )
      expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await owedBy(tenant, family)).toEqual([0])
      await balanced()
    })

    test('may be undone again once it was booked again, and was not by itself then', async () => {
      const family = await familyOf(tenant, 'Rosli Ahmad Kamil', 5_000)
      const statement = await uploaded(tenant, csvOf([line({ reference: family.code, in: '50.00' })]))
      const now = async () => (await statement.lines())[0]!
      expect(await now()).toMatchObject({ status: 'matched', by_itself: true })
      const [clerk, supervisor] = [await tenant.actor('clerk'), await tenant.actor('supervisor')]
      const undo = async () => {
        const { id } = await now()
        await deciding(id, (at, trx) =>
          undoLine(trx, supervisor, everywhere, at, { today, reason: 'Baris dipadankan semula' }),
        )
      }
      await undo()
      expect(await now()).toMatchObject({ status: 'suggested', assigned_sen: 0, by_itself: false })
      await deciding((await now()).id, (at, trx) => acceptLine(trx, clerk, at, rules))
      expect(await owedBy(tenant, family)).toEqual([0])
      await undo()
      expect(await now()).toMatchObject({ status: 'suggested', assigned_sen: 0 })
      expect(await owedBy(tenant, family)).toEqual([5_000])
      await balanced()
    })
  })
})

describe('facts for matching', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  describe('what is known of a line', () => {
    test('is how things are after the line before it was posted', async () => {
      const { code } = await familyOf(tenant, 'Salmah Borhan Yahya', 10_000)
      const paid = (on: string) => ({ reference: code, in: '100.00', on })
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
      const [line] = await (await uploaded(tenant, text, { branch_id: there })).lines()
      expect(line!.evidence).toContainEqual({ kind: 'sum_all', count: 2, sen: 9_000 })
    })

    test.each([
      ['2026-02-05', 'matched'],
      ['2026-02-06', 'suggested'],
      ['2026-02-14', 'suggested'],
      ['2026-02-15', 'matched'],
    ])('is money that came by hand on %s: %s', async (paid_on, state) => {
      const family = await familyOf(tenant, `Zaiton Musa ${paid_on}`, 6_000, 6_000)
      const clerk = await tenant.actor('clerk')
      const paid = {
        method: 'bank_transfer' as const,
        amount: 6_000,
        paid_on,
        reference_no: `SLIP ${paid_on}`,
      }
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
      expect(await states(one)).toEqual(['suggested'])
      expect((await one.lines())[0]!.evidence).toContainEqual({ kind: 'child', text: 'Nurul Huda Badrul' })
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
})

describe('a killed worker', () => {
  /** Real worker processes, killed while they post the lines of a statement. */
  let tenant: Tenant
  let dataDir: string

  beforeAll(async () => {
    tenant = await freshTenant()
    dataDir = await mkdtemp(join(tmpdir(), 'bank-statement-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  const kills = soaking ? 6 : 1
  const count = soaking ? 600 : 2 * chunkLines + 5

  const startProcess = () =>
    startWorkerProcess({
      dataDir,
      smtpPort: 1,
      fixture: 'app/domain/payments/bank-statements/worker.fixture.ts',
    })
  const patience = { timeout: 300_000, interval: 5 }

  test(`kill -9, ${kills} of them: no line is posted twice, none forgotten, and not a sen is lost`, async () => {
    const families: Family[] = []
    for (let index = 0; index < count; index++)
      families.push(await familyOf(tenant, `Keluarga Bilangan ${index}`, 5_000, 5_000))
    const lines = families.map(({ code }, index) => ({ reference: code, in: index % 2 ? '60.00' : '50.00' }))
    const statement = await uploaded(tenant, csvOf(lines), { matched: false })
    const posted = async () => (await statement.lines()).filter(({ status }) => status === 'matched').length
    const ended = async () => (await statement.now()).status !== 'matching'
    let killed = 0
    // however slow this process is, the end is not there before all have been killed
    const last = await lockLast(tenant, 'bank_line', 'number')
    while (!(await ended())) {
      const had = await posted()
      if (killed === kills) await last.letGo()
      const worker = await startProcess()
      await vi.waitFor(async () => expect((await ended()) || (await posted()) > had).toBe(true), patience)
      if (killed < kills) killed += 1
      else await vi.waitFor(async () => expect(await ended()).toBe(true), patience)
      worker.child.kill('SIGKILL')
      await worker.ended
    }
    expect(killed).toBe(kills)
    expect(await statement.now()).toMatchObject({ status: 'ready' })
    expect(await posted()).toBe(count)
    const payments = await tenant.read((db) => db.selectFrom('payment').select('payer_parent_id').execute())
    expect(new Set(payments.map(({ payer_parent_id }) => payer_parent_id)).size).toBe(count)
    expect(payments).toHaveLength(count)
    expect(await owedBy(tenant, families[0]!)).toEqual([0, 5_000])
    expect(await owedBy(tenant, families[1]!)).toEqual([0, 4_000])
    expect(await tenant.read(imbalance)).toEqual({})
    figure(
      `bank statement: a worker killed ${killed} times while it posted ${count} lines: none twice, none forgotten, 0 sen lost`,
    )
  })
})
