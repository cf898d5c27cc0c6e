import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import type { AssignInput } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { acceptLine, assignTo } from '#app/domain/payments/bank-statements/change-line.ts'
import { csvOf, states, uploaded } from '#app/domain/payments/bank-statements/test-support.ts'
import { recordFamilyPayment, takeFamilyTransfer } from '#app/domain/payments/payments/record-payment.ts'
import { auditOf } from '#app/domain/people/parents/test-support.ts'
import { branch, next } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import '#tests/support/product/matchers.ts'
import { confirmSlip } from './change-slip.ts'
import { openDesk, paper, today } from './test-support.ts'

const other_reason = 'Ibu dan bapa masing-masing memindahkan wang'

describe('one transfer that is shown twice', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  beforeAll(async () => {
    desk = await openDesk()
  })

  const paymentsOf = (reference_no: string) =>
    desk.tenant.read((db) =>
      db.selectFrom('payment').select('id').where('reference_no', '=', reference_no).execute(),
    )

  test('is booked for one family alone, however its reference is written, unless somebody says why', async () => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    await desk.confirm(await desk.show(one.public_code, { reference_no: 'MBB 661-204' }))
    const again = await desk.show(other.public_code, { reference_no: 'mbb661204' })
    await expect(desk.confirm(again)).toRefuse('transfer_slip.taken', 'other_reason')
    await expect(desk.confirm(again, { confirmed: 'on' })).toRefuse('transfer_slip.taken', 'other_reason')
    expect((await desk.balanceOf(other)).status).toBe('unpaid')
    const { posted } = await desk.confirm(again, { other_reason })
    expect((await desk.balanceOf(other)).status).toBe('paid')
    const log = (await auditOf(desk.tenant, again)).at(-1)
    expect(log).toMatchObject({
      action: 'transfer_slip.confirmed',
      after: { payment: posted.number, other_reason, same_transfer: expect.stringMatching(/^RCP/) },
    })
    expect(await desk.tenant.read(imbalance)).toEqual({})
  })

  test.each([
    ['has words before it', 'MBB 771-311', 'Yuran Ali MBB771311'],
    ['has words around it', 'DUITNOW MBB771312', 'Yuran Siti 771 312 Nov MBB771312'],
    ['has letters between digits, and words', 'A1B2C3D4E5F6', 'Yuran A1B2C3D4E5F6'],
    ['has wide digits first', 'ＭＢＢ７７１３１３', 'MBB771313'],
    ['has wide digits next', 'MBB771314', 'ＭＢＢ７７１３１４'],
    ['has letters for digits', 'MBB 77I 3O5', 'MBB771305'],
    ['has digits for letters', 'OCBC 771306', '0CBC 771306'],
    ['has zeros before it', '771307', '00771307'],
    ['is in other letters', '学费771308', '学费 771308'],
    ['has zeros before it and letters', 'TRX 00771309', 'Yuran 771309'],
  ])('whose reference %s is the same', async (_, reference_no, again) => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    await desk.confirm(await desk.show(one.public_code, { reference_no }))
    const slip = await desk.show(other.public_code, { reference_no: again })
    await expect(desk.confirm(slip)).toRefuse('transfer_slip.taken', 'other_reason')
    const late = await desk.show(other.public_code, { reference_no: again, paid_on: '2026-02-06' })
    await expect(desk.confirm(late)).toRefuse('transfer_slip.taken', 'other_reason')
  })

  test.each([
    ['12345', '0012345'],
    ['23451', 'MBB 23451'],
    ['Ref 34 512', 'yuran 034512'],
  ])('with the short number %s is the same as %s on the same day only', async (reference_no, again) => {
    const [one, next, same] = [await desk.bill(), await desk.bill(), await desk.bill()]
    await desk.confirm(await desk.show(one.public_code, { reference_no }))
    await desk.confirm(await desk.show(next.public_code, { reference_no: again, paid_on: '2026-02-06' }))
    const slip = await desk.show(same.public_code, { reference_no: again })
    await expect(desk.confirm(slip)).toRefuse('transfer_slip.taken', 'other_reason')
  })

  test.each(['2/2026', '5/2/26', '202602', '05/02/2026', '060226', '2026-03-05'])(
    'with a day or month that many families write is another one: %s',
    async (day) => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      await desk.confirm(await desk.show(one.public_code, { reference_no: `Yuran Ali ${day}` }))
      await desk.confirm(await desk.show(other.public_code, { reference_no: `Yuran Siti ${day}` }))
    },
  )

  test.each([
    ['another reference', { reference_no: 'RHB 100-200' }],
    ['a day long after', { paid_on: '2026-02-09' }],
  ])('is another one with %s', async (what, given) => {
    const reference_no = `CIMB 5${what.length}0-33${what.length}`
    const [one, other] = [await desk.bill(), await desk.bill()]
    await desk.confirm(await desk.show(one.public_code, { reference_no }))
    await desk.confirm(await desk.show(other.public_code, { reference_no, ...given }))
  })

  describe('in two parts of different sums', () => {
    const reference_no = () => `CIMB ${next()}-66-1204`
    const shown = async (reference: string, again = reference, given: object = {}) => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      const first = await desk.confirm(await desk.show(one.public_code, { reference_no: reference }))
      const slip = await desk.show(other.public_code, { reference_no: again, amount: 11_900, ...given })
      return { one, slip, number: first.posted.number }
    }

    test('is asked about for another family, and the reason is in the log', async () => {
      const reference = reference_no()
      const { slip, number } = await shown(reference, `Yuran ${reference}`)
      await expect(desk.confirm(slip)).rejects.toMatchObject({
        ...{ code: 'transfer_slip.part', field: 'other_reason', values: { number, amount: 'RM120.00' } },
      })
      await desk.confirm(slip, { other_reason: 'Satu pindahan RM239 untuk dua keluarga' })
      expect((await auditOf(desk.tenant, slip)).at(-1)).toMatchObject({
        after: { same_transfer: number, other_reason: 'Satu pindahan RM239 untuk dua keluarga' },
      })
    })

    test('is asked about at the counter', async () => {
      const reference = reference_no()
      await shown(reference)
      const other = await desk.bill()
      const at_counter = (confirmed?: 'on') =>
        desk.tenant.write((trx) =>
          recordFamilyPayment(
            trx,
            desk.clerk,
            other.payer_parent_id,
            {
              ...{ method: 'bank_transfer', amount: 100, paid_on: '2026-02-05', reference_no: reference },
              ...{ lines: [{ invoice_id: other.id, amount: 100 }], confirmed },
            },
            { scope: everywhere, today, backdate_days: 30, by_hand: true },
          ),
        )
      await expect(at_counter()).toRefuse('duplicate.payment_part', 'reference_no')
      await at_counter('on')
    })

    test('names no payment of a branch that the clerk does not see, nor at the counter', async () => {
      const reference = reference_no()
      const far = await desk.tenant.write((trx) => branch(trx))
      const [there, here] = [await desk.bill({ branch_id: far.id }), await desk.bill()]
      await desk.confirm(await desk.show(there.public_code, { reference_no: reference }))
      const scope: RowScope = { ...everywhere, scope: 'branch', branch_ids: [desk.tenant.branch.id] }
      const slip = await desk.show(here.public_code, { reference_no: reference, amount: 100 })
      await expect(desk.confirm(slip, {}, desk.clerk, scope)).toRefuse(
        ...(['transfer_slip.part_elsewhere', 'other_reason'] as const),
      )
      const taken = (amount: number, confirmed?: 'on') =>
        desk.tenant.write((trx) =>
          recordFamilyPayment(
            trx,
            desk.clerk,
            here.payer_parent_id,
            {
              ...{ method: 'bank_transfer', amount, paid_on: '2026-02-05', reference_no: reference },
              ...{ lines: [{ invoice_id: here.id, amount }], confirmed },
            },
            { scope, today, backdate_days: 30, by_hand: true },
          ),
        )
      for (const [amount, code] of [
        [12_000, 'duplicate.payment_elsewhere'],
        [100, 'duplicate.payment_part_elsewhere'],
      ] as const)
        await expect(taken(amount)).rejects.toMatchObject({
          ...{ code, field: 'reference_no', values: {}, blockers: [] },
        })
      await taken(100, 'on')
    })

    test('is another one long after, or with words that many families write', async () => {
      const reference = reference_no()
      const late = await shown(reference, reference, { paid_on: '2026-02-09' })
      await desk.confirm(late.slip)
      const words = await shown('YURAN ANAK', 'YURAN ANAK')
      await desk.confirm(words.slip)
    })

    test('is not booked by two clerks at once', async () => {
      const reference = reference_no()
      const [one, other] = [await desk.bill(), await desk.bill()]
      const slips = [
        await desk.show(one.public_code, { reference_no: reference }),
        await desk.show(other.public_code, { reference_no: reference, amount: 11_900 }),
      ]
      const second = await besides(
        desk.tenant,
        (held) =>
          desk.tenant.write(async (trx) => {
            const input = { amount: 12_000, paid_on: '2026-02-05', reference_no: reference }
            await confirmSlip(trx, desk.admin, everywhere, slips[0]!, input, today)
            await held()
          }),
        () => desk.confirm(slips[1]!),
      )
      expect(second).toMatchObject({ status: 'rejected', reason: { code: 'transfer_slip.part' } })
    })
  })

  test('with words that many families write is the same on the same day only', async () => {
    const reference_no = 'YURAN FEB'
    const [one, next, same] = [await desk.bill(), await desk.bill(), await desk.bill()]
    await desk.confirm(await desk.show(one.public_code, { reference_no }))
    await desk.confirm(await desk.show(next.public_code, { reference_no, paid_on: '2026-02-06' }))
    const slip = await desk.show(same.public_code, { reference_no: 'yuran-feb' })
    await expect(desk.confirm(slip)).toRefuse('transfer_slip.taken', 'other_reason')
  })

  test('with the same file is asked about, whatever its reference says', async () => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    const same = paper()
    await desk.confirm(await desk.show(one.public_code, {}, same))
    const again = await desk.show(other.public_code, {}, { ...same, storage_key: 'ab/same-file.pdf' })
    await expect(desk.confirm(again)).toRefuse('transfer_slip.same_file', 'other_reason')
    await desk.confirm(again, { other_reason })
    expect((await auditOf(desk.tenant, again)).at(-1)).toMatchObject({ after: { other_reason } })
  })

  test('names no payment of a branch that the clerk does not see', async () => {
    const far = await desk.tenant.write((trx) => branch(trx))
    const [there, here] = [await desk.bill({ branch_id: far.id }), await desk.bill()]
    const reference_no = 'BSN 440-001'
    await desk.confirm(await desk.show(there.public_code, { reference_no }))
    const scope: RowScope = { ...everywhere, scope: 'branch', branch_ids: [desk.tenant.branch.id] }
    const slip = await desk.show(here.public_code, { reference_no })
    await expect(desk.confirm(slip, {}, desk.clerk, scope)).toRefuse(
      ...(['transfer_slip.taken_elsewhere', 'other_reason'] as const),
    )
  })

  test('of one family in two branches is booked once, and linked for who may open it', async () => {
    const far = await desk.tenant.write((trx) => branch(trx))
    const there = await desk.bill({ branch_id: far.id })
    const about = { student_id: there.student_id, payer_parent_id: there.payer_parent_id }
    const here = await desk.bill(about)
    const reference_no = 'BSN 440-009'
    const { posted } = await desk.confirm(await desk.show(there.public_code, { reference_no }))
    const slip = await desk.show(here.public_code, { reference_no })
    const near: RowScope = { ...everywhere, scope: 'branch', branch_ids: [desk.tenant.branch.id] }
    for (const [scope, blockers] of [
      [near, []],
      [everywhere, [{ to: 'payment', id: posted.payment_id, name: posted.number }]],
    ] as const)
      await expect(desk.confirm(slip, {}, desk.clerk, scope)).rejects.toMatchObject({
        ...{ code: 'transfer_slip.posted', blockers },
      })
  })

  test('of one family is booked once', async () => {
    const one = await desk.bill({}, 24_000)
    const reference_no = 'UOB 771-003'
    await desk.confirm(await desk.show(one.public_code, { reference_no }))
    const again = await desk.show(one.public_code, { reference_no: 'uob771003' })
    await expect(desk.confirm(again, { other_reason })).toRefuse('transfer_slip.posted', 'reference_no')
    expect(await paymentsOf(reference_no)).toHaveLength(1)
  })

  test('is not booked by two clerks at once', async () => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    const reference_no = 'HLB 909-118'
    const slips = [
      await desk.show(one.public_code, { reference_no }),
      await desk.show(other.public_code, { reference_no }),
    ]
    const ends = await Promise.allSettled([desk.confirm(slips[0]!), desk.confirm(slips[1]!, {}, desk.admin)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'transfer_slip.taken' },
    })
    expect(await paymentsOf(reference_no)).toHaveLength(1)
  })

  test('waits for who records the same for another family by hand', async () => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    const transfer = { amount: 12_000, paid_on: '2026-02-05', reference_no: 'AGRO 313-555' }
    const slip = await desk.show(other.public_code, { reference_no: 'agro313555' })
    const rules = { scope: everywhere, today, backdate_days: 30 }
    const confirmed = await besides(
      desk.tenant,
      (locked) =>
        desk.tenant.write(async (trx) => {
          await takeFamilyTransfer(trx, desk.admin, one.payer_parent_id, transfer, { first: [] }, rules)
          await locked()
        }),
      () => desk.confirm(slip),
    )
    expect(confirmed).toMatchObject({ status: 'rejected', reason: { code: 'transfer_slip.taken' } })
  })

  test('is refused at the counter once its slip is booked, also with another family and spelling', async () => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    await desk.confirm(await desk.show(one.public_code, { reference_no: 'AMB 202-717' }))
    const input = {
      ...{ method: 'bank_transfer' as const, amount: 12_000, paid_on: '2026-02-05' },
      ...{ reference_no: 'amb 202 717', lines: [{ invoice_id: other.id, amount: 12_000 }] },
    }
    const counter = desk.tenant.write((trx) =>
      recordFamilyPayment(trx, desk.clerk, other.payer_parent_id, input, {
        ...{ scope: everywhere, today, backdate_days: 30 },
      }),
    )
    await expect(counter).toRefuse('duplicate.payment', 'reference_no')
  })

  test('is not booked by a slip once the bank statement has brought it to another family', async () => {
    const [one, other] = [await desk.bill(), await desk.bill()]
    const { family_code } = await desk.tenant.read((db) =>
      db
        .selectFrom('parent')
        .select('family_code')
        .where('id', '=', one.payer_parent_id)
        .executeTakeFirstOrThrow(),
    )
    const line = {
      reference: family_code,
      words: 'DUITNOW 20260206MBB77812044',
      in: '120.00',
      on: '06/02/2026',
    }
    expect(await states(await uploaded(desk.tenant, csvOf([line])))).toEqual(['matched'])
    const slip = await desk.show(other.public_code, { reference_no: 'MBB 7781 2044' })
    await expect(desk.confirm(slip)).toRefuse('transfer_slip.taken', 'other_reason')
  })

  test.each([
    ['PBB 6612 0099', 'IBG PBB66120099'],
    ['Yuran Ali PBB66120177', 'IBG PBB66120177'],
    ['Yuran Ali 66120188', 'IBG 0066120188 TADIKA'],
    ['PBB 66I2 O199', 'IBG PBB66120199'],
  ])(
    'is not posted by the bank statement to another family once its slip %s is booked',
    async (reference_no, words) => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      await desk.confirm(await desk.show(one.public_code, { reference_no }))
      const { family_code } = await desk.tenant.read((db) =>
        db
          .selectFrom('parent')
          .select('family_code')
          .where('id', '=', other.payer_parent_id)
          .executeTakeFirstOrThrow(),
      )
      const line = { reference: family_code, words, in: '120.00', on: '06/02/2026' }
      const statement = await uploaded(desk.tenant, csvOf([line]))
      expect(await states(statement)).toEqual(['suggested'])
      expect(JSON.stringify((await statement.lines())[0]!.evidence)).toContain('duplicate')
      expect((await desk.balanceOf(other)).status).toBe('unpaid')
    },
  )

  test('is left to a person where the bank statement has another sum than the slip of another family', async () => {
    const [one, other] = [await desk.bill(), await desk.bill({}, 24_000)]
    const { posted } = await desk.confirm(await desk.show(one.public_code, { reference_no: 'PBB 6612 0211' }))
    const { family_code } = await desk.tenant.read((db) =>
      db
        .selectFrom('parent')
        .select('family_code')
        .where('id', '=', other.payer_parent_id)
        .executeTakeFirstOrThrow(),
    )
    const line = { reference: family_code, words: 'IBG PBB66120211', in: '240.00', on: '06/02/2026' }
    const statement = await uploaded(desk.tenant, csvOf([line]))
    expect(await states(statement)).toEqual(['suggested'])
    expect((await statement.lines())[0]!.evidence).toContainEqual({
      ...{ kind: 'part', text: posted.number, sen: 12_000 },
    })
    expect((await desk.balanceOf(other)).status).toBe('unpaid')
  })

  describe('and recorded by hand from the bank statement', () => {
    const rules = { scope: everywhere, today, early_reason: 'Seperti dalam penyata' }
    /** The line of a statement that names nobody, and a family that may get it. */
    const lineOf = async (words: string, of: { branch_id?: string; in?: string } = {}) => {
      const { in: sum = '120.00', ...where } = of
      const text = csvOf([{ words, in: sum, on: '06/02/2026' }])
      const statement = await uploaded(desk.tenant, text, where)
      return (await statement.lines())[0]!
    }
    const assign = (
      { id, version }: { id: string; version: number },
      { payer_parent_id: parent_id }: { payer_parent_id: string },
      given: Partial<AssignInput> = {},
      scope: RowScope = everywhere,
    ) =>
      desk.tenant.write((trx) =>
        assignTo(
          trx,
          desk.clerk,
          id,
          { version, parent_id, amount: 12_000, paid_on: '2026-02-06', lines: [], ...given },
          { ...rules, scope },
        ),
      )

    test('is refused unless somebody says why it is another one', async () => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      await desk.confirm(await desk.show(one.public_code, { reference_no: 'Yuran MBB 8820 1501' }))
      const line = await lineOf('IBG MBB88201501')
      await expect(assign(line, other)).toRefuse('bank_line.taken', 'other_reason')
      await expect(assign(line, one)).toRefuse('bank_line.taken', 'other_reason')
      expect((await desk.balanceOf(other)).status).toBe('unpaid')
      await assign(line, other, { other_reason })
      expect((await auditOf(desk.tenant, line.id)).at(-1)).toMatchObject({
        action: 'bank_line.assigned',
        after: { other_reason, same_transfer: expect.stringMatching(/^RCP/) },
      })
      expect(await desk.tenant.read(imbalance)).toEqual({})
    })

    test('is refused for a part of the line as for all of it', async () => {
      const [one, other, next] = [await desk.bill(), await desk.bill(), await desk.bill()]
      await desk.confirm(await desk.show(one.public_code, { reference_no: 'MBB 8820 1502' }))
      const line = await lineOf('IBG MBB88201502')
      await expect(assign(line, other, { amount: 6_000 })).toRefuse('bank_line.taken', 'other_reason')
      await desk.confirm(await desk.show(next.public_code, { reference_no: 'MBB 8820 1503', amount: 6_000 }))
      const half = await lineOf('IBG MBB88201503')
      await expect(assign(half, other, { amount: 6_000 })).toRefuse('bank_line.taken', 'other_reason')
    })

    test('is refused with one click, after the slip of another family was booked meanwhile', async () => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      const line = await lineOf(`MBB88201504 ${other.number}`)
      expect(line).toMatchObject({ status: 'suggested', parent_id: other.payer_parent_id })
      await desk.confirm(await desk.show(one.public_code, { reference_no: 'MBB 8820 1504' }))
      const accepted = desk.tenant.write((trx) => acceptLine(trx, desk.clerk, line, rules))
      await expect(accepted).toRefuse('bank_line.taken', 'other_reason')
      expect((await desk.balanceOf(other)).status).toBe('unpaid')
    })

    test('is asked about when the line is another sum than the slip of another family with its reference', async () => {
      const [one, other] = [await desk.bill(), await desk.bill({}, 24_000)]
      const { posted } = await desk.confirm(
        await desk.show(one.public_code, { reference_no: 'MBB 8820 1507' }),
      )
      const line = await lineOf('IBG MBB88201507', { in: '240.00' })
      const all = { amount: 24_000 }
      await expect(assign(line, other, all)).rejects.toMatchObject({
        ...{ code: 'bank_line.part', field: 'other_reason' },
        values: { number: posted.number, amount: 'RM120.00' },
      })
      await assign(line, other, { ...all, other_reason })
      expect((await auditOf(desk.tenant, line.id)).at(-1)).toMatchObject({
        after: { other_reason, same_transfer: posted.number },
      })
    })

    test('of another sum is another one for the same family, and with words that many families write', async () => {
      const [one, other] = [await desk.bill({}, 48_000), await desk.bill({}, 24_000)]
      await desk.confirm(await desk.show(one.public_code, { reference_no: 'MBB 8820 1508' }))
      await assign(await lineOf('IBG MBB88201508', { in: '240.00' }), one, { amount: 24_000 })
      await desk.confirm(await desk.show(one.public_code, { reference_no: 'YURAN KELAS' }))
      await assign(await lineOf('YURAN KELAS', { in: '240.00' }), other, { amount: 24_000 })
    })

    test('waits for a slip of another sum with its reference that is confirmed at this moment', async () => {
      const [one, other] = [await desk.bill(), await desk.bill({}, 24_000)]
      const slip = await desk.show(one.public_code, { reference_no: 'Yuran MBB 8820 1509' })
      const line = await lineOf('IBG MBB88201509', { in: '240.00' })
      const second = await besides(
        desk.tenant,
        (held) =>
          desk.tenant.write(async (trx) => {
            const input = { amount: 12_000, paid_on: '2026-02-05', reference_no: 'Yuran MBB 8820 1509' }
            await confirmSlip(trx, desk.admin, everywhere, slip, input, today)
            await held()
          }),
        () => assign(line, other, { amount: 24_000 }),
      )
      expect(second).toMatchObject({ status: 'rejected', reason: { code: 'bank_line.part' } })
    })

    test('names no payment of a branch that the clerk does not see', async () => {
      const far = await desk.tenant.write((trx) => branch(trx))
      const [there, here] = [await desk.bill({ branch_id: far.id }), await desk.bill()]
      await desk.confirm(await desk.show(there.public_code, { reference_no: 'MBB 8820 1505' }))
      const line = await lineOf('MBB88201505', { branch_id: desk.tenant.branch.id })
      const scope: RowScope = { ...everywhere, scope: 'branch', branch_ids: [desk.tenant.branch.id] }
      await expect(assign(line, here, {}, scope)).toRefuse('bank_line.taken_elsewhere', 'other_reason')
      const more = await lineOf('MBB88201505', { branch_id: desk.tenant.branch.id, in: '240.00' })
      await expect(assign(more, here, { amount: 24_000 }, scope)).toRefuse(
        ...(['bank_line.part_elsewhere', 'other_reason'] as const),
      )
    })

    test('is another one than the other half of the line, and than another line of the statement', async () => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      const words = 'IBG MBB88201506'
      const text = csvOf([
        { words, in: '120.00', on: '06/02/2026' },
        { words, in: '60.00', on: '06/02/2026' },
      ])
      const statement = await uploaded(desk.tenant, text)
      const [whole] = await statement.lines()
      await assign(whole!, one, { amount: 6_000 })
      const [left, half] = await statement.lines()
      await assign(left!, other, { amount: 6_000 })
      await assign(half!, one, { amount: 6_000 })
    })
  })
})
