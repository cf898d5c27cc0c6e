import { beforeAll, expect, test } from 'vitest'
import { generationList } from '#app/domain/billing/generations/find-generations.ts'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import type { List, Reader } from '#app/domain/core/lists/list.ts'
import { importList } from '#app/domain/enrolment/imports/find-imports.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { printables } from '#app/print/lists.ts'
import { newId } from '#db/id.ts'
import { paySheets } from '#tests/support/contracts/pay-rows.ts'
import { application } from '#tests/support/database/application-factories.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import {
  branch,
  discount,
  insert,
  student,
  studentDiscount,
  subject,
} from '#tests/support/database/factories.ts'
import { fundMove } from '#tests/support/database/giving-factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import {
  arrangement,
  creditNote,
  creditRefund,
  invoice,
  payment,
  paymentAttempt,
  transferSlip,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { countToDos, toDos } from './to-do.ts'

const today = '2026-06-15'
const yesterday = () => new Date(Date.now() - 25 * 3_600_000)
let tenant: Tenant

/** In two branches: what waits, and beside each what looks alike and does not. */
beforeAll(async () => {
  tenant = await freshTenant()
  const owner = await tenant.actor('superadmin')
  const [taker, supervisor] = [await tenant.actor('clerk'), await tenant.actor('supervisor')]
  const far = await tenant.write((trx) => branch(trx))
  await tenant.write(async (trx) => {
    for (const branch_id of [tenant.branch.id, tenant.branch.id, far.id]) {
      await invoice(trx, { branch_id, status: 'draft', created_at: yesterday() })
      await invoice(trx, { branch_id, status: 'draft' })
      const { id: subject_id } = await subject(trx, { branch_id })
      await application(trx, {}, { subject_id })
      const over = { status: 'rejected', reason: 'Penuh', decided_at: new Date() }
      await application(trx, over, { subject_id, line: over })
      const owed = await invoice(trx, { branch_id, created_at: yesterday() })
      const request = { kind: 'invoice', branch_id, reason: 'Ditaip dua kali', requested_by: owner.id! }
      const child = await student(trx, { branch_id })
      // Of the three that may be sent by a person, one has nothing left, since all of it was paid, and one was dropped.
      for (const [state, status] of [
        ['waiting', 'unpaid'],
        ['waiting', 'paid'],
        ['dropped', 'unpaid'],
      ] as const) {
        const billed = await invoice(trx, { branch_id, status })
        const reminder = await insert(trx, 'reminder', {
          ...{ id: newId(), parent_id: billed.payer_parent_id, day: today, level: 3, trigger: 'schedule' },
          ...{ state, reason: state === 'dropped' ? 'nothing_left' : null },
        })
        await insert(trx, 'reminder_invoice', {
          ...{ reminder_id: reminder.id, invoice_id: billed.id, level: 3, is_cause: true },
          balance_sen: 12_000,
        })
      }
      await insert(trx, 'cancel_request', { id: newId(), invoice_id: owed.id, ...request })
      await creditNote(trx, { invoice_id: owed.id, branch_id, requested_by: owner.id! })
      for (const review_reason of ['amount', null]) {
        const { id: attempt_id, order_no } = await paymentAttempt(trx, { review_reason })
        await insert(trx, 'payment_attempt_invoice', {
          ...{ attempt_id, invoice_id: owed.id, position: 1, amount_sen: 100 },
        })
        await insert(trx, 'platform.payment_exception', {
          ...{ id: newId(), attempt_id, order_no, branch_ids: [branch_id], kind: 'mismatch' },
          ...(review_reason ? {} : { state: 'resolved', resolution: 'settled', resolved_at: new Date() }),
        })
      }
      const family = () => invoice(trx, { branch_id, due_on: '2026-05-01' })
      const said = { contacted_on: '2026-05-02', channel: 'phone', said: 'Akan bayar', created_by: owner.id! }
      const promised = await family()
      await insert(trx, 'family_contact', {
        ...{ id: newId(), parent_id: promised.payer_parent_id, ...said },
        ...{ promised_sen: 100, promised_on: '2026-05-10' },
      })
      for (const next_on of [today, '2026-06-16'])
        await insert(trx, 'family_contact', {
          ...{ id: newId(), parent_id: (await family()).payer_parent_id, ...said },
          ...{ next_step: 'Hubungi semula', next_on, next_by: owner.id },
        })
      const proposed = await family()
      await insert(trx, 'credit_move', {
        ...{ id: newId(), parent_id: proposed.payer_parent_id, to_parent_id: promised.payer_parent_id },
        ...{ amount_sen: 100, reason: 'Tinggal berasingan', requested_by: owner.id! },
      })
      for (const status of ['requested', 'approved'])
        await creditRefund(trx, { parent_id: proposed.payer_parent_id, status })
      await arrangement(trx, { invoice_id: proposed.id, requested_by: owner.id! })
      for (const status of ['requested', 'withdrawn'])
        await transferSlip(trx, { invoice_id: proposed.id, status })
      const active = { status: 'active', decided_at: new Date(), requested_by: owner.id! } as const
      for (const due_on of [
        ['2026-06-11', '2026-08-01'],
        ['2026-06-12', '2026-08-01'],
      ])
        await arrangement(trx, { ...active, invoice_id: (await family()).id, due_on })
      // One failed, of one the address was corrected, one was seen to.
      const { email } = await trx
        .selectFrom('parent')
        .select('email')
        .where('id', '=', child.payer!.id)
        .executeTakeFirstOrThrow()
      for (const [recipient, resolution] of [
        [email, null],
        ['dahulu@family.test', null],
        [email, 'dismissed'],
      ] as const)
        await insert(trx, 'failed_mail', {
          ...{ id: newId(), job: 'statement.send', payload: '{}', recipient: recipient!, reason: 'address' },
          ...{ parent_id: child.payer!.id, about: 'INV-26-000001', resolution },
          resolved_at: resolution && new Date(),
        })
      // Of three sessions one waits to be confirmed, one was held an hour ago, and one is confirmed.
      for (const [held_on, status] of [
        ['2026-03-02', 'open'],
        [todayIn(new Date(Date.now() - 3_600_000)), 'open'],
        ['2026-03-02', 'confirmed'],
      ] as const)
        await session(trx, {
          ...{ subject_id, held_on, status },
          ...(status === 'confirmed' ? { confirmed_at: new Date(), confirmed_by: owner.id } : {}),
        })
      for (const status of ['requested', 'withdrawn'])
        await insert(trx, 'student_change', {
          ...{ id: newId(), student_id: child.id, parent_id: child.payer!.id, changes_sealed: 'sealed' },
          ...{ requested_by: owner.id!, status, decided_at: status === 'requested' ? null : new Date() },
        })
      // One refused at once, one refused later, one whose buyer wants it cancelled; one is as it should be.
      for (const [status, more] of [
        ['failed', {}],
        ['invalid', {}],
        ['valid', { reject_requested_at: new Date() }],
        ['valid', {}],
      ] as const) {
        const billed = await invoice(trx, { branch_id })
        await einvoiceDocument(trx, { invoice_id: billed.id, branch_id, status, ...more })
      }
      const asked = { status: 'requested', decided_by: null, decided_at: null }
      const student_id = child.id
      await studentDiscount(trx, { student_id, ...asked })
      await studentDiscount(trx, { student_id, ends_on: '2026-07-15' })
      await studentDiscount(trx, { student_id, ends_on: '2026-07-16' })
      const followed = await studentDiscount(trx, { student_id, ends_on: '2026-06-20' })
      await studentDiscount(trx, {
        ...{ student_id, discount_id: followed.discount_id, renews_id: followed.id },
        ...{ starts_on: '2026-06-21', ends_on: '2027-06-20' },
      })
    }
    // The second has nothing to bill.
    for (const [nth, status] of ['previewed', 'previewed', 'completed', 'previewing'].entries()) {
      const id = newId()
      await insert(trx, 'generation', { id, month: `2026-0${nth + 1}-01`, setting: '{}', status })
      const billed = nth === 1 ? 0 : 1
      const counts = { considered: 1, created: billed, skipped: 1 - billed, failed: 0, invoices: billed }
      const total_sen = billed * 100
      await insert(trx, 'generation_branch', {
        generation_id: id,
        branch_id: tenant.branch.id,
        ...counts,
        total_sen,
      })
    }
    for (const status of ['checked', 'mapped', 'done'])
      for (const branch_id of [tenant.branch.id, far.id])
        await insert(trx, 'import', {
          ...{ id: newId(), kind: 'students', file_name: 'murid.xlsx', date_order: 'dmy', branch_id },
          ...{ status, row_count: 1 },
        })
    for (const branch_id of [tenant.branch.id, far.id])
      for (const status of ['awaiting_confirmation', 'closed'])
        await insert(trx, 'cash_drawer', {
          ...{ id: newId(), branch_id, user_id: taker.id, opened_on: today, float_sen: 0, status },
          ...{ counted_at: new Date(), counted_by: taker.id, difference_sen: -100 },
        })
    // Of what they took or counted themselves, a second person sees to it.
    for (const own of [
      { user_id: owner.id, counted_by: taker.id },
      { user_id: taker.id, counted_by: owner.id },
      { user_id: supervisor.id, counted_by: supervisor.id },
    ])
      await insert(trx, 'cash_drawer', {
        ...{ id: newId(), branch_id: tenant.branch.id, opened_on: today, float_sen: 0, ...own },
        ...{ status: 'awaiting_confirmation', counted_at: new Date(), difference_sen: -200 },
      })
    await paySheets(trx, [tenant.branch.id, far.id], taker.id!)
    for (const status of ['requested', 'withdrawn'])
      await fundMove(trx, { status, decided_at: status === 'requested' ? null : new Date() })
    await discount(trx, { valid_to: today })
    await discount(trx, { valid_to: '2026-06-14' })
    await discount(trx, { valid_to: '2026-06-20', status: 'inactive' })
    for (const collected_on of ['2026-03-20', '2026-05-31', today]) {
      const paid = await payment(trx, { branch_id: tenant.branch.id, paid_on: collected_on })
      await insert(trx, 'collection', {
        ...{ id: newId(), collected_on, source: 'invoice', payment_id: paid.id, method: paid.method },
        ...{ branch_id: tenant.branch.id, gross_sen: 100, net_sen: 100, status: 'collected' },
      })
    }
    const sums = { received_sen: 0, reversed_sen: 0, fees_sen: 0, net_sen: 0, closed_by: owner.id! }
    await insert(trx, 'month_closing', { id: newId(), month: '2026-04-01', ...sums })
    const reopened = { reopened_at: new Date(), reopened_by: owner.id, reopen_reason: 'Resit tertinggal' }
    await insert(trx, 'month_closing', { id: newId(), month: '2026-03-01', ...sums, ...reopened })
    await insert(trx, 'einvoice_setting', { id: newId(), status: 'failed', fault: 'credential' })
    await createStaff(trx, owner, keysOf(tenant), newStaff(tenant))
  })
})

async function asked(role: Role) {
  const actor = await tenant.actor(role)
  return toDos.flatMap((toDo) => {
    const scope = scopeOf([role], toDo.view)
    if (!scope || !scopeOf([role], toDo.permission)) return []
    const { id, branch_ids, parent_id } = actor
    const reader: Reader = { scope: { scope, user_id: id!, branch_ids, parent_id }, roles: [role], today }
    return [{ toDo, reader }]
  })
}

test.each([
  [
    'superadmin',
    {
      exception: 3,
      reminder: 3,
      failed_mail: 3,
      application: 3,
      cancel_request: 3,
      credit_note: 3,
      ...{ credit_refund: 3, credit_refund_unpaid: 3 },
      ...{ credit_move: 3, arrangement: 3, arrangement_broken: 3, promise_broken: 3, next_step: 3 },
      student_discount: 3,
      student_change: 3,
      transfer_slip: 3,
      discount_ending: 3,
      fund_move: 1,
      pay_sheet: 1,
      rule_ending: 1,
      old_draft: 3,
      invitation: 1,
      ...{ einvoice: 6, einvoice_reject: 3, einvoice_stopped: 1 },
      ...{ month: 2, class_session: 3 },
      ...{ generation: 1, import: 2, drawer: 3 },
    },
  ],
  [
    'supervisor',
    {
      ...{
        failed_mail: 2,
        exception: 2,
        reminder: 2,
        application: 2,
        cancel_request: 2,
        student_discount: 2,
      },
      ...{ discount_ending: 2, student_change: 2, transfer_slip: 2, generation: 1, drawer: 3 },
      ...{ arrangement: 2, arrangement_broken: 2, promise_broken: 2, next_step: 2, class_session: 2 },
    },
  ],
  ['class-admin', { student_change: 2, class_session: 2 }],
  [
    'clerk',
    {
      ...{
        failed_mail: 2,
        reminder: 2,
        old_draft: 2,
        arrangement_broken: 2,
        promise_broken: 2,
        next_step: 2,
      },
      ...{ student_change: 2, transfer_slip: 2 },
    },
  ],
  ['trainer', {}],
  ['parent', {}],
] as const)('what waits for a %s is counted, in the rows that they reach', async (role, expected) => {
  const mine = await asked(role)
  expect(await tenant.read((db) => countToDos(db, mine))).toEqual(expected)
})

// Previews and imports have no paper.
const lists: Record<string, unknown> = {
  ...printables,
  ...{ [generationList.name]: generationList, [importList.name]: importList },
}

test.each(['superadmin', 'supervisor', 'clerk'] as const)(
  'each count of a %s is that of its list',
  async (role) => {
    const mine = await asked(role)
    const counts = await tenant.read((db) => countToDos(db, mine))
    for (const { toDo, reader } of mine) {
      // Their pages are no lists.
      if (['failed_mail', 'einvoice_stopped', 'class_session'].includes(toDo.key)) continue
      const list = lists[toDo.list] as unknown as List<Reader, unknown>
      const { total } = await listed(tenant, list, toDo.search, reader)
      expect([toDo.key, counts[toDo.key]]).toEqual([toDo.key, total])
    }
  },
)
