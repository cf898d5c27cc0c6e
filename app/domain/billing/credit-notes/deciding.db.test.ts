import { beforeAll, describe, expect, test } from 'vitest'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { line, scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import '#tests/support/product/matchers.ts'
import { askForCreditNote, askToWriteOff } from './ask-for-note.ts'
import { approveNote, rejectNote } from './decide-note.ts'
import { creditNote } from './find-credit-notes.ts'

const reason = 'Kem itu dibatalkan'
let shop: Shop
let clerk: Actor
let admin: Actor
beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  admin = await shop.tenant.actor('admin')
})

type Bill = Awaited<ReturnType<Shop['bill']>>
const write = <R>(work: Parameters<typeof shop.tenant.write<R>>[0]) => shop.tenant.write(work)

async function asked(bill: Bill, kind: 'credit_note' | 'write_off', actor = clerk) {
  const { version } = await shop.invoiceNow(bill.id)
  const items = [{ id: bill.items[0]!.id, amount: 1_000 }]
  const note = await write((trx) =>
    kind === 'write_off'
      ? askToWriteOff(trx, actor, scopes.all(actor), bill.id, { reason, version })
      : askForCreditNote(trx, actor, scopes.all(actor), bill.id, { items, reason, version }),
  )
  return note.id
}

const approve = (id: string, on = today) => write((trx) => approveNote(trx, admin, scopes.all(admin), id, on))
const reject = (id: string) =>
  write((trx) => rejectNote(trx, admin, scopes.all(admin), id, { decision_reason: reason }))
const statusOf = async (id: string) =>
  (await shop.tenant.read((db) => creditNote(db, scopes.all(admin), id))).status

describe.each(['credit_note', 'write_off'] as const)('a %s', (kind) => {
  test('is decided by nobody of the family that it is about', async () => {
    const bill = await shop.bill()
    const id = await asked(bill, kind)
    const is = (user_id: string | null) =>
      write((trx) =>
        trx.updateTable('parent').set({ user_id }).where('id', '=', bill.payer_parent_id).execute(),
      )
    await is(admin.id)
    await expect(approve(id)).toRefuse('four_eyes.own_family')
    await expect(reject(id)).toRefuse('four_eyes.own_family')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ credited_sen: 0, status: 'unpaid' })
    await is(null)
    await approve(id)
    expect(await statusOf(id)).toBe('approved')
  })
})

test('lines of an invoice stay as they are once a note about them was asked for; the due date may move', async () => {
  const bill = await shop.bill()
  const id = await asked(bill, 'credit_note')
  const { version } = await shop.invoiceNow(bill.id)
  const amend = (items?: ReturnType<typeof line>[], at = version) =>
    write((trx) =>
      amendInvoice(
        trx,
        clerk,
        scopes.all(clerk),
        bill.id,
        at,
        { due_on: '2026-03-31', reason, items },
        today,
      ),
    )
  await expect(amend([line({ price: 500 })])).toRefuse('invoice.note_asked')
  await reject(id)
  await expect(amend([line({ price: 500 })])).toRefuse('invoice.note_asked')
  await amend()
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ due_on: '2026-03-31', total_sen: 12_000 })
})

test('a write-off gives up no more than two people have seen, also where a payment is undone meanwhile', async () => {
  const bill = await shop.bill()
  const { payment_id } = await shop.cash(bill.id, 10_000)
  const id = await asked(bill, 'write_off')
  await shop.takeBack(payment_id)
  await approve(id)
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    ...{ status: 'unpaid', credited_sen: 2_000, balance_sen: 10_000 },
  })
  await shop.balanced()
})

test('who asked does not turn it down in place of taking it back', async () => {
  const bill = await shop.bill()
  const id = await asked(bill, 'credit_note', admin)
  await expect(reject(id)).toRefuse('four_eyes.own_request')
  expect(await statusOf(id)).toBe('requested')
})

test('is told to be asked anew where the invoice was changed since it was read', async () => {
  const bill = await shop.bill()
  const { version } = await shop.invoiceNow(bill.id)
  await shop.cash(bill.id, 2_000)
  await expect(
    write((trx) => askToWriteOff(trx, clerk, scopes.all(clerk), bill.id, { reason, version })),
  ).toRefuse('version_conflict')
})

test('leaves the day on which an invoice was paid as it was', async () => {
  const bill = await shop.bill()
  await shop.cash(bill.id, 12_000)
  const { paid_on } = await shop.invoiceNow(bill.id)
  await approve(await asked(bill, 'credit_note'), '2026-02-03')
  expect(paid_on).not.toBeNull()
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_on, credited_sen: 1_000 })
})

test('is approved on no day of a month that is closed', async () => {
  const bill = await shop.bill()
  const id = await asked(bill, 'credit_note')
  await write((trx) =>
    trx
      .insertInto('month_closing')
      .values({
        ...{ id: crypto.randomUUID(), month: '2025-11-01', closed_by: admin.id! },
        ...{ received_sen: 0, reversed_sen: 0, fees_sen: 0, net_sen: 0 },
      })
      .execute(),
  )
  await expect(approve(id, '2025-11-30')).toRefuse('month.closed')
  expect(await statusOf(id)).toBe('requested')
})
