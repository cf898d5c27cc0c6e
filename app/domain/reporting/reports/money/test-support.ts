import { closeMonth } from '#app/domain/accounting/months/change-month.ts'
import {
  approveNote,
  requestCreditNote,
  requestWriteOff,
} from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditedLines } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { addDays, endOfMonth } from '#app/domain/core/dates.ts'
import { confirmRefund, resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { desk, exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { recordGift } from '#app/domain/giving/donations/change-donation.ts'
import { give, keysOf } from '#app/domain/giving/donations/test-support.ts'
import { newTxn, openShop, ring } from '#app/domain/payments/attempts/test-support.ts'
import { openChip } from '#app/domain/payments/chip/test-support.ts'
import { recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { payByChip, refundByChip } from '#app/domain/people/families/test-support.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import {
  branch,
  feeCategory,
  feeType,
  program,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

export const year = '2025'
export const lastDay = `${year}-12-31`
const reason = 'Tersilap hari itu'

/**
 * An organisation with two branches and four families, two of them with two children, that has gone through a year: bills of
 * several lines, cash that is rounded, transfers, FPX with its fee and second debits, CHIP, parts of payments, money that is
 * left over, gifts, credit notes, write-offs, cancelled invoices and payments, refunds; months are closed once they are over.
 */
export async function aYear() {
  const shop = await openShop()
  await openChip(shop)
  const { tenant } = shop
  const { write } = tenant
  const random = randomOf('a year of money reports')
  const [admin, owner, clerk] = [
    await tenant.actor('admin'),
    await tenant.actor('superadmin'),
    await tenant.actor('clerk'),
  ]
  const branches = [tenant.branch.id, (await write((trx) => branch(trx))).id]
  const categories: string[] = []
  const programs: string[] = []
  const subjects: string[] = []
  const fees = await write(async (trx) => {
    const found = []
    for (const _ of ['tuition', 'transport', 'books']) {
      const { id: fee_category_id } = await feeCategory(trx)
      categories.push(fee_category_id)
      found.push(await feeType(trx, { fee_category_id }))
    }
    for (const _ of [0, 1]) {
      programs.push((await program(trx)).id)
      subjects.push((await subject(trx, { program_id: programs.at(-1)! })).id)
    }
    const of = []
    for (const subject_id of subjects)
      for (const { id: fee_type_id } of found.slice(0, 2))
        of.push({ fee_type_id, subject_fee_id: (await subjectFee(trx, { subject_id, fee_type_id })).id })
    // what is in no class, and what is of no kind
    return [...of, { fee_type_id: found[2]!.id }, {}]
  })
  const infaq = await write((trx) => infaqType(trx))
  const children = await write(async (trx) => {
    const born = []
    for (let family = 0; family < 4; family++) {
      const first = await student(trx, { branch_id: branches[family % 2]! })
      born.push(first)
      if (family < 2) born.push(await student(trx, { branch_id: branches[0]! }, { payer: first.payer! }))
    }
    return born.map(({ id, payer, branch_id }) => ({
      student_id: id,
      payer_parent_id: payer!.id,
      branch_id,
    }))
  })
  const families = [...new Set(children.map(({ payer_parent_id }) => payer_parent_id))].map((id) => ({
    payer_parent_id: id,
  }))
  const bills: string[] = []
  const receipts: string[] = []
  const done = new Map<string, number>()
  const noon = (on: string) => new Date(`${on}T04:00:00Z`)
  const billNow = (id: string) =>
    tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const openBill = async () => {
    const open = await tenant.read((db) =>
      db
        .selectFrom('invoice')
        .selectAll()
        .where('status', '=', 'unpaid')
        .where('balance_sen', '>', 0)
        .orderBy('id')
        .execute(),
    )
    return random.pick(open)
  }
  const rules = (today: string) => ({ scope: scopes.all(clerk), today, backdate_days: 30 })

  const acts = {
    async bill(on: string) {
      const child = random.pick(children)
      const items = Array.from({ length: random.int(1, 4) }, () => ({
        ...random.pick(fees),
        price_sen: random.int(101, 9_999),
      }))
      const made = await write((trx) =>
        invoice(trx, { ...child, issued_on: on, due_on: addDays(on, random.int(0, 40)) }, items).catch(
          async () => {
            throw new Error('billed twice')
          },
        ),
      )
      bills.push(made.id)
    },
    /** All that a family owes, or a part of each; what is left over is kept. */
    async pay(on: string) {
      const one = await openBill()
      const open = await tenant.read((db) =>
        db
          .selectFrom('invoice')
          .select(['id', 'balance_sen'])
          .where('payer_parent_id', '=', one.payer_parent_id)
          .where('status', '=', 'unpaid')
          .where('balance_sen', '>', 0)
          .orderBy('id')
          .limit(3)
          .execute(),
      )
      const lines = open.map(({ id, balance_sen }) => ({
        invoice_id: id,
        amount: random.chance(0.6) ? balance_sen : Math.ceil(balance_sen / 3),
      }))
      const amount = lines.reduce((sum, line) => sum + line.amount, random.chance(0.2) ? 333 : 0)
      const method = random.pick(['cash', 'bank_transfer', 'cheque'] as const)
      const input = {
        ...{ method, amount, paid_on: addDays(on, -random.int(0, Math.min(3, Number(on.slice(8)) - 1))) },
        ...{
          keep_rest: 'on' as const,
          confirmed: 'on' as const,
          lines,
          remark: `Catatan ${receipts.length}`,
        },
        ...(method === 'cash' ? {} : { reference_no: `REF ${receipts.length + 100}` }),
        early_reason: 'Dibayar sebelum dibilkan',
      }
      const { payment_id } = await write((trx) =>
        recordFamilyPayment(trx, clerk, one.payer_parent_id, input, rules(on)),
      )
      receipts.push(payment_id)
    },
    /** Cash at the counter, rounded to 5 sen. */
    async counter(on: string) {
      const { payer_parent_id } = await openBill()
      const input = { method: 'cash' as const, amount: random.int(103, 2_999), keep_rest: 'on' as const }
      const { payment_id } = await write((trx) =>
        recordAtCounter(trx, clerk, payer_parent_id, input, rules(on)),
      )
      receipts.push(payment_id)
    },
    async fpx(on: string) {
      const { public_code } = await openBill()
      const attempt = await shop.start([public_code], { at: noon(on) })
      await shop.say(attempt, '00', {}, noon(on))
    },
    /** Debited twice; the second is sent back, or is the family's. */
    async twice(on: string) {
      const { public_code } = await openBill()
      const attempt = await shop.start([public_code], { at: noon(on) })
      await shop.say(attempt, '00', {}, noon(on))
      await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn() }, noon(on))
      if (random.chance(0.4)) return
      const [row] = await exceptionsOf(shop, attempt.id)
      const decision = { decision: 'refunded', version: 1, refunded_on: on, reference: 'MBB-1' } as const
      const about = { environment: 'uat', ring, at: noon(on), today: on }
      await write((trx) => resolveException(trx, admin, desk, row!.id, decision, about))
      await write((trx) => confirmRefund(trx, owner, desk, row!.id, about))
    },
    async chip(on: string) {
      await payByChip({ shop, admin, owner, today: on }, await openBill(), random.pick([3, 6, 10, 13]))
    },
    /** Credit that CHIP sends back. */
    chipBack: (on: string) =>
      refundByChip({ shop, admin, owner, today: on }, random.pick(families).payer_parent_id, 5),
    async gift(on: string) {
      const attempt = await give(
        shop,
        'infaq',
        infaq.id,
        { amount: random.int(500, 5_000) },
        { when: noon(on) },
      )
      await shop.say(attempt, '00', {}, noon(on))
    },
    async giftInCash(on: string) {
      const input = {
        ...{ type: infaq.id, branch_id: random.pick(branches), method: 'cash' as const, paid_on: on },
        ...{ amount: random.int(500, 5_000), donor_name: 'Encik Halim', identity_type: 'nric' as const },
      }
      const about = { scope: scopes.all(clerk), today: on, backdate_days: 30, keys: keysOf(shop) }
      await write((trx) => recordGift(trx, clerk, 'infaq', input, about))
    },
    async undo(on: string) {
      const id = receipts.splice(random.int(0, receipts.length - 1), 1)[0]!
      const given = { reason, today: on, version: null, removes_credit: false }
      await write((trx) => cancelPayment(trx, owner, scopes.all(owner), id, given))
    },
    spend: (on: string) =>
      write((trx) => spendCredit(trx, admin, [random.pick(families).payer_parent_id], on)),
    async cancel() {
      const { id, version } = await openBill()
      await write((trx) => cancelInvoice(trx, admin, scopes.all(admin), id, version, reason))
    },
    async note(on: string) {
      const { id, version } = await billNow(random.pick(bills))
      const [line] = await tenant.read((db) => creditedLines(db, id))
      const input = { items: [{ id: line!.id, amount: random.int(1, 99) }], reason, version }
      const asked = await write((trx) => requestCreditNote(trx, admin, scopes.all(admin), id, input))
      await write((trx) => approveNote(trx, owner, scopes.all(owner), asked.id, on))
    },
    async writeOff(on: string) {
      const { id, version } = await openBill()
      const asked = await write((trx) =>
        requestWriteOff(trx, admin, scopes.all(admin), id, { reason, version }),
      )
      await write((trx) => approveNote(trx, owner, scopes.all(owner), asked.id, on))
    },
  } satisfies Record<string, (on: string) => Promise<unknown>>

  /** An act may be refused, which changes nothing. */
  async function perform(name: keyof typeof acts, on: string) {
    const happened = await acts[name](on).then(
      () => true,
      () => false,
    )
    if (happened) done.set(name, (done.get(name) ?? 0) + 1)
  }

  const names = Object.keys(acts) as (keyof typeof acts)[]
  for (let month = 1; month <= 12; month++) {
    const first = `${year}-${String(month).padStart(2, '0')}-01`
    const ofMonth = random.shuffled([...names, 'pay', 'pay', 'fpx', 'counter', 'undo'] as const)
    for (const _ of [0, 1, 2, 3, 4, 5, 6]) await perform('bill', first)
    const step = Math.floor(Number(endOfMonth(first).slice(8)) / ofMonth.length)
    for (const [index, name] of ofMonth.entries()) await perform(name, addDays(first, index * step))
    if (month > 1 && month < 11) {
      const closing = addDays(first, -1).slice(0, 7)
      await write((trx) => closeMonth(trx, admin, closing, endOfMonth(first)))
    }
  }
  return {
    shop,
    tenant,
    branches,
    programs,
    subjects,
    categories,
    children,
    families,
    done,
    names,
    admin,
    everywhere,
  }
}
