import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { approveMove, requestCreditMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import {
  approveNote,
  requestCreditNote,
  requestWriteOff,
} from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditedLines } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { removeCredit, spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { line, scopes } from '#app/domain/billing/invoices/test-support.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { openChip } from '#app/domain/payments/chip/test-support.ts'
import { recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { refundInPart } from '#app/domain/payments/credit-refunds/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { branch, discount, feeCategory, feeType, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { agreeOfAll, payByChip, payBySlip, payByStatement, refundByChip } from './test-support.ts'

const today = currentDay()
const reason = 'Tersilap hari itu'

let shop: Shop
let admin: Actor
let owner: Actor
let branches: string[]
let families: { student_id: string; payer_parent_id: string }[]
/** Of a fee for which something is given back to who pays early. */
let fee_type_id: string
const bills: string[] = []
const receipts: string[] = []

beforeAll(async () => {
  shop = await openShop()
  await openChip(shop)
  admin = await shop.tenant.actor('admin')
  owner = await shop.tenant.actor('superadmin')
  branches = [shop.tenant.branch.id, (await shop.tenant.write((trx) => branch(trx))).id]
  fee_type_id = await shop.tenant.write(async (trx) => {
    await discount(trx, { type: 'early', days_early: 3, percent_bp: 700 })
    const { id: fee_category_id } = await feeCategory(trx, { discountable: true })
    return (await feeType(trx, { fee_category_id })).id
  })
  families = await shop.tenant.write((trx) =>
    Promise.all(
      [0, 1, 2, 3].map(async (at) => {
        const child = await student(trx, { branch_id: branches[at % 2]! })
        return { student_id: child.id, payer_parent_id: child.payer!.id }
      }),
    ),
  )
})

const pick = <One>(from: readonly One[], n: number) => from[n % from.length]!

const invoiceNow = (id: string) =>
  shop.tenant.read((db) =>
    db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

const office = () => ({ shop, admin, owner, today })

/** What may happen in an office. Some of it is refused, which changes nothing. */
const acts = {
  /** Issued and due some time ago or ahead, at the branch of the child. */
  async bill(n: number) {
    const issued_on = addDays(today, -(n % 120))
    const given = { ...pick(families, n), branch_id: pick(branches, n), issued_on }
    const due_on = addDays(issued_on, n % 40)
    const made = await shop.tenant.write((trx) =>
      invoice(trx, { ...given, due_on }, [{ price_sen: n, ...(n % 3 > 0 && { fee_type_id }) }]),
    )
    bills.push(made.id)
  },
  draft: (n: number) =>
    shop.tenant.write((trx) =>
      invoice(trx, { ...pick(families, n), status: 'draft' }, [{ price_sen: n }]).then(() => undefined),
    ),
  /** What is left over is kept for the family. */
  async pay(n: number) {
    const one = await invoiceNow(pick(bills, n))
    const amount = (n * 7) % 1_300
    const input = {
      ...{ method: 'cash' as const, amount, paid_on: addDays(today, -(n % 20)), keep_rest: 'on' as const },
      lines: [{ invoice_id: one.id, amount: Math.min(amount, one.balance_sen) }],
      before_reason: 'Dibayar sebelum dibilkan',
    }
    const rules = { scope: scopes.all(admin), today, backdate_days: 30 }
    const { payment_id } = await shop.tenant.write((trx) =>
      recordFamilyPayment(trx, admin, one.payer_parent_id, input, rules),
    )
    receipts.push(payment_id)
  },
  /** Cash at the counter, rounded. */
  async counter(n: number) {
    const { payer_parent_id } = pick(families, n)
    const input = { method: 'cash' as const, amount: (n % 1_300) + 3, keep_rest: 'on' as const }
    const rules = { scope: scopes.all(admin), today }
    const { payment_id } = await shop.tenant.write((trx) =>
      recordAtCounter(trx, admin, payer_parent_id, input, rules),
    )
    receipts.push(payment_id)
  },
  /** By bank, and twice where it is a second debit. */
  async online(n: number) {
    const one = await invoiceNow(pick(bills, n))
    const at = new Date(`${today}T01:00:00Z`)
    const attempt = await shop.start([one.public_code], { at })
    if (n % 3 > 0) await shop.say(attempt, n % 3 === 1 ? '00' : '51', {}, at)
  },
  chip: async (n: number) => payByChip(office(), await invoiceNow(pick(bills, n)), n),
  chipBack: (n: number) => refundByChip(office(), pick(families, n).payer_parent_id, n),
  slip: async (n: number) => payBySlip(office(), await invoiceNow(pick(bills, n)), n),
  statement: (n: number) => payByStatement(office(), pick(families, n).payer_parent_id, n),
  spend: (n: number) =>
    shop.tenant.write((trx) => spendCredit(trx, admin, [pick(families, n).payer_parent_id], today)),
  async off(n: number) {
    const { id, version } = await invoiceNow(pick(bills, n))
    await shop.tenant.write((trx) => removeCredit(trx, admin, scopes.all(admin), id, { version, reason }))
  },
  /** By another than who took the money. */
  async undo(n: number) {
    const given = { reason, today, version: null }
    await shop.tenant.write((trx) => cancelPayment(trx, owner, scopes.all(owner), pick(receipts, n), given))
  },
  async cancel(n: number) {
    const { id, version } = await invoiceNow(pick(bills, n))
    await shop.tenant.write((trx) => cancelInvoice(trx, admin, scopes.all(admin), id, version, reason))
  },
  async amend(n: number) {
    const { id, version, due_on } = await invoiceNow(pick(bills, n))
    const items = [line({ fee_type_id, price: n * 2, discount: n % 2 })]
    const change = { due_on, reason, items }
    await shop.tenant.write((trx) => amendInvoice(trx, admin, scopes.all(admin), id, version, change, today))
  },
  /** What one asks for, another approves. */
  async note(n: number) {
    const { id, version } = await invoiceNow(pick(bills, n))
    const [line] = await shop.tenant.read((db) => creditedLines(db, id))
    const input = { items: [{ id: line!.id, amount: n }], reason, version }
    const asked = await shop.tenant.write((trx) =>
      requestCreditNote(trx, admin, scopes.all(admin), id, input),
    )
    await approve(asked.id)
  },
  /** Credit of one family that becomes another's. */
  async move(n: number) {
    const [from, to] = [pick(families, n).payer_parent_id, pick(families, n + 1).payer_parent_id]
    const { family_code } = await shop.tenant.read((db) =>
      db.selectFrom('parent').select('family_code').where('id', '=', to).executeTakeFirstOrThrow(),
    )
    const input = { family_code, amount: (n % 500) + 1, reason }
    const { write } = shop.tenant
    const { id } = await write((trx) => requestCreditMove(trx, admin, everywhere, from, input))
    await write((trx) => approveMove(trx, owner, everywhere, id))
  },
  refund(n: number) {
    const { tenant } = shop
    const parent_id = pick(families, n).payer_parent_id
    return refundInPart({ tenant, people: [admin, owner], parent_id, today }, n)
  },
  async writeOff(n: number) {
    const { id, version } = await invoiceNow(pick(bills, n))
    const asked = await shop.tenant.write((trx) =>
      requestWriteOff(trx, admin, scopes.all(admin), id, { reason, version }),
    )
    await approve(asked.id)
  },
} satisfies Record<string, (n: number) => Promise<unknown>>

/**
 * Each act at least once, none of them refused: ten bills of 1,000 sen and more, of which an act takes the one that the last
 * digit of its number names.
 */
const possible: [keyof typeof acts, number][] = [
  ...Array.from({ length: 10 }, (_, index): ['bill', number] => ['bill', 1_000 + index]),
  ['draft', 700],
  // 70 sen, then 12.60 for the 9.30 that are left
  ['pay', 10],
  ['pay', 180],
  ['counter', 203],
  ['online', 1],
  ['cancel', 8],
  ['spend', 4],
  ['off', 14],
  ['undo', 2],
  ['amend', 1_002],
  ['note', 503],
  ['move', 100],
  ['refund', 20],
  ['refund', 16],
  ['refund', 12],
  ['refund', 8],
  ['writeOff', 5],
  ['chip', 6],
  ['chipBack', 2],
  ['chipBack', 6],
  // of what the counter took meanwhile, and back at CHIP
  ['chip', 39],
  ['chipBack', 265],
  ['slip', 7],
  ['statement', 9],
  ['statement', 10],
]

const approve = (id: string) =>
  shop.tenant.write((trx) => approveNote(trx, owner, scopes.all(owner), id, today))

test('after whatever happened, every page, list and statement shows the same sums', async () => {
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const step = fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 5_000 }))
  const history = fc.array(step, { minLength: 4, maxLength: 20, size: 'max' })
  const agreed = async () => {
    await agreeOfAll({ tenant: shop.tenant, families, branches, today })
    await shop.balanced()
  }
  // By chance alone, an act that is always refused would not be noticed.
  for (const [act, n] of possible) await acts[act](n)
  expect(possible.map(([act]) => act)).toEqual(expect.arrayContaining(names))
  await agreed()
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      for (const [act, n] of steps) await acts[act](n).catch(() => {})
      await agreed()
    }),
    // What comes after has what came before as its history, so that nothing is gained by making it shorter.
    { numRuns: soaking ? 150 : 12, endOnFailure: true },
  )
})
