import { beforeAll, describe, expect, test } from 'vitest'
import { branch } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { invoiceStatuses } from '#app/domain/core/invoicing/invoice-status.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { amendInvoice } from './amend-invoice.ts'
import { cancelInvoice } from './change-invoice.ts'
import { scopes, today } from './test-support.ts'

let tenant: Tenant
let supervisor: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  supervisor = await tenant.actor('supervisor')
})

const reason = 'Dibilkan dua kali'
const cancel = (id: string, version = 1) =>
  tenant.write((trx) => cancelInvoice(trx, supervisor, scopes.branch(supervisor), id, version, reason))
const amend = (id: string, due_on: string, version = 1) =>
  tenant.write((trx) =>
    amendInvoice(
      trx,
      supervisor,
      scopes.branch(supervisor),
      id,
      version,
      {
        due_on,
        remark: 'Sila bayar',
        reason,
      },
      today,
    ),
  )
const make = (given: Parameters<typeof invoice>[1] = {}) => tenant.write((trx) => invoice(trx, given))
const read = (id: string) =>
  tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('cancelling', () => {
  test('keeps the number, owes nothing more, and says who and why', async () => {
    const { id, number } = await make()
    expect(await cancel(id)).toBe(number)
    expect(await read(id)).toMatchObject({
      number,
      status: 'cancelled',
      cancel_reason: reason,
      cancelled_by: supervisor.id,
      version: 2,
    })
    const audit = await tenant.read((db) =>
      db.selectFrom('audit_log').select(['action', 'after']).where('object_id', '=', id).execute(),
    )
    expect(audit).toEqual([{ action: 'invoice.cancelled', after: { status: 'cancelled', reason } }])
    await expect(cancel(id, 2)).toRefuse('invoice.already_cancelled')
  })

  test('waits for a payment that is on its way', async () => {
    const { id } = await make({ status: 'pending' })
    await expect(cancel(id)).toRefuse('invoice.in_payment')
  })

  test('is refused when it is paid, and gives what was paid in part to the family as credit', async () => {
    const paid = await make({ status: 'paid' })
    await expect(cancel(paid.id)).toRefuse('invoice.has_payment')
    const part = await make({ paid_sen: 1 })
    await cancel(part.id)
    expect(await read(part.id)).toMatchObject({ status: 'cancelled', paid_sen: 0 })
    const credits = await tenant.read((db) =>
      db.selectFrom('credit_entry').selectAll().where('parent_id', '=', part.payer_parent_id).execute(),
    )
    expect(credits).toMatchObject([{ delta_sen: 1, reason: 'returned', invoice_id: part.id }])
  })

  test('is not for drafts, which are removed, and not over what somebody else has changed', async () => {
    const draft = await make({ status: 'draft' })
    await expect(cancel(draft.id)).toRefuse('action_not_allowed')
    const { id } = await make()
    await expect(cancel(id, 2)).toRefuse('version_conflict')
    expect(await read(id)).toMatchObject({ status: 'unpaid' })
  })

  test("does not find another branch's invoice", async () => {
    const elsewhere = await tenant.write((trx) => branch(trx))
    const { id } = await make({ branch_id: elsewhere.id })
    await expect(cancel(id)).toRefuse('not_found.invoice')
  })

  test('at the same moment as a payment, one of the two wins', async () => {
    const { id } = await make()
    const paying = tenant.write(async (trx) => {
      const paid = await trx
        .updateTable('invoice')
        .set({ status: 'pending', version: 2 })
        .where('id', '=', id)
        .where('status', '=', 'unpaid')
        .returning('id')
        .executeTakeFirst()
      if (!paid) throw new Error('too late')
    })
    const results = await Promise.allSettled([paying, cancel(id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('amending', () => {
  test('moves the due date and the notes, with the reason in the audit', async () => {
    const { id, total_sen } = await make({ due_on: '2026-02-07' })
    await amend(id, '2026-03-07')
    expect(await read(id)).toMatchObject({
      due_on: '2026-03-07',
      remark: 'Sila bayar',
      total_sen,
      version: 2,
    })
    const audit = await tenant.read((db) =>
      db.selectFrom('audit_log').select(['action', 'before', 'after']).where('object_id', '=', id).execute(),
    )
    expect(audit).toEqual([
      {
        action: 'invoice.amended',
        before: { due_on: '2026-02-07', remark: null },
        after: { due_on: '2026-03-07', remark: 'Sila bayar', reason },
      },
    ])
  })

  test('keeps the due date between the issue date and a year after it', async () => {
    const { id } = await make({ issued_on: '2026-01-31' })
    await expect(amend(id, '2026-01-30')).toRefuse('invoice.due_before_issue', 'due_on')
    await expect(amend(id, '2027-02-01')).toRefuse('invoice.due_too_late', 'due_on')
    await amend(id, '2026-01-31')
  })

  test.each(invoiceStatuses.filter((status) => status !== 'unpaid'))(
    'leaves a %s one alone',
    async (status) => {
      const { id } = await make({ status })
      const code = {
        draft: 'action_not_allowed',
        pending: 'invoice.in_payment',
        paid: 'invoice.has_payment',
        cancelled: 'invoice.already_cancelled',
      } as const
      await expect(amend(id, '2026-03-07')).toRefuse(code[status])
    },
  )
})
