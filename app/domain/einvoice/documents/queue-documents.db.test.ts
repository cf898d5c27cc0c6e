import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import { branch, feeCategory, feeType, type Given } from '#tests/support/database/factories.ts'
import { allocation, creditNote, payment } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { countsOf, queueDocuments } from './queue-documents.ts'
import { queueAfterPayment, queueDue } from './queue-due.ts'
import { openSchool, type School } from './test-support.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.tenant.actor('admin')
})

const queue = (...invoice_ids: string[]) =>
  school.write((trx) => queueDocuments(trx, admin, scopes.all(admin), { invoice_ids }))

const documentsOf = (invoice_id: string, at: School = school) =>
  at.read((db) =>
    db
      .selectFrom('einvoice_document')
      .selectAll()
      .where('invoice_id', '=', invoice_id)
      .orderBy('created_at')
      .execute(),
  )

describe('an invoice', () => {
  test('is queued with what it is about, its history, its line in the log and the job that sends it', async () => {
    const bill = await school.bill([{ price_sen: 12_000 }])
    const { queued, skipped } = await queue(bill.id)
    await expect(school.tenant).toHaveEnqueued('einvoice.submit')
    expect(skipped).toEqual([])
    expect(queued).toMatchObject([{ source_id: bill.id, number: bill.number }])
    const [row] = await documentsOf(bill.id)
    expect(row).toMatchObject({
      ...{ id: queued[0]!.document_id, source: 'invoice', type: '01', status: 'queued', attempts: 0 },
      ...{
        number: bill.number,
        total_sen: 12_000,
        environment: 'sandbox',
        buyer_name: 'Aminah binti Contoh',
      },
      ...{ parent_id: bill.payer_parent_id, branch_id: bill.branch_id, created_by: admin.id },
    })
    const about = await school.read(async (db) => ({
      events: await db.selectFrom('einvoice_event').selectAll().where('document_id', '=', row!.id).execute(),
      log: await db.selectFrom('audit_log').selectAll().where('object_id', '=', row!.id).execute(),
    }))
    expect(about.events).toMatchObject([{ kind: 'queued', by_id: admin.id, by_name: admin.name }])
    expect(about.log).toMatchObject([
      {
        ...{ action: 'einvoice.queued', object_type: 'einvoice', actor_id: admin.id },
        after: { number: bill.number, total_sen: 12_000, environment: 'sandbox' },
      },
    ])
  })

  test('is queued once, however often it is asked for, and by however many at the same moment', async () => {
    const bill = await school.bill()
    const [one, other] = await Promise.all([queue(bill.id), queue(bill.id)])
    expect([one.queued.length, other.queued.length].toSorted()).toEqual([0, 1])
    expect([...one.skipped, ...other.skipped]).toMatchObject([{ number: bill.number, reason: 'under_way' }])
    expect((await queue(bill.id)).skipped).toMatchObject([{ reason: 'under_way' }])
    expect(await documentsOf(bill.id)).toHaveLength(1)
  })

  test('whose e-invoice was cancelled gets a new one', async () => {
    const bill = await school.bill()
    await school.write((trx) => einvoiceDocument(trx, { invoice_id: bill.id, status: 'cancelled' }))
    expect((await queue(bill.id)).queued).toHaveLength(1)
    expect(await documentsOf(bill.id)).toHaveLength(2)
  })
})

describe('of many', () => {
  const known = (given: Given<'einvoice_document'>) => async () => {
    const bill = await school.bill()
    await school.write((trx) => einvoiceDocument(trx, { ...given, invoice_id: bill.id }))
    return bill
  }
  const refundable = async () => {
    const fee = await school.write(async (trx) => {
      const category = await feeCategory(trx, { kind: 'deposit' })
      return feeType(trx, { fee_category_id: category.id, refundable: true })
    })
    return school.bill([{ price_sen: 30_000, fee_type_id: fee.id }])
  }

  test.each([
    ['draft', () => school.bill(undefined, { status: 'draft' })],
    ['cancelled', () => school.bill(undefined, { status: 'cancelled' })],
    ['carried_over', () => school.bill(undefined, { is_carried_over: true })],
    ['nothing_charged', () => school.bill([{ price_sen: 10_000, discount_sen: 10_000 }])],
    ['deposit', refundable],
    ['reported', known({ status: 'valid' })],
    ['under_way', known({ status: 'processing' })],
    ['needs_fixing', known({ status: 'invalid' })],
    ['needs_fixing', known({ status: 'failed' })],
  ])('one that is not queued says why: %s', async (reason, make) => {
    const [bill, good] = [await make(), await school.bill()]
    const outcome = await queue(bill.id, good.id)
    expect(outcome.skipped).toMatchObject([{ source_id: bill.id, reason }])
    expect(countsOf(outcome)).toEqual({ queued: 1, skipped: [{ reason, count: 1 }] })
    if (reason === 'reported') expect(outcome.skipped[0]!.uuid).toMatch(/^TEST/)
  })

  test('a document of the test system does not stand for one of the real system', async () => {
    const real = await openSchool({ environment: 'production' })
    const bill = await real.bill()
    await real.write((trx) => einvoiceDocument(trx, { invoice_id: bill.id, status: 'valid' }))
    const boss = await real.tenant.actor('admin')
    const { queued } = await real.write((trx) =>
      queueDocuments(trx, boss, scopes.all(boss), { invoice_ids: [bill.id] }),
    )
    expect(queued).toHaveLength(1)
  })

  test('those of other branches and those that are not there are left out', async () => {
    const clerk = await school.tenant.actor('clerk')
    const far = await school.write((trx) => branch(trx))
    const [near, away] = [
      await school.bill(),
      await school.bill(undefined, {}, await school.family({}, far.id)),
    ]
    const outcome = await school.write((trx) =>
      queueDocuments(trx, clerk, scopes.branch(clerk), {
        invoice_ids: [near.id, away.id, '0198f000-0000-7000-8000-00000000dead'],
      }),
    )
    expect(outcome.queued.map(({ source_id }) => source_id)).toEqual([near.id])
    expect(outcome.skipped).toEqual([])
  })
})

describe('a credit note', () => {
  const note = (about: Given<'credit_note'>) =>
    school.write((trx) =>
      creditNote(trx, {
        ...{ status: 'approved', number: `CN-${about.invoice_id!.slice(-8)}`, issued_on: '2026-11-29' },
        ...{ decided_at: new Date(), branch_id: school.tenant.branch.id, ...about },
      }),
    )
  /** The invoice is credited by its notes, which the database compares. */
  const credited = async () => {
    const bill = await school.bill()
    const row = await school.write(async (trx) => {
      await trx.updateTable('invoice').set({ credited_sen: 1_000 }).where('id', '=', bill.id).execute()
      return creditNote(trx, {
        ...{ invoice_id: bill.id, branch_id: bill.branch_id, status: 'approved', decided_at: new Date() },
        ...{ number: `CN-${bill.number!.slice(-6)}`, issued_on: '2026-11-29' },
      })
    })
    return { bill, row }
  }
  const queueNote = (id: string) =>
    school.write((trx) => queueDocuments(trx, admin, scopes.all(admin), { credit_note_ids: [id] }))

  test('is queued beside the e-invoice that it corrects', async () => {
    const { bill, row } = await credited()
    const original = await school.write((trx) =>
      einvoiceDocument(trx, { invoice_id: bill.id, status: 'valid' }),
    )
    expect((await queueNote(row.id)).queued).toMatchObject([{ source_id: row.id, number: row.number }])
    const [stored] = await school.read((db) =>
      db.selectFrom('einvoice_document').selectAll().where('credit_note_id', '=', row.id).execute(),
    )
    expect(stored).toMatchObject({ type: '02', original_id: original.id, total_sen: 1_000 })
    expect((await queueNote(row.id)).skipped).toMatchObject([{ reason: 'under_way' }])
  })

  test('that waits for approval, and a write-off, are none', async () => {
    const bill = await school.bill()
    const asked = await note({
      invoice_id: bill.id,
      status: 'requested',
      number: null,
      issued_on: null,
      decided_at: null,
    })
    expect((await queueNote(asked.id)).skipped).toMatchObject([{ reason: 'not_approved' }])
    const lost = await note({
      ...{ invoice_id: bill.id, kind: 'write_off', status: 'rejected', number: null, issued_on: null },
    })
    expect((await queueNote(lost.id)).skipped).toMatchObject([{ reason: 'write_off' }])
  })
})

test.each([
  [undefined, 'einvoice.not_set_up'],
  [{ status: 'pending' }, 'einvoice.not_validated'],
  [{ status: 'failed' }, 'einvoice.not_validated'],
] as const)('without a tested connection nothing is queued: %o', async (setting, code) => {
  const other = await openSchool(setting ?? {})
  if (!setting) await other.write((trx) => trx.deleteFrom('einvoice_setting').execute())
  const bill = await other.bill()
  const boss = await other.tenant.actor('admin')
  await expect(
    other.write((trx) => queueDocuments(trx, boss, scopes.all(boss), { invoice_ids: [bill.id] })),
  ).toRefuse(code)
  expect(await documentsOf(bill.id, other)).toHaveLength(0)
})

describe('automatically', () => {
  const paid = { status: 'paid', paid_on: '2026-11-20', paid_sen: 50_000 } as const
  const due = (at: School) =>
    at.write((trx) => queueDue(trx)).then(({ queued }) => queued.map((one) => one.source_id))

  test('what was paid since the day that the setting names, and each once', async () => {
    const at = await openSchool({ auto_submit: 'on_paid', auto_since: '2026-11-01' })
    const bill = await at.bill(undefined, paid)
    await at.bill(undefined, { ...paid, paid_on: '2026-10-31' })
    await at.bill()
    await at.bill(undefined, { ...paid, is_carried_over: true })
    expect(await due(at)).toEqual([bill.id])
    expect(await due(at)).toEqual([])
    const [row] = await documentsOf(bill.id, at)
    expect(row).toMatchObject({ created_by: null, status: 'queued' })
  })

  test('what was issued since then, paid or not', async () => {
    const at = await openSchool({ auto_submit: 'on_issue', auto_since: '2026-11-01' })
    const issued = { issued_on: '2026-11-05', due_on: '2026-11-30' }
    const bill = await at.bill(undefined, issued)
    await at.bill(undefined, { ...issued, issued_on: '2026-10-31' })
    await at.bill(undefined, { ...issued, status: 'cancelled' })
    expect(await due(at)).toEqual([bill.id])
  })

  test('one that was cancelled at the portal is sent again by a person alone', async () => {
    const at = await openSchool({ auto_submit: 'on_paid', auto_since: '2026-11-01' })
    const bill = await at.bill(undefined, paid)
    await at.write((trx) => einvoiceDocument(trx, { invoice_id: bill.id, status: 'cancelled' }))
    expect(await due(at)).toEqual([])
  })

  test.each([[{ auto_submit: 'off' }], [{ auto_since: null }], [{ status: 'failed' }]])(
    'nothing with %o',
    async (setting) => {
      const at = await openSchool({ auto_submit: 'on_paid', auto_since: '2026-11-01', ...setting })
      await at.bill(undefined, paid)
      expect(await due(at)).toEqual([])
    },
  )

  test('right after a payment its invoices, and the credit note for paying early', async () => {
    const at = await openSchool({ auto_submit: 'on_paid', auto_since: '2026-11-01' })
    const [bill, other] = [
      await at.bill(undefined, { ...paid, credited_sen: 0 }),
      await at.bill(undefined, paid),
    ]
    const receipt = await at.write(async (trx) => {
      const row = await payment(trx, { branch_id: bill.branch_id, amount_sen: 49_000 })
      await allocation(trx, row.id, bill.id, 49_000)
      await trx
        .updateTable('invoice')
        .set({ paid_sen: 49_000, credited_sen: 1_000 })
        .where('id', '=', bill.id)
        .execute()
      const note = await creditNote(trx, {
        ...{ invoice_id: bill.id, branch_id: bill.branch_id, status: 'approved', decided_at: new Date() },
        ...{ number: 'CN-26-000001', issued_on: '2026-11-20' },
      })
      return { id: row.id, note: note.id }
    })
    const { queued } = await at.write((trx) => queueAfterPayment(trx, receipt.id))
    expect(queued.map(({ source_id }) => source_id)).toEqual([bill.id, receipt.note])
    expect(await documentsOf(other.id, at)).toHaveLength(0)
  })
})
