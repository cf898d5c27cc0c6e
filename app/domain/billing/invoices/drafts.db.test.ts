import { beforeAll, describe, expect, test } from 'vitest'
import { branch, feeType, insert, parent, student, subjectFee } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { issueInvoice } from './change-invoice.ts'
import { createDraft, editDraft, removeDraft } from './drafts.ts'
import type { InvoiceInput } from './invoice-form.ts'
import { line, scopes, today } from './test-support.ts'

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
    const code = await inPlatform(tenant.database.pool, (trx) =>
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
    const lowered = (discount: number) => [line({ price: 1_001, discount, discount_reason: 'Dipersetujui' })]
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
