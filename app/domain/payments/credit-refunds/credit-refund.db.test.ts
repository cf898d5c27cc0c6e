import { beforeAll, describe, expect, test } from 'vitest'
import { approveMove, requestCreditMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { spendCredit, spendCreditOn } from '#app/domain/billing/credits/use-credit.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { counterSetting, saveCounterSetting } from '#app/domain/payments/counter/counter.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { branch, insert, parent, student, type Trx, user } from '#tests/support/database/factories.ts'
import { credit, invoice, creditRefund as refund } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import {
  approveRefund,
  askForRefund,
  cancelRefund,
  payRefund,
  rejectRefund,
  withdrawRefund,
} from './change-credit-refund.ts'
import { type CreditRefundInput, creditRefundForm } from './credit-refund.ts'
import { creditRefund, revealRefundAccount } from './find-credit-refunds.ts'

describe('credit refunds', () => {
  const reason = 'Pindah ke negeri lain'
  /** The database's own day, on which what is asked for now is approved. */
  const today = instantIn(new Date()).slice(0, 10)
  const keysOf = () => ({ ring: environmentKeyring(environment), place: shop.tenant.place.schema })
  type Role = 'admin' | 'superadmin' | 'clerk'

  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })

  /** A family of the branch with RM20.00 as credit, which came with a payment that was too much. */
  async function family() {
    return shop.tenant.write(async (trx) => {
      const child = await student(trx, { branch_id: shop.tenant.branch.id })
      const id = child.payer!.id
      await credit(trx, { parent_id: id })
      return { id, student_id: child.id }
    })
  }

  const cash = { method: 'cash', payee_name: 'Puan Ibu' } as const
  const account = { bank_name: 'Maybank', account_number: '114412345678' }
  const transfer = { method: 'bank_transfer', payee_name: 'Puan Ibu', ...account } as const

  async function ask(
    parent_id: string,
    amount = 1_500,
    how: Partial<CreditRefundInput> & Pick<CreditRefundInput, 'method' | 'payee_name'> = cash,
    scope = everywhere,
  ) {
    const actor = await shop.tenant.actor('clerk')
    const input = { amount, reason, ...how }
    const { id } = await shop.tenant.write((trx) =>
      askForRefund(trx, actor, scope, keysOf(), parent_id, input),
    )
    return id
  }

  type Verb<T> = (trx: Parameters<Parameters<Shop['tenant']['write']>[0]>[0], who: Actor) => Promise<T>
  type Actor = Awaited<ReturnType<Shop['tenant']['actor']>>
  async function as<T>(role: Role, verb: Verb<T>) {
    const actor = await shop.tenant.actor(role)
    return shop.tenant.write((trx) => verb(trx, actor))
  }
  const approve = (id: string, role: Role = 'admin', scope = everywhere) =>
    as(role, (trx, who) => approveRefund(trx, who, scope, id, today))
  const reject = (id: string) =>
    as('admin', (trx, who) => rejectRefund(trx, who, everywhere, id, { decision_reason: reason }))
  const withdraw = (id: string, role: Role = 'clerk') =>
    as(role, (trx, who) => withdrawRefund(trx, who, everywhere, id))
  const cancel = (id: string) =>
    as('admin', (trx, who) => cancelRefund(trx, who, everywhere, id, { decision_reason: reason }))
  const pay = (id: string, input: { paid_on?: string; bank_reference?: string } = {}, day = today) =>
    as('admin', (trx, who) =>
      payRefund(trx, who, everywhere, id, { input: { paid_on: day, ...input }, today: day }),
    )
  const standing = (parent_id: string) => shop.tenant.read((db) => creditStanding(db, parent_id))
  const read = (id: string) => shop.tenant.read((db) => creditRefund(db, everywhere, id))
  const bill = (of: { id: string; student_id: string }, price_sen: number) =>
    shop.tenant.write((trx) =>
      invoice(trx, { student_id: of.student_id, payer_parent_id: of.id }, [{ price_sen }]),
    )

  describe('credit that is to go back to its family', () => {
    test('is reserved at once, stays in the book until it is paid, and leaves it then', async () => {
      const { id: parent_id } = await family()
      const id = await ask(parent_id)
      expect(await standing(parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: 1_500 })
      const { number } = await approve(id)
      expect(number).toMatch(/^RF-\d\d-\d{6}$/)
      expect(await standing(parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: 1_500 })
      await pay(id, { bank_reference: 'B-17' })
      expect(await standing(parent_id)).toEqual({ credit_sen: 500, reserved_sen: 0 })
      expect(await read(id)).toMatchObject({ status: 'paid', paid_on: today, bank_reference: 'B-17', number })
      await expect(pay(id)).toRefuse('credit_refund.state')
      const { rows, closing_sen } = await shop.tenant.read((db) =>
        statementOf(db, everywhere, parent_id, { from: '2020-01-01', to: '2099-12-31' }),
      )
      expect(rows.filter(({ movement }) => movement === 'refund')).toMatchObject([
        { about: number, charged_sen: 1_500, on: today },
      ])
      expect(closing_sen).toBe(-500)
    })

    describe('in cash', () => {
      test.each([
        [1_233, 2],
        [1_234, 1],
        [1_235, 0],
        [1_236, -1],
        [1_237, -2],
      ])(
        '%i sen are handed over rounded by %i, and all of it leaves the credit',
        async (sen, rounding_sen) => {
          const { id: parent_id } = await family()
          const id = await ask(parent_id, sen)
          await approve(id)
          expect(await pay(id)).toMatchObject({ amount_sen: sen, cash_sen: sen + rounding_sen })
          expect(await read(id)).toMatchObject({ status: 'paid', amount_sen: sen, rounding_sen })
          expect(await standing(parent_id)).toEqual({ credit_sen: 2_000 - sen, reserved_sen: 0 })
          await shop.balanced()
        },
      )

      test('it is paid to the sen where the organisation does not round', async () => {
        const { id: parent_id } = await family()
        const id = await ask(parent_id, 1_233)
        await approve(id)
        const roundCash = (round_cash: boolean) =>
          as('superadmin', async (trx, who) => {
            const { version } = await counterSetting(trx)
            await saveCounterSetting(trx, who, { round_cash, receipt_size: 'a4', version })
          })
        await roundCash(false)
        expect(await pay(id)).toMatchObject({ cash_sen: 1_233 })
        await roundCash(true)
        expect(await read(id)).toMatchObject({ rounding_sen: 0 })
      })

      test('nothing that rounds to nothing is asked for; a transfer is paid to the sen', async () => {
        const { id: parent_id } = await family()
        await expect(ask(parent_id, 2)).toRefuse('input.amount_below', 'amount')
        const id = await ask(parent_id, 1_233, transfer)
        await approve(id)
        expect(await pay(id, { bank_reference: 'B-18' })).toMatchObject({ cash_sen: 1_233 })
        expect(await read(id)).toMatchObject({ rounding_sen: 0 })
      })
    })

    test.each([
      ['rejected', reject, false],
      ['withdrawn', withdraw, false],
      ['cancelled', cancel, true],
    ] as const)('is free again when it is %s', async (status, end, afterApproval) => {
      const { id: parent_id } = await family()
      const id = await ask(parent_id, 2_000)
      await expect(ask(parent_id, 1)).toRefuse('credit_refund.too_little', 'amount')
      if (afterApproval) await approve(id)
      await end(id)
      expect(await read(id)).toMatchObject({ status })
      expect(await standing(parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: 0 })
      await expect(pay(id)).toRefuse('credit_refund.state')
      await ask(parent_id, 2_000)
    })

    test('pays no invoice meanwhile, by itself or by hand, and becomes nobody else’s', async () => {
      const own = await family()
      const other = await family()
      await ask(own.id, 1_500)
      const { id: invoice_id } = await bill(own, 3_000)
      const clerk = await shop.tenant.actor('clerk')
      const byHand = (amount_sen: number) => {
        const use = { parent_id: own.id, invoice_id, amount_sen }
        return shop.tenant.write((trx) => spendCreditOn(trx, clerk, everywhere, use, today))
      }
      const { family_code } = await shop.tenant.read((db) =>
        db.selectFrom('parent').select('family_code').where('id', '=', other.id).executeTakeFirstOrThrow(),
      )
      const move = (amount: number) =>
        shop.tenant.write((trx) =>
          requestCreditMove(trx, clerk, everywhere, own.id, { family_code, amount, reason }),
        )
      await expect(byHand(501)).toRefuse('family_credit.too_little', 'amount')
      await expect(move(501)).toRefuse('credit_move.too_little', 'amount')
      const moved = await move(500)
      await shop.tenant.write((trx) => spendCredit(trx, clerk, [own.id], today))
      expect(await standing(own.id)).toEqual({ credit_sen: 1_500, reserved_sen: 1_500 })
      await expect(as('admin', (trx, who) => approveMove(trx, who, everywhere, moved.id))).toRefuse(
        'credit_move.too_little',
      )
    })

    test('is decided and paid by nobody who asked, and by no parent of the family', async () => {
      const { id: parent_id, student_id } = await family()
      const id = await ask(parent_id)
      await expect(approve(id, 'clerk')).toRefuse('four_eyes.own_request')
      const admin = await shop.tenant.actor('admin')
      const mother = await shop.tenant.write(async (trx) => {
        const row = await parent(trx, { user_id: admin.id })
        await insert(trx, 'student_parent', { student_id, parent_id: row.id, relationship: 'mother' })
        return row
      })
      await expect(approve(id)).toRefuse('four_eyes.own_family')
      await expect(reject(id)).toRefuse('four_eyes.own_family')
      await approve(id, 'superadmin')
      await expect(cancel(id)).toRefuse('four_eyes.own_family')
      await expect(pay(id)).toRefuse('four_eyes.own_family')
      await shop.tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id: null }).where('id', '=', mother.id).execute(),
      )
      await pay(id)
      await expect(withdraw(await ask(parent_id, 5), 'admin')).toRefuse('credit_refund.not_yours')
    })

    test('is found within reach only', async () => {
      const { id: parent_id } = await family()
      const far = await shop.tenant.write((trx) => branch(trx))
      const scope: RowScope = { ...everywhere, scope: 'branch', branch_ids: [far.id] }
      await expect(ask(parent_id, 1, cash, scope)).toRefuse('not_found.parent')
      const id = await ask(parent_id, 5)
      await expect(approve(id, 'admin', scope)).toRefuse('not_found.credit_refund')
      const own: RowScope = { ...everywhere, scope: 'own', parent_id }
      expect(await shop.tenant.read((db) => creditRefund(db, own, id))).toMatchObject({ amount_sen: 5 })
      const stranger = { ...own, parent_id: (await family()).id }
      await expect(shop.tenant.read((db) => creditRefund(db, stranger, id))).toRefuse(
        'not_found.credit_refund',
      )
    })
  })

  describe('the account where it goes', () => {
    test('is kept sealed, bound to its refund, and told to nobody without a trace', async () => {
      const { id: parent_id } = await family()
      const id = await ask(parent_id, 100, transfer)
      const { account_number_sealed } = await read(id)
      expect(account_number_sealed).toMatch(/^v1\./)
      expect(account_number_sealed).not.toContain('114412345678')
      const audit = () =>
        shop.tenant.read((db) =>
          db.selectFrom('audit_log').selectAll().where('object_id', '=', id).orderBy('position').execute(),
        )
      expect(JSON.stringify(await audit())).not.toContain('12345678')
      const shown = await as('admin', (trx, who) => revealRefundAccount(trx, who, everywhere, keysOf(), id))
      expect(shown).toEqual({ account_number: '114412345678' })
      expect((await audit()).at(-1)).toMatchObject({ action: 'credit_refund.account_shown' })
      const cashAmount = await ask(parent_id, 100)
      await expect(
        as('admin', (trx, who) => revealRefundAccount(trx, who, everywhere, keysOf(), cashAmount)),
      ).toRefuse('not_found.credit_refund')
    })

    test.each([
      [{ ...transfer, account_number: '' }, 'account_number', 'input.required'],
      [{ ...transfer, bank_name: '' }, 'bank_name', 'input.required'],
      [{ ...transfer, account_number: '12ab5' }, 'account_number', 'input.account_number'],
      [{ ...cash, account_number: '1234-5678 90' }, 'method', 'credit_refund.cash_account'],
    ])('%j is refused', (how, field, code) => {
      const given = Object.fromEntries(
        Object.entries({ amount: '1.00', reason, ...how }).filter(([, value]) => value !== ''),
      )
      const issues = creditRefundForm.safeParse(given).error?.issues ?? []
      expect(issues.map(({ path, message }) => [path[0], message])).toEqual([[field, code]])
    })
  })

  describe('the day of a refund', () => {
    test('is neither to come, nor before the approval, and a transfer has its reference', async () => {
      const { id: parent_id } = await family()
      const id = await ask(parent_id, 100, transfer)
      await approve(id)
      await expect(pay(id)).toRefuse('payment.reference_required', 'bank_reference')
      const bank_reference = 'MBB 77120'
      await expect(pay(id, { paid_on: '2099-01-01', bank_reference })).toRefuse(
        'credit_refund.future',
        'paid_on',
      )
      await expect(pay(id, { paid_on: '2020-01-01', bank_reference })).toRefuse(
        'credit_refund.before_approval',
        'paid_on',
      )
      await pay(id, { bank_reference })
    })

    test('is in no month that is closed, whoever writes it', async () => {
      const { id: parent_id } = await family()
      const id = await ask(parent_id, 100)
      await approve(id)
      const { tenant } = shop
      const owner = await tenant.actor('superadmin')
      const [approved_at, paid_on, later] = [new Date('2026-01-10T02:00:00Z'), '2026-01-15', '2026-02-02']
      const change = (set: { decided_at?: Date; status?: string; paid_on?: string; paid_at?: Date }) =>
        tenant.write((trx) => trx.updateTable('credit_refund').set(set).where('id', '=', id).execute())
      await change({ decided_at: approved_at })
      const { id: closing } = await tenant.write((trx) =>
        insert(trx, 'month_closing', {
          ...{ id: newId(), month: '2026-01-01', closed_by: owner.id!, received_sen: 0, reversed_sen: 0 },
          ...{ fees_sen: 0, net_sen: 0 },
        }),
      )
      await expect(pay(id, { paid_on }, later)).toRefuse('month.closed', 'paid_on')
      await expect(change({ status: 'paid', paid_on, paid_at: new Date() })).rejects.toMatchObject({
        constraint: 'month_closed',
      })
      await tenant.write((trx) =>
        trx
          .updateTable('month_closing')
          .set({ reopened_at: new Date(), reopened_by: owner.id!, reopen_reason: reason })
          .where('id', '=', closing)
          .execute(),
      )
      await pay(id, { paid_on }, later)
    })
  })
})

describe('concurrent decisions', () => {
  const reason = 'Pindah ke negeri lain'
  /** The database's own day, on which what is asked for now is approved. */
  const today = instantIn(new Date()).slice(0, 10)

  let shop: Shop
  let clerk: Awaited<ReturnType<Shop['tenant']['actor']>>
  let admin: typeof clerk
  beforeAll(async () => {
    shop = await openShop()
    clerk = await shop.tenant.actor('clerk')
    admin = await shop.tenant.actor('admin')
  })

  /** A family of the branch that has `delta_sen` as credit. */
  async function family(delta_sen = 2_000) {
    return shop.tenant.write(async (trx) => {
      const child = await student(trx, { branch_id: shop.tenant.branch.id })
      const parent_id = child.payer!.id
      if (delta_sen > 0) await credit(trx, { parent_id, delta_sen })
      return { student_id: child.id, payer_parent_id: parent_id }
    })
  }

  const write = <T>(work: (trx: Trx) => Promise<T>) => shop.tenant.write(work)
  const ask = (parent_id: string, amount: number) => {
    const keys = { ring: environmentKeyring(environment), place: shop.tenant.place.schema }
    const input = { amount, reason, method: 'cash', payee_name: 'Puan Ibu' } as const
    return write((trx) => askForRefund(trx, clerk, everywhere, keys, parent_id, input))
  }
  const approve = (id: string) => write((trx) => approveRefund(trx, admin, everywhere, id, today))
  const withdraw = (id: string) => write((trx) => withdrawRefund(trx, clerk, everywhere, id))
  const reject = (id: string) =>
    write((trx) => rejectRefund(trx, admin, everywhere, id, { decision_reason: reason }))
  const cancel = (id: string) =>
    write((trx) => cancelRefund(trx, admin, everywhere, id, { decision_reason: reason }))
  const pay = (id: string) =>
    write((trx) => payRefund(trx, admin, everywhere, id, { input: { paid_on: today }, today }))
  const standing = (parent_id: string) => shop.tenant.read((db) => creditStanding(db, parent_id))
  const statusOf = async (id: string) =>
    (await shop.tenant.read((db) => creditRefund(db, everywhere, id))).status
  const done = (settled: PromiseSettledResult<unknown>[]) =>
    settled.filter(({ status }) => status === 'fulfilled').length

  describe('at once', () => {
    test('approved, rejected and withdrawn: one of them', async () => {
      for (let round = 0; round < 5; round++) {
        const { payer_parent_id } = await family()
        const { id } = await ask(payer_parent_id, 2_000)
        expect(done(await Promise.allSettled([approve(id), withdraw(id), reject(id), approve(id)]))).toBe(1)
        const held = (await statusOf(id)) === 'approved' ? 2_000 : 0
        expect(await standing(payer_parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: held })
      }
    })

    test('paid twice and cancelled: one of them, and the money goes once', async () => {
      for (let round = 0; round < 5; round++) {
        const { payer_parent_id } = await family()
        const { id } = await ask(payer_parent_id, 1_500)
        await approve(id)
        expect(done(await Promise.allSettled([pay(id), cancel(id), pay(id)]))).toBe(1)
        const left = (await statusOf(id)) === 'paid' ? 500 : 2_000
        expect(await standing(payer_parent_id)).toEqual({ credit_sen: left, reserved_sen: 0 })
      }
    })

    test('asked for by many: no more is reserved than there is', async () => {
      const { payer_parent_id } = await family()
      const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask(payer_parent_id, 600)))
      expect(done(asked)).toBe(3)
      expect(await standing(payer_parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: 1_800 })
    })

    test('asked for, used for an invoice and moved away: what is reserved is there', async () => {
      for (let round = 0; round < 5; round++) {
        const own = await family()
        const parent_id = own.payer_parent_id
        await write((trx) => invoice(trx, own, [{ price_sen: 700 }]))
        const to = (await family(0)).payer_parent_id
        const { family_code } = await shop.tenant.read((db) =>
          db.selectFrom('parent').select('family_code').where('id', '=', to).executeTakeFirstOrThrow(),
        )
        const input = { family_code, amount: 700, reason }
        const move = await write((trx) => requestCreditMove(trx, clerk, everywhere, parent_id, input))
        await Promise.allSettled([
          ask(parent_id, 1_000),
          write((trx) => spendCredit(trx, clerk, [parent_id], today)),
          write((trx) => approveMove(trx, admin, everywhere, move.id)),
          ask(parent_id, 1_000),
        ])
        const { credit_sen, reserved_sen } = await standing(parent_id)
        expect(credit_sen).toBeGreaterThanOrEqual(reserved_sen)
        const gone = 2_000 - credit_sen
        expect(gone + reserved_sen).toBeLessThanOrEqual(2_000)
        expect(gone + reserved_sen).toBeGreaterThanOrEqual(1_400)
      }
    })
  })

  describe('the database', () => {
    test('lets nobody reserve what is not there', async () => {
      const { payer_parent_id: parent_id } = await family()
      const values = (trx: Trx, amount_sen: number, requested_by: string) =>
        insert(trx, 'credit_refund', {
          ...{ id: newId(), parent_id, amount_sen, reason, method: 'cash', payee_name: 'x', requested_by },
        })
      await expect(write((trx) => values(trx, 2_001, clerk.id!))).rejects.toMatchObject({
        constraint: 'credit_refund_overdrawn',
      })
      await write((trx) => values(trx, 1_500, clerk.id!))
      await expect(write((trx) => values(trx, 501, clerk.id!))).rejects.toMatchObject({
        constraint: 'credit_refund_overdrawn',
      })
    })

    test('lets nobody take what is reserved', async () => {
      const { payer_parent_id: parent_id } = await family()
      await ask(parent_id, 1_500)
      const take = (sen: number) =>
        write((trx) => credit(trx, { parent_id, delta_sen: -sen, reason: 'adjust' }))
      await expect(take(501)).rejects.toMatchObject({ constraint: 'credit_entry_reserved' })
      await take(500)
    })

    test('writes an entry of a refund with its payment and a payment with its entry, or neither', async () => {
      const { payer_parent_id: parent_id } = await family()
      const { id } = await ask(parent_id, 1_000)
      const whole = { constraint: 'credit_refund_paid_whole' }
      const entry = (trx: Trx, given: { parent_id?: string; delta_sen?: number } = {}) =>
        credit(trx, { parent_id, delta_sen: -1_000, reason: 'refund', credit_refund_id: id, ...given })
      const paid = (trx: Trx) =>
        trx
          .updateTable('credit_refund')
          .set({ status: 'paid', paid_on: today, paid_at: new Date() })
          .where('id', '=', id)
          .execute()
      await expect(write((trx) => entry(trx))).rejects.toMatchObject(whole)
      await approve(id)
      await expect(write((trx) => paid(trx))).rejects.toMatchObject(whole)
      const other = (await family()).payer_parent_id
      for (const wrong of [{ delta_sen: -999 }, { parent_id: other }])
        await expect(
          write(async (trx) => {
            await paid(trx)
            await entry(trx, wrong)
          }),
        ).rejects.toMatchObject(whole)
      await expect(
        write(async (trx) => {
          await paid(trx)
          await entry(trx, { delta_sen: -500 })
          await entry(trx, { delta_sen: -500 })
        }),
      ).rejects.toMatchObject(whole)
      await pay(id)
      await expect(write((trx) => entry(trx))).rejects.toMatchObject(whole)
      const back = write((trx) =>
        trx
          .updateTable('credit_refund')
          .set({ status: 'approved', paid_on: null, paid_at: null })
          .where('id', '=', id)
          .execute(),
      )
      await expect(back).rejects.toMatchObject(whole)
    })

    test('knows no refund that was approved by who asked', async () => {
      const { id } = await write((trx) => user(trx))
      await expect(
        write((trx) => refund(trx, { requested_by: id, status: 'approved', decided_by: id })),
      ).rejects.toMatchObject({ constraint: 'credit_refund_four_eyes_check' })
    })
  })
})
