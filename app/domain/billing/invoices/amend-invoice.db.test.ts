import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enrolment, feeType, student, subjectFee } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import {
  allocation,
  credit,
  creditNote,
  invoice,
  payment,
  paymentAttempt,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { amendInvoice } from './amend-invoice.ts'
import { createDraft, issueInvoice } from './change-invoice.ts'
import type { LineInput } from './invoice.ts'
import { invoiceVersions } from './invoice-versions.ts'
import { line, scopes, today } from './test-support.ts'

describe('amending an issued invoice', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant({ tax_registered: true })
    clerk = await tenant.actor('clerk')
  })

  const reason = 'Harga tersalah taip'
  const amend = (id: string, items: LineInput[] | undefined, version = 1, due_on = '2026-02-07') =>
    tenant.write((trx) =>
      amendInvoice(trx, clerk, scopes.branch(clerk), id, version, { due_on, reason, items }, today),
    )
  const make = (given: Parameters<typeof invoice>[1] = {}) =>
    tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, ...given }))
  const head = (id: string) =>
    tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const lines = (id: string) =>
    tenant.read((db) =>
      db.selectFrom('invoice_item').selectAll().where('invoice_id', '=', id).orderBy('position').execute(),
    )
  const changes = async (id: string, scope = scopes.branch(clerk)) =>
    (await tenant.read((db) => invoiceVersions(db, scope, id))).changes

  describe('the lines of an issued invoice', () => {
    test('change for a reason, and what it said before is kept whole, change by change', async () => {
      const { id, number, public_code, issued_on } = await make({ remark: 'Sila bayar' })
      await amend(id, [
        line({ description: 'Yuran', price: 9_000 }),
        line({ description: 'Buku', price: 500 }),
      ])
      await amend(id, [line({ description: 'Yuran', price: 8_000 })], 2, '2026-03-07')
      expect(await head(id)).toMatchObject({
        ...{ number, public_code, issued_on, status: 'unpaid', version: 3, due_on: '2026-03-07' },
        ...{ sub_total_sen: 8_000, total_sen: 8_000, balance_sen: 8_000, remark: null },
      })
      expect(await lines(id)).toMatchObject([{ description: 'Yuran', amount_sen: 8_000 }])
      expect(await changes(id)).toMatchObject([
        {
          ...{ version: 2, reason, by: clerk.name },
          before: { total_sen: 9_500, items: [{ amount_sen: 9_000 }, { amount_sen: 500 }] },
          after: { total_sen: 8_000, due_on: '2026-03-07', items: [{ amount_sen: 8_000 }] },
        },
        {
          version: 1,
          before: { total_sen: 12_000, remark: 'Sila bayar', items: [{ description: 'Yuran Januari 1' }] },
          after: { total_sen: 9_500, remark: null },
        },
      ])
      const [, audit] = await tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select(['action', 'after'])
          .where('object_id', '=', id)
          .orderBy('id')
          .execute(),
      )
      expect(audit).toMatchObject({
        action: 'invoice.amended',
        after: { reason, total_sen: 8_000, items: [{ description: 'Yuran', amount_sen: 8_000 }] },
      })
    })

    test('come to more than nothing, and to no more than an invoice may', async () => {
      const { id } = await make()
      await expect(amend(id, [line({ price: 0 })])).toRefuse('invoice.total_zero')
      await expect(amend(id, [line({ quantity: 200, price: 100_000_000 })])).toRefuse(
        'invoice.total_too_large',
      )
      expect(await changes(id)).toEqual([])
      expect(await lines(id)).toMatchObject([{ amount_sen: 12_000 }])
    })

    test('stay as they are when only the due date moves, even where money once was on it', async () => {
      const { id, items } = await make()
      const money = await tenant.write(async (trx) => {
        const { id: payment_id } = await payment(trx, { branch_id: tenant.branch.id })
        await allocation(trx, payment_id, id, 12_000)
        return payment_id
      })
      await tenant.write((trx) =>
        trx
          .updateTable('payment_allocation')
          .set({ reversed_at: sql<Date>`now()` })
          .where('payment_id', '=', money)
          .execute(),
      )
      const same = line({ description: items[0]!.description })
      await amend(id, [same], 1, '2026-03-07')
      expect((await lines(id)).map((item) => item.id)).toEqual([items[0]!.id])
      await expect(amend(id, [{ ...same, price: 1 }], 2)).toRefuse('invoice.once_paid')
      expect(await head(id)).toMatchObject({ due_on: '2026-03-07', total_sen: 12_000, version: 2 })
    })

    test('stay while money is on the invoice or an online payment may still come', async () => {
      const part = await make({ paid_sen: 1 })
      await expect(amend(part.id, [line({ price: 1 })])).toRefuse('invoice.once_paid')
      const paid = await make({ status: 'paid', paid_sen: 12_000 })
      await expect(amend(paid.id, undefined)).toRefuse('invoice.has_payment')
      const pending = await make({ status: 'pending' })
      await expect(amend(pending.id, [line()])).toRefuse('invoice.in_payment')
      const { id } = await make()
      await tenant.write(async (trx) => {
        const attempt = await paymentAttempt(trx, { state: 'needs_review' })
        const order = { attempt_id: attempt.id, invoice_id: id, amount_sen: 12_000, position: 0 }
        await trx.insertInto('payment_attempt_invoice').values(order).execute()
      })
      await expect(amend(id, [line({ price: 1 })])).toRefuse('invoice.in_payment')
    })

    test('stay when a part is paid or was taken back; the due date moves, and what it was is kept', async () => {
      const { id: half } = await make()
      await tenant.write(async (trx) => {
        const { id: payment_id } = await payment(trx, { branch_id: tenant.branch.id, amount_sen: 5_000 })
        await allocation(trx, payment_id, half, 5_000)
        await trx.updateTable('invoice').set({ paid_sen: 5_000 }).where('id', '=', half).execute()
      })
      const { version } = await head(half)
      await amend(half, undefined, version, '2026-03-31')
      expect(await head(half)).toMatchObject({ due_on: '2026-03-31', total_sen: 12_000, paid_sen: 5_000 })
      const [change] = await changes(half)
      expect(change).toMatchObject({
        reason,
        before: { due_on: '2026-02-07' },
        after: { due_on: '2026-03-31' },
      })
      await expect(amend(half, [line({ price: 1 })], version + 1)).toRefuse('invoice.once_paid')

      const { id: less } = await make()
      await tenant.write(async (trx) => {
        const approved = {
          status: 'approved',
          number: 'CN-26-900001',
          issued_on: today,
          decided_at: new Date(),
        }
        await creditNote(trx, { invoice_id: less, branch_id: tenant.branch.id, ...approved })
        await trx.updateTable('invoice').set({ credited_sen: 1_000 }).where('id', '=', less).execute()
      })
      await amend(less, undefined, 1, '2026-03-31')
      expect(await head(less)).toMatchObject({ due_on: '2026-03-31', credited_sen: 1_000 })
      await expect(amend(less, [line({ price: 1 })], 2)).toRefuse('invoice.credited')
    })

    test('move with a due date that an invoice can have: not before its issue, unless its debt is older than the product', async () => {
      const { id } = await make()
      await expect(amend(id, undefined, 1, '2025-12-31')).toRefuse('invoice.due_before_issue', 'due_on')
      await expect(amend(id, undefined, 1, '9999-12-31')).toRefuse('invoice.due_too_late', 'due_on')
      expect(await head(id)).toMatchObject({ version: 1 })
      const old = await make({ is_carried_over: true })
      await amend(old.id, undefined, 1, '2025-12-31')
      expect(await head(old.id)).toMatchObject({ due_on: '2025-12-31' })
    })

    test('are not changed over what somebody else has changed', async () => {
      const { id } = await make()
      await amend(id, undefined, 1, '2026-03-07')
      await expect(amend(id, undefined, 1, '2026-03-08')).toRefuse('version_conflict')
      expect(await changes(id)).toHaveLength(1)
    })

    test('stay where credit once was on it', async () => {
      const { id, payer_parent_id } = await make()
      await tenant.write(async (trx) => {
        const about = { parent_id: payer_parent_id, invoice_id: id }
        await credit(trx, { parent_id: payer_parent_id, delta_sen: 500 })
        await credit(trx, { ...about, delta_sen: -500, reason: 'applied' })
        await credit(trx, { ...about, delta_sen: 500, reason: 'returned' })
      })
      await expect(amend(id, [line({ price: 1 })])).toRefuse('invoice.once_paid')
    })

    test('stay when the month of the issue is closed; the due date may move', async () => {
      const other = await freshTenant()
      const admin = await other.actor('admin')
      const { id } = await other.write((trx) =>
        invoice(trx, { issued_on: '2025-11-30', due_on: '2025-12-07' }),
      )
      await other.write((trx) =>
        trx
          .insertInto('month_closing')
          .values({
            ...{ id: crypto.randomUUID(), month: '2025-11-01', closed_by: admin.id! },
            ...{ received_sen: 0, reversed_sen: 0, fees_sen: 0, net_sen: 0 },
          })
          .execute(),
      )
      const change = (items?: LineInput[], version = 1) =>
        other.write((trx) =>
          amendInvoice(
            trx,
            admin,
            scopes.all(admin),
            id,
            version,
            { due_on: '2026-02-28', reason, items },
            today,
          ),
        )
      await expect(change([line({ price: 1 })])).toRefuse('month.closed')
      await change()
      const row = await other.read((db) =>
        db.selectFrom('invoice').selectAll().where('id', '=', id).execute(),
      )
      expect(row).toMatchObject([{ due_on: '2026-02-28', total_sen: 12_000 }])
    })

    test('are taxed as at the issue, whatever the tax is now', async () => {
      const items = await tenant.write(async (trx) => {
        const { id: fee_type_id } = await feeType(trx, { taxable: true })
        return [line({ fee_type_id, price: 10_000 })]
      })
      const id = await tenant.write(async (trx) => {
        const { id: student_id } = await student(trx, { branch_id: tenant.branch.id, nationality: 'ID' })
        const given = { due_on: '2026-02-07', items }
        const bill = await createDraft(trx, clerk, scopes.branch(clerk), student_id, given, today)
        await issueInvoice(trx, clerk, scopes.branch(clerk), bill, { version: 1, send: false, today })
        await trx.updateTable('student').set({ nationality: 'MY' }).where('id', '=', student_id).execute()
        return bill
      })
      const { tax_rate_bp } = await head(id)
      expect(tax_rate_bp).toBe(600)
      await amend(id, [{ ...items[0]!, price: 20_000 }], 2)
      expect(await head(id)).toMatchObject({ tax_rate_bp, tax_total_sen: 1_200, total_sen: 21_200 })
    })

    test('give a fee that is taken off free to be billed, and keep that of a line that stays', async () => {
      const pupil = await tenant.write(async (trx) => {
        const one = await student(trx, { branch_id: tenant.branch.id })
        for (let count = 0; count < 2; count++) {
          const fee = await subjectFee(trx)
          await enrolment(trx, { student_id: one.id, subject_id: fee.subject_id })
        }
        return one.id
      })
      const due = async () => (await tenant.read((db) => dueFees(db, pupil, today))).lines
      const suggested = await due()
      const given = suggested.map(({ facts: _, amount_sen: __, due_on: ___, ...item }) => item) as LineInput[]
      expect(given).toHaveLength(2)
      const id = await tenant.write(async (trx) => {
        const bill = await createDraft(
          ...([
            trx,
            clerk,
            scopes.branch(clerk),
            pupil,
            { due_on: '2026-02-07', items: given },
            today,
          ] as const),
        )
        await issueInvoice(trx, clerk, scopes.branch(clerk), bill, { version: 1, send: false, today })
        return bill
      })
      expect(await due()).toEqual([])
      await amend(id, [given[0]!, line({ description: 'Buku' })], 2)
      expect(await due()).toMatchObject([{ subject_fee_id: given[1]!.subject_fee_id }])
      const [kept, added] = await lines(id)
      expect(kept!.facts).toEqual(suggested[0]!.facts)
      expect(added!.facts).toBeNull()
    })

    test('of two who change the same version one wins', async () => {
      const { id } = await make()
      const results = await Promise.allSettled([
        amend(id, [line({ price: 1_000 })]),
        amend(id, [line({ price: 2_000 })]),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await changes(id)).toHaveLength(1)
    })

    test('a family sees what changed and why, without notes and names of the office', async () => {
      const { id, payer_parent_id } = await make({ internal_note: 'Ibu menelefon' })
      await amend(id, [line({ price: 1_000 })])
      const parent = { ...clerk, parent_id: payer_parent_id }
      const [change] = await changes(id, scopes.own(parent))
      expect(change).toMatchObject({ reason, by: null, before: { total_sen: 12_000, internal_note: null } })
    })
  })
})

describe('its earlier versions', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const reason = 'Harga tersalah taip'
  const make = (given: Parameters<typeof invoice>[1] = {}) =>
    tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, ...given }))
  const changes = async (id: string) =>
    (await tenant.read((db) => invoiceVersions(db, everywhere, id))).changes

  describe('the wall behind it', () => {
    const keep = (trx: Parameters<Parameters<Tenant['write']>[0]>[0], invoice_id: string) =>
      trx.insertInto('invoice_version').values({ invoice_id, reason }).execute()
    const cheaper = (trx: Parameters<Parameters<Tenant['write']>[0]>[0], id: string, version: number) =>
      trx
        .updateTable('invoice')
        .set({ sub_total_sen: 1, total_sen: 1, version })
        .where('id', '=', id)
        .execute()
    const cheaperLine = (trx: Parameters<Parameters<Tenant['write']>[0]>[0], id: string) =>
      trx
        .updateTable('invoice_item')
        .set({ price_sen: 1, amount_sen: 1 })
        .where('invoice_id', '=', id)
        .execute()

    test('sums and lines stand where no version is kept', async () => {
      const { id } = await make()
      await expect(tenant.write((trx) => cheaper(trx, id, 2))).rejects.toThrow('beside the version')
      await expect(tenant.write((trx) => cheaperLine(trx, id))).rejects.toThrow('beside the version')
    })

    test('a version is kept of what is there, and only where another one follows that adds up', async () => {
      const { id } = await make()
      await expect(tenant.write((trx) => keep(trx, id))).rejects.toThrow('come to its sums')
      const unsummed = tenant.write(async (trx) => {
        await keep(trx, id)
        await cheaper(trx, id, 2)
      })
      await expect(unsummed).rejects.toThrow('come to its sums')
      await tenant.write(async (trx) => {
        const forged = { invoice_id: id, reason, version: 99, invoice: '{}', items: '[]' }
        await trx.insertInto('invoice_version').values(forged).execute()
        await cheaperLine(trx, id)
        await cheaper(trx, id, 2)
      })
      expect(await changes(id)).toMatchObject([{ version: 1, before: { total_sen: 12_000 } }])
      await expect(tenant.write((trx) => cheaperLine(trx, id))).rejects.toThrow('beside the version')
    })

    test.each(['draft', 'pending', 'paid', 'cancelled'])('no version is kept of a %s one', async (status) => {
      const { id } = await make({ status })
      await expect(tenant.write((trx) => keep(trx, id))).rejects.toThrow('still owed')
    })

    test('sums stand once money was on it, and the number always', async () => {
      const { id } = await make()
      const renumbered = tenant.write(async (trx) => {
        await keep(trx, id)
        await trx.updateTable('invoice').set({ number: 'INV-X', version: 2 }).where('id', '=', id).execute()
      })
      await expect(renumbered).rejects.toThrow('beside the version')
      await tenant.write(async (trx) => {
        const money = await payment(trx, { branch_id: tenant.branch.id })
        await allocation(trx, money.id, id, 1)
      })
      const changed = tenant.write(async (trx) => {
        await keep(trx, id)
        await cheaper(trx, id, 2)
      })
      await expect(changed).rejects.toThrow('beside the version')
    })

    test('what is kept is neither changed nor removed', async () => {
      const { id } = await make()
      await tenant.write(async (trx) => {
        await keep(trx, id)
        await cheaperLine(trx, id)
        await cheaper(trx, id, 2)
      })
      const forged = tenant.write((trx) =>
        trx.updateTable('invoice_version').set({ reason: 'Lain pula' }).execute(),
      )
      await expect(forged).rejects.toThrow('permission denied')
      await expect(tenant.write((trx) => trx.deleteFrom('invoice_version').execute())).rejects.toThrow(
        'permission denied',
      )
    })
  })
})
