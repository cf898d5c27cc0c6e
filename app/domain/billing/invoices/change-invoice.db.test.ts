import { beforeAll, describe, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, feeType, insert, parent, student, subjectFee } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { invoiceStatuses } from '#app/domain/core/invoicing/invoice.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { amendInvoice } from './amend-invoice.ts'
import { cancelInvoice, createDraft, editDraft, issueInvoice, removeDraft } from './change-invoice.ts'
import type { InvoiceInput, LineInput } from './invoice.ts'
import { line, scopes, today } from './test-support.ts'

beforeAll(databaseForMany)

describe('drafts', () => {
  let tenant: Tenant
  let clerk: Actor
  let pupil: Awaited<ReturnType<typeof student>>
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
    pupil = await tenant.write((trx) => student(trx))
  })

  const input = (given: Partial<InvoiceInput> = {}): InvoiceInput => ({
    due_on: '2026-02-07',
    items: [line()],
    ...given,
  })

  const create = (given: Partial<InvoiceInput> = {}, student_id = pupil.id) =>
    tenant.write((trx) => createDraft(trx, clerk, scopes.branch(clerk), student_id, input(given), today))

  const edit = (id: string, version: number, given: Partial<InvoiceInput> = {}) =>
    tenant.write((trx) => editDraft(trx, clerk, scopes.branch(clerk), id, version, input(given), today))

  const read = (id: string) =>
    tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst())

  const items = (id: string) =>
    tenant.read((db) =>
      db.selectFrom('invoice_item').selectAll().where('invoice_id', '=', id).orderBy('position').execute(),
    )

  describe('a new draft', () => {
    test('has its lines, its payer, its branch and a public code, but no number', async () => {
      const fee = await tenant.write((trx) => subjectFee(trx))
      const id = await create({
        remark: 'Terima kasih',
        items: [
          line({ fee_type_id: fee.fee_type_id, subject_fee_id: fee.id, period_starts_on: '2026-01-01' }),
          line({
            description: 'Buku',
            quantity: 350,
            price: 333,
            discount: 66,
            discount_reason: 'Adik-beradik',
          }),
        ],
      })
      const row = await read(id)
      expect(row).toMatchObject({
        number: null,
        issued_on: null,
        status: 'draft',
        student_id: pupil.id,
        payer_parent_id: pupil.payer?.id,
        branch_id: pupil.branch_id,
        remark: 'Terima kasih',
        internal_note: null,
        sub_total_sen: 12_000 + 1_100,
        discount_total_sen: 66,
        total_sen: 13_100,
      })
      expect(await items(id)).toMatchObject([
        { position: 1, subject_fee_id: fee.id, period_starts_on: '2026-01-01', amount_sen: 12_000 },
        { position: 2, quantity_hundredths: 350, discount_reason: 'Adik-beradik', amount_sen: 1_100 },
      ])
      const code = await withPlatform(tenant.database.pool, (trx) =>
        trx
          .selectFrom('platform.public_code')
          .selectAll()
          .where('code', '=', row!.public_code)
          .executeTakeFirst(),
      )
      expect(code).toMatchObject({ entity_id: tenant.place.id, kind: 'invoice' })
    })

    test('goes to another parent of the student only', async () => {
      const other = await tenant.write(async (trx) => {
        const mother = await parent(trx)
        await insert(trx, 'student_parent', {
          student_id: pupil.id,
          parent_id: mother.id,
          relationship: 'mother',
        })
        return mother
      })
      const id = await create({ payer_parent_id: other.id })
      expect(await read(id)).toMatchObject({ payer_parent_id: other.id })
      const stranger = await tenant.write((trx) => parent(trx))
      await expect(create({ payer_parent_id: stranger.id })).toRefuse('not_found.parent', 'payer_parent_id')
    })

    test('needs somebody who pays', async () => {
      const alone = await tenant.write((trx) => student(trx, {}, { payer: null }))
      await expect(create({}, alone.id)).toRefuse('invoice.no_payer')
    })

    test('is due from today to a year ahead', async () => {
      await create({ due_on: today })
      await create({ due_on: '2027-01-31' })
      await expect(create({ due_on: '2026-01-30' })).toRefuse('invoice.due_before_issue', 'due_on')
      await expect(create({ due_on: '2027-02-01' })).toRefuse('invoice.due_too_late', 'due_on')
    })

    test('comes to RM1,000,000.00 at most', async () => {
      await create({ items: [line({ price: 99_999_999 }), line({ price: 1 })] })
      await expect(create({ items: [line({ price: 100_000_000 }), line({ price: 1 })] })).toRefuse(
        'invoice.total_too_large',
      )
    })

    test('is lowered by a clerk by half of a line at most; who manages gives more, and what stands there stays', async () => {
      const lowered = (discount: number) => [
        line({ price: 1_001, discount, discount_reason: 'Dipersetujui' }),
      ]
      await expect(() => create({ items: lowered(501) })).toRefuse('invoice.above_half', 'items[0].discount')
      await create({ items: lowered(500) })
      const admin = await tenant.actor('admin')
      const id = await tenant.write((trx) =>
        createDraft(trx, admin, scopes.all(admin), pupil.id, input({ items: lowered(1_001) }), today),
      )
      await edit(id, 1, { items: [...lowered(1_001), line()] })
      await expect(() => edit(id, 2, { items: [...lowered(1_000), line()] })).toRefuse(
        'invoice.above_half',
        'items[0].discount',
      )
    })

    test('has fees that exist', async () => {
      const fee_type_id = newId()
      await expect(create({ items: [line(), line({ fee_type_id })] })).toRefuse(
        'not_found.fee_type',
        'items[1].fee_type_id',
      )
      await expect(create({ items: [line({ subject_fee_id: newId() })] })).toRefuse(
        'not_found.subject_fee',
        'items[0].description',
      )
      const gone = await tenant.write((trx) => feeType(trx, { deleted_at: new Date() }))
      await expect(create({ items: [line({ fee_type_id: gone.id })] })).toRefuse('not_found.fee_type')
    })

    test("is not for another branch's or another organisation's student", async () => {
      const elsewhere = await tenant.write(async (trx) => student(trx, { branch_id: (await branch(trx)).id }))
      await expect(create({}, elsewhere.id)).toRefuse('not_found.student')
      const other = await freshTenant()
      const foreign = await other.write((trx) => student(trx))
      await expect(create({}, foreign.id)).toRefuse('not_found.student')
    })
  })

  describe('a draft', () => {
    test('is changed with its lines, and the audit keeps what they were', async () => {
      const id = await create()
      await edit(id, 1, { items: [line({ description: 'Fizik', price: 14_000 }), line({ price: 1 })] })
      expect(await read(id)).toMatchObject({ version: 2, total_sen: 14_001 })
      expect((await items(id)).map(({ description }) => description)).toEqual(['Fizik', 'Yuran Januari'])
      const [, audit] = await tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select(['action', 'before', 'after'])
          .where('object_id', '=', id)
          .orderBy('position')
          .execute(),
      )
      expect(audit).toMatchObject({
        action: 'invoice.edited',
        before: { total_sen: 12_000, items: [{ description: 'Yuran Januari' }] },
        after: { total_sen: 14_001, items: [{ description: 'Fizik' }, {}] },
      })
    })

    test('that somebody else has changed is not overwritten', async () => {
      const id = await create()
      await edit(id, 1, { remark: 'first' })
      await expect(edit(id, 1, { remark: 'second' })).toRefuse('version_conflict')
      expect(await read(id)).toMatchObject({ remark: 'first', version: 2 })
    })

    test('that was issued is no draft any more', async () => {
      const id = await create()
      await tenant.write((trx) =>
        issueInvoice(trx, clerk, scopes.branch(clerk), id, { version: 1, send: true, today }),
      )
      await expect(edit(id, 2)).toRefuse('invoice.already_issued')
      await expect(tenant.write((trx) => removeDraft(trx, clerk, scopes.branch(clerk), id, 2))).toRefuse(
        'invoice.already_issued',
      )
    })

    test('can be removed, and only its audit remains', async () => {
      const id = await create()
      const remove = (version: number) =>
        tenant.write((trx) => removeDraft(trx, clerk, scopes.branch(clerk), id, version))
      await expect(remove(7)).toRefuse('version_conflict')
      expect(await remove(1)).toBe(pupil.name)
      expect(await read(id)).toBeUndefined()
      expect(await items(id)).toEqual([])
      await expect(remove(1)).toRefuse('not_found.invoice')
    })
  })
})

describe('issuing', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
  })

  async function draft(
    student_id: string,
    items: LineInput[] = [line()],
    due_on = '2026-02-07',
    at = tenant,
  ) {
    const actor = await at.actor('admin')
    return at.write((trx) => createDraft(trx, actor, scopes.all(actor), student_id, { due_on, items }, today))
  }

  const issue = async (id: string, version = 1, on = today, send = true) => {
    const how = { version, send, today: on }
    return (await tenant.write((trx) => issueInvoice(trx, clerk, scopes.branch(clerk), id, how))).number
  }
  const first = { version: 1, send: true, today }

  const read = (id: string, at = tenant) =>
    at.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  describe('issuing', () => {
    test('gives the next number and the day, and sends it to a payer with an e-mail address', async () => {
      const { id: student_id } = await tenant.write((trx) => student(trx))
      const id = await draft(student_id)
      const number = await issue(id)
      expect(number).toMatch(/^INV-26-\d{6}$/)
      expect(await read(id)).toMatchObject({
        number,
        status: 'unpaid',
        issued_on: today,
        total_sen: 12_000,
        balance_sen: 12_000,
        version: 2,
        updated_by: clerk.id,
      })
      await expect(tenant).toHaveEnqueued('invoice.send', { invoice_id: id })
      const audit = await tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select(['action', 'actor_id', 'after'])
          .where('object_id', '=', id)
          .orderBy('position')
          .execute(),
      )
      expect(audit.map(({ action }) => action)).toEqual(['invoice.drafted', 'invoice.issued'])
      expect(audit[1]).toMatchObject({ actor_id: clerk.id, after: { number, status: 'unpaid' } })
    })

    test('sends nothing to a payer without an address', async () => {
      const id = await tenant.write(async (trx) => {
        const payer = await parent(trx, { email: null })
        return (await student(trx, {}, { payer })).id
      })
      const invoice = await draft(id)
      await issue(invoice)
      await expect(tenant).not.toHaveEnqueued('invoice.send', { invoice_id: invoice })
    })

    test('sends nothing when that is not wanted, and the audit log knows to whom it went', async () => {
      const email = 'ibu@family.test'
      const { id: student_id } = await tenant.write(async (trx) =>
        student(trx, {}, { payer: await parent(trx, { email }) }),
      )
      const [quiet, loud] = [await draft(student_id), await draft(student_id)]
      await issue(quiet, 1, today, false)
      await issue(loud)
      await expect(tenant).not.toHaveEnqueued('invoice.send', { invoice_id: quiet })
      await expect(tenant).toHaveEnqueued('invoice.send', { invoice_id: loud })
      const audit = await tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select('after')
          .where('action', '=', 'invoice.issued')
          .where('object_id', 'in', [quiet, loud])
          .orderBy('position')
          .execute(),
      )
      expect(audit).toMatchObject([{ after: { mailed_to: null } }, { after: { mailed_to: email } }])
    })

    test('refuses a total of nothing, a due date that has passed, and one that was issued already', async () => {
      const { id: student_id } = await tenant.write((trx) => student(trx))
      await expect(issue(await draft(student_id, [line({ price: 0 })]))).toRefuse('invoice.total_zero')
      const late = await draft(student_id)
      await expect(issue(late, 1, '2026-02-08')).toRefuse('invoice.due_before_issue', 'due_on')
      await issue(late, 1, '2026-02-07')
      await expect(issue(late, 1)).toRefuse('invoice.already_issued')
      await expect(issue(late, 2)).toRefuse('invoice.already_issued')
      await expect(issue(await draft(student_id), 2)).toRefuse('version_conflict')
    })

    test('takes the tax of the day of issue', async () => {
      const { student_id, fee_type_id } = await tenant.write(async (trx) => ({
        student_id: (await student(trx, { nationality: 'GB' })).id,
        fee_type_id: (await feeType(trx, { taxable: true })).id,
      }))
      const id = await draft(student_id, [line({ fee_type_id }), line({ price: 5_000 })])
      expect(await read(id)).toMatchObject({ tax_total_sen: 0, tax_rate_bp: 0 })
      const taxed = await freshTenant({ tax_registered: true })
      const own = await taxed.write(async (trx) => ({
        foreign: (await student(trx, { nationality: 'GB' })).id,
        citizen: (await student(trx, { nationality: 'MY' })).id,
        fee_type_id: (await feeType(trx, { taxable: true })).id,
      }))
      const items = [line({ fee_type_id: own.fee_type_id }), line({ price: 5_000 })]
      const foreign = await draft(own.foreign, items, '2026-02-07', taxed)
      expect(await read(foreign, taxed)).toMatchObject({
        tax_rate_bp: 600,
        tax_total_sen: 720,
        total_sen: 17_720,
      })
      const citizen = await draft(own.citizen, items, '2026-02-07', taxed)
      expect(await read(citizen, taxed)).toMatchObject({
        tax_rate_bp: 0,
        tax_total_sen: 0,
        total_sen: 17_000,
      })
      await taxed.write((trx) =>
        trx
          .insertInto('setting')
          .values({ key: 'tax', value: JSON.stringify({ scope: 'all', rate_bp: 800 }) })
          .execute(),
      )
      const admin = await taxed.actor('admin')
      await taxed.write((trx) => issueInvoice(trx, admin, scopes.all(admin), citizen, first))
      expect(await read(citizen, taxed)).toMatchObject({
        tax_rate_bp: 800,
        tax_total_sen: 960,
        total_sen: 17_960,
      })
      const lines = await taxed.read((db) =>
        db
          .selectFrom('invoice_item')
          .select('tax_sen')
          .where('invoice_id', '=', citizen)
          .orderBy('position')
          .execute(),
      )
      expect(lines).toEqual([{ tax_sen: 960 }, { tax_sen: 0 }])
    })
  })

  describe('numbers', () => {
    test('have no gap, whoever issues at once and whatever fails in between', async () => {
      const own = await freshTenant()
      const admin = await own.actor('admin')
      const { id: student_id } = await own.write((trx) => student(trx))
      const drafts = await Promise.all(
        Array.from({ length: 12 }, () => draft(student_id, undefined, undefined, own)),
      )
      const outcomes = await Promise.allSettled(
        drafts.map((id, index) =>
          own.write(async (trx) => {
            const { number } = await issueInvoice(trx, admin, scopes.all(admin), id, first)
            if (index % 4 === 3) throw new Error('the connection broke')
            return number
          }),
        ),
      )
      const given = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
      expect(given).toHaveLength(9)
      const expected = Array.from({ length: 9 }, (_, index) => `INV-26-${String(index + 1).padStart(6, '0')}`)
      expect([...given].sort()).toEqual(expected)
      const undone = await own.read((db) =>
        db
          .selectFrom('invoice')
          .select(['number', 'status', 'version'])
          .where('status', '=', 'draft')
          .execute(),
      )
      expect(undone).toEqual(Array(3).fill({ number: null, status: 'draft', version: 1 }))
    })

    test('two clerks who issue the same draft at once issue it once', async () => {
      const { id: student_id } = await tenant.write((trx) => student(trx))
      const id = await draft(student_id)
      const results = await Promise.allSettled([issue(id), issue(id)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const refused = results.find((result) => result.status === 'rejected')
      expect(refused).toMatchObject({ reason: { code: 'invoice.already_issued' } })
      expect(await read(id)).toMatchObject({ status: 'unpaid', version: 2 })
    })

    test('begin anew each year and take the prefix of the organisation', async () => {
      const own = await freshTenant()
      const admin = await own.actor('admin')
      const { id: student_id } = await own.write((trx) => student(trx))
      await own.write((trx) =>
        trx
          .insertInto('setting')
          .values({ key: 'numbering', value: JSON.stringify({ invoice_prefix: 'AB' }) })
          .execute(),
      )
      const issued = async (on: string) => {
        const id = await own.write((trx) =>
          createDraft(trx, admin, scopes.all(admin), student_id, { due_on: on, items: [line()] }, on),
        )
        const how = { ...first, today: on }
        return (await own.write((trx) => issueInvoice(trx, admin, scopes.all(admin), id, how))).number
      }
      expect(await issued('2026-12-31')).toBe('AB-26-000001')
      expect(await issued('2027-01-01')).toBe('AB-27-000001')
      expect(await issued('2026-12-31')).toBe('AB-26-000002')
    })
  })
})

describe('cancelling', () => {
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
        db
          .selectFrom('audit_log')
          .select(['action', 'before', 'after'])
          .where('object_id', '=', id)
          .execute(),
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
})
